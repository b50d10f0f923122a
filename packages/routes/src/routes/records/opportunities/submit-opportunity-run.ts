import { limits, OpportunityRunRequest, RunAccepted, RunSubmissionHeaders } from "@service/contract";
import { findOpportunityEngine } from "@service/domain/opportunities";
import { submitRun } from "@service/domain/runs";
import type { Json, JsonObject } from "@service/json";
import type * as z from "zod";
import { route } from "../../../http/route.ts";
import { acceptedRun, submissionCodes } from "../../../http/run-submissions.ts";
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
    ...submissionCodes,
    "engine_not_found",
    "engine_binding_forbidden",
    "invalid_request",
    "opportunity_run_in_progress",
  ],
  async handle({ deps, caller, viewer, params, headers, body, principal, time, traceId, traceParent, reply }) {
    const engine = await findOpportunityEngine(deps, caller, params.engine_id);
    const run = await submitRun(deps, {
      caller,
      engine,
      input: inputOf(body),
      offerings: undefined,
      pinText: body.engine_version,
      testScenario: undefined,
      submittedBy: undefined,
      idempotencyKey: headers["idempotency-key"],
      principal,
      bookView: () => Promise.resolve(viewer),
      isOpportunityRun: true,
      traceId,
      traceParent,
    });
    return reply(202, await acceptedRun(deps, run, { prefer: headers.prefer, time }));
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
