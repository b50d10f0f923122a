import { canonicalJson } from "./canonical-json.ts";
import type { Json, JsonObject, JsonSchema } from "./json.ts";
import { isJsonArray, isJsonObject } from "./json.ts";

/** One difference between two schemas of a release line, classified by direction (TYPE-106). */
export type SchemaChange = {
  readonly schema: "request" | "response";
  /** Data path: `input.items[].key`; `.*` is any other member, the empty string the document. */
  readonly path: string;
  readonly rule: SchemaRule;
  readonly level: "major" | "minor";
};

type SchemaRule =
  | "property_added_optional"
  | "property_added_required"
  | "property_removed"
  | "required_to_optional"
  | "type_narrowed"
  | "type_widened"
  | "enum_value_removed"
  | "enum_value_added"
  | "bound_tightened"
  | "bound_loosened";

type Kind = SchemaChange["schema"];

/**
 * All differences, in document order, over the keywords that this project generates. `title`, `description`,
 * `examples`, `default` and `x-*` except `x-decimals` are ignored. Changes that cannot be ordered (a changed pattern)
 * count in both directions.
 */
export function diffSchemas(kind: Kind, before: JsonSchema, after: JsonSchema): SchemaChange[] {
  const changes: SchemaChange[] = [];
  compare({ kind, changes }, before, after, "");
  return changes;
}

/** The version a publish must have: `1.0` first, `(M+1).0` after any major change, else `M.(m+1)`. */
export function computeVersion(latest: string | null, changes: readonly SchemaChange[]): string {
  if (latest === null) return "1.0";
  const [major, minor] = latest.split(".").map(Number);
  if (major === undefined || minor === undefined || !Number.isInteger(major) || !Number.isInteger(minor)) {
    throw new TypeError(`"${latest}" is not a version`);
  }
  return changes.some((change) => change.level === "major") ? `${major + 1}.0` : `${major}.${minor + 1}`;
}

type Diff = { readonly kind: Kind; readonly changes: SchemaChange[] };

/** What callers send may only be widened, what they read may only be narrowed. */
const levels: {
  readonly [Rule in Exclude<SchemaRule, "property_removed">]: { readonly [K in Kind]: "major" | "minor" };
} = {
  property_added_optional: { request: "minor", response: "minor" },
  property_added_required: { request: "major", response: "minor" },
  required_to_optional: { request: "minor", response: "major" },
  type_narrowed: { request: "major", response: "minor" },
  type_widened: { request: "minor", response: "major" },
  enum_value_removed: { request: "major", response: "minor" },
  enum_value_added: { request: "minor", response: "major" },
  bound_tightened: { request: "major", response: "minor" },
  bound_loosened: { request: "minor", response: "major" },
};

function compare(diff: Diff, before: JsonObject, after: JsonObject, path: string): void {
  if (before === after) return;
  types(diff, before, after, path);
  words(diff, before, after, path);
  bounds(diff, before, after, path);
  properties(diff, before, after, path);
  if (before.items !== undefined || after.items !== undefined) subschema(diff, before.items, after.items, `${path}[]`);
  for (const union of ["anyOf", "oneOf", "allOf", "not", "if", "then", "else", "$ref", "prefixItems"]) {
    if (textOf(before[union]) !== textOf(after[union])) both(diff, path, "type_narrowed", "type_widened");
  }
}

function types(diff: Diff, before: JsonObject, after: JsonObject, path: string): void {
  const old = typesOf(before);
  const now = typesOf(after);
  if ([...old].some((type) => !now.has(type))) add(diff, path, "type_narrowed");
  if ([...now].some((type) => !old.has(type))) add(diff, path, "type_widened");
}

const allTypes = ["array", "boolean", "integer", "fraction", "null", "object", "string"];

/** `number` includes integers and fractions, so `integer` to `number` is only a widening. */
function typesOf(schema: JsonObject): Set<string> {
  const type = schema.type;
  const named = typeof type === "string" ? [type] : isJsonArray(type) ? type.map(String) : allTypes;
  return new Set(named.flatMap((name) => (name === "number" ? ["integer", "fraction"] : [name])));
}

function words(diff: Diff, before: JsonObject, after: JsonObject, path: string): void {
  const old = wordsOf(before);
  const now = wordsOf(after);
  if (old === undefined && now === undefined) return;
  if (old === undefined) return add(diff, path, "type_narrowed");
  if (now === undefined) return add(diff, path, "type_widened");
  if ([...old].some((word) => !now.has(word))) add(diff, path, "enum_value_removed");
  if ([...now].some((word) => !old.has(word))) {
    // The earlier release declared that this list grows (TYPE-105, TYPE-111).
    const isOpen = diff.kind === "response" && before["x-open-enum"] === true;
    add(diff, path, "enum_value_added", isOpen ? "minor" : undefined);
  }
}

