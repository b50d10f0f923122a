import { checkPattern, compilePattern, patternSize } from "@service/conditions";
import { limits } from "@service/contract";
import {
  canonicalJson,
  clipped,
  type ConfigIssue,
  firstDeeperThan,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  pointerToken,
  sha256Hex,
} from "@service/json";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expandedSize } from "./expanded-schema.ts";

/**
 * Schemas of callers: of scenarios, of configurations and of /converse (EVAL-6, EVAL-7, CONV-15, ASK-6). They are compiled in this thread: what is let through is so
 * small, once every `$ref` is written out, that compiling and checking cannot take long.
 */

/** Subschemas of a schema in which each `$ref` is replaced by what it names. */
const expandedSchemasMax = 1_000;
/** Of one schema: each name of an answer meets each one of `patternProperties` (390 on 10,000 names take 1.5 s). */
const patternsMax = 50;
/** Compiled size of all patterns of a schema together, as `patternSize` counts. */
const patternsSizeMax = 2_000;
/** Levels of an answer that is checked. */
const answerDepthMax = 64;
const dialect = "https://json-schema.org/draft/2020-12/schema";

/** Another base of names, which a schema of one document does not need and which would hide where a `$ref` leads. */
const naming = ["$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef", "$vocabulary"];

const metaSchemas = new Ajv2020({
  strict: false,
  logger: false,
  validateFormats: false,
  code: { regExp: regExpOf({ left: Number.POSITIVE_INFINITY }) },
});

/** Problems of a schema, none when it can be used; `at` is the JSON Pointer of the schema itself. */
export function checkAnswerSchema(schema: JsonObject, at: string): ConfigIssue[] {
  const refused = (path: string, message: string): ConfigIssue[] => [{ path: `${at}${path}`, message }];
  const tooDeep = firstDeeperThan(schema, limits.answerSchemaDepthMax);
  if (tooDeep !== undefined) return refused(tooDeep, `must be at most ${limits.answerSchemaDepthMax} levels deep`);
  if (Buffer.byteLength(JSON.stringify(schema)) > limits.answerSchemaBytes)
    return refused("", `must have at most ${limits.answerSchemaBytes} bytes`);
  const named = placeOfNaming(schema, "");
  if (named !== undefined) return refused(named, "is not known here: a schema is one document, and $ref begins with #");
  try {
    if (metaSchemas.validateSchema(schema) !== true) {
      const [error] = metaSchemas.errors ?? [];
      return refused(error?.instancePath ?? "", error?.message ?? "is not a schema");
    }
    const size = expandedSize(schema, expandedSchemasMax);
    if (typeof size === "object") return refused(size.path, size.message);
    const patterns = checkPatterns(schema, at);
    if (patterns.length > 0) return patterns;
    compileAnswerSchema(schema);
    return [];
  } catch (error) {
    // The compiler's words name places of the schema and nothing of ours; an overflow of the stack has none.
    return refused("", `is not a schema: ${Error.isError(error) ? clipped(error.message, 200) : "it cannot be read"}`);
  }
}

/** The first problem of a value, or undefined. */
type AnswerCheck = (value: Json) => string | undefined;

/** Of all patterns over one document, their sizes (COND-25) times the characters: at the worst they take a fifth of a second. */
const stepsMax = 2_000_000;

/** The largest schema takes a tenth of a second and a few MiB, and the same few are asked for again and again. */
const compiledMax = 20;
const compiledChecks = new Map<string, AnswerCheck>();

/** Compiles a schema that passed the check, unless it is among the last ones. */
export function compileAnswerSchema(schema: JsonObject): AnswerCheck {
  const name = sha256Hex(JSON.stringify(schema));
  const check = compiledChecks.get(name) ?? compiled(schema);
  compiledChecks.delete(name);
  compiledChecks.set(name, check);
  const [oldest] = compiledChecks.keys();
  if (compiledChecks.size > compiledMax && oldest !== undefined) compiledChecks.delete(oldest);
  return check;
}

function compiled(schema: JsonObject): AnswerCheck {
  const steps = { left: 0 };
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    logger: false,
    validateFormats: false,
    // A subschema that is referred to twice is compiled once.
    inlineRefs: false,
    code: { optimize: false, regExp: regExpOf(steps) },
  });
  // The library compares each element with each other one; both sets are linear.
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    validate: (isUnique: boolean, items: Json[]) =>
      !isUnique || new Set(items.map(canonicalJson)).size === items.length,
    error: { message: "must not have two equal items" },
  });
  ajv.removeKeyword("enum");
  ajv.addKeyword({
    keyword: "enum",
    schemaType: "array",
    compile: (members: Json[]) => {
      const allowed = new Set(members.map(canonicalJson));
      return (value: Json) => allowed.has(canonicalJson(value));
    },
    error: { message: "must be one of the values of enum" },
  });
  const validate = ajv.compile(schema);
  return (value) => {
    if (firstDeeperThan(value, answerDepthMax) !== undefined) return `is more than ${answerDepthMax} levels deep`;
    steps.left = stepsMax;
    if (validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    return clipped(`${error?.instancePath || "the document"} ${error?.message ?? "is not valid"}`, 300);
  };
}

/** What the library makes of patterns: RE2, whose time is linear, and never the platform's own expressions. */
function regExpOf(steps: { left: number }) {
  const regExp = (pattern: string) => {
    const compiled = compilePattern(pattern);
    const size = patternSize(pattern);
    // The library keeps compiled patterns by this name.
    const test = (text: string): boolean => {
      steps.left -= size * text.length;
      return steps.left >= 0 && compiled.isFoundIn(text);
    };
    return { test, toString: () => `re2:${pattern}` };
  };
  return Object.assign(regExp, { code: "re2" });
}

function placeOfNaming(value: Json, at: string): string | undefined {
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) {
      const place = placeOfNaming(item, `${at}/${index}`);
      if (place !== undefined) return place;
    }
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const path = `${at}/${pointerToken(name)}`;
      // A property may be called so: its value is a schema then, and no text.
      if (naming.includes(name) && (typeof member === "string" || name === "$vocabulary")) return path;
      if (name === "$schema" && typeof member === "string" && member !== dialect) return path;
      if (name === "$ref" && typeof member === "string" && !member.startsWith("#")) return path;
      const place = placeOfNaming(member, path);
      if (place !== undefined) return place;
    }
  }
  return undefined;
}

/** Problems of the patterns wherever they stand, and of all together. */
function checkPatterns(schema: JsonObject, at: string): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  let size = 0;
  let count = 0;
  const check = (pattern: string, path: string): void => {
    count += 1;
    if (count > patternsMax) return;
    issues.push(...checkPattern(pattern, path));
    size += patternSize(pattern);
  };
  const walk = (value: Json, path: string): void => {
    if (isJsonArray(value)) for (const [index, item] of value.entries()) walk(item, `${path}/${index}`);
    if (!isJsonObject(value)) return;
    if (typeof value["pattern"] === "string") check(value["pattern"], `${path}/pattern`);
    const { patternProperties } = value;
    if (isJsonObject(patternProperties))
      for (const pattern of Object.keys(patternProperties))
        check(pattern, `${path}/patternProperties/${pointerToken(pattern)}`);
    for (const [name, member] of Object.entries(value)) walk(member, `${path}/${pointerToken(name)}`);
  };
  walk(schema, at);
  if (count > patternsMax) return [{ path: at, message: `must have at most ${patternsMax} patterns` }];
  if (issues.length === 0 && size > patternsSizeMax)
    issues.push({ path: at, message: "the patterns of a schema are too large together" });
  return issues.slice(0, 50);
}
