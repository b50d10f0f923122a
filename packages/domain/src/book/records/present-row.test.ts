import { describe, expect, test } from "@jest/globals";
import type { Json } from "@service/json";
import type { FieldPolicy } from "@service/privacy";
import type { FamilyName } from "@service/record-families";
import { presentRow } from "./present-row.ts";

describe("a source's own id repeats nothing that the policy hides (REC-40)", () => {
  const shown = (
    family: FamilyName,
    sourceId: string,
    fields: { readonly [name: string]: Json },
    policy: Partial<FieldPolicy>,
  ): Json | undefined =>
    presentRow(
      family,
      { key: "k", changeSeq: 1, sourceId, sourceUpdatedAt: null, fields: JSON.stringify(fields) },
      {
        connectionId: "c",
        policy: { policy_key: "test", denied: [], masks: {}, ...policy },
        attributeClasses: new Map(),
        only: new Set(["line"]),
      },
    )["source_id"];
  const masked = { masks: { policy_number: "last4" } } as const;

  test.each([
    ["the number itself", "BHC-204711", "******4711"],
    ["in another case, with blanks", " bhc-204711", "******4711"],
    ["a part of several columns", "BHC-204711|2026-01-01", "******4711|2026-01-01"],
    ["another id", "100-4711", "100-4711"],
  ])("%s", (_what, sourceId, expected) => {
    expect(shown("policies", sourceId, { policy_number: "BHC-204711" }, masked)).toBe(expected);
  });

  test("what is denied leaves nothing, and is shown to others", () => {
    const fields = { fein: "98-7654321" };
    expect(shown("accounts", "98-7654321", fields, { denied: ["pii_identity"] })).toBe("*");
    expect(shown("accounts", "98-7654321", fields, {})).toBe("98-7654321");
    expect(shown("accounts", "A|98-7654321", fields, { denied: ["pii_identity"] })).toBe("A|*");
  });
});
