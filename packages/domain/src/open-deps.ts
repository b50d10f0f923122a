import type { Database } from "@service/db";
import { openDatasetLoader, type DatasetDeps } from "./engines/datasets/index.ts";
import type { Clock, Logger } from "@service/runtime";
import { openFinishedJobLoader } from "@service/work";
import type { Deps } from "./deps.ts";
import {
  openConfigurationLoader,
  openEngineLoader,
  type ConfigurationDeps,
  type EngineDeps,
  type FinishedJobDeps,
} from "./engines/engines/index.ts";
import { type GraphDeps, openGraphLoader } from "./book/graph/index.ts";
import { openDeliveryRecorder, openSourceLoader, type RecorderDeps, type SourceDeps } from "./events/inbound/index.ts";
import { openKeyCache, type KeyDeps } from "./identity/keys/index.ts";
import { type LedgerDeps, openLedger } from "./book/ledger/index.ts";
import { type BookDeps, openBookReads } from "./book/records/index.ts";
import { openRunBatchers, type RunDeps } from "./runs/runs/index.ts";
import { openSeatLoader, openShadowCounter, type SeatDeps, type ShadowDeps } from "./book/seats/index.ts";

/** What concurrent callers of a process share. */
export type Batchers = RunDeps &
  EngineDeps &
  ConfigurationDeps &
  DatasetDeps &
  FinishedJobDeps &
  KeyDeps &
  SourceDeps &
  SeatDeps &
  ShadowDeps &
  RecorderDeps &
  BookDeps &
  LedgerDeps &
  GraphDeps;

/** All that any verb of the domain needs. */
export type WholeDeps = Deps & Batchers;

/**
 * Opens batched statements and short caches, once per process.
 * @param given.countsShadow false where what is read is shown to nobody: what a seat would not see is not counted (SEAT-3).
 */
export function openBatchers(
  { db, log, clock }: { readonly db: Database; readonly log: Logger; readonly clock: Clock },
  given: { readonly countsShadow?: boolean } = {},
): Batchers {
  const shadow = openShadowCounter(db, log);
  return {
    runs: openRunBatchers(db),
    engines: openEngineLoader(db),
    configurations: openConfigurationLoader(db),
    datasets: openDatasetLoader(db),
    finishedJobs: openFinishedJobLoader(db.pool),
    keys: openKeyCache(db),
    sources: openSourceLoader(db),
    seats: openSeatLoader(db),
    recorder: openDeliveryRecorder(db),
    shadow,
    ledger: openLedger(db),
    graphs: openGraphLoader({ db, clock }),
    book: openBookReads(db, given.countsShadow === false ? {} : { countShadow: shadow.count }),
  };
}
