import { describe, expect, test } from "@jest/globals";
import { compileSchema, isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import { findEngineType } from "@service/engine-types";
import { comparisonInputExample } from "@service/contract";
import type { Access } from "@service/domain/access";
import { inlineParts, openApiDocument, placeholder } from "@service/http";
import { apiDescription } from "./api-description.ts";
import { routes } from "./routes/index.ts";

function documentOf(): JsonObject {
  const document: JsonObject = JSON.parse(JSON.stringify(inlineParts(openApiDocument(routes, apiDescription))));
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

describe("headers of operations", () => {
  const operationAt = ({ path, method }: { readonly path: string; readonly method: string }): JsonObject =>
    objectAt(objectAt(objectAt(document, "paths"), path), method.toLowerCase());
  /** Names of the header parameters of an operation that have a description and an example. */
  const headersOf = (operation: JsonObject): readonly string[] => {
    const parameters = operation["parameters"];
    if (!isJsonArray(parameters)) return [];
    return parameters
      .filter(isJsonObject)
      .filter((one) => one["in"] === "header" && Boolean(one["description"]) && Boolean(one["example"]))
      .flatMap(({ name }) => (typeof name === "string" ? [name] : []));
  };
  const person = ["x-service-acting-principal", "x-service-acting-email", "x-service-records-assertion"];
  const lens = "x-service-records-lens";

  test("every route that reads an acting header has it as a parameter, and no other has (REC-95)", () => {
    const expected = new Map<string | undefined, readonly string[]>([
      ["required reads book", [...person, lens]],
      ["required writes book", [...person, lens]],
      ["named writes book", [...person, lens]],
      ["optional reads book", [...person, lens]],
      ["named reads book", [...person, lens]],
      ["named writes ledger", [...person, lens]],
      ["optional reads documents", [...person, lens]],
      ["optional reads conversations", [...person, lens]],
      ["optional reads runs", person],
      ["none writes overlay", [lens]],
    ]);
    for (const route of routes) {
      const { rule } = route.access;
      const use = viewingOf(rule);
      const acting = headersOf(operationAt(route)).filter((name) => /acting|records/.test(name));
      expect([route.id, acting.toSorted()]).toEqual([route.id, [...(expected.get(use) ?? [])].toSorted()]);
    }
    const uses = new Set(routes.map(({ access: { rule } }) => viewingOf(rule)));
    expect(uses).toContain("optional reads runs");
    // Every route below /records, and every one with a run in its path.
    for (const route of routes)
      if (/^\/api\/v1\/(?:records|runs)\//.test(route.path)) expect(headersOf(operationAt(route))).not.toEqual([]);
  });

  test("former names are documented once, and the build and the times where they are sent (REC-95)", () => {
    const text = JSON.stringify(document);
    for (const former of ["x-service-book-assertion", "x-service-book-lens", "/api/v1/book"])
      expect([former, text.split(`\`${former}\``).length - 1]).toEqual([former, 1]);
    for (const route of routes) {
      const isRecords = route.path.startsWith("/api/v1/records/");
      for (const [status, response] of Object.entries(objectAt(operationAt(route), "responses"))) {
        const headers = isJsonObject(response) ? Object.keys(objectAt(response, "headers")) : [];
        const isStamped = isRecords && !["401", "429", "500", "504"].includes(status);
        expect([route.id, status, headers.includes("x-service-engine-build")]).toEqual([route.id, status, isStamped]);
        // Reads of the ledger and analyses send no times; saving an annotation answers as reading it does.
        const others = new Set(["runs.read", "opportunities.annotation.save"]);
        const { rule } = route.access;
        const isRead =
          viewingOf(rule) === "required reads book" && rule.key === "any" && rule.capabilities[0] === "records:read";
        const isTimed = ["200", "201"].includes(status) && ((route.method === "GET" && isRead) || others.has(route.id));
        expect([route.id, status, headers.includes("server-timing")]).toEqual([route.id, status, isTimed]);
      }
    }
  });
});

function viewingOf({ viewer: need, reads, writes }: Access): string {
  const viewer = need ?? "none";
  if (reads !== undefined) return `${viewer} reads ${reads}`;
  return writes === undefined ? viewer : `${viewer} writes ${writes}`;
}
