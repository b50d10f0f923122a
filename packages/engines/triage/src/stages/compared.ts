/** What is compared of two insureds, in the order in which a match shows it. */
export const featureNames = [
  "start",
  "fein",
  "name",
  "number",
  "street",
  "direction",
  "city",
  "zip",
  "state",
  "place_limit",
  "unit",
  "phone",
  "domain",
] as const;
type FeatureName = (typeof featureNames)[number];

/** One comparison of two insureds and what it says for (above 0) or against (below 0) their being one. */
export type Compared = {
  readonly name: FeatureName;
  /** How they agree: `equal`, `alike`, `slip`, `swap`, `differs` and the bands of names. */
  readonly agreement: string;
  readonly effect: number;
  /** Insureds that bear an equal value; 0 where that does not count. */
  readonly holders: number;
  /** Both are lines of post office boxes, which have a number and no street. */
  readonly isBox?: boolean;
};

/** Whether both have a name that can be compared, or one tax number: without either nothing says that they are one (TRI-105). */
export function isIdentified(compared: readonly Compared[]): boolean {
  return compared.some(({ name, agreement }) => name === "name" || (name === "fein" && agreement === "equal"));
}

/** What parts two numbers that are one slip apart: a digit, or two neighbours that changed places. */
export function slipOf(a: string, b: string): "slip" | "swap" {
  return a.length === b.length && [...a].sort().join("") === [...b].sort().join("") ? "swap" : "slip";
}
