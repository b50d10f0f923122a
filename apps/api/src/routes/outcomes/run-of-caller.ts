import { allow, type Caller } from "@service/domain/access";
import { readRun, type RunDeps, type RunReadRow } from "@service/domain/runs";

type OutcomeAction = "outcomes.record" | "outcomes.list" | "outcomes.annotations.record" | "outcomes.annotations.list";

/** The run of the path, when it belongs to the caller's organization and environment and to an engine the key may use. */
export async function runOfCaller(
  deps: RunDeps,
  { caller, action }: { readonly caller: Caller; readonly action: OutcomeAction },
  runId: string,
): Promise<RunReadRow> {
  return allow(caller, action, await readRun(deps, caller, runId));
}
