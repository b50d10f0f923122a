/** One thing that was measured against what is wanted. `wanted` undefined: shown, not asked for. */
export type Figure = {
  readonly name: string;
  /** A share 0..1. */
  readonly value: number;
  readonly wanted: number | undefined;
  readonly operator: ">=" | "<=";
  readonly isMet: boolean;
  /** What is wrong, a line each, for whoever looks into it. */
  readonly misses?: readonly string[];
};

/** A figure of `value`, met when it keeps `wanted` or nothing is wanted. */
export function figure(
  name: string,
  value: number,
  operator: Figure["operator"],
  wanted: number | undefined,
  misses: readonly string[] = [],
): Figure {
  const isMet = wanted === undefined || (operator === ">=" ? value >= wanted - 1e-9 : value <= wanted + 1e-9);
  return { name, value, wanted, operator, isMet, misses };
}
