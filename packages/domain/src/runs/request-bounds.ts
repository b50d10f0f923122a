import { fail, limits } from "@service/contract";
import type { ServiceError } from "@service/contract";
import { isJsonArray, type Json, type JsonObject } from "@service/engine-types";

type Bound = "total_bytes" | "string_chars" | "array_items" | "object_fields" | "depth";
type Step = string | number;
type Excess = {
  readonly bound: Bound;
  readonly steps: readonly Step[];
  readonly limit: number;
  readonly measured: number;
};

/**
 * Compact JSON is at most this many times as long as what was sent: a number may be written out (`1e20`, five times),
 * everything else keeps its length or loses white space.
 */
const growthMax = 8;

/**
 * Size before schema (domain.md 0.9 and I): total bytes of `input` and `offerings` as compact JSON, then the first
 * string, array, object or depth over its bound, in document order.
 *
 * @param raw the parsed body, not yet checked against any schema.
 * @param bodyBytes length of the body; of a small one the compact form need not be written to know that it fits.
 * @throws `request_bound_exceeded`: 413 for total bytes, 400 for the others; `details.path` is a JSON path.
 */
export function checkRunBounds(raw: unknown, bodyBytes = Number.POSITIVE_INFINITY): void {
  if (typeof raw !== "object" || raw === null) return;
  const parts = [
    ["input", jsonOf("input" in raw ? raw.input : undefined)],
    ["offerings", jsonOf("offerings" in raw ? raw.offerings : undefined)],
  ] as const;
  let excess: Excess | undefined;
  for (const [name, value] of parts) excess ??= within(name, firstExcess(value, 1));
  // Writing JSON text recurses, so a document deeper than allowed is refused before it is measured.
  if (excess?.bound === "depth") throw refusalOf(excess);
  if (bodyBytes * growthMax > limits.runInputBytes) {
    let bytes = 0;
    for (const [, value] of parts) bytes += value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
    if (bytes > limits.runInputBytes) {
      throw refusalOf({ bound: "total_bytes", steps: [], limit: limits.runInputBytes, measured: bytes });
    }
  }
  if (excess) throw refusalOf(excess);
}

/** What came out of JSON.parse is JSON. */
export function isParsedJson(value: unknown): value is Json {
  return value !== undefined;
}

function jsonOf(value: unknown): Json | undefined {
  return isParsedJson(value) ? value : undefined;
}

function firstExcess(value: Json | undefined, depth: number): Excess | undefined {
  if (typeof value === "string") return longText(value);
  if (!isContainer(value)) return undefined;
  if (depth > limits.runDepthMax) {
    return { bound: "depth", steps: [], limit: limits.runDepthMax, measured: depth };
  }
  if (isJsonArray(value)) {
    if (value.length > limits.runArrayItemsMax) {
      return { bound: "array_items", steps: [], limit: limits.runArrayItemsMax, measured: value.length };
    }
    for (let index = 0; index < value.length; index += 1) {
      const item = value[index];
      if (!needsLook(item)) continue;
      const found = firstExcess(item, depth + 1);
      if (found) return within(index, found);
    }
    return undefined;
  }
  const names = Object.keys(value);
  if (names.length > limits.runObjectFieldsMax) {
    return { bound: "object_fields", steps: [], limit: limits.runObjectFieldsMax, measured: names.length };
  }
  for (const name of names) {
    if (name.length > limits.runStringCharsMax) {
      const found = longText(name);
      if (found) return found;
    }
    const member = value[name];
    if (!needsLook(member)) continue;
    const found = firstExcess(member, depth + 1);
    if (found) return within(name, found);
  }
  return undefined;
}

/** The path is built on the way back, so that what is within its bounds pays for none. */
function within(step: Step, found: Excess | undefined): Excess | undefined {
  return found && { ...found, steps: [step, ...found.steps] };
}

function needsLook(value: Json | undefined): boolean {
  return typeof value === "string" ? value.length > limits.runStringCharsMax : isContainer(value);
}

function isContainer(value: Json | undefined): value is readonly Json[] | JsonObject {
  return typeof value === "object" && value !== null;
}

/** Counted in code points (decisions.md 14); UTF-16 units bound them from both sides. */
function longText(text: string): Excess | undefined {
  if (text.length <= limits.runStringCharsMax) return undefined;
  let measured = text.length;
  for (let index = 0; index < text.length; index += 1) {
    if ((text.codePointAt(index) ?? 0) > 0xffff) {
      measured -= 1;
      index += 1;
    }
  }
  if (measured <= limits.runStringCharsMax) return undefined;
  return { bound: "string_chars", steps: [], limit: limits.runStringCharsMax, measured };
}

function refusalOf({ bound, steps, limit, measured }: Excess): ServiceError {
  const path = steps.reduce<string>(
    (text, step) =>
      text +
      (typeof step === "number"
        ? `[${step}]`
        : /^[A-Za-z_]\w{0,99}$/.test(step)
          ? `.${step}`
          : `[${JSON.stringify(step.slice(0, 100))}]`),
    "$",
  );
  return fail("request_bound_exceeded", {
    status: bound === "total_bytes" ? 413 : 400,
    details: { bound, path, limit, measured },
  });
}
