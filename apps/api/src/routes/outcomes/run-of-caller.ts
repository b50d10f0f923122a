import { fail } from "@service/contract";
import type { Deps } from "@service/domain";
import type { Caller } from "@service/domain/keys";
import { readRun, type RunReadRow } from "@service/domain/runs";
import { assertEngineBound } from "../../http/authorize.ts";

/** The run of the path, in the caller's organization and environment and of an engine the key is bound to. */
export async function runOfCaller(deps: Deps, caller: Caller, runId: string): Promise<RunReadRow> {
  const { organizationId, environmentId } = caller;
  const run = await readRun(deps, { runId, organizationId, environmentId });
  if (!run) throw fail("run_not_found");
  assertEngineBound(caller, run.engineId);
  return run;
}
