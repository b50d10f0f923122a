import type { Deps } from "@service/domain";
import { openDatasetReader, type DatasetDeps } from "@service/domain/datasets";
import {
  openConfigurationReader,
  openEngineReader,
  openFinishedJobs,
  type ConfigurationDeps,
  type EngineDeps,
  type FinishedJobDeps,
} from "@service/domain/engines";
import { openDeliveryRecorder, openSourceReader, type RecorderDeps, type SourceDeps } from "@service/domain/inbound";
import { openKeyCache, type KeyDeps } from "@service/domain/keys";
import { openRunBatchers, type RunDeps } from "@service/domain/runs";
import { openHealthCheck, type HealthDeps } from "./health-check.ts";

/** All that the routes need. */
export type ApiDeps = Deps &
  RunDeps &
  EngineDeps &
  ConfigurationDeps &
  DatasetDeps &
  FinishedJobDeps &
  KeyDeps &
  SourceDeps &
  RecorderDeps &
  HealthDeps;

/** Adds what concurrent requests share: batched statements and short caches, opened once per process. */
export function openDeps(opened: Deps): ApiDeps {
  const { db } = opened;
  return {
    ...opened,
    runs: openRunBatchers(db),
    engines: openEngineReader(db),
    configurations: openConfigurationReader(db),
    datasets: openDatasetReader(db),
    finishedJobs: openFinishedJobs(db),
    keys: openKeyCache(db),
    sources: openSourceReader(db),
    recorder: openDeliveryRecorder(db),
    isHealthy: openHealthCheck(opened),
  };
}
