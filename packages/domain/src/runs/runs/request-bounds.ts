import { fail, limits } from "@service/contract";
import type { ServiceError } from "@service/contract";
import { cut, isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import type { CostlyJson } from "@service/runtime";
import { longText, type Excess, type Step } from "./bound-excess.ts";
import { outlineSubmission } from "./submission-outline.ts";

/**
 * Size before schema (RUN-30, TYPE-93): total bytes of `input` and `offerings` as compact JSON, then the first
 * string, array, object or depth over its bound, in document order.
 *
 * @param raw the parsed body, not yet checked against any schema.
 * @param compactBytesMax upper bound of `raw` as compact JSON: when that fits, its bytes need not be counted.
 * @throws `request_bound_exceeded`: 413 for total bytes, 400 for the others; `details.path` is a JSON path.
 */
export function checkRunBounds(raw: Json | undefined, compactBytesMax = Number.POSITIVE_INFINITY): void {
  if (!isJsonObject(raw)) return;
  const parts = [
    ["input", raw["input"]],
    ["offerings", raw["offerings"]],
  ] as const;
  let excess: Excess | undefined;
  for (const [name, value] of parts) excess ??= within(name, firstExcess(value, 1));
  // JSON.stringify recurses, so refuse a document that is too deep before measuring it.
  if (excess?.bound === "depth") throw refusalOf(excess);
  if (compactBytesMax > limits.runInputBytes) {
    let bytes = 0;
    for (const [, value] of parts) bytes += value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
    if (bytes > limits.runInputBytes) {
      throw refusalOf({ bound: "total_bytes", steps: [], limit: limits.runInputBytes, measured: bytes });
    }
  }
  if (excess) throw refusalOf(excess);
}

/**
 * The refusal of a body that is too costly to parse: the bound that `checkRunBounds` would report, read from its bytes,
 * or the cost bound when all others are kept. Repeated names of an object count each time.
 *
 * @returns the refusal.
 */
export async function refusalOfUnparsed(body: Uint8Array, costly: CostlyJson): Promise<ServiceError> {
  const { excess, bytes } = await outlineSubmission(body);
  if (excess?.bound === "depth") return refusalOf(excess);
  if (bytes > limits.runInputBytes)
    return refusalOf({ bound: "total_bytes", steps: [], limit: limits.runInputBytes, measured: bytes });
  return refusalOf(excess ?? { ...costly, steps: [] });
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

/** Builds the path while returning, so that a value within its bounds costs no allocation. */
function within(step: Step, found: Excess | undefined): Excess | undefined {
  return found && { ...found, steps: [step, ...found.steps] };
}

function needsLook(value: Json | undefined): boolean {
  return typeof value === "string" ? value.length > limits.runStringCharsMax : isContainer(value);
}

function isContainer(value: Json | undefined): value is readonly Json[] | JsonObject {
  return typeof value === "object" && value !== null;
}

function refusalOf({ bound, steps, limit, measured }: Excess): ServiceError {
  const path = steps.reduce<string>(
    (text, step) =>
      text +
      (typeof step === "number"
        ? `[${step}]`
        : /^[A-Za-z_]\w{0,99}$/.test(step)
          ? `.${step}`
          : `[${JSON.stringify(cut(step, 100))}]`),
    "$",
  );
  return fail("request_bound_exceeded", {
    status: bound === "total_bytes" ? 413 : 400,
    details: { bound, path, limit, measured },
  });
}
