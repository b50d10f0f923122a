import { describe, expect, test } from "@jest/globals";
import type { Json } from "@service/json";
import { isSameFact, readFact } from "./fact-values.ts";
import type { FactKind, Normalization } from "../codes.ts";

const read = (type: FactKind, raw: Json, normalize?: Normalization): Json | undefined =>
  readFact({ type, normalize, enum: ["Owner", "Tenant"] }, raw);

describe("readFact", () => {
  test.each<[FactKind, Json, Normalization | undefined, Json | undefined]>([
    ["money", "$1,200,000.505", undefined, 1200000.51],
    ["money", "1.2M", undefined, 1200000],
    ["money", 90_071_992_547_500, undefined, undefined],
    ["number", "1,200", undefined, 1200],
    ["number", "12 to 15", undefined, undefined],
    ["number", true, undefined, undefined],
    ["date", "12/01/2025", undefined, "2025-12-01"],
    ["date", "2025-02-30", undefined, undefined],
    ["boolean", "Yes", undefined, true],
    ["boolean", "perhaps", undefined, undefined],
    ["enum", "tenant", undefined, "Tenant"],
    ["enum", "squatter", undefined, undefined],
    ["string", "  Blue \n Harbor ", undefined, "Blue Harbor"],
    ["string", "new york", "state", "NY"],
    ["string", "Atlantis", "state", undefined],
    ["string", "72-2511", "naics", "722511"],
    ["string", "+1 (212) 555-0100", "phone", "2125550100"],
    ["number", "35%", "percent", 0.35],
    ["list", ["b", "a", "b", null], undefined, ["a", "b"]],
    ["list", "CA, Oregon", "state", ["CA", "OR"]],
    ["string", null, undefined, undefined],
    ["string", { a: 1 }, undefined, undefined],
  ])("reads %s from %j (%s) as %j (ENT-30)", (type, raw, normalize, value) => {
    expect(read(type, raw, normalize)).toEqual(value);
  });

  test("makes lone surrogates printable, so that any text has a canonical form", () => {
    expect(read("string", "a\ud800b")).toBe("a\ufffdb");
  });

  test("compares text without case and lists item by item", () => {
    expect(isSameFact("Acme ", "ACME")).toBe(true);
    expect(isSameFact(["CA", "OR"], ["ca", "or"])).toBe(true);
    expect(isSameFact(["CA"], ["CA", "OR"])).toBe(false);
    expect(isSameFact(1, "1")).toBe(false);
  });
});
