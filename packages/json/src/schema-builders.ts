import { isJsonArray, type Json, type JsonObject, type JsonSchema } from "./json.ts";
import type { Complete, ListShape, MapShape, Members, ObjectShape, Shape, Written } from "./shape.ts";

/** Amounts beyond integer cents are refused (TYPE-10). */
const moneyMax = 90_071_992_547_409.91;

/** An object that refuses members it does not name (TYPE-23). */
export function closed<P extends Members>(properties: P): ObjectShape<P>;
export function closed<P extends Members, Required extends keyof P>(
  properties: P,
  required: readonly Required[],
): ObjectShape<P, Required>;
export function closed(properties: Members, required?: readonly string[]): JsonSchema;
export function closed(properties: Members, required: readonly string[] = []): JsonSchema {
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required: [...required] }),
    additionalProperties: false,
  };
}

/** An object with free member names, all members of one shape. */
export function mapOf<S extends JsonSchema>(members: S, maxProperties: number): MapShape<S> {
  return { type: "object", additionalProperties: members, maxProperties };
}

/** A member of this schema for each of a closed list of names. */
export function eachOf<const Names extends readonly string[], S extends JsonSchema>(
  names: Names,
  schema: S,
): { readonly [Name in Names[number]]: S };
export function eachOf(names: readonly string[], schema: JsonSchema): Members {
  return Object.fromEntries(names.map((name) => [name, schema]));
}

/** The names of members, e.g. to require all of them. */
export function namesOf<P extends Members>(members: P): readonly (keyof P & string)[];
export function namesOf(members: Members): readonly string[] {
  return Object.keys(members);
}

/** A list of at most `maxItems`. */
export function listOf<S extends JsonSchema>(items: S, maxItems: number, minItems = 0): ListShape<S> {
  return { type: "array", items, maxItems, ...(minItems === 0 ? {} : { minItems }) };
}

/** Text counted in Unicode code points. */
export function textSchema(maxLength: number, minLength = 0): Shape<string> {
  return { type: "string", maxLength, ...(minLength === 0 ? {} : { minLength }) };
}

/** A string of this pattern. */
export function patternSchema(pattern: string): Shape<string> {
  return { type: "string", pattern };
}

/** One of a closed list of words. */
export function enumSchema<Word extends string>(words: readonly Word[]): Shape<Word> {
  return { type: "string", enum: [...words] };
}

/** A list of words expected to grow; a new word does not break a response (TYPE-105). */
export function openEnumSchema<Word extends string>(words: readonly Word[]): Shape<Word> {
  return { ...enumSchema(words), "x-open-enum": true };
}

/** An amount of zero or more, at most two decimals. */
export function moneySchema(): Shape<number> {
  return { type: "number", minimum: 0, maximum: moneyMax, "x-decimals": 2 };
}

/** An amount that may be a credit. */
export function signedMoneySchema(): Shape<number> {
  return { type: "number", minimum: -moneyMax, maximum: moneyMax, "x-decimals": 2 };
}

/** 0..1. */
export function ratioSchema(): Shape<number> {
  return { type: "number", minimum: 0, maximum: 1 };
}

/** 0..100 with one decimal. */
export function scoreSchema(): Shape<number> {
  return { type: "number", minimum: 0, maximum: 100, "x-decimals": 1 };
}

/** A whole number of zero or more. */
export function countSchema(maximum?: number): Shape<number> {
  return { type: "integer", minimum: 0, ...(maximum === undefined ? {} : { maximum }) };
}

export function integerSchema(minimum: number, maximum: number): Shape<number> {
  return { type: "integer", minimum, maximum };
}

export function numberSchema(minimum?: number, maximum?: number): Shape<number> {
  return {
    type: "number",
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

export function booleanSchema(): Shape<boolean> {
  return { type: "boolean" };
}

export function dateSchema(): Shape<string> {
  return { type: "string", format: "date" };
}

/** RFC 3339. */
export function instantSchema(): Shape<string> {
  return { type: "string", format: "date-time" };
}

export function keySchema(): Shape<string> {
  return patternSchema("^[A-Za-z0-9._:-]{1,128}$");
}

export function stateSchema(): Shape<string> {
  return patternSchema("^[A-Z]{2}$");
}

export function currencySchema(): Shape<string> {
  return patternSchema("^[A-Z]{3}$");
}

export function naicsSchema(): Shape<string> {
  return patternSchema("^[0-9]{2,6}$");
}

/** Text, number, boolean or null. */
export function scalarSchema(maxLength = 4000): Shape<string | number | boolean | null> {
  return { type: ["string", "number", "boolean", "null"], maxLength };
}

/** The same schema, null allowed. */
export function nullable<S extends JsonSchema>(schema: S): Shape<Written<S> | null, Complete<S> | null>;
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
export function anySchema(): Shape<Json> {
  return {} satisfies JsonObject;
}

/** Any object, for documents that have a check of their own (conditions, inputs of cases). */
export function objectSchema(): Shape<JsonObject> {
  return { type: "object" };
}
