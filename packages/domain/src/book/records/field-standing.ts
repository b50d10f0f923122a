import type { FieldPolicy, Mask } from "@service/privacy";
import { familyOf, type FamilyName } from "@service/record-families";

/** What a viewer sees of a field: its value, nothing, or what the mask leaves. */
export type Standing = "shown" | "denied" | Mask;

/** The member of a row that is no field of its family; its class is internal (REC-4). */
const attributes = "attributes";

/** A class that is denied hides the field whatever its mask says (REC-40). */
export function standingOf(policy: FieldPolicy, family: FamilyName, field: string): Standing {
  const { fields } = familyOf(family);
  const sensitivity = field === attributes ? "internal" : fields[field]?.sensitivity;
  if (sensitivity !== undefined && policy.denied.includes(sensitivity)) return "denied";
  return (Object.hasOwn(policy.masks, field) ? policy.masks[field] : undefined) ?? "shown";
}

const standings = new WeakMap<FieldPolicy, Map<FamilyName, ReadonlyMap<string, Standing>>>();

/** The fields of a family that the policy denies or masks, each with what is left of it. */
export function hiddenFields(policy: FieldPolicy, family: FamilyName): ReadonlyMap<string, Standing> {
  const ofPolicy = standings.get(policy) ?? new Map<FamilyName, ReadonlyMap<string, Standing>>();
  standings.set(policy, ofPolicy);
  const found = ofPolicy.get(family);
  if (found !== undefined) return found;
  const hidden = new Map<string, Standing>();
  for (const field of [...Object.keys(familyOf(family).fields), attributes]) {
    const standing = standingOf(policy, family, field);
    if (standing !== "shown") hidden.set(field, standing);
  }
  ofPolicy.set(family, hidden);
  return hidden;
}

/** `family.field` of everything that the policy denies or masks in these families, for the envelope. */
export function maskedFields(policy: FieldPolicy, families: Iterable<FamilyName>): string[] {
  return [...new Set(families)].flatMap((family) =>
    [...hiddenFields(policy, family).keys()].map((field) => `${family}.${field}`),
  );
}
