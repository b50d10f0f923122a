import { Run, RunParams, RunReadHeaders } from "@service/contract";
import { allow } from "@service/domain/access";
import { assertRunVisible } from "@service/domain/run-records";
import { isFinal, readRun as read, waitForRun } from "@service/domain/runs";
import { route } from "../../http/route.ts";
import { presentRunFor } from "./present-run-for.ts";
import { waitMsOf } from "../../http/wait-budget.ts";

export const readRun = route({
  id: "runs.read",
  method: "GET",
  path: "/api/v1/runs/{run_id}",
  summary: "Read a run",
  description:
    "Poll it, or add `Prefer: wait=N`, until `status` is final. Returns status, result and the fields that only this route has, under the field policy of the acting seat.",
  hasServerTiming: true,
  params: RunParams,
  headers: RunReadHeaders,
  responses: { 200: Run },
  errors: ["run_not_found", "load_run_failed"],
  async handle({ caller, viewer, params, headers, deps, time, startedAtMs, reply }) {
    const requestedAtMs = performance.now();
    let row = allow(caller, "runs.read", await read(deps, caller, params.run_id));
    await assertRunVisible(deps, row.id, viewer);
    let waitedMs = 0;
    const waitMs = waitMsOf(headers.prefer, time);
    if (waitMs > 0 && !isFinal(row.status)) {
      const waitingSinceMs = performance.now();
      await waitForRun(deps, row.id, { waitMs, signal: time.signal });
      waitedMs = performance.now() - waitingSinceMs;
      row = (await read(deps, caller, params.run_id)) ?? row;
    }
    const readMs = performance.now() - requestedAtMs - waitedMs;
    const body = await presentRunFor(deps, viewer, row);
    return reply(200, body, { "server-timing": serverTiming({ readMs, waitedMs, startedAtMs }) });
  },
});

/** `Server-Timing` (RUN-83): time in storage, time waited for `Prefer: wait`, and total. */
function serverTiming(times: { readMs: number; waitedMs: number; startedAtMs: number }): string {
  const totalMs = performance.now() - times.startedAtMs;
  const wait = times.waitedMs > 0 ? `, wait;dur=${times.waitedMs.toFixed(1)}` : "";
  return `db;dur=${times.readMs.toFixed(1)}${wait}, total;dur=${totalMs.toFixed(1)}`;
}
