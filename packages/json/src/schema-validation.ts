import { pointerName, pointerToken } from "./pointer.ts";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { isDate, isInstant } from "./dates.ts";
import type { ConfigIssue, InputIssue } from "./issue.ts";
import { isJsonArray, type Json, type JsonSchema } from "./json.ts";
import { messageOf } from "./schema-messages.ts";

/** Problems returned at most (COND-27, TYPE-84). */
export const issuesMax = 50;

/**
 * Compiles one of our own generated schemas (never a caller's) and returns its check: at most 50 problems, `field` dotted as
 * `items[2].key`, the empty string for the document itself. Compiling costs milliseconds: callers keep the result per release.
 */
export function compileSchema(schema: JsonSchema): (value: Json) => InputIssue[] {
  const validate = newAjv({ allErrors: false }).compile(schema);
  let validateWhole: ReturnType<Ajv2020["compile"]> | undefined;
  return (value) => {
    if (validate(value)) return [];
    // Listing every problem of a large document would create a million objects for 8 MiB of unknown members.
    let { errors } = validate;
    if (!hasMoreNodesThan(value, nodesForAllProblemsMax)) {
      validateWhole ??= newAjv({ allErrors: true }).compile(schema);
      void validateWhole(value);
      errors = validateWhole.errors;
    }
    return (errors ?? []).slice(0, issuesMax).map((error) => ({ field: fieldOf(error), message: messageOf(error) }));
  };
}

/** The same check for configurations, whose issues carry JSON Pointers (TYPE-84). */
export function compileConfigurationSchema(schema: JsonSchema): (value: Json) => ConfigIssue[] {
  const validateWhole = newAjv({ allErrors: true }).compile(schema);
  let validateFirst: ReturnType<Ajv2020["compile"]> | undefined;
  return (value) => {
    let validate = validateWhole;
    if (hasMoreNodesThan(value, nodesForAllProblemsMax)) {
      validateFirst ??= newAjv({ allErrors: false }).compile(schema);
      validate = validateFirst;
    }
    if (validate(value)) return [];
    return (validate.errors ?? [])
      .slice(0, issuesMax)
      .map((error) => ({ path: pointerOf(error), message: messageOf(error) }));
  };
}

/** Size in values up to which all problems are listed; of a larger document only the first is. */
const nodesForAllProblemsMax = 20_000;

function hasMoreNodesThan(value: Json, nodesMax: number): boolean {
  let left = nodesMax;
  const open: Json[] = [value];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    left -= 1;
    if (left < 0) return true;
    if (typeof here === "object" && here !== null)
      open.push(...(isJsonArray(here) ? here : Object.values(here)).slice(0, left + 1));
  }
  return false;
}

function newAjv({ allErrors }: { readonly allErrors: boolean }): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors,
    strict: false,
    validateSchema: false,
    messages: true,
    logger: false,
    // Optimizing the generated code takes as long as generating it (measured) and gains nothing over the JIT.
    code: { optimize: false },
    formats: { date: isDate, "date-time": isInstant },
  });
  // `multipleOf: 0.01` fails on binary fractions; this checks the decimal notation (TYPE-8).
  ajv.addKeyword({
    keyword: "x-decimals",
    type: "number",
    schemaType: "number",
    validate: (decimals: number, value: number) => Number.isInteger(value) || decimalsOf(value) <= decimals,
    // Errors do not carry their schema: the message is the only place for the number.
    error: { message: ({ schema }) => `must have at most ${String(schema)} decimals` },
  });
  return ajv;
}

/**
 * Decimals of the shortest notation that reads back as `value`: those that were sent, as far as a double can represent
 * them.
 */
function decimalsOf(value: number): number {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const written = mantissa.split(".")[1]?.length ?? 0;
  return Math.max(0, written - Number(exponent));
}

function fieldOf(error: ErrorObject): string {
  let field = "";
  for (const token of error.instancePath.split("/").slice(1)) {
    const name = pointerName(token);
    if (/^(?:0|[1-9]\d*)$/.test(name)) field += `[${name}]`;
    else field += field === "" ? name : `.${name}`;
  }
  const named = memberOf(error);
  if (named === undefined) return field;
  return field === "" ? named : `${field}.${named}`;
}

function pointerOf(error: ErrorObject): string {
  const named = memberOf(error);
  return named === undefined ? error.instancePath : `${error.instancePath}/${pointerToken(named)}`;
}

/** For a missing or surplus member the path is that of the member, not of its parent. */
function memberOf(error: ErrorObject): string | undefined {
  const { missingProperty, additionalProperty } = error.params;
  if (error.keyword === "required" && typeof missingProperty === "string") return missingProperty;
  if (error.keyword === "additionalProperties" && typeof additionalProperty === "string") return additionalProperty;
  return undefined;
}
