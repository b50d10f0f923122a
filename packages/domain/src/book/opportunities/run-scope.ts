import type { RecordsWanted } from "@service/engine-kit";
import { canonicalJson, type Json, type JsonObject } from "@service/json";
import type { RunRecords } from "../run-records/index.ts";

/** What a run covers of a book: rows outside it are not resolved by the run (OPPS-22). */
export interface RunScope {
  readonly clientKeys: readonly string[] | null;
  readonly kinds: readonly string[] | null;
  /** Empty: every client. */
  readonly filter: RecordsWanted["filter"];
  readonly part: { readonly index: number; readonly of: number };
  /** Under lit: the seat whose clients are covered. */
  readonly seatKey: string | null;
}

/** The scope of a submitted run. @param kinds member of its input; not an array: every kind. */
export function scopeOfRun({ wanted, viewer }: RunRecords, kinds: Json | undefined): RunScope {
  const { clientKeys, filter, partition } = wanted;
  const sees = viewer.scope === "All" || viewer.scope === "Platform";
  return {
    clientKeys: clientKeys === null ? null : [...clientKeys].toSorted(),
    kinds: Array.isArray(kinds) ? kinds.filter((kind) => typeof kind === "string").toSorted() : null,
    filter,
    part: { index: partition?.index ?? 0, of: partition?.of ?? 1 },
    seatKey: viewer.posture === "lit" && !sees ? (viewer.seatKey ?? "") : null,
  };
}

/** Equal scopes have equal strings. */
export function textOfScope({ clientKeys, kinds, filter, part, seatKey }: RunScope): string {
  const { lines, ...fields } = filter;
  const stored: JsonObject = {
    client_keys: clientKeys === null ? null : [...clientKeys],
    kinds: kinds === null ? null : [...kinds],
    filter: { ...fields, ...(lines === undefined ? {} : { lines: lines.toSorted() }) },
    part: [part.index, part.of],
    seat_key: seatKey,
  };
  return canonicalJson(stored);
}

/** Whether the run covers every row of its connection. */
export function isWhole({ clientKeys, kinds, filter, part, seatKey }: RunScope): boolean {
  return clientKeys === null && kinds === null && Object.keys(filter).length === 0 && part.of === 1 && seatKey === null;
}
