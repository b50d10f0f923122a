import { expect, test } from "@jest/globals";
import { compileSchema, isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import { findEngineType } from "@service/engine-types";
import { comparisonInputExample } from "@service/contract";
import { openApiDocument, placeholder } from "@service/http";
import { apiDescription } from "./api-description.ts";
import { routes } from "./routes/index.ts";

function documentOf(): JsonObject {
  const document: JsonObject = JSON.parse(JSON.stringify(openApiDocument(routes, apiDescription)));
  return document;
}
const document = documentOf();
const components = objectAt(document, "components");

function objectAt(object: JsonObject, name: string): JsonObject {
  const member = object[name];
  return isJsonObject(member) ? member : {};
}

type Place = { readonly at: string; readonly value: Json };

/** Every member of the document, in order. */
function* membersOf(value: Json, at = ""): Generator<Place> {
  yield { at, value };
  if (isJsonArray(value)) for (const [index, element] of value.entries()) yield* membersOf(element, `${at}/${index}`);
  else if (isJsonObject(value))
    for (const [name, member] of Object.entries(value)) yield* membersOf(member, `${at}/${name}`);
}

test("no example is a placeholder", () => {
  const placeholders = [...membersOf(document)].filter(({ value }) => value === placeholder).map(({ at }) => at);
  expect(placeholders).toEqual([]);
});

test("no summary or description refers to a document that is not public", () => {
  const internal = /\bsections? \d|\b(?:domain|interface|operator|decisions|runs|conversations)\.md|\b[A-Z]\.\d\b/;
  const found = [...membersOf(document)].filter(
    ({ at, value }) => typeof value === "string" && /\/(?:description|summary)$/.test(at) && internal.test(value),
  );
  expect(found).toEqual([]);
});

test("every body's example satisfies its schema", () => {
  const bodies = [...membersOf(objectAt(document, "paths"))].filter(
    ({ at, value }) => at.endsWith("/application/json") && isJsonObject(value),
  );
  expect(bodies.length).toBeGreaterThan(50);
  expect(compileSchema({ $ref: "#/components/schemas/Run", components })({})).not.toEqual([]);
  const broken = bodies.flatMap(({ at, value }) => {
    if (!isJsonObject(value) || !isJsonObject(value["schema"])) return [];
    const check = compileSchema({ ...value["schema"], components });
    const named = isJsonObject(value["examples"])
      ? Object.values(value["examples"]).map((one) => (isJsonObject(one) ? (one["value"] ?? null) : null))
      : [];
    const examples = [...named, ...(value["example"] === undefined ? [] : [value["example"]])];
    return examples.flatMap((example) => check(example).map((issue) => ({ at, ...issue })));
  });
  expect(broken).toEqual([]);
});

test("the example of a submission is valid input of a comparison engine", () => {
  const type = findEngineType("comparison");
  const input: JsonObject = JSON.parse(JSON.stringify(comparisonInputExample));
  expect(type.compile(type.effectiveConfig(type.preset())).validateInput(input)).toEqual([]);
});

test("every scalar field has an example", () => {
  const bare = [...membersOf(objectAt(components, "schemas"), "")].filter(({ at, value }) => {
    if (!/\/properties\/[^/]+$/.test(at) || !isJsonObject(value)) return false;
    const { type, format } = value;
    const saysItself = ["enum", "const", "example", "examples", "$ref", "anyOf"].some((name) => name in value);
    return type === "string" && format === undefined && !saysItself;
  });
  expect(bare.map(({ at }) => at)).toEqual([]);
});

test("the description says which output a read shows and which one the response schema describes (TYPE-133, MATCH-48)", () => {
  const schemas = objectAt(components, "schemas");
  const textAt = (schema: string, member: string): Json | undefined =>
    objectAt(objectAt(objectAt(schemas, schema), "properties"), member)["description"];
  expect(textAt("Run", "output")).toContain("operator summary");
  expect(textAt("ReleaseDetail", "response_schema")).toContain("as webhooks carry it");
});
