import { isJsonArray, type Json } from "@service/json";
import { compileDateFormat, type ReadMoment, readSerialMoment } from "./date-formats.ts";
import { type Conventions, readMoment, toBoolean, toMoney, toShare, writeInstant } from "./convert.ts";
import { isPresent } from "./paths.ts";
import { Refused } from "./refused.ts";

/** Undefined: nothing is left, as after trimming blanks. */
export type Transform = (value: Json) => Json | undefined | Refused;

export type Lookups = ReadonlyMap<string, ReadonlyMap<string, string | number | boolean | null>>;

export interface TransformContext {
  readonly conventions: Conventions;
  readonly lookups: Lookups;
  /** Whether the field holds a time: a format with a time then keeps it. */
  readonly isInstant: boolean;
  /** Whether the field has codes of its own: a value that the lookup has not may be one of them. */
  readonly hasCodes: boolean;
}

const transformNames =
  "trim, upper, digits, date, date:FORMAT, money, percent, boolean, split:SEPARATOR, lookup:NAME, const:VALUE";

/** Compiles one transform (IMP-37); a string is the end of a sentence that begins with it. */
export function compileTransform(text: string, context: TransformContext): Transform | string {
  const at = text.indexOf(":");
  const name = at === -1 ? text : text.slice(0, at);
  const argument = at === -1 ? undefined : text.slice(at + 1);
  if (argument === undefined) return withoutArgument(name, context);
  if (argument === "") return "needs something after the colon";
  switch (name) {
    case "date":
      return dateBy(argument, context);
    case "split":
      return (value) => (typeof value === "string" ? parts(value, argument) : value);
    case "lookup":
      return lookUp(argument, context);
    case "const":
      return () => argument;
    default:
      return `is not a transform: they are ${transformNames}`;
  }
}

function withoutArgument(name: string, { conventions, isInstant }: TransformContext): Transform | string {
  switch (name) {
    case "trim":
      return eachElement((value) => (typeof value === "string" ? value.trim() : value));
    case "upper":
      return eachElement((value) => (typeof value === "string" ? value.toUpperCase() : value));
    case "digits":
      return eachElement((value) => {
        if (typeof value === "number") return String(value).replaceAll(/\D/g, "");
        return typeof value === "string" ? value.replaceAll(/[^0-9]/g, "") : new Refused("is not text");
      });
    case "date":
      return eachElement((value) => momentAs(value, conventions.dateFormats, conventions, isInstant));
    case "money":
      return eachElement(toMoney(conventions));
    case "percent":
      return eachElement(toShare(conventions));
    case "boolean":
      return eachElement((value) => toBoolean(value, () => undefined));
    case "split":
    case "lookup":
    case "const":
      return `needs a colon and what follows it, as in ${name}:${name === "split" ? "|" : "x"}`;
    default:
      return `is not a transform: they are ${transformNames}`;
  }
}

/** The transform of every element of a list, and of a value alone. What is empty afterwards is no value. */
function eachElement(transform: (value: Json) => Json | Refused): Transform {
  return (value) => {
    if (!isJsonArray(value)) {
      const result = transform(value);
      return result instanceof Refused || isPresent(result) ? result : undefined;
    }
    const results: Json[] = [];
    for (const element of value) {
      const result = transform(element);
      if (result instanceof Refused) return result;
      if (isPresent(result)) results.push(result);
    }
    return results;
  };
}

function parts(text: string, separator: string): Json {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

const serialCalendars: ReadonlyMap<string, ReadMoment> = new Map([
  ["excel", readSerialMoment(false)],
  ["excel1904", readSerialMoment(true)],
]);

/** A given format takes the place of the mapping's own; ISO dates are read beside it. */
function dateBy(format: string, { conventions, isInstant }: TransformContext): Transform | string {
  const serial = serialCalendars.get(format);
  const read = serial ?? compileDateFormat(format, conventions.yearPivot);
  if (typeof read === "string") return read;
  return eachElement((value) => momentAs(value, [{ format, read }], conventions, isInstant));
}

function momentAs(
  value: Json,
  formats: Conventions["dateFormats"],
  { instantOf }: Conventions,
  isInstant: boolean,
): Json | Refused {
  const moment = readMoment(value, formats);
  if (moment instanceof Refused) return moment;
  return isInstant ? writeInstant(moment, instantOf) : moment.date;
}

/** How values are compared with the entries of a lookup: without case, and with single blanks. */
export function lookupKey(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").toLowerCase();
}

function lookUp(name: string, { lookups, hasCodes }: TransformContext): Transform | string {
  const table = lookups.get(name);
  if (table === undefined)
    return `names a lookup that the mapping has not: ${[...lookups.keys()].join(", ") || "it has no lookups"}`;
  const one = remembered((value) => found(value, table, hasCodes));
  return (value) => {
    if (!isJsonArray(value)) return one(value);
    const results: Json[] = [];
    for (const element of value) {
      const result = one(element);
      if (result instanceof Refused) return result;
      if (result !== undefined) results.push(result);
    }
    return results;
  };
}

const rememberedMax = 2_000;
const rememberedChars = 100;

/** Codes repeat, and folding one costs more than everything else that is done with it. */
function remembered(transform: Transform): Transform {
  const cached = new Map<string, ReturnType<Transform>>();
  return (value) => {
    if (typeof value !== "string") return transform(value);
    if (cached.has(value)) return cached.get(value);
    const result = transform(value);
    if (cached.size < rememberedMax && value.length <= rememberedChars) cached.set(value, result);
    return result;
  };
}

function found(
  value: Json,
  table: ReadonlyMap<string, string | number | boolean | null>,
  hasCodes: boolean,
): Json | undefined | Refused {
  if (typeof value === "object") return new Refused("is not a code");
  const text = String(value);
  const ours = table.get(text) ?? table.get(lookupKey(text));
  // Null is a value that means nothing in particular: the field is left out.
  if (ours !== undefined) return ours ?? undefined;
  return hasCodes ? value : new Refused("is a code that the lookup has not", true);
}
