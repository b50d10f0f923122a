import { limits, OutcomeList, OutcomeRequest, RecordedEvent, RunParams } from "@service/contract";
import { listOutcomes as list, presentOutcome, readOutcome, recordOutcome as record } from "@service/domain/outcomes";
import { route } from "../../http/route.ts";
import { copiesOfRun, runOfCaller } from "./run-of-caller.ts";

export const recordOutcome = route({
  id: "outcomes.record",
  method: "POST",
  path: "/api/v1/runs/{run_id}/outcomes",
  summary: "Record what became of a run's recommendation",
  description:
    "Append-only. Repeat it safely with the same `event_id`: the first record comes back with `replay: true`.",
  params: RunParams,
  body: { schema: OutcomeRequest, limitBytes: limits.outcomeBodyBytes },
  responses: { 200: RecordedEvent },
  errors: [
    "run_not_found",
    "load_run_failed",
    "missing_event_id",
    "invalid_event_id",
    "invalid_event_type",
    "invalid_payload",
    "reason_text_too_long",
    "event_id_reused",
    "outcome_write_failed",
  ],
  async handle({ caller, reader, deps, params, body, principal, reply }) {
    const run = await runOfCaller(deps, { caller, reader, action: "outcomes.record" }, params.run_id);
    const { eventId, recordedAt, isReplay } = await record(deps, { caller, principal, run }, readOutcome(body));
    return reply(200, { event_id: eventId, recorded_at: recordedAt.toISOString(), replay: isReplay });
  },
});

export const listOutcomes = route({
  id: "outcomes.list",
  method: "GET",
  path: "/api/v1/runs/{run_id}/outcomes",
  summary: "List the outcomes of a run",
  description: "Oldest first.",
  params: RunParams,
  responses: { 200: OutcomeList },
  errors: ["run_not_found", "load_run_failed"],
  async handle({ caller, reader, deps, params, reply }) {
    const run = await runOfCaller(deps, { caller, reader, action: "outcomes.list" }, params.run_id);
    const rows = await list(deps, caller, run.id);
    const records = await copiesOfRun(deps, reader, run);
    return reply(200, { outcomes: rows.map((row) => presentOutcome(row, records)) });
  },
});
