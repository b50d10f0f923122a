import { limits, OpportunityRunRequest, RunAccepted, RunSubmissionHeaders } from "@service/contract";
import { findOpportunityEngine } from "@service/domain/opportunities";
import { submitRun, waitForRun } from "@service/domain/runs";
import type { Json, JsonObject } from "@service/json";
import type * as z from "zod";
import { route } from "../../../http/route.ts";
import { waitMsOf } from "../../../http/wait-budget.ts";
import { EngineIdParams } from "./opportunity-answer.ts";

/** Rows that one run may list: as many as the engine type takes. */
const resultsMax = 2_000;

export const submitOpportunityRun = route({
  id: "opportunities.runs.submit",
  method: "POST",
  path: "/api/v1/engines/{engine_id}/opportunities/runs",
  summary: "Look for opportunities",
  description:
    "Submits a run over the broker's book, as far as the acting person sees it; its result becomes the engine's opportunities within two seconds of its end. One run may be unfinished for an engine, connection and part of the book. A book of more than 25,000 accounts is asked in parts.",
  params: EngineIdParams,
  headers: RunSubmissionHeaders,
  body: { schema: OpportunityRunRequest, limitBytes: limits.jsonBodyBytes },
  responses: { 202: RunAccepted },
  errors: [
    "engine_not_found",
    "engine_binding_forbidden",
    "invalid_request",
    "engine_archived",
    "invalid_input",
    "invalid_idempotency_key",
    "idempotency_key_reused",
    "engine_version_required",
    "engine_version_exact_required",
    "engine_version_invalid_format",
    "engine_version_not_found",
    "engine_version_draft_requires_sandbox_key",
    "engine_version_none_released",
    "engine_release_unservable",
    "engine_config_hash_inconsistent",
    "engine_config_hash_unavailable",
    "not_found",
    "book_connection_ambiguous",
    "opportunity_run_in_progress",
    "run_cap_exceeded",
    "queue_unreachable",
    "create_run_failed",
    "submission_stamp_<reason>",
  ],
  async handle({ deps, caller, reader, params, headers, body, principal, time, traceId, traceParent, reply }) {
    const engine = await findOpportunityEngine(deps, caller, params.engine_id);
    const { runId, status } = await submitRun(deps, {
      caller,
      engine,
      input: inputOf(body),
      offerings: undefined,
      pinText: body.engine_version,
      testScenario: undefined,
      submittedBy: undefined,
      idempotencyKey: headers["idempotency-key"],
      principal,
      bookReader: () => Promise.resolve(reader),
      isOpportunityRun: true,
      traceId,
      traceParent,
    });
    const waitMs = waitMsOf(headers.prefer, time);
    const final = waitMs > 0 ? await waitForRun(deps, runId, { waitMs, signal: time.signal }) : undefined;
    return reply(202, { run_id: runId, status: final ?? status });
  },
});

/** The input of the engine type: what is left out of the request is left out here, so that equal requests are equal. */
function inputOf(request: z.output<typeof OpportunityRunRequest>): JsonObject {
  const { connection_id, client_keys, filter, partition, kinds, horizon_days } = request;
  return {
    records_ref: given({ connection_id, client_keys, filter: filter && given(filter), partition }),
    ...given({ kinds, horizon_days }),
    max_results: resultsMax,
  };
}

function given(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const kept: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) kept[name] = value;
  return kept;
}
