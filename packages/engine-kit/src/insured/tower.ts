import { listInWords, moneyInWords } from "../wording/quantities.ts";
import { familiesOf, familyOf } from "./families.ts";

/** An umbrella or excess policy in force. `schedule`: lines it stands over; left out when nobody has read it. */
export type UmbrellaPolicy = {
  readonly occurrence?: number | undefined;
  readonly aggregate?: number | undefined;
  readonly schedule?: readonly string[] | undefined;
};

/** What a tower stands on: a primary limit of a coverage, in the currency of the umbrellas. */
export type TowerBase = {
  readonly line: string;
  readonly coverage: string;
  readonly primary: number | undefined;
  readonly umbrellas: readonly UmbrellaPolicy[];
};

export type Tower = {
  readonly primary: number | undefined;
  /** Sum of the umbrellas that stand over the line, of those whose limit is stated. */
  readonly excess: number;
  /** `primary + excess`; `undefined` while the primary limit is not stated. */
  readonly limit: number | undefined;
  /** `left_out`: umbrellas are in force and none of them schedules the line. */
  readonly schedule: "known" | "unknown" | "left_out" | "no_umbrella";
  /** An umbrella stands over the line and does not state its limit. */
  readonly isExcessOpen: boolean;
};

const occurrenceCoverages = [
  "each_occurrence",
  "personal_advertising_injury",
  "combined_single_limit",
  "bi_per_accident",
  "property_damage",
  "el_each_accident",
  "el_disease_employee",
];
const aggregateCoverages = ["general_aggregate", "products_aggregate", "el_disease_policy"];

/** Whether an umbrella stands over a coverage: limits of general liability, auto and employers liability (COVER-7). */
export function hasTower(line: string, coverage: string): boolean {
  const isLimit = occurrenceCoverages.includes(coverage) || aggregateCoverages.includes(coverage);
  return isLimit && ["gl", "auto", "wc"].includes(familyOf(line, coverage));
}

/** Primary and umbrellas together (COVER-7, COVER-8). An umbrella of an unknown schedule counts; its limits add up. */
export function towerLimit({ line, coverage, primary, umbrellas }: TowerBase): Tower {
  const family = familyOf(line, coverage);
  const over = hasTower(line, coverage) ? umbrellas.filter((umbrella) => standsOver(umbrella, family, line)) : [];
  const isAggregate = aggregateCoverages.includes(coverage);
  const limits = over.map(({ occurrence, aggregate }) => (isAggregate ? (aggregate ?? occurrence) : occurrence));
  const excess = limits.reduce<number>((sum, limit) => sum + (limit ?? 0), 0);
  return {
    primary,
    excess,
    limit: primary === undefined ? undefined : primary + excess,
    schedule: scheduleOf(umbrellas, over),
    isExcessOpen: limits.includes(undefined),
  };
}

/**
 * Whether a tower meets a required limit: `unknown` while an unstated limit could still meet it. What is not insured at
 * all has no tower: ask `coversNeed` first.
 */
export function meetsLimit(tower: Tower, required: number): "met" | "failed" | "unknown" {
  if ((tower.primary ?? 0) + tower.excess >= required) return "met";
  return tower.primary === undefined || tower.isExcessOpen ? "unknown" : "failed";
}

/** `$1,000,000 primary and $4,000,000 umbrella`; without umbrella `$1,000,000` (COVER-9). */
export function towerInWords({ primary, excess }: Tower, currency = "USD"): string {
  const own = primary === undefined ? "a primary limit that is not stated" : moneyInWords(primary, currency);
  if (excess === 0) return own;
  const named = primary === undefined ? own : `${own} primary`;
  return listInWords([named, `${moneyInWords(excess, currency)} umbrella`]);
}

function standsOver({ schedule }: UmbrellaPolicy, family: string, line: string): boolean {
  return schedule === undefined || schedule.some((each) => each === line || familiesOf(each).includes(family));
}

function scheduleOf(umbrellas: readonly UmbrellaPolicy[], over: readonly UmbrellaPolicy[]): Tower["schedule"] {
  if (umbrellas.length === 0) return "no_umbrella";
  if (over.length === 0) return "left_out";
  return over.some(({ schedule }) => schedule === undefined) ? "unknown" : "known";
}
