import { CancelledRun, CancelRequest, fail, limits, RunParams } from "@service/contract";
import { cancelRun as cancel, findEngineOfRun, presentCancelledRun } from "@service/domain/runs";
import { assertEngineBound } from "../../http/authorize.ts";
import { route } from "../../http/route.ts";

export const cancelRun = route({
  id: "runs.cancel",
  method: "POST",
  path: "/api/v1/runs/{run_id}/cancel",
  summary: "Cancel a run",
  description:
    "`202`: the run is cancelled, or its worker will cancel it within seconds. `200`: it had already finished; its status and stored output are answered.",
  access: { key: "any", capabilities: ["runs:write"], engine: "run" },
  params: RunParams,
  body: { schema: CancelRequest, limitBytes: limits.jsonBodyBytes, optional: true },
  responses: { 200: CancelledRun, 202: CancelledRun },
  errors: ["run_not_found", "cancel_run_failed"],
  async handle({ caller, params, body, deps, reply }) {
    const { organizationId, environmentId } = caller;
    const asked = { runId: params.run_id, organizationId, environmentId };
    if (caller.kind === "scoped") {
      const engineId = await findEngineOfRun(deps, asked);
      if (engineId === null) throw fail("run_not_found");
      assertEngineBound(caller, engineId);
    }
    const { kind, run } = await cancel(deps, { ...asked, reason: body.reason });
    switch (kind) {
      case "cancelled":
      case "recorded":
        return reply(202, presentCancelledRun(run));
      case "already_finished":
        return reply(200, presentCancelledRun(run));
    }
  },
});
