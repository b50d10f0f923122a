import {
  type AutoLimit,
  autoLimitCoverages,
  combinedEquivalent,
  counted,
  familyOf,
  fromCents,
  listInWords,
  moneyInWords,
} from "@service/engine-kit";
import { dayNumber, type Json } from "@service/json";
import type { Attribute } from "../codes.ts";
import { shareInWords } from "./in-words.ts";
import { type CoverageFacts, isBurden } from "./item.ts";
import { rankOfTrigger, rankOfValuation } from "./join-lines.ts";
import type { TakenPart } from "./labels/taken-away.ts";
import { type NormalizedItem, percentRatio } from "./normalize.ts";

/** Values of different units are never compared: 72 hours are neither more nor less than 1,000 dollars. */
type Unit = "cents" | "hours" | "ratio" | "day" | "rank" | "flag";

type StatedCell = {
  readonly state: "stated";
  readonly value: string | number | boolean;
  readonly measure: number;
  readonly unit: Unit;
  readonly display?: string;
  /** The line that states it where it is not the row's: `business_owners` (COVER-2). */
  readonly via?: string;
  /** The whole auto limit that the cell is part of, in cents (COVER-5). */
  readonly auto?: AutoLimit;
  /** The lowest limit of a schedule of locations, in cents (CMP-97). */
  readonly least?: number;
  /** Endorsed to another line's policy without a limit that says how far it goes (COVER-3). */
  readonly isPartial?: true;
  /** Parts that the item takes away from the coverage, in its `included` cell (CMP-107). */
  readonly taken?: readonly TakenPart[];
  /** Keys of all parts that the item takes away anywhere: what both sides leave out is no difference. */
  readonly leftOut?: ReadonlySet<string>;
};

/**
 * One value of the matrix. `absent`: the item does not have the coverage. `unstated`: it has it without stating the
 * value. `uncertain`: it may have it under a wording that could not be resolved.
 */
export type CellValue =
  | StatedCell
  | {
      readonly state: "absent" | "unstated" | "uncertain";
      readonly value: false | null;
      readonly via?: string;
      /** A deductible of its own that the item does not have beside its cover (CMP-101). */
      readonly isRelief?: true;
    };

/** The value of one attribute of one coverage of an item, from any line of its family (CMP-85). */
export function readCell(item: NormalizedItem, line: string, coverage: string, attribute: Attribute): CellValue {
  const { fact, via, isEndorsed } = item.find(line, coverage);
  if (fact === undefined || !fact.included) {
    const other = autoLimitCoverages.has(coverage) ? otherAutoCell(item, line, coverage, attribute) : undefined;
    if (other !== undefined) return other;
  }
  if (fact === undefined && item.mayHide(line, coverage)) return { state: "uncertain", value: null };
  if (fact === undefined || !fact.included) {
    const relief = isBurden(coverage) && hasCoverBeside(item, line, coverage) ? ({ isRelief: true } as const) : {};
    return { state: "absent", value: attribute === "included" ? false : null, ...relief };
  }
  const from = via === undefined ? {} : { via };
  const cell = statedCell(fact, attribute);
  if (cell === undefined) return { state: "unstated", value: null, ...from };
  const auto = attribute === "limit" && autoLimitCoverages.has(coverage) ? item.autoLimit(line) : undefined;
  const isPartial = attribute === "included" && isEndorsed && fact.limitCents === undefined;
  return {
    ...cell,
    ...from,
    ...(auto === undefined ? {} : { auto }),
    ...(isPartial ? { isPartial: true } : {}),
    ...(attribute === "included" ? takenFrom(fact, item) : {}),
  };
}

function takenFrom({ taken = [] }: CoverageFacts, { leftOut }: NormalizedItem): Partial<StatedCell> {
  if (taken.length === 0) return { leftOut };
  return { leftOut, taken, display: `without ${partsInWords(taken)}` };
}

/** Parts of a cell that the reference has. */
export function partsLost(reference: CellValue, cell: CellValue): readonly TakenPart[] {
  if (cell.state !== "stated" || cell.taken === undefined) return [];
  const leftOut = reference.state === "stated" ? reference.leftOut : undefined;
  return cell.taken.filter(({ key }) => leftOut?.has(key) !== true);
}

const partsShownMax = 4;

/** "wind and hail". */
export function partsInWords(parts: readonly TakenPart[]): string {
  return listInWords(
    parts.map(({ text }) => text),
    partsShownMax,
  );
}

/** Whether an item insures anything to which a deductible of its own could apply. */
function hasCoverBeside({ facts }: NormalizedItem, line: string, coverage: string): boolean {
  const family = familyOf(line, coverage);
  return [...facts.values()].some(
    (fact) => fact.included && !isBurden(fact.coverage) && familyOf(fact.line, fact.coverage) === family,
  );
}

