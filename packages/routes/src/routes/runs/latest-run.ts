import { EngineSlugParams, fail, LatestRunQuery, Run } from "@service/contract";
import { findLatestRuns, readRun } from "@service/domain/runs";
import { spendingEngine } from "../../http/admission.ts";
import { route } from "../../http/route.ts";
import { presentRunFor } from "./present-run-for.ts";

const noRun = "No completed or degraded run of this engine about the subject_key exists in the key's environment.";

export const latestRun = route({
  id: "runs.latest",
  method: "GET",
  path: "/api/v1/engines/{engine_slug}/runs/latest",
  summary: "Read the newest finished run of a subject",
  description:
    "The newest completed or degraded run about `subject_key` in the key's environment, as `GET /api/v1/runs/{run_id}` returns it. Set `engine_version` to restrict it to a release (`1.3`) or a major version (`1.x`).",
  admission: spendingEngine,
  params: EngineSlugParams,
  query: LatestRunQuery,
  responses: { 200: Run },
  errors: ["run_not_found", "load_run_failed", "engine_version_invalid_format"],
  async handle({ caller, viewer, engine, query, deps, reply }) {
    const found = await findLatestRuns(deps, caller, {
      engineId: engine.id,
      subjectKeys: [query.subject_key],
      pinText: query.engine_version,
      view: viewer,
    });
    const runId = found.get(query.subject_key);
    const row = runId === undefined ? null : await readRun(deps, caller, runId);
    if (!row) throw fail("run_not_found", { message: noRun });
    return reply(200, await presentRunFor(deps, viewer, row));
  },
});
