import { expect, test } from "@jest/globals";
import { engineTypeNames } from "@service/contract";
import { compileSchema, isJsonObject, part } from "@service/json";
import { findEngineType } from "./index.ts";

test.each(engineTypeNames)("an accepted input of %s satisfies the request schema of its release (TYPE-134)", (name) => {
  const type = findEngineType(name);
  const effective = type.effectiveConfig(type.preset());
  const engine = type.compile(effective);
  const check = compileSchema(type.requestSchema(effective));
  const cases = type.builtInCases();
  expect(cases.length).toBeGreaterThan(0);
  for (const { input, offerings } of cases) {
    expect(engine.validateInput(input)).toEqual([]);
    expect(check(offerings === undefined ? { input } : { input, offerings: [...offerings] })).toEqual([]);
  }
});

test("the request schema of comparison says in words that an item is inline or a reference (TYPE-134, CMP-5)", () => {
  const type = findEngineType("comparison");
  const schema = type.requestSchema(type.effectiveConfig(type.preset()));
  const input = part(part(schema, "properties"), "input");
  const { items: item } = part(part(input, "properties"), "items");
  expect(isJsonObject(item) ? item["description"] : undefined).toMatch(/^Either kind, .* or records_ref alone\.$/);
});
