import { isJsonArray, type Json, type JsonObject, type JsonSchema } from "./json.ts";

/** Amounts beyond integer cents are refused (TYPE-10). */
const moneyMax = 90_071_992_547_409.91;

/** An object that refuses members it does not name (TYPE-23). */
export function closed(
  properties: { readonly [name: string]: JsonSchema },
  required: readonly string[] = [],
): JsonSchema {
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required: [...required] }),
    additionalProperties: false,
  };
}

/** An object with free member names, all members of one shape. */
export function mapOf(members: JsonSchema, maxProperties: number): JsonSchema {
  return { type: "object", additionalProperties: members, maxProperties };
}

/** A list of at most `maxItems`. */
export function listOf(items: JsonSchema, maxItems: number, minItems = 0): JsonSchema {
  return { type: "array", items, maxItems, ...(minItems === 0 ? {} : { minItems }) };
}

/** Text counted in Unicode code points. */
export function textSchema(maxLength: number, minLength = 0): JsonSchema {
  return { type: "string", maxLength, ...(minLength === 0 ? {} : { minLength }) };
}

/** One of a closed list of words. */
export function enumSchema(words: readonly string[]): JsonSchema {
  return { type: "string", enum: [...words] };
}

/** A list of words expected to grow; a new word does not break a response (TYPE-105). */
export function openEnumSchema(words: readonly string[]): JsonSchema {
  return { ...enumSchema(words), "x-open-enum": true };
}

/** An amount of zero or more, at most two decimals. */
export function moneySchema(): JsonSchema {
  return { type: "number", minimum: 0, maximum: moneyMax, "x-decimals": 2 };
}

/** An amount that may be a credit. */
export function signedMoneySchema(): JsonSchema {
  return { type: "number", minimum: -moneyMax, maximum: moneyMax, "x-decimals": 2 };
}

/** 0..1. */
export function ratioSchema(): JsonSchema {
  return { type: "number", minimum: 0, maximum: 1 };
}

/** 0..100 with one decimal. */
export function scoreSchema(): JsonSchema {
  return { type: "number", minimum: 0, maximum: 100, "x-decimals": 1 };
}

/** A whole number of zero or more. */
export function countSchema(maximum?: number): JsonSchema {
  return { type: "integer", minimum: 0, ...(maximum === undefined ? {} : { maximum }) };
}

export function integerSchema(minimum: number, maximum: number): JsonSchema {
  return { type: "integer", minimum, maximum };
}

export function numberSchema(minimum?: number, maximum?: number): JsonSchema {
  return {
    type: "number",
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

export function booleanSchema(): JsonSchema {
  return { type: "boolean" };
}

export function dateSchema(): JsonSchema {
  return { type: "string", format: "date" };
}

/** RFC 3339. */
export function instantSchema(): JsonSchema {
  return { type: "string", format: "date-time" };
}

export function keySchema(): JsonSchema {
  return { type: "string", pattern: "^[A-Za-z0-9._:-]{1,128}$" };
}

export function stateSchema(): JsonSchema {
  return { type: "string", pattern: "^[A-Z]{2}$" };
}

export function currencySchema(): JsonSchema {
  return { type: "string", pattern: "^[A-Z]{3}$" };
}

export function naicsSchema(): JsonSchema {
  return { type: "string", pattern: "^[0-9]{2,6}$" };
}

/** Text, number, boolean or null. */
export function scalarSchema(maxLength = 4000): JsonSchema {
  return { type: ["string", "number", "boolean", "null"], maxLength };
}

/** The same schema, null allowed. */
export function nullable(schema: JsonSchema): JsonSchema {
  const type = schema.type;
  const types: readonly Json[] = typeof type === "string" ? [type] : isJsonArray(type) ? type : [];
  const words = schema.enum;
  return {
    ...schema,
    type: types.includes("null") ? types : [...types, "null"],
    ...(isJsonArray(words) && !words.includes(null) ? { enum: [...words, null] } : {}),
  };
}

/** Any JSON value, for values copied from sources. */
export function anySchema(): JsonSchema {
  return {} satisfies JsonObject;
}
