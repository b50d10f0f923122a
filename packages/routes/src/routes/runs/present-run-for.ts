import type { CancelledRun, Run } from "@service/contract";
import type { Deps } from "@service/domain";
import type { ConfigurationDeps } from "@service/domain/engines";
import { presentFinishedRun, presentRun, type RunReadRow, viewOfRun, viewsOfRuns } from "@service/domain/runs";
import type { RunView } from "@service/domain/seats";
import type * as z from "zod";

type PresentDeps = Pick<Deps, "db"> & ConfigurationDeps;

/**
 * A run as this viewer may see it: trimmed to the type's operator summary, under the field policy (RUN-82, PRIV-7).
 * @throws `load_run_failed`.
 */
export async function presentRunFor(
  deps: PresentDeps,
  { policy }: RunView,
  row: RunReadRow,
): Promise<z.input<typeof Run>> {
  return presentRun(row, await viewOfRun(deps, policy, row));
}

/**
 * The same of several runs, one after the other: each when it is asked for.
 * @throws `load_run_failed`.
 */
export async function presentersOfRuns(
  deps: PresentDeps,
  { policy }: RunView,
  rows: readonly RunReadRow[],
): Promise<ReadonlyMap<string, () => z.input<typeof Run>>> {
  const views = await viewsOfRuns(deps, policy, rows);
  return new Map(
    rows.flatMap((row, index) => {
      const view = views[index];
      return view === undefined ? [] : [[row.id, () => presentRun(row, view)] as const];
    }),
  );
}

/**
 * The answer to cancelling a finished run, under the field policy of who asks (PRIV-7).
 * @throws `load_run_failed`.
 */
export async function presentFinishedRunFor(
  deps: PresentDeps,
  { policy }: RunView,
  row: RunReadRow,
): Promise<z.input<typeof CancelledRun>> {
  return presentFinishedRun(row, await viewOfRun(deps, policy, row));
}
