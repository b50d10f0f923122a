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
  /** How they agree: `equal`, `alike`, `slip`, `differs` and the bands of names. */
  readonly agreement: string;
  readonly effect: number;
  /** Insureds that bear an equal value; 0 where that does not count. */
  readonly holders: number;
};
