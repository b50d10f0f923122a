import { EngineSlugParams, limits, RunAccepted, RunSubmission, RunSubmissionHeaders } from "@service/contract";
import { checkRunBounds, refusalOfUnparsed, submitRun as submit } from "@service/domain/runs";
import { spendingCachedEngine } from "../../http/admission.ts";
import { route } from "../../http/route.ts";
import { acceptedRun, submissionCodes } from "../../http/run-submissions.ts";

export const submitRun = route({
  id: "runs.submit",
  method: "POST",
  path: "/api/v1/engines/{engine_slug}/runs",
  summary: "Submit a run to an engine",
  description:
    "A worker processes accepted runs: poll the run, wait with `Prefer: wait=N`, or receive webhooks. Send an `Idempotency-Key` to retry safely: a repeat returns the original run and its current status. An input with `records_ref` reads the broker's records: the key needs `records:read` (an organization key must be of `live`), and under posture shadow or lit the acting headers must name a person with a seat. A `source_blob_ref` of a document of the catalog (`catalog:documents:read`) or of an attachment (`conversations:use`) is read as the person of the request sees it; one behind which that person may read nothing is `400 invalid_input` at its field.",
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
    ...submissionCodes,
    "missing_input",
    "invalid_offerings",
    "request_bound_exceeded",
    "acting_principal_mismatch",
    "run_requires_acting_principal",
    "invalid_test_scenario",
    "test_scenario_sandbox_only",
    "test_scenario_forbidden",
    "test_scenario_exact_version_required",
    "test_scenario_version_not_supported",
    "scoped_key_required",
    "identity_unmapped",
    "lens_target_unknown",
  ],
  async handle({ caller, engine, viewer, headers, body, deps, time, principal, traceId, traceParent, reply }) {
    const run = await submit(deps, {
      caller,
      engine,
      input: body.input,
      offerings: body.offerings,
      pinText: body.engine_version,
      testScenario: body.test_scenario,
      submittedBy: body.submitted_by,
      idempotencyKey: headers["idempotency-key"],
      principal,
      bookView: viewer.bookView,
      person: viewer.person,
      traceId,
      traceParent,
    });
    return reply(202, await acceptedRun(deps, run, { prefer: headers.prefer, time }));
  },
});
