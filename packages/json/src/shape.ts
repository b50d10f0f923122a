import { isJsonArray, isJsonObject, type Json, type JsonObject, type JsonSchema } from "./json.ts";

/**
 * A JSON Schema that carries the type of its values for the compiler: what a caller may write, and what is there once
 * defaults are filled in. The types exist at compile time only; the document is that of the schema.
 */
declare const written: unique symbol;
declare const complete: unique symbol;

export type Shape<Written, Complete = Written> = JsonSchema & {
  readonly [written]?: Written;
  readonly [complete]?: Complete;
};

/** The type of the values of a schema as written; `Json` for a schema that carries no type. */
export type Written<S> = S extends { readonly [written]?: infer T } ? (unknown extends T ? Json : T) : Json;

/** The type of its values with every default filled in. */
export type Complete<S> = S extends { readonly [complete]?: infer T } ? (unknown extends T ? Json : T) : Json;

/** Not a string, so that neither the published document nor its hash has it. */
const defaultOf: unique symbol = Symbol("default");

/** A member that may be left out: `fillDefaults` then takes the default. */
export type Defaulted<S extends JsonSchema> = Shape<Written<S>, Complete<S>> & { readonly [defaultOf]: Json };

export type Members = { readonly [name: string]: JsonSchema };

type Flat<T> = { readonly [Key in keyof T]: T[Key] };

type WrittenMembers<P extends Members, Required extends PropertyKey> = Flat<
  { [Name in keyof P as Name extends Required ? Name : never]: Written<P[Name]> } & {
    [Name in keyof P as Name extends Required ? never : Name]?: Written<P[Name]>;
  }
>;

type IsThere<S, Name, Required> = Name extends Required
  ? true
  : S extends { readonly [defaultOf]: Json }
    ? true
    : false;

type CompleteMembers<P extends Members, Required extends PropertyKey> = Flat<
  { [Name in keyof P as IsThere<P[Name], Name, Required> extends true ? Name : never]: Complete<P[Name]> } & {
    [Name in keyof P as IsThere<P[Name], Name, Required> extends true ? never : Name]?: Complete<P[Name]>;
  }
>;

/** An object with these members, of which those are required. */
export type ObjectShape<P extends Members, Required extends PropertyKey = never> = Shape<
  WrittenMembers<P, Required>,
  CompleteMembers<P, Required>
>;

export type ListShape<S> = Shape<readonly Written<S>[], readonly Complete<S>[]>;

export type MapShape<S> = Shape<{ readonly [name: string]: Written<S> }, { readonly [name: string]: Complete<S> }>;

/** The same schema; a value that is absent is the default. The document does not say so. */
export function withDefault<S extends JsonSchema>(schema: S, value: Written<S> & Json): Defaulted<S>;
export function withDefault(schema: JsonSchema, value: Json): JsonSchema & { readonly [defaultOf]: Json } {
  return { ...schema, [defaultOf]: value };
}

/** The schema as a shape of values of `T`, where the builders cannot tell. */
export function shapeOf<T extends Json>(schema: JsonSchema): Shape<T>;
export function shapeOf(schema: JsonSchema): JsonSchema {
  return schema;
}

/**
 * The value with the default of every absent member, at every depth: a member of an object that has one, elements of
 * lists and members of maps by their schema. `value` must have passed the schema. Members in the order of the schema.
 */
export function fillDefaults<W, C>(schema: Shape<W, C>, value: Json): C;
export function fillDefaults(schema: JsonSchema, value: Json): unknown {
  return filled(schema, value);
}

/**
 * The default of every member, and of the members of those: what `fillDefaults` makes of an object without members, but
 * with elements of lists as they are written in the defaults.
 */
export function defaultsOf(schema: JsonSchema): JsonObject {
  const { properties } = schema;
  const members: { [name: string]: Json } = {};
  for (const [name, member] of Object.entries(isJsonObject(properties) ? properties : {})) {
    const value = isJsonObject(member) ? defaultValue(member) : undefined;
    if (value === undefined || !isJsonObject(member)) continue;
    members[name] = isJsonObject(value) ? { ...defaultsOf(member), ...value } : value;
  }
  return members;
}

/** The value by the type of its schema. It must have passed the schema: nothing is checked here. */
export function asWritten<W>(schema: Shape<W, unknown>, value: Json): W;
export function asWritten(_schema: JsonSchema, value: Json): unknown {
  return value;
}

function filled(schema: JsonSchema, value: Json): Json {
  if (isJsonArray(value)) {
    const { items } = schema;
    return isJsonObject(items) ? value.map((element) => filled(items, element)) : value;
  }
  if (!isJsonObject(value)) return value;
  const { properties, additionalProperties } = schema;
  const members: { [name: string]: Json } = {};
  if (isJsonObject(properties)) {
    for (const [name, member] of Object.entries(properties)) {
      if (!isJsonObject(member)) continue;
      const given = Object.hasOwn(value, name) ? value[name] : defaultValue(member);
      if (given !== undefined) members[name] = filled(member, given);
    }
  }
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(members, name)) continue;
    members[name] = isJsonObject(additionalProperties) ? filled(additionalProperties, member) : member;
  }
  return members;
}

function defaultValue(schema: JsonSchema & { readonly [defaultOf]?: Json }): Json | undefined {
  return schema[defaultOf];
}
