import type { Database } from "@service/db";
import { openDatasetReader, type DatasetDeps } from "../datasets/index.ts";
import type { Deps } from "../deps.ts";
import {
  openConfigurationReader,
  openEngineReader,
  openFinishedJobs,
  type ConfigurationDeps,
  type EngineDeps,
  type FinishedJobDeps,
} from "../engines/index.ts";
import { openDeliveryRecorder, openSourceReader, type RecorderDeps, type SourceDeps } from "../inbound/index.ts";
import { openKeyCache, type KeyDeps } from "../keys/index.ts";
import { openRunBatchers, type RunDeps } from "../runs/index.ts";

/** What concurrent callers of a process share. */
export type Batchers = RunDeps &
  EngineDeps &
  ConfigurationDeps &
  DatasetDeps &
  FinishedJobDeps &
  KeyDeps &
  SourceDeps &
  RecorderDeps;

/** All that any verb of the domain needs. */
export type WholeDeps = Deps & Batchers;

/** Opens batched statements and short caches, once per process. */
export function openBatchers(db: Database): Batchers {
  return {
    runs: openRunBatchers(db),
    engines: openEngineReader(db),
    configurations: openConfigurationReader(db),
    datasets: openDatasetReader(db),
    finishedJobs: openFinishedJobs(db),
    keys: openKeyCache(db),
    sources: openSourceReader(db),
    recorder: openDeliveryRecorder(db),
  };
}
