import { fail, Run, RunParams, RunReadHeaders } from "@service/contract";
import { isFinal, readRun as read, waitForRun } from "@service/domain/runs";
import { assertEngineBound } from "../../http/authorize.ts";
import { route } from "../../http/route.ts";
import { presentRunFor } from "./present-run-for.ts";
import { waitMsOf } from "./wait-budget.ts";

export const readRun = route({
  id: "runs.read",
  method: "GET",
  path: "/api/v1/runs/{run_id}",
  summary: "Read a run",
  description: "Status, result and the fields that only this read shows. The field policy of the acting seat applies.",
  access: { key: "any", capabilities: ["runs:read"], engine: "run" },
  params: RunParams,
  headers: RunReadHeaders,
  responses: { 200: Run },
  errors: ["run_not_found", "load_run_failed"],
  async handle({ caller, params, headers, deps, settings, signal, startedAtMs, reply }) {
    const { organizationId, environmentId, organization } = caller;
    const asked = { runId: params.run_id, organizationId, environmentId };
    const askedAtMs = performance.now();
    let row = await read(deps, asked);
    if (!row) throw fail("run_not_found");
    assertEngineBound(caller, row.engineId);
    let waitedMs = 0;
    const waitMs = waitMsOf({ prefer: headers.prefer, startedAtMs, requestBudgetMs: settings.requestBudgetMs });
    if (waitMs > 0 && !isFinal(row.status)) {
      const waitingSinceMs = performance.now();
      await waitForRun(deps, row.id, { waitMs, signal });
      waitedMs = performance.now() - waitingSinceMs;
      row = (await read(deps, asked)) ?? row;
    }
    const readMs = performance.now() - askedAtMs - waitedMs;
    const body = await presentRunFor(deps, organization, row);
    return reply(200, body, { "server-timing": serverTiming({ readMs, waitedMs, startedAtMs }) });
  },
});

/** RFC-shaped `Server-Timing` (section 8): time in storage, time waited on request, and in all. */
function serverTiming(times: { readMs: number; waitedMs: number; startedAtMs: number }): string {
  const totalMs = performance.now() - times.startedAtMs;
  const wait = times.waitedMs > 0 ? `, wait;dur=${times.waitedMs.toFixed(1)}` : "";
  return `db;dur=${times.readMs.toFixed(1)}${wait}, total;dur=${totalMs.toFixed(1)}`;
}
