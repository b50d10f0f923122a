import type { ErrorCode, ErrorTemplate, RunStatus } from "@service/contract";
import { type SubmittedRun, waitForRun } from "@service/domain/runs";
import type { CallContext } from "@service/http";
import type { ApiDeps } from "../open-deps.ts";
import { waitMsOf } from "./wait-budget.ts";

/** Codes with which any submission of a run may be refused. */
export const submissionCodes = [
  "not_found",
  "book_connection_ambiguous",
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
  "run_cap_exceeded",
  "queue_unreachable",
  "create_run_failed",
  "submission_stamp_<reason>",
] as const satisfies readonly (ErrorCode | ErrorTemplate)[];

/** What a submission is answered with: under `Prefer: wait` the status after the wait. */
export async function acceptedRun(
  deps: ApiDeps,
  { runId, status }: SubmittedRun,
  { prefer, time }: { readonly prefer: string | undefined; readonly time: CallContext["time"] },
): Promise<{ readonly run_id: string; readonly status: RunStatus }> {
  const waitMs = waitMsOf(prefer, time);
  const final = waitMs > 0 ? await waitForRun(deps, runId, { waitMs, signal: time.signal }) : undefined;
  return { run_id: runId, status: final ?? status };
}