/** A split limit in the row of the combined one, and the other way round: never missing or added (CMP-86). */
function otherAutoCell(
  item: NormalizedItem,
  line: string,
  coverage: string,
  attribute: Attribute,
): CellValue | undefined {
  const stated = item.autoCoverage(line);
  const wantsCombined = coverage === "combined_single_limit";
  if (stated === undefined || (stated === "combined_single_limit") === wantsCombined) return undefined;
  if (attribute === "included") return { state: "stated", value: true, measure: 1, unit: "flag" };
  const auto = attribute === "limit" ? item.autoLimit(line) : undefined;
  if (auto === undefined) return { state: "unstated", value: null };
  const cents = combinedEquivalent(auto);
  return { ...money(cents), auto, display: autoInWords(auto, item.item.currency) };
}

/** "$1,000,000 combined", "$250,000/$500,000/$100,000 split". `auto` in cents. */
function autoInWords(auto: AutoLimit, currency: string): string {
  const amount = (cents: number): string => moneyInWords(cents / 100, currency);
  return "combined" in auto
    ? `${amount(auto.combined)} combined`
    : `${[auto.perPerson, auto.perAccident, auto.propertyDamage].map(amount).join("/")} split`;
}

/** A value of the configuration or of a requirement as a cell, to compare with; `undefined` when it does not fit. */
export function cellOfValue(value: Json | undefined, attribute: Attribute): CellValue | undefined {
  switch (attribute) {
    case "included":
      if (value === false) return { state: "absent", value: false };
      return value === true ? { state: "stated", value, measure: 1, unit: "flag" } : undefined;
    case "limit":
    case "deductible":
    case "premium":
      return typeof value === "number" ? { state: "stated", value, measure: value * 100, unit: "cents" } : undefined;
    case "coinsurance":
      return typeof value === "number" ? { state: "stated", value, measure: value, unit: "ratio" } : undefined;
    case "valuation":
    case "trigger": {
      if (typeof value !== "string") return undefined;
      const measure = attribute === "valuation" ? rankOfValuation(value) : rankOfTrigger(value);
      return measure === undefined ? undefined : { state: "stated", value, measure, unit: "rank" };
    }
    case "retro_date": {
      const measure = typeof value === "string" ? dayNumber(value) : undefined;
      return measure === undefined || typeof value !== "string"
        ? undefined
        : { state: "stated", value, measure, unit: "day" };
    }
  }
}

/** Whether a coverage says anything about an attribute. */
export function states(fact: CoverageFacts, attribute: Attribute): boolean {
  return attribute === "included" || (fact.included && statedCell(fact, attribute) !== undefined);
}

function statedCell(fact: CoverageFacts, attribute: Attribute): StatedCell | undefined {
  switch (attribute) {
    case "included":
      return { state: "stated", value: true, measure: 1, unit: "flag" };
    case "limit":
      if (fact.limitCents !== undefined) {
        const { schedule } = fact;
        const cell = money(fact.limitCents);
        return schedule === undefined
          ? cell
          : { ...cell, display: `total of ${counted(schedule.count, "location")}`, least: schedule.leastCents };
      }
      // A limit set by law has neither amount nor ceiling.
      return fact.limitBasis === "statutory"
        ? { state: "stated", value: "statutory", measure: Number.POSITIVE_INFINITY, unit: "cents" }
        : undefined;
    case "deductible":
      return deductibleCell(fact);
    case "premium":
      return fact.premiumCents === undefined ? undefined : money(fact.premiumCents);
    case "valuation":
      return stated(cellOfValue(fact.valuation, attribute));
    case "coinsurance":
      return stated(cellOfValue(fact.coinsurance, attribute));
    case "retro_date":
      return stated(cellOfValue(fact.retroDate, attribute));
    case "trigger":
      return stated(cellOfValue(fact.trigger, attribute));
  }
}

function stated(cell: CellValue | undefined): StatedCell | undefined {
  return cell?.state === "stated" ? cell : undefined;
}

function deductibleCell({ deductible }: CoverageFacts): StatedCell | undefined {
  if (deductible === undefined) return undefined;
  const { type, amount, cents } = deductible;
  switch (type) {
    case "flat":
    case "sir":
      return cents === undefined ? undefined : money(cents);
    case "waiting_hours":
      return { state: "stated", value: `${amount} hours`, measure: amount, unit: "hours" };
    case "percent": {
      const ratio = percentRatio(amount);
      const display = shareInWords(ratio);
      return cents === undefined
        ? { state: "stated", value: display, measure: ratio, unit: "ratio" }
        : { ...money(cents), display: `${display} of the limit` };
    }
  }
}

function money(cents: number): StatedCell {
  return { state: "stated", value: fromCents(cents), measure: cents, unit: "cents" };
}
