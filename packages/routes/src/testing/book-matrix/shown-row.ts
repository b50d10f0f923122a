import type { Json, JsonObject } from "@service/json";
import { familyOf } from "@service/record-families";
import type { BookModel, Version } from "./book-model.ts";
import { type Family, keyNames, type Policy } from "./fixture.ts";

/** What a field policy leaves of a row. */

const classes: { readonly [field: string]: string } = {
  "accounts.fein": "pii_identity",
  "accounts.phone": "pii_contact",
  "accounts.email": "pii_contact",
  "accounts.revenue": "financial",
  "accounts.payroll": "financial",
  "accounts.employees": "financial",
  "contacts.phone": "pii_contact",
  "contacts.email": "pii_contact",
  "contacts.birth_date": "pii_identity",
  "policies.commission_rate": "commission",
  "policies.commission_amount": "commission",
  "vehicles.vin": "pii_identity",
  "drivers.birth_date": "pii_identity",
  "drivers.license_state": "pii_identity",
  "activities.body": "internal",
};

/** Words of a closed list and codes, which have no part that says less. */
const wholeWords = new Set(["policies.status", "accounts.naics"]);

export type Standing = "shown" | "denied" | Policy["masks"][string];

export function standing(policy: Policy, family: Family, field: string): Standing {
  const sensitivity = field === "attributes" ? "internal" : classes[`${family}.${field}`];
  if (sensitivity !== undefined && policy.denied.includes(sensitivity)) return "denied";
  return policy.masks[field] ?? "shown";
}

export function isShown(policy: Policy, family: Family, ...fields: readonly string[]): boolean {
  return fields.every((field) => standing(policy, family, field) === "shown");
}

/** The fields of a family in their order, and what the source has besides. */
export function fieldsOf(family: Family): readonly string[] {
  return [...Object.keys(familyOf(family).fields), "attributes"];
}

/** `family.field` of all that a policy hides in families. */
export function hiddenOf(policy: Policy, families: readonly Family[]): readonly string[] {
  return [...new Set(families)].flatMap((family) =>
    fieldsOf(family)
      .filter((field) => !isShown(policy, family, field))
      .map((field) => `${family}.${field}`),
  );
}

/** A row as a reader is shown it; `only`: the fields that were asked for. */
export function shownRow(model: BookModel, policy: Policy, version: Version, only?: readonly string[]): JsonObject {
  const { family, key, id, from } = version;
  const [keyName] = keyNames[family];
  const shown: { [name: string]: Json } = {
    key,
    [keyName]: key,
    connection_id: model.connectionId,
    source_id: id,
    change_seq: from,
    source_updated_at: null,
  };
  for (const field of fieldsOf(family))
    if (only === undefined || only.includes(field)) shown[field] = shownField(policy, version, field);
  return shown;
}

export function shownField(policy: Policy, { family, fields }: Version, field: string): Json {
  const how = standing(policy, family, field);
  const value = fields[field] ?? (field === "attributes" ? {} : null);
  if (how === "shown" || value === null) return value;
  if (how === "denied" || wholeWords.has(`${family}.${field}`)) return null;
  return masked(how, value);
}

function masked(mask: Policy["masks"][string], value: Json): Json {
  if (typeof value !== "string" || mask === "null") return null;
  switch (mask) {
    case "last4":
      return value.replaceAll(/.(?=.{4})/gu, "*");
    case "year":
      return value.slice(0, 4);
    case "initials":
      return (value.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `${word.charAt(0).toUpperCase()}.`).join("");
    case "domain":
      return value.includes("@") ? value.slice(value.lastIndexOf("@")) : null;
  }
}

/** What two policies allow together, and the name of it. */
export function both(first: Policy, second: Policy): Policy {
  if (first.policy_key === second.policy_key) return first;
  const denied = [...new Set([...first.denied, ...second.denied])];
  const masks: { [field: string]: Policy["masks"][string] } = {};
  for (const field of new Set([...Object.keys(first.masks), ...Object.keys(second.masks)])) {
    const [one, other] = [first.masks[field], second.masks[field]];
    const mask = one === undefined || one === other ? other : other === undefined ? one : "null";
    if (mask !== undefined) masks[field] = mask;
  }
  const allows = (policy: Policy): string =>
    JSON.stringify([
      policy.denied.toSorted(),
      Object.entries(policy.masks)
        .map(([field, mask]) => `${field} ${mask}`)
        .toSorted(),
    ]);
  const same = [second, first].find((policy) => allows(policy) === allows({ policy_key: "", denied, masks }));
  return { policy_key: same?.policy_key ?? `${first.policy_key}+${second.policy_key}`, denied, masks };
}
