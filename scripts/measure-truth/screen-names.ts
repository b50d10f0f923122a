import type { CompiledEngine, LoadedDataset } from "@service/engine-kit";
import { findEngineType } from "@service/engine-types";
import { canonicalHash, isJsonArray, isJsonObject, type Json, type JsonObject, text } from "@service/json";

/** A name to screen. */
export type Searched = { readonly kind: string; readonly name: string };
/** A hit of one searched name. */
export type FoundHit = {
  readonly entryId: string;
  readonly score: number;
  readonly band: string;
  readonly name: string;
};

/** The most related parties that one input may bring. */
const partiesPerRun = 100;
const runAt = "2026-01-15T00:00:00Z";

/** Screens names with the compiled engine of the diligence preset against `rows`, as a worker does. */
export class Screening {
  readonly #engine: CompiledEngine;
  readonly #list: LoadedDataset;

  constructor(rows: readonly JsonObject[]) {
    const type = findEngineType("diligence");
    if (type === undefined) throw new Error("there is no engine type diligence");
    this.#engine = type.compile(type.effectiveConfig(type.preset()));
    const datasetKey = "watchlist:demo";
    this.#list = { datasetKey, version: "1", sha256: canonicalHash(rows), asOf: "2026-01-14", rows };
  }

  /** The hits of each name, in the order of the names. */
  screen(names: readonly Searched[]): readonly (readonly FoundHit[])[] {
    const found: (readonly FoundHit[])[] = [];
    for (let start = 0; start < names.length; start += partiesPerRun) {
      found.push(...this.#screenSome(names.slice(start, start + partiesPerRun)));
    }
    return found;
  }

  #screenSome(names: readonly Searched[]): readonly (readonly FoundHit[])[] {
    const input = {
      as_of: runAt,
      subject: { subject_key: "measure", kind: "person", name: "Zzyzx Qqwx" },
      related_parties: names.map(({ name, kind }, at) => ({ party_key: `p${at}`, name, kind, role: "other" })),
      checks: ["names"],
    };
    const issues = this.#engine.validateInput(input);
    if (issues.length > 0) throw new Error(`the input is not valid: ${JSON.stringify(issues)}`);
    const result = this.#engine.run({
      input,
      offerings: undefined,
      runId: "0b7d1f0e-62a4-4b5e-9d0c-5c2f7f6a1e11",
      createdAt: runAt,
      datasets: new Map([[this.#list.datasetKey, this.#list]]),
      onStage: () => undefined,
    });
    if (result.status === "failed") throw new Error(`the run failed: ${result.error}`);
    const byParty = new Map<string, FoundHit[]>();
    for (const hit of objectsIn(result.output["hits"])) {
      const party = text(hit, "party") ?? "";
      const own = byParty.get(party) ?? [];
      own.push({
        entryId: text(hit, "entry_id") ?? "",
        score: Number(hit["score"]),
        band: text(hit, "band") ?? "",
        name: text(hit, "name_matched") ?? "",
      });
      byParty.set(party, own);
    }
    return names.map((_, at) => byParty.get(`p${at}`) ?? []);
  }
}

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}
