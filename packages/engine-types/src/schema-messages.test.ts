import { describe, expect, test } from "@jest/globals";
import { engineTypeNames } from "@service/contract";
import { type Json, type JsonObject, isJsonArray, isJsonObject, isExplainedPattern } from "@service/json";
import { findEngineType } from "./registry.ts";

/** What no message may contain: a pattern, or terms of a library or of JavaScript. */
const noMessage = /\^|\\|\[A-Z|\{\d|must match|must NOT|must be [<>]|Invalid|undefined|NaN|expected .* received/;

const wrong: readonly Json[] = [null, true, 0, -1, 1e12, 0.001, "", "?", "x".repeat(5_000), [], {}, [7, 7], { "?": 7 }];

/** Documents that differ from `value` in one place, each kind of place with some of the wrong values in turn. */
function* damaged(value: Json, place: string, seen: Set<string>, values = wrong.length): Generator<Json> {
  if (seen.has(place)) return;
  seen.add(place);
  for (let count = 0; count < values; count += 1) yield wrong[(seen.size + count) % wrong.length] ?? null;
  if (isJsonArray(value)) {
    for (const [index, element] of value.entries())
      for (const other of damaged(element, `${place}[]`, seen, values)) yield value.with(index, other);
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _left, ...rest } = value;
      // What is optional may be left out, and then the whole of a large configuration is checked.
      if (values > 1) yield rest;
      for (const other of damaged(member, `${place}.${name}`, seen, values)) yield { ...value, [name]: other };
    }
    yield { ...value, unheard_of: 1 };
  }
}

function patternsIn(schema: Json): string[] {
  if (isJsonArray(schema)) return schema.flatMap(patternsIn);
  if (!isJsonObject(schema)) return [];
  const own = typeof schema["pattern"] === "string" ? [schema["pattern"]] : [];
  return [...own, ...Object.values(schema).flatMap(patternsIn)];
}

describe.each(engineTypeNames)("messages about %s", (name) => {
  const type = findEngineType(name);
  const preset = type.preset();
  const effective = type.effectiveConfig(preset);
  const [sample] = type.builtInCases();

  test("every pattern of its schemas is explained in words", () => {
    const patterns = [type.requestSchema(effective), type.responseSchema(effective)].flatMap(patternsIn);
    expect(patterns.filter((pattern) => !isExplainedPattern(pattern))).toEqual([]);
  });

  test("a wrong configuration gets the allowed values in words, at the wrong member", () => {
    const messages = new Set<string>();
    for (const config of damaged(preset, "", new Set(), 1))
      for (const { message } of type.validateConfig(config)) messages.add(message);
    expect(messages.size).toBeGreaterThan(10);
    expect([...messages].filter((message) => noMessage.test(message))).toEqual([]);
  });

  test("so is a wrong input", () => {
    const compiled = type.compile(effective);
    const input: JsonObject = sample?.input ?? {};
    const messages = new Set<string>();
    for (const other of damaged(input, "", new Set()))
      for (const { message } of compiled.validateInput(other)) messages.add(message);
    for (const other of damaged([...(sample?.offerings ?? [])], "", new Set()))
      for (const { message } of compiled.validateOfferings(other)) messages.add(message);
    expect(messages.size).toBeGreaterThan(10);
    expect([...messages].filter((message) => noMessage.test(message))).toEqual([]);
  });
});

test.each(["comparison", "matching"] as const)("%s takes currencies of ISO 4217 only", (name) => {
  const type = findEngineType(name);
  const compiled = type.compile(type.effectiveConfig(type.preset()));
  const [sample] = type.builtInCases();
  const input: JsonObject = sample?.input ?? {};
  const items = isJsonArray(input["items"])
    ? { items: input["items"].map((item) => (isJsonObject(item) ? { ...item, currency: undefined } : item)) }
    : {};
  const fieldsOf = (currency: string) => {
    const given: JsonObject = JSON.parse(JSON.stringify({ ...input, ...items, currency }));
    return compiled.validateInput(given);
  };
  for (const code of ["USD", "EUR", "JPY", "XCG", "HRK"]) expect(fieldsOf(code)).toEqual([]);
  for (const code of ["XYZ", "usd", "US", "XXX", "DM"])
    expect(fieldsOf(code)).toEqual([
      { field: "currency", message: "must be a currency code of ISO 4217, such as USD" },
    ]);
});