function wordsOf(schema: JsonObject): Set<string> | undefined {
  if (schema.const !== undefined) return new Set([canonicalJson(schema.const)]);
  return isJsonArray(schema.enum) ? new Set(schema.enum.map(canonicalJson)) : undefined;
}

const upperBounds = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const;
const lowerBounds = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const;
const exactBounds = ["pattern", "format", "multipleOf", "uniqueItems", "propertyNames"] as const;

/**
 * A bound although it is an `x-*` keyword: it is checked (`schema-validation.ts`), so a number can be refused for it.
 */
const decimals = "x-decimals";

function takesFractions(schema: JsonObject): boolean {
  return typesOf(schema).has("fraction");
}

function bounds(diff: Diff, before: JsonObject, after: JsonObject, path: string): void {
  let tightened = false;
  let loosened = false;
  const order = (old: number, now: number): void => {
    tightened ||= now < old;
    loosened ||= now > old;
  };
  for (const name of upperBounds) order(numberOr(before[name], Infinity), numberOr(after[name], Infinity));
  for (const name of lowerBounds) order(-numberOr(before[name], -Infinity), -numberOr(after[name], -Infinity));
  if (takesFractions(before) && takesFractions(after)) {
    order(numberOr(before[decimals], Infinity), numberOr(after[decimals], Infinity));
  }
  for (const name of exactBounds) {
    const old = before[name] === false ? undefined : before[name];
    const now = after[name] === false ? undefined : after[name];
    if (textOf(old) === textOf(now)) continue;
    tightened ||= now !== undefined;
    loosened ||= old !== undefined;
  }
  if (tightened) add(diff, path, "bound_tightened");
  if (loosened) add(diff, path, "bound_loosened");
}

function properties(diff: Diff, before: JsonObject, after: JsonObject, path: string): void {
  const old = isJsonObject(before.properties) ? before.properties : {};
  const now = isJsonObject(after.properties) ? after.properties : {};
  const wasRequired = namesOf(before.required);
  const isRequired = namesOf(after.required);
  for (const name of new Set([...Object.keys(old), ...Object.keys(now), ...wasRequired, ...isRequired])) {
    const at = path === "" ? name : `${path}.${name}`;
    const oldSchema = Object.hasOwn(old, name) ? old[name] : undefined;
    const nowSchema = Object.hasOwn(now, name) ? now[name] : undefined;
    if (oldSchema !== undefined && nowSchema === undefined) {
      const breaksReaders = diff.kind === "request" || wasRequired.has(name);
      add(diff, at, "property_removed", breaksReaders ? "major" : "minor");
      continue;
    }
    if (oldSchema === undefined && nowSchema !== undefined && !isRequired.has(name))
      add(diff, at, "property_added_optional");
    else if (!wasRequired.has(name) && isRequired.has(name)) add(diff, at, "property_added_required");
    else if (wasRequired.has(name) && !isRequired.has(name)) add(diff, at, "required_to_optional");
    if (oldSchema !== undefined && nowSchema !== undefined) subschema(diff, oldSchema, nowSchema, at);
  }
  if (before.additionalProperties === undefined && after.additionalProperties === undefined) return;
  subschema(diff, before.additionalProperties, after.additionalProperties, path === "" ? "*" : `${path}.*`);
}

/** A schema position may hold a schema, `true` or nothing (anything goes), or `false` (nothing goes). */
function subschema(diff: Diff, before: Json | undefined, after: Json | undefined, path: string): void {
  if (before === false || after === false) {
    if (before !== after) add(diff, path, after === false ? "type_narrowed" : "type_widened");
    return;
  }
  compare(diff, isJsonObject(before) ? before : {}, isJsonObject(after) ? after : {}, path);
}

function namesOf(required: Json | undefined): Set<string> {
  return new Set(isJsonArray(required) ? required.map(String) : []);
}

function numberOr(value: Json | undefined, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

function textOf(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : canonicalJson(value);
}

function both(diff: Diff, path: string, first: SchemaRule, second: SchemaRule): void {
  add(diff, path, first);
  add(diff, path, second);
}

function add(diff: Diff, path: string, rule: SchemaRule, level?: "major" | "minor"): void {
  const usual = rule === "property_removed" ? "major" : levels[rule][diff.kind];
  diff.changes.push({ schema: diff.kind, path, rule, level: level ?? usual });
}
