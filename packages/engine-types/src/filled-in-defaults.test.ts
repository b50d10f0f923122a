import { describe, expect, test } from "@jest/globals";
import { engineTypeNames } from "@service/contract";
import { canonicalHash, isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import { findEngineType } from "./registry.ts";

/** Members whose value is what they have where they are left out, as configurations were stored before all were filled in. */
const defaults: JsonObject = {
  enabled: true,
  on_conflict: "flag",
  limit: 50,
  on_unknown: "review",
  evidence_paths: [],
  max_items: 1000,
  mode: "all",
  talking_points: [],
  tags: [],
  pick: "first",
  group: 0,
  parties: "all",
  against: "lists",
  min_known: 0.75,
  threshold: 0.5,
  near_words: 30,
};

function withoutDefaults(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutDefaults);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] =>
      name in defaults && canonicalHash(defaults[name] ?? null) === canonicalHash(member)
        ? []
        : [[name, withoutDefaults(member)]],
    ),
  );
}

function objectOf(value: Json): JsonObject {
  if (!isJsonObject(value)) throw new Error("not an object");
  return value;
}

/** Elements of all arrays of a configuration that a `key` names, outside `evaluation` and the input contract. */
function keyedElements(config: JsonObject): [string, JsonObject][] {
  return Object.entries(config).flatMap(([name, value]) =>
    isJsonArray(value)
      ? value.filter(isJsonObject).flatMap((one): [string, JsonObject][] => ("key" in one ? [[name, one]] : []))
      : [],
  );
}

/** Arrays whose elements cannot be switched off. */
const alwaysOn: ReadonlySet<string> = new Set(["routes", "scenarios", "submission_sources"]);

describe.each(engineTypeNames)("the effective configuration of %s", (name) => {
  const type = findEngineType(name);
  const effective = type.effectiveConfig(type.preset());
  const stored = objectOf(withoutDefaults(effective));

  test("has every default filled in, also where a configuration leaves it out", () => {
    const elements = keyedElements(effective).filter(([array]) => !alwaysOn.has(array));
    expect(elements.filter(([, element]) => element["enabled"] !== true)).toEqual([]);
    expect(type.effectiveConfig(objectOf(withoutDefaults(type.preset())))).toEqual(effective);
    expect(type.effectiveConfig(effective)).toEqual(effective);
  });

  test("means what it meant before it was filled in: the same schemas and the same results", () => {
    expect(type.requestSchema(stored)).toEqual(type.requestSchema(effective));
    expect(type.responseSchema(stored)).toEqual(type.responseSchema(effective));
    expect(type.gateKeys(stored)).toEqual(type.gateKeys(effective));
    const [before, now] = [type.compile(stored), type.compile(effective)];
    for (const { input, offerings } of type.builtInCases()) {
      const request = {
        input,
        offerings,
        runId: "00000000-0000-4000-8000-000000000000",
        createdAt: "2026-11-22T00:00:00Z",
        datasets: new Map(),
        onStage: () => undefined,
      };
      expect(before.run(request)).toEqual(now.run(request));
    }
  });
});
