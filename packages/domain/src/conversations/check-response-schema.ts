import { limits } from "@service/contract";
import { checkPattern } from "@service/conditions";
import {
  type ConfigIssue,
  firstDeeperThan,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  metaSchemaIssues,
  pointerToken,
} from "@service/json";

/**
 * What of a caller's JSON Schema cannot be used for answers (CONV-15): size and depth first, then what the meta-schema
 * refuses, references that leave the document or lead to no schema of it, and patterns that are not RE2. `at`: its JSON
 * Pointer.
 */
export function checkResponseSchema(schema: JsonObject, at: string): ConfigIssue[] {
  const bytes = Buffer.byteLength(JSON.stringify(schema), "utf8");
  if (bytes > limits.responseSchemaBytes)
    return [{ path: at, message: `must have at most ${limits.responseSchemaBytes} bytes as JSON` }];
  const deep = firstDeeperThan(schema, limits.responseSchemaDepthMax);
  if (deep !== undefined)
    return [{ path: `${at}${deep}`, message: `lies more than ${limits.responseSchemaDepthMax} levels deep` }];
  const malformed = metaSchemaIssues(schema).map(({ path, message }) => ({ path: `${at}${path}`, message }));
  if (malformed.length > 0) return malformed;
  const found: Found = { places: new Set(), references: [], issues: [] };
  visit(schema, "", found);
  const lost = found.references.filter(({ to }) => !found.places.has(to));
  return [
    ...found.issues,
    ...lost.map(({ path }) => ({ path, message: "must lead to a schema of this document, as #/$defs/name" })),
  ].map(({ path, message }) => ({ path: `${at}${path}`, message }));
}

interface Found {
  /** JSON Pointers of every schema of the document. */
  readonly places: Set<string>;
  readonly references: { readonly path: string; readonly to: string }[];
  readonly issues: ConfigIssue[];
}

/** Keywords whose members are schemas by name, lists of schemas, and schemas. What is under no keyword of these is data. */
const byName: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);
const listed: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const single: ReadonlySet<string> = new Set([
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
const unsupported: ReadonlySet<string> = new Set([
  "$id",
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "$recursiveRef",
  "$recursiveAnchor",
]);

/** A reference as a JSON Pointer; the meta-schema has made sure that it is a string. */
function placeOf(reference: Json): string {
  return typeof reference === "string" ? reference.replace(/^#/, "") : "";
}

function visit(schema: Json, at: string, found: Found): void {
  found.places.add(at);
  if (!isJsonObject(schema)) return;
  for (const [keyword, value] of Object.entries(schema)) {
    const path = `${at}/${pointerToken(keyword)}`;
    if (unsupported.has(keyword))
      found.issues.push({ path, message: "is not supported: use $ref with a JSON Pointer" });
    else if (keyword === "$ref") found.references.push({ path, to: placeOf(value) });
    else if (keyword === "pattern") found.issues.push(...checkPattern(value, path));
    else if (single.has(keyword)) visit(value, path, found);
    else if (listed.has(keyword) && isJsonArray(value))
      for (const [index, each] of value.entries()) visit(each, `${path}/${index}`, found);
    else if (byName.has(keyword) && isJsonObject(value))
      for (const [name, each] of Object.entries(value)) {
        const place = `${path}/${pointerToken(name)}`;
        if (keyword === "patternProperties") found.issues.push(...checkPattern(name, place));
        visit(each, place, found);
      }
  }
}
