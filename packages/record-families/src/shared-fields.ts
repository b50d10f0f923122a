import { closed, keySchema, listOf, stateSchema, textSchema } from "@service/json";
import type { FamilyName } from "./family-names.ts";
import { field } from "./field.ts";

/** Fields that several families have. */

export function clientKey() {
  return rowKey("accounts");
}

export function policyKey() {
  return rowKey("policies");
}

/** Policies that a place, a vehicle or a driver is insured by. */
export function policyKeys() {
  return field(listOf(keySchema(), 50), { refersTo: "policies" });
}

/** The key of a row of another family. */
export function rowKey(family: FamilyName) {
  return field(keySchema(), { refersTo: family });
}

/** A seat, as the system of record names it (REC-12). */
export function seatKey() {
  return field(textSchema(128, 1));
}

/** An office or a team, as the system of record names it (REC-12). */
export function agencyKey() {
  return field(textSchema(128, 1));
}

export function address() {
  return field(
    closed({
      line1: textSchema(200),
      line2: textSchema(200),
      city: textSchema(100),
      state: stateSchema(),
      zip: textSchema(12),
    }),
  );
}
