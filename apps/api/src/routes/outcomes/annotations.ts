import { AnnotationList, AnnotationRequest, limits, RecordedEvent, RunParams } from "@service/contract";
import {
  listAnnotations as list,
  presentAnnotation,
  readAnnotation,
  recordAnnotation as record,
} from "@service/domain/outcomes";
import { route } from "../../http/route.ts";
import { copiesOfRun, runOfCaller } from "./run-of-caller.ts";

export const recordAnnotation = route({
  id: "outcomes.annotations.record",
  method: "POST",
  path: "/api/v1/runs/{run_id}/annotations",
  summary: "Record a judgement of a run's output",
  description:
    "Append-only. Repeat it safely with the same `event_id`: the first record comes back with `replay: true`.",
  params: RunParams,
  body: { schema: AnnotationRequest, limitBytes: limits.outcomeBodyBytes },
  responses: { 200: RecordedEvent },
  errors: [
    "run_not_found",
    "load_run_failed",
    "missing_event_id",
    "invalid_event_id",
    "invalid_payload",
    "reason_text_too_long",
    "event_id_reused",
    "outcome_write_failed",
  ],
  async handle({ caller, reader, deps, params, body, principal, reply }) {
    const run = await runOfCaller(deps, { caller, reader, action: "outcomes.annotations.record" }, params.run_id);
    const { eventId, recordedAt, isReplay } = await record(deps, { caller, principal, run }, readAnnotation(body));
    return reply(200, { event_id: eventId, recorded_at: recordedAt.toISOString(), replay: isReplay });
  },
});

export const listAnnotations = route({
  id: "outcomes.annotations.list",
  method: "GET",
  path: "/api/v1/runs/{run_id}/annotations",
  summary: "List the annotations of a run",
  description: "Oldest first.",
  params: RunParams,
  responses: { 200: AnnotationList },
  errors: ["run_not_found", "load_run_failed"],
  async handle({ caller, reader, deps, params, reply }) {
    const run = await runOfCaller(deps, { caller, reader, action: "outcomes.annotations.list" }, params.run_id);
    const rows = await list(deps, caller, run.id);
    const records = await copiesOfRun(deps, reader, run);
    return reply(200, { annotations: rows.map((row) => presentAnnotation(row, records)) });
  },
});
