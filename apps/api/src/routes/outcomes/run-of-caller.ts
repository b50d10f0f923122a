import { allow, type Caller } from "@service/domain/access";
import { assertRunVisible } from "@service/domain/run-records";
import { readRun, type RunDeps, type RunReadRow } from "@service/domain/runs";
import type { RunReader } from "@service/domain/seats";
import type { Deps } from "@service/domain";

type OutcomeAction = "outcomes.record" | "outcomes.list" | "outcomes.annotations.record" | "outcomes.annotations.list";

/**
 * The run of the path, when it belongs to the caller's organization and environment and to an engine the key may use, and
 * the acting person may see what it read (REC-78).
 * @throws `run_not_found`, `engine_binding_forbidden`, `load_run_failed`.
 */
export async function runOfCaller(
  deps: RunDeps & Pick<Deps, "db">,
  { caller, reader, action }: { readonly caller: Caller; readonly reader: RunReader; readonly action: OutcomeAction },
  runId: string,
): Promise<RunReadRow> {
  const run = allow(caller, action, await readRun(deps, caller, runId));
  await assertRunVisible(deps, run.id, reader.overBook);
  return run;
}
