import {
  AnnotationList,
  AnnotationRequest,
  limits,
  OutcomeList,
  OutcomeRequest,
  RecordedEvent,
  RunParams,
} from "@service/contract";
import {
  listAnnotations,
  listOutcomes,
  presentAnnotation,
  presentOutcome,
  readAnnotation,
  readOutcome,
  recordAnnotation,
  recordOutcome,
  type RecordedRow,
} from "@service/domain/outcomes";
import { route } from "../../http/route.ts";
import { copiesOfRun, runOfCaller } from "./run-of-caller.ts";

/** Outcomes and annotations on a run (OUT-1, OUT-10). */

const path = "/api/v1/runs/{run_id}";
const codes = ["run_not_found", "load_run_failed"] as const;
const codesOfRecords = [
  ...codes,
  "missing_event_id",
  "invalid_event_id",
  "invalid_payload",
  "reason_text_too_long",
  "event_id_reused",
  "outcome_write_failed",
] as const;
const recorded = {
  method: "POST",
  description:
    "Append-only. Repeat it safely with the same `event_id`: the first record comes back with `replay: true`.",
  params: RunParams,
  responses: { 200: RecordedEvent },
} as const;
const listed = { method: "GET", description: "Oldest first.", params: RunParams, errors: codes } as const;

function bodyOf({ eventId, recordedAt, isReplay }: RecordedRow) {
  return { event_id: eventId, recorded_at: recordedAt.toISOString(), replay: isReplay };
}

export const outcomesRoutes = [
  route({
    ...recorded,
    id: "outcomes.record",
    path: `${path}/outcomes`,
    summary: "Record what became of a run's recommendation",
    body: { schema: OutcomeRequest, limitBytes: limits.outcomeBodyBytes },
    errors: [...codesOfRecords, "invalid_event_type"],
    async handle({ caller, viewer, deps, params, body, principal, reply }) {
      const run = await runOfCaller(deps, { caller, viewer, action: "outcomes.record" }, params.run_id);
      return reply(200, bodyOf(await recordOutcome(deps, { caller, principal, run }, readOutcome(body))));
    },
  }),
  route({
    ...listed,
    id: "outcomes.list",
    path: `${path}/outcomes`,
    summary: "List the outcomes of a run",
    responses: { 200: OutcomeList },
    async handle({ caller, viewer, deps, params, reply }) {
      const run = await runOfCaller(deps, { caller, viewer, action: "outcomes.list" }, params.run_id);
      const rows = await listOutcomes(deps, caller, run.id);
      const records = await copiesOfRun(deps, viewer, run);
      return reply(200, { outcomes: rows.map((row) => presentOutcome(row, records)) });
    },
  }),
  route({
    ...recorded,
    id: "outcomes.annotations.record",
    path: `${path}/annotations`,
    summary: "Record a judgement of a run's output",
    body: { schema: AnnotationRequest, limitBytes: limits.outcomeBodyBytes },
    errors: codesOfRecords,
    async handle({ caller, viewer, deps, params, body, principal, reply }) {
      const run = await runOfCaller(deps, { caller, viewer, action: "outcomes.annotations.record" }, params.run_id);
      return reply(200, bodyOf(await recordAnnotation(deps, { caller, principal, run }, readAnnotation(body))));
    },
  }),
  route({
    ...listed,
    id: "outcomes.annotations.list",
    path: `${path}/annotations`,
    summary: "List the annotations of a run",
    responses: { 200: AnnotationList },
    async handle({ caller, viewer, deps, params, reply }) {
      const run = await runOfCaller(deps, { caller, viewer, action: "outcomes.annotations.list" }, params.run_id);
      const rows = await listAnnotations(deps, caller, run.id);
      const records = await copiesOfRun(deps, viewer, run);
      return reply(200, { annotations: rows.map((row) => presentAnnotation(row, records)) });
    },
  }),
];
