import { limits } from "@service/contract";
import type { CostlyJson } from "@service/runtime";

/** A member's name or an index. */
export type Step = string | number;

/** A bound that a submission exceeds, and where. */
export type Excess = {
  readonly bound: "total_bytes" | "string_chars" | "array_items" | "object_fields" | "depth" | CostlyJson["bound"];
  readonly steps: readonly Step[];
  readonly limit: number;
  readonly measured: number;
};

/** Counted in code points (RUN-37); UTF-16 units bound them from both sides. */
export function longText(text: string): Excess | undefined {
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
