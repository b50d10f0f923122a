import { fail, limits } from "@service/contract";
import type { ServiceError } from "@service/contract";

type Bound = "total_bytes" | "string_chars" | "array_items" | "object_fields" | "depth";
type Step = string | number;
type Excess = {
  readonly bound: Bound;
  readonly steps: readonly Step[];
  readonly limit: number;
  readonly measured: number;
};

/**
 * Size before schema (domain.md 0.9 and I): total bytes of `input` and `offerings` as compact JSON, then the first
 * string, array, object or depth over its bound, in document order.
 *
 * @param raw the parsed body, not yet checked against any schema.
 * @throws `request_bound_exceeded`: 413 for total bytes, 400 for the others; `details.path` is a JSON path.
 */
export function checkRunBounds(raw: unknown): void {
  if (typeof raw !== "object" || raw === null) return;
  const parts = [
    ["input", "input" in raw ? raw.input : undefined],
    ["offerings", "offerings" in raw ? raw.offerings : undefined],
  ] as const;
  let excess: Excess | undefined;
  for (const [name, value] of parts) excess ??= firstExcess(value, [name], 1);
  // Writing JSON text recurses, so a document deeper than allowed is refused before it is measured.
  if (excess?.bound === "depth") throw refusalOf(excess);
  let bytes = 0;
  for (const [, value] of parts) bytes += value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
  if (bytes > limits.runInputBytes) {
    throw refusalOf({ bound: "total_bytes", steps: [], limit: limits.runInputBytes, measured: bytes });
  }
  if (excess) throw refusalOf(excess);
}

function firstExcess(value: unknown, steps: readonly Step[], depth: number): Excess | undefined {
  if (typeof value === "string") return longText(value, steps);
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > limits.runDepthMax) {
    return { bound: "depth", steps, limit: limits.runDepthMax, measured: depth };
  }
  if (Array.isArray(value)) {
    if (value.length > limits.runArrayItemsMax) {
      return { bound: "array_items", steps, limit: limits.runArrayItemsMax, measured: value.length };
    }
    for (let index = 0; index < value.length; index += 1) {
      const item: unknown = value[index];
      // Paths are built for containers and long texts only: most members are small scalars.
      if (!needsLook(item)) continue;
      const found = firstExcess(item, [...steps, index], depth + 1);
      if (found) return found;
    }
    return undefined;
  }
  const members = Object.entries(value);
  if (members.length > limits.runObjectFieldsMax) {
    return { bound: "object_fields", steps, limit: limits.runObjectFieldsMax, measured: members.length };
  }
  for (const [name, member] of members) {
    if (name.length > limits.runStringCharsMax) {
      const found = longText(name, steps);
      if (found) return found;
    }
    if (!needsLook(member)) continue;
    const found = firstExcess(member, [...steps, name], depth + 1);
    if (found) return found;
  }
  return undefined;
}

function needsLook(value: unknown): boolean {
  return typeof value === "string"
    ? value.length > limits.runStringCharsMax
    : typeof value === "object" && value !== null;
}

/** Counted in code points (decisions.md 14); UTF-16 units bound them from both sides. */
function longText(text: string, steps: readonly Step[]): Excess | undefined {
  if (text.length <= limits.runStringCharsMax) return undefined;
  let measured = text.length;
  for (let index = 0; index < text.length; index += 1) {
    if ((text.codePointAt(index) ?? 0) > 0xffff) {
      measured -= 1;
      index += 1;
    }
  }
  if (measured <= limits.runStringCharsMax) return undefined;
  return { bound: "string_chars", steps, limit: limits.runStringCharsMax, measured };
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

/** Where a text is not well-formed Unicode, dotted as in `invalid_input`; JSON with lone surrogates has no canonical form. */
export function findIllFormedText(value: unknown, field = ""): string | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : field;
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = findIllFormedText(value[index], `${field}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  for (const [name, member] of Object.entries(value)) {
    const inner = field === "" ? name : `${field}.${name}`;
    const found = name.isWellFormed() ? findIllFormedText(member, inner) : inner.toWellFormed();
    if (found !== undefined) return found;
  }
  return undefined;
}
