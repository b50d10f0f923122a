import type { LoadedDataset } from "@service/engine-kit";
import { asWritten, sha256Hex, type JsonObject, byText, text } from "@service/json";
import { OfferingCheck } from "./check-offerings.ts";
import { datasetOfferingsMax, offeringSchema } from "./offering-schema.ts";
import { compileOffering, type Offering } from "./offering.ts";
import type { ConditionMemo } from "./rules.ts";

/** Offerings in the order of their keys. */
export type OfferingSet = {
  readonly offerings: readonly Offering[];
  /** Rows of a dataset that are not valid offerings; left out. */
  readonly skipped: number;
  /** Rows beyond what a dataset may hold. */
  readonly cut: number;
};

const shape = offeringSchema();

const setsMax = 8;
/** Bounds the cache: eight sets of the largest size would fill a worker's memory. */
const offeringsKeptMax = 120_000;

/**
 * Cache of compiled offering sets by the hash of their content, the least recently used evicted first. Entries are
 * functions of the content, so results never depend on earlier runs (TYPE-2).
 */
export class OfferingSets {
  readonly #sets = new Map<string, OfferingSet>();
  #kept = 0;

  /** The offerings of a request, checked at submission. */
  inline(offerings: readonly JsonObject[]): OfferingSet {
    const ordered = inKeyOrder(offerings);
    // Hash members in their order of arrival: the same content in another order is merely compiled again, and canonical
    // text of eight megabytes costs more than matching (measured).
    return this.#remembered(`inline:${sha256Hex(JSON.stringify(ordered))}`, () => ({
      offerings: compileAll(ordered),
      skipped: 0,
      cut: 0,
    }));
  }

  /** The offerings of a loaded dataset; invalid rows are skipped and counted. */
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
    const cached = this.#sets.get(hash);
    const set = cached ?? compile();
    this.#sets.delete(hash);
    this.#sets.set(hash, set);
    if (cached === undefined) this.#kept += set.offerings.length;
    for (const [oldest, { offerings }] of this.#sets) {
      if (oldest === hash || (this.#sets.size <= setsMax && this.#kept <= offeringsKeptMax)) break;
      this.#sets.delete(oldest);
      this.#kept -= offerings.length;
    }
    return set;
  }
}

/** Of offerings that have passed their check. */
function compileAll(offerings: readonly JsonObject[]): readonly Offering[] {
  const conditions: ConditionMemo = new Map();
  return offerings.map((offering) => compileOffering(asWritten(shape, offering), conditions));
}

function inKeyOrder(rows: readonly JsonObject[]): readonly JsonObject[] {
  return [...rows].sort((a, b) => byText(text(a, "offering_key") ?? "", text(b, "offering_key") ?? ""));
}
