import { describe, expect, test } from "@jest/globals";
import { familyNames } from "./family-names.ts";
import { familyOf } from "./families.ts";
import { recordKey } from "./record-key.ts";

const connection = "0b7c7f1e-6f3a-4f6e-9a43-3d7a1f6f2c11";

describe("keys of rows (REC-12)", () => {
  test("are opaque, and the same for the same connection, family and id of the source", () => {
    const key = recordKey(connection, "accounts", "000123");
    expect(key).toMatch(/^c_[a-z2-7]{20}$/);
    expect(recordKey(connection, "accounts", "000123")).toBe(key);
    expect(key).not.toContain("123");
  });

  test("differ by connection, family and id", () => {
    const keys = [
      recordKey(connection, "accounts", "1"),
      recordKey(connection, "accounts", "2"),
      recordKey(connection, "policies", "1"),
      recordKey("another", "accounts", "1"),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each(["offices", "teams", "staff", "lines"] as const)("of %s are the source's own", (family) => {
    expect(recordKey(connection, family, "North")).toBe("North");
  });

  test("begin differently in every family that makes them", () => {
    const prefixes = familyNames.flatMap((name) => familyOf(name).keyPrefix ?? []);
    expect(new Set(prefixes).size).toBe(prefixes.length);
    expect(prefixes.every((prefix) => /^[a-z]{1,2}_$/.test(prefix))).toBe(true);
  });
});
