import { EngineSlugParams, limits, RunAccepted, RunSubmission, RunSubmissionHeaders } from "@service/contract";
import { checkRunBounds, refusalOfUnparsed, submitRun as submit, waitForRun } from "@service/domain/runs";
import { spendingCachedEngine } from "../../http/admission.ts";
import { route } from "../../http/route.ts";
import { waitMsOf } from "../../http/wait-budget.ts";

export const submitRun = route({
  id: "runs.submit",
  method: "POST",
  path: "/api/v1/engines/{engine_slug}/runs",
  summary: "Submit a run to an engine",
  description:
    "A worker processes accepted runs: poll the run, wait with `Prefer: wait=N`, or receive webhooks. Send an `Idempotency-Key` to retry safely: a repeat returns the original run and its current status. An input with `records_ref` reads the broker's records: the key needs `records:read` (an organization key must be of `live`), and under posture shadow or lit the acting headers must name a person with a seat.",
  admission: spendingCachedEngine,
  params: EngineSlugParams,
  headers: RunSubmissionHeaders,
  body: {
    schema: RunSubmission,
    limitBytes: limits.runSubmissionBodyBytes,
    tooLarge: "request_bound_exceeded",
    before: checkRunBounds,
    refuseCostly: refusalOfUnparsed,
  },
  responses: { 202: RunAccepted },
  errors: [
    "engine_archived",
    "missing_input",
    "invalid_input",
    "invalid_offerings",
    "invalid_idempotency_key",
    "idempotency_key_reused",
    "request_bound_exceeded",
    "acting_principal_mismatch",
    "run_requires_acting_principal",
    "engine_version_required",
    "engine_version_exact_required",
    "engine_version_invalid_format",
    "engine_version_not_found",
    "engine_version_draft_requires_sandbox_key",
    "engine_version_none_released",
    "engine_release_unservable",
    "engine_config_hash_inconsistent",
    "engine_config_hash_unavailable",
    "invalid_test_scenario",
    "test_scenario_sandbox_only",
    "test_scenario_forbidden",
    "test_scenario_exact_version_required",
    "test_scenario_version_not_supported",
    "scoped_key_required",
    "identity_unmapped",
    "lens_target_unknown",
    "not_found",
    "book_connection_ambiguous",
    "run_cap_exceeded",
    "queue_unreachable",
    "create_run_failed",
    "submission_stamp_<reason>",
  ],
  async handle({ caller, engine, reader, headers, body, deps, time, principal, traceId, traceParent, reply }) {
    const { runId, status } = await submit(deps, {
      caller,
      engine,
      input: body.input,
      offerings: body.offerings,
      pinText: body.engine_version,
      testScenario: body.test_scenario,
      submittedBy: body.submitted_by,
      idempotencyKey: headers["idempotency-key"],
      principal,
      bookReader: reader.bookReader,
      traceId,
      traceParent,
    });
    const waitMs = waitMsOf(headers.prefer, time);
    const final = waitMs > 0 ? await waitForRun(deps, runId, { waitMs, signal: time.signal }) : undefined;
    return reply(202, { run_id: runId, status: final ?? status });
  },
});
