import { describe, expect, test } from "@jest/globals";
import { canonicalJson } from "./canonical-json.ts";
import { closed, integerSchema, listOf, mapOf, nullable, numberSchema, textSchema } from "./schema-builders.ts";
import { compileSchema } from "./schema-validation.ts";
import { type Complete, defaultsOf, fillDefaults, withDefault, type Written } from "./shape.ts";

const rule = closed({ key: textSchema(10), points: withDefault(integerSchema(-5, 5), 0) }, ["key"]);
const shape = closed(
  {
    name: textSchema(10),
    bands: withDefault(closed({ high: withDefault(numberSchema(), 65), low: withDefault(numberSchema(), 40) }), {}),
    rules: withDefault(listOf(rule, 5), [{ key: "usual" }]),
    source: withDefault(nullable(closed({ key: textSchema(5), days: withDefault(integerSchema(1, 9), 3) }, ["key"])), {
      key: "k",
    }),
    by_state: mapOf(closed({ weight: withDefault(numberSchema(), 1) }), 5),
    note: textSchema(10),
  },
  ["name"],
);

describe("the default of a member stands with its schema", () => {
  test("absent members take it, at every depth: objects, elements of lists, members of maps", () => {
    expect(fillDefaults(shape, { name: "n", bands: { low: 1 }, rules: [{ key: "a" }], by_state: { OH: {} } })).toEqual({
      name: "n",
      bands: { high: 65, low: 1 },
      rules: [{ key: "a", points: 0 }],
      source: { key: "k", days: 3 },
      by_state: { OH: { weight: 1 } },
    });
  });

  test("what was written stays: null, an empty list, a member without a default", () => {
    const filled = fillDefaults(shape, { name: "n", source: null, rules: [], note: "kept" });
    expect(filled).toMatchObject({ source: null, rules: [], note: "kept" });
  });

  test("a document that is filled in is not changed by filling it in again", () => {
    const once = fillDefaults(shape, { name: "n" });
    expect(fillDefaults(shape, once)).toEqual(once);
  });

  test("all defaults together are a preset, with lists as they are written", () => {
    expect(defaultsOf(shape)).toEqual({
      bands: { high: 65, low: 40 },
      rules: [{ key: "usual" }],
      source: { key: "k", days: 3 },
    });
  });

  test("the published document and its hash do not have it, and the check knows the member as optional", () => {
    expect(canonicalJson(withDefault(integerSchema(1, 9), 3))).toBe(canonicalJson(integerSchema(1, 9)));
    expect(compileSchema(shape)({ name: "n" })).toEqual([]);
  });

  test("the compiler knows what may be left out and what is there", () => {
    const written: Written<typeof shape> = { name: "n", rules: [{ key: "a" }] };
    const complete: Complete<typeof shape> = fillDefaults(shape, written);
    expect(complete.bands.high + (complete.rules[0]?.points ?? 1) + (complete.source?.days ?? 0)).toBe(68);
    // @ts-expect-error -- a required member is missing
    const incomplete: Written<typeof shape> = {};
    // @ts-expect-error -- a default of another type
    const wrong = withDefault(integerSchema(1, 9), "three");
    expect([incomplete, typeof wrong]).toHaveLength(2);
  });
});
