import { type FamilyName, familyNames, familyOf } from "@service/record-families";

/** Families in the order in which they are applied: what others belong to comes first. */
export const familyOrder: readonly FamilyName[] = familyNames.toSorted((left, right) => rankOf(left) - rankOf(right));

function rankOf(family: FamilyName): number {
  if (familyOf(family).owner === "agency") return 0;
  if (family === "accounts") return 1;
  return family === "policies" ? 2 : 3;
}
