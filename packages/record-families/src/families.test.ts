import { describe, expect, test } from "@jest/globals";
import { compileSchema } from "@service/json";
import { familyNames } from "./family-names.ts";
import { familyOf } from "./families.ts";
import { classOfPath, inlineRowSchema } from "./row-schemas.ts";

describe.each(familyNames)("the family %s", (name) => {
  const family = familyOf(name);

  test("has its filters, sorts and requirements on fields of its own (REC-1)", () => {
    const named = [
      ...family.required,
      ...family.sorts,
      ...Object.values(family.filters).flatMap(({ fields }) => fields),
      ...(family.defaultSort ? [family.defaultSort.field] : []),
    ];
    expect(named.filter((field) => !Object.hasOwn(family.fields, field))).toEqual([]);
  });

  test("names only families that exist, and clients and policies by their keys (REC-12)", () => {
    for (const [field, { refersTo }] of Object.entries(family.fields)) {
      if (field === "client_key" || field === "policy_key" || field === "carrier_key") expect(refersTo).toBeDefined();
      if (refersTo !== undefined) expect(familyNames).toContain(refersTo);
    }
  });

  test("belongs to a client unless it is the agency's own or the client itself (SEAT-10)", () => {
    expect(Object.hasOwn(family.fields, "client_key")).toBe(family.owner === "row of a client");
  });

  test("is taken inline with nothing but known members (TYPE-29)", () => {
    const check = compileSchema(inlineRowSchema(name));
    expect(check({})).toEqual([]);
    expect(check({ no_such_field: 1 })).not.toEqual([]);
  });
});

describe("classes of fields (TYPE-30, REC-5)", () => {
  test.each([
    ["records.vehicles[].vin", "pii_identity"],
    ["@.commission_amount", "commission"],
    ["employees", "financial"],
    ["birth_date", "pii_identity"],
    ["license_state", "pii_identity"],
    ["@.email", "pii_contact"],
    ["records.activities[].body", "internal"],
    ["@.premium", undefined],
  ])("%s is %s", (path, sensitivity) => {
    expect(classOfPath(path)).toBe(sensitivity);
  });
});
