import { sha256Hex } from "../canonical-json.ts";
import type { LoadedDataset } from "../engine-type.ts";
import type { JsonObject } from "../json.ts";
import { OfferingCheck } from "./check-offerings.ts";
import { byText, text } from "../checked-fields.ts";
import { datasetOfferingsMax } from "./offering-schema.ts";
import { compileOffering, type Offering } from "./offering.ts";
import type { ConditionMemo } from "./rules.ts";

/** Offerings in the order of their keys, whatever order they came in. */
export type OfferingSet = {
  readonly offerings: readonly Offering[];
  /** Rows of a dataset that are no valid offerings and were left out. */
  readonly skipped: number;
  /** Rows beyond what a dataset may hold. */
  readonly cut: number;
};

const setsMax = 8;
/** Eight sets of the largest size would hold a worker's memory; so many offerings are kept at most. */
const offeringsKeptMax = 120_000;

/**
 * Compiled offering sets by the hash of their content, least recently used first to go. A memo and nothing more: what it
 * answers is a function of the content, so results never depend on what was asked before (domain.md 0.1.2).
 */
export class OfferingSets {
  readonly #sets = new Map<string, OfferingSet>();
  #kept = 0;

  /** The offerings a run brought, which its submission has checked. */
  inline(offerings: readonly JsonObject[]): OfferingSet {
    const ordered = inKeyOrder(offerings);
    // Members are hashed in the order they came in: another order of the same content is compiled once more, nothing worse,
    // and canonical text of eight megabytes costs more than matching them (measured).
    return this.#remembered(`inline:${sha256Hex(JSON.stringify(ordered))}`, () => ({
      offerings: compileAll(ordered),
      skipped: 0,
      cut: 0,
    }));
  }

  /** The offerings of a loaded dataset; rows that are none are skipped and counted. */
  dataset({ datasetKey, sha256, rows }: LoadedDataset): OfferingSet {
    return this.#remembered(`dataset:${datasetKey}:${sha256}`, () => {
      const kept = inKeyOrder(rows).slice(0, datasetOfferingsMax);
      const check = new OfferingCheck();
      const sound = kept.filter((row) => check.issuesOf(row).length === 0);
      return {
        offerings: compileAll(sound),
        skipped: kept.length - sound.length,
        cut: rows.length - kept.length,
      };
    });
  }

  #remembered(hash: string, compile: () => OfferingSet): OfferingSet {
    const known = this.#sets.get(hash);
    const set = known ?? compile();
    this.#sets.delete(hash);
    this.#sets.set(hash, set);
    if (known === undefined) this.#kept += set.offerings.length;
    for (const [oldest, { offerings }] of this.#sets) {
      if (oldest === hash || (this.#sets.size <= setsMax && this.#kept <= offeringsKeptMax)) break;
      this.#sets.delete(oldest);
      this.#kept -= offerings.length;
    }
    return set;
  }
}

function compileAll(offerings: readonly JsonObject[]): readonly Offering[] {
  const conditions: ConditionMemo = new Map();
  return offerings.map((offering) => compileOffering(offering, conditions));
}

function inKeyOrder(rows: readonly JsonObject[]): readonly JsonObject[] {
  return [...rows].sort((a, b) => byText(text(a, "offering_key") ?? "", text(b, "offering_key") ?? ""));
}
