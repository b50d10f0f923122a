import { EngineSlugParams, LatestBatch, LatestBatchRequest, limits } from "@service/contract";
import { findLatestRuns, readRun, type RunReadRow } from "@service/domain/runs";
import type { Deps } from "@service/domain";
import type { OrganizationSettings } from "@service/domain/keys";
import type * as z from "zod";
import { route } from "../../http/route.ts";
import { presentRunFor } from "./present-run-for.ts";

type Result = z.input<typeof LatestBatch>["results"][number];

export const latestBatch = route({
  id: "runs.latest.batch",
  method: "POST",
  path: "/api/v1/engines/{engine_slug}/runs/latest/batch",
  summary: "Read the newest finished runs of up to 100 subjects",
  description: "Results come in the order of the request; a subject may be named twice.",
  access: { key: "any", capabilities: ["runs:read"], engine: "slug" },
  budget: "engine",
  params: EngineSlugParams,
  body: { schema: LatestBatchRequest, limitBytes: limits.batchBodyBytes },
  responses: { 200: LatestBatch },
  errors: ["invalid_batch_size", "load_run_failed", "engine_version_invalid_format"],
  async handle({ caller, engine, body, deps, reply }) {
    const { organizationId, environmentId, organization } = caller;
    const subjectKeys = body.subjects.map((subject) => subject.subject_key);
    const found = await findLatestRuns(deps, {
      engineId: engine.id,
      environmentId,
      subjectKeys,
      pinText: body.engine_version,
    });
    const rows = new Map<string, RunReadRow>();
    await Promise.all(
      [...found].map(async ([subjectKey, runId]) => {
        const row = await readRun(deps, { runId, organizationId, environmentId });
        if (row) rows.set(subjectKey, row);
      }),
    );
    const results: Result[] = [];
    for (const subjectKey of subjectKeys) {
      const row = rows.get(subjectKey);
      if (!row) results.push({ subject_key: subjectKey, found: false });
      else {
        const run = await summaryOf(deps, organization, row, body.include_output === true);
        results.push({ subject_key: subjectKey, found: true, run });
      }
    }
    return reply(200, { results });
  },
});

async function summaryOf(
  deps: Deps,
  organization: OrganizationSettings,
  row: RunReadRow,
  includesOutput: boolean,
): Promise<NonNullable<Result["run"]>> {
  const run = await presentRunFor(deps, organization, row);
  const headline = run.output?.["headline"];
  return {
    run_id: run.run_id,
    status: run.status,
    created_at: run.created_at,
    ...(run.completed_at === undefined ? {} : { completed_at: run.completed_at }),
    ...(run.engine_version === undefined ? {} : { engine_version: run.engine_version }),
    stale: run.stale,
    ...(typeof headline === "string" ? { headline } : {}),
    ...(includesOutput && run.output !== undefined ? { output: run.output } : {}),
  };
}
