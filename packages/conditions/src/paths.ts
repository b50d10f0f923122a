import { type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";
import type { Facts } from "./facts.ts";

/** Bounds of a path's length and depth. */
const pathCharsMax = 200;
const segmentsMax = 16;
const segmentPattern = /^[A-Za-z0-9_:-]{1,128}(?:\[\])?$/;

/** A path of COND-15, COND-17: dotted names, `[]` for "every element", `@` for the element of the nearest `each`. */
export type CompiledPath = {
  readonly text: string;
  readonly isMany: boolean;
  /** The one value; for a path through `[]` the array of all values found. Null counts as missing. */
  readonly one: (facts: Facts, element: Json | undefined) => Json | undefined;
  /**
   * Every value, in document order, `undefined` or null where an element lacks it; `undefined` as a whole when an array
   * on the way is missing. A path that ends on an array without `[]` yields its elements too.
   */
  readonly all: (facts: Facts, element: Json | undefined) => readonly (Json | undefined)[] | undefined;
};

type Step = { readonly name: string; readonly isInherited: boolean; readonly spreads: boolean };

/** The problem of a path, or `undefined` when it is well formed. */
export function pathProblem(text: string): string | undefined {
  if (text.length === 0 || text.length > pathCharsMax) return `a path has 1 to ${pathCharsMax} characters`;
  const segments = text.split(".");
  if (segments.length > segmentsMax) return `a path has at most ${segmentsMax} segments`;
  for (const [index, segment] of segments.entries()) {
    if (index === 0 && (segment === "@" || segment === "@[]")) continue;
    if (!segmentPattern.test(segment)) return `"${text}" is not a path`;
  }
  return undefined;
}

/** Compiles a well-formed path; throws `TypeError` otherwise (configurations are checked first). */
export function compilePath(text: string): CompiledPath {
  const problem = pathProblem(text);
  if (problem !== undefined) throw new TypeError(problem);
  const steps = text.split(".").map(stepOf);
  const isElementPath = steps[0]?.name === "@";
  const start = isElementPath ? 1 : 0;
  const spreadsElement = isElementPath && steps[0]?.spreads === true;
  const isMany = steps.some((step) => step.spreads);

  const origin = (facts: Facts, element: Json | undefined): Json | undefined => (isElementPath ? element : facts.root);
  const single =
    steps.length === 1 && text === "as_of"
      ? (facts: Facts) => member(facts.root, "as_of", false) ?? facts.asOf
      : (facts: Facts, element: Json | undefined) => {
          let value: Json | undefined = origin(facts, element);
          for (let index = start; index < steps.length; index += 1) {
            const step = steps[index];
            if (step === undefined || !isJsonObject(value)) return undefined;
            value = member(value, step.name, step.isInherited);
          }
          return value ?? undefined;
        };

  // `policies[]` and `@.coverages[]`, the common cases, return the array itself: no copy on the hot path.
  const onlyLastSpreads = isMany && steps.findIndex((step) => step.spreads) === steps.length - 1;

  const spread = (facts: Facts, element: Json | undefined): (Json | undefined)[] | undefined => {
    const found: (Json | undefined)[] = [];
    const from = origin(facts, element);
    const isComplete = spreadsElement ? spreadInto(from, steps, start, found) : walk(from, steps, start, found);
    return isComplete ? found : undefined;
  };

  const wholeArray = (facts: Facts, element: Json | undefined): readonly Json[] | undefined => {
    const value = single(facts, element);
    return isJsonArray(value) ? value : undefined;
  };

  return isMany
    ? {
        text,
        isMany,
        one: (facts, element) => spread(facts, element)?.filter((value) => value !== undefined && value !== null),
        all: onlyLastSpreads ? wholeArray : spread,
      }
    : {
        text,
        isMany,
        one: single,
        all: wholeArray,
      };
}

/** The single value at `path`; the array of all values for a path through `[]`. `undefined` when missing or null. */
export function resolvePath(path: string, facts: Facts): Json | undefined {
  return compilePath(path).one(facts, facts.element);
}

function stepOf(segment: string): Step {
  const spreads = segment.endsWith("[]");
  const name = spreads ? segment.slice(0, -2) : segment;
  // Only names that every object inherits need the slower own-property lookup.
  return { name, spreads, isInherited: name in Object.prototype };
}

function member(value: JsonObject, name: string, isInherited: boolean): Json | undefined {
  if (isInherited && !Object.hasOwn(value, name)) return undefined;
  return value[name];
}

/** Appends the values under `value` from step `at` on; false when an array on the way is missing. */
function walk(value: Json | undefined, steps: readonly Step[], at: number, into: (Json | undefined)[]): boolean {
  let current = value;
  for (let index = at; index < steps.length; index += 1) {
    const step = steps[index];
    if (step === undefined || !isJsonObject(current)) return pushMissing(steps, index, into);
    current = member(current, step.name, step.isInherited);
    if (step.spreads) return spreadInto(current, steps, index + 1, into);
  }
  into.push(current ?? undefined);
  return true;
}

function spreadInto(value: Json | undefined, steps: readonly Step[], at: number, into: (Json | undefined)[]): boolean {
  if (!isJsonArray(value)) return false;
  for (const element of value) {
    // An element without its inner array has unknown content; its siblings still count.
    if (!walk(element, steps, at, into)) into.push(undefined);
  }
  return true;
}

/** A name is missing: without a further `[]` the value is absent, with one the array is. */
function pushMissing(steps: readonly Step[], at: number, into: (Json | undefined)[]): boolean {
  for (let index = at; index < steps.length; index += 1) if (steps[index]?.spreads === true) return false;
  into.push(undefined);
  return true;
}
