import { CancelledRun, CancelRequest, fail, limits, RunParams } from "@service/contract";
import { allow, boundEngines } from "@service/domain/access";
import { assertRunVisible } from "@service/domain/run-records";
import { cancelRun as cancel, findEngineOfRun, presentCancelledRun, readRun } from "@service/domain/runs";
import { hidesAnything } from "@service/domain/seats";
import { route } from "../../http/route.ts";
import { presentFinishedRunFor } from "./present-run-for.ts";

export const cancelRun = route({
  id: "runs.cancel",
  method: "POST",
  path: "/api/v1/runs/{run_id}/cancel",
  summary: "Cancel a run",
  description:
    "`202`: the run is cancelled, or its worker will cancel it within seconds. `200`: it had already finished; the answer has its status and stored output, under the field policy of the acting seat.",
  params: RunParams,
  body: { schema: CancelRequest, limitBytes: limits.jsonBodyBytes, optional: true },
  responses: { 200: CancelledRun, 202: CancelledRun },
  errors: ["run_not_found", "load_run_failed", "cancel_run_failed"],
  async handle({ caller, principal, viewer, params, body, deps, reply }) {
    const runId = params.run_id;
    // Look the engine up only for keys bound to engines: others may cancel any run, and `cancel` answers a missing one.
    if (boundEngines(caller)) allow(caller, "runs.cancel", await findEngineOfRun(deps, caller, runId));
    await assertRunVisible(deps, runId, viewer);
    const { kind, run } = await cancel(deps, caller, {
      runId,
      reason: body.reason,
      cancelledBy: principal ?? caller.id,
    });
    switch (kind) {
      case "cancelled":
      case "recorded":
        return reply(202, presentCancelledRun(run));
      case "already_finished": {
        if (!hidesAnything(viewer.policy)) return reply(200, presentCancelledRun(run));
        // What a policy hides may also stand in the input, so the whole run is read.
        const whole = await readRun(deps, caller, runId);
        if (!whole) throw fail("run_not_found");
        return reply(200, await presentFinishedRunFor(deps, viewer, whole));
      }
    }
  },
});
