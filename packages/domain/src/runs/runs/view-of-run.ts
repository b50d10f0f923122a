import type { FieldPolicy, RecordCopies, RunSchemas } from "@service/privacy";
import type { Deps } from "../../deps.ts";
import { type ConfigurationDeps, readRunSchemas } from "../../engines/engines/index.ts";
import { copiesOfRuns, type ResultOfRun } from "../../book/run-records/index.ts";

/** Under which policy a run is shown. */
export interface ViewOfRun {
  readonly policy: FieldPolicy;
  /**
   * JSON Schemas of the run's configuration; only read when the policy denies something. Undefined hides everything,
   * because without schemas sensitive values cannot be recognized.
   */
  readonly schemas: RunSchemas | undefined;
  /** What the policy hides of the records that the run read; undefined: nothing. */
  readonly records: RecordCopies | undefined;
}

/**
 * How a viewer may see each of some runs (PRIV-7, PRIV-23), read together.
 * @throws `load_run_failed`.
 */
export async function viewsOfRuns(
  deps: Pick<Deps, "db"> & ConfigurationDeps,
  policy: FieldPolicy,
  runs: readonly (ResultOfRun & { readonly configHash: string | null })[],
): Promise<readonly ViewOfRun[]> {
  const copies = await copiesOfRuns(deps, policy, runs);
  return Promise.all(
    runs.map(async ({ configHash }, index) => ({
      policy,
      schemas: policy.denied.length === 0 ? undefined : await readRunSchemas(deps, configHash),
      records: copies[index],
    })),
  );
}

/** @throws `load_run_failed`. */
export async function viewOfRun(
  deps: Pick<Deps, "db"> & ConfigurationDeps,
  policy: FieldPolicy,
  run: ResultOfRun & { readonly configHash: string | null },
): Promise<ViewOfRun> {
  const [view = { policy, schemas: undefined, records: undefined }] = await viewsOfRuns(deps, policy, [run]);
  return view;
}
