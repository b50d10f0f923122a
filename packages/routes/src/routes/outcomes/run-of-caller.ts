import { allow, type Caller } from "@service/domain/access";
import { assertRunVisible, copiesOfRuns } from "@service/domain/run-records";
import { readRun, type RunDeps, type RunReadRow } from "@service/domain/runs";
import type { RunView } from "@service/domain/seats";
import type { Deps } from "@service/domain";

type OutcomeAction = "outcomes.record" | "outcomes.list" | "outcomes.annotations.record" | "outcomes.annotations.list";

/**
 * The run of the path, when it belongs to the caller's organization and environment and to an engine the key may use, and
 * the acting person may see what it read (REC-78).
 * @throws `run_not_found`, `engine_binding_forbidden`, `load_run_failed`.
 */
export async function runOfCaller(
  deps: RunDeps & Pick<Deps, "db">,
  { caller, viewer, action }: { readonly caller: Caller; readonly viewer: RunView; readonly action: OutcomeAction },
  runId: string,
): Promise<RunReadRow> {
  const run = allow(caller, action, await readRun(deps, caller, runId));
  await assertRunVisible(deps, run.id, viewer);
  return run;
}

/** What the viewer may not see of the clients of the run, for texts about it (PRIV-25). */
export async function copiesOfRun(
  deps: Pick<Deps, "db">,
  { policy }: Pick<RunView, "policy">,
  run: RunReadRow,
): Promise<Awaited<ReturnType<typeof copiesOfRuns>>[number]> {
  return (await copiesOfRuns(deps, policy, [run], "texts"))[0];
}
