import { familyOf } from "./families.ts";
import { type FamilyName, familyNames } from "./family-names.ts";

/** Families in their order: what others belong to comes first. */
export const familyOrder: readonly FamilyName[] = familyNames.toSorted((left, right) => rankOf(left) - rankOf(right));

function rankOf(family: FamilyName): number {
  if (familyOf(family).owner === "agency") return 0;
  if (family === "accounts") return 1;
  return family === "policies" ? 2 : 3;
}
