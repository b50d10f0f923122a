import { describe, expect, test } from "@jest/globals";
import { canonicalHash, canonicalHashSteps, canonicalJson, sha256Hex } from "./canonical-json.ts";
import type { Json } from "./json.ts";

function parse(text: string): Json {
  const value: Json = JSON.parse(text);
  return value;
}

describe("canonical JSON (RFC 8785)", () => {
  test("agrees with the example of RFC 8785 3.2.2", () => {
    const input = String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`;
    const expected = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;
    expect(canonicalJson(parse(input))).toBe(expected);
  });

  test("orders members by UTF-16 code units, as the example of RFC 8785 3.2.3", () => {
    const input = String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`;
    expect(Object.values(parse(canonicalJson(parse(input))) ?? {})).toHaveLength(7);
    const order = [...canonicalJson(parse(input)).matchAll(/:"([A-Z][A-Za-z: ]+)"/g)].map((match) => match[1]);
    expect(order).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  test.each([
    [0, "0"],
    [-0, "0"],
    [5e-324, "5e-324"],
    [1.7976931348623157e308, "1.7976931348623157e+308"],
    [9007199254740992, "9007199254740992"],
    [295147905179352830000, "295147905179352830000"],
    [1e21, "1e+21"],
    [1e23, "1e+23"],
    [333333333.33333325, "333333333.33333325"],
    [-0.0000033333333333333333, "-0.0000033333333333333333"],
    [1424953923781206.25, "1424953923781206.2"],
  ])("prints %p as appendix B does", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test("leaves out members that are not there and keeps null ones", () => {
    expect(canonicalJson({ b: null, a: [1, { d: false, c: "x" }] })).toBe('{"a":[1,{"c":"x","d":false}],"b":null}');
  });

  test("refuses what JSON cannot carry", () => {
    expect(() => canonicalJson(Number.NaN)).toThrow(TypeError);
    expect(() => canonicalJson(Number.POSITIVE_INFINITY)).toThrow(TypeError);
    expect(() => canonicalJson("\ud800")).toThrow(TypeError);
    expect(() => canonicalJson({ "\udc00": 1 })).toThrow(TypeError);
  });

  test("hashes the same value in any member order to the same digest", () => {
    expect(canonicalHash({ a: 1, b: [2] })).toBe(canonicalHash({ b: [2], a: 1 }));
    expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});

describe("the hash of a large value", () => {
  function hashOf(value: Json): { readonly steps: number; readonly sha256: string; readonly bytes: number } {
    const taken = canonicalHashSteps(value);
    for (let steps = 0; ; steps += 1) {
      const step = taken.next();
      if (step.done) return { steps, ...step.value };
    }
  }

  test.each([
    "null",
    "-0",
    '"é\u2028"',
    "[]",
    "{}",
    "[[],{},[null]]",
    '{"b":[1,"2",true],"a":{"d":{},"c":null},"é":1e21}',
  ])("is that of its canonical form: %s", (text) => {
    const value = parse(text);
    expect(hashOf(value)).toMatchObject({
      sha256: canonicalHash(value),
      bytes: Buffer.byteLength(canonicalJson(value)),
    });
  });

  test("is taken in steps, so that megabytes hold nothing up", () => {
    const rows = Array.from({ length: 20 }, () => Array.from({ length: 10_000 }, (_, index) => index));
    const value = { rows, names: Object.fromEntries(rows.flat().map((_, index) => [`n${index}`, "é"])) };
    const { steps, sha256 } = hashOf(value);
    expect(sha256).toBe(canonicalHash(value));
    expect(steps).toBeGreaterThan(50);
  });
});
