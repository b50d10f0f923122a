import { fail, ServiceError } from "@service/contract";
import { isUnavailable, statement, type StatementCall } from "@service/db";
import { isJsonArray, isJsonObject, parseJson, parseJsonObject, type Json, type JsonObject } from "@service/json";
import type { Deps } from "../../deps.ts";
import type { Caller } from "../../identity/access/index.ts";
import { auditInsert, auditValues, slugOf } from "../../identity/audit/index.ts";
import { hashOfRequest, replayOf } from "../../replays.ts";
import type { RunStatusRow } from "../runs/index.ts";
import type { NewAnnotation, NewOutcome } from "./read-event.ts";

export interface RecordedRow {
  readonly eventId: string;
  readonly recordedAt: Date;
  readonly isReplay: boolean;
}

type Who = { readonly caller: Caller; readonly principal: string | undefined; readonly run: RunStatusRow };

/** Audits kind and place of the record, not its content, which is stored and removed with the run. */
function auditOf(after: string): string {
  const of = { kind: "run", id: "o.run_id", organizationId: "o.organization_id" } as const;
  return auditInsert({ ...of, environment: slugOf("o.environment_id"), after, from: "recorded o" });
}

/**
 * Inserts the row or returns the existing one. The id is unique in the organization, so concurrent copies serialize on
 * the primary key and the second reads the first's row.
 */
const insertOutcome = statement(
  "run_outcomes_insert",
  `with recorded as (
     insert into run_outcomes (organization_id, event_id, environment_id, run_id, engine_id, event_type, occurred_at,
       target, payload, reason_text, request_hash, key_id, acting_principal)
     values (@organization_id, @event_id, @environment_id, @run_id, @engine_id, @event_type,
       coalesce(@occurred_at::timestamptz, now()), @target, @payload, @reason_text, @hash, @key_id, @acting_principal)
     on conflict do nothing returning *
   ), audited as (
     ${auditOf("jsonb_build_object('event_id', o.event_id, 'event_type', o.event_type)")}
   )
   select recorded_at as "recordedAt", request_hash as "requestHash", false as "isReplay" from recorded
   union all
   select recorded_at, request_hash, true from run_outcomes
   where organization_id = @organization_id and event_id = @event_id and not exists (select from recorded)`,
);

const insertAnnotation = statement(
  "run_annotations_insert",
  `with recorded as (
     insert into run_annotations (organization_id, event_id, environment_id, run_id, label, path, comment, request_hash,
       key_id, acting_principal)
     values (@organization_id, @event_id, @environment_id, @run_id, @label, @path, @comment, @hash, @key_id,
       @acting_principal)
     on conflict do nothing returning *
   ), audited as (
     ${auditOf("jsonb_build_object('event_id', o.event_id, 'label', o.label, 'path', o.path)")}
   )
   select recorded_at as "recordedAt", request_hash as "requestHash", false as "isReplay" from recorded
   union all
   select recorded_at, request_hash, true from run_annotations
   where organization_id = @organization_id and event_id = @event_id and not exists (select from recorded)`,
);

type Row = { readonly recordedAt: Date; readonly requestHash: Buffer; readonly isReplay: boolean };

/**
 * Records an outcome of a run (OUT-1).
 * @throws `invalid_payload` when the target is not in the run, `event_id_reused`, `outcome_write_failed`.
 */
export async function recordOutcome(deps: Pick<Deps, "db">, who: Who, outcome: NewOutcome): Promise<RecordedRow> {
  const { caller, principal, run } = who;
  if (outcome.target && !isInRun(run, outcome.target)) {
    throw fail("invalid_payload", { message: "The target is not in the run." });
  }
  const hash = hashOf(who, [
    outcome.eventType,
    outcome.occurredAt ?? null,
    outcome.target ?? null,
    outcome.payload ?? null,
    outcome.reasonText ?? null,
  ]);
  return record(
    deps,
    outcome.eventId,
    hash,
    insertOutcome({
      organizationId: caller.organizationId,
      eventId: outcome.eventId,
      environmentId: caller.environmentId,
      runId: run.id,
      engineId: run.engineId,
      eventType: outcome.eventType,
      occurredAt: outcome.occurredAt ?? null,
      target: outcome.target === undefined ? null : JSON.stringify(outcome.target),
      payload: outcome.payload === undefined ? null : JSON.stringify(outcome.payload),
      reasonText: outcome.reasonText ?? null,
      hash,
      keyId: caller.id,
      actingPrincipal: principal ?? null,
      ...auditValues(caller, "outcomes.record"),
    }),
  );
}

/** Records an annotation of a run's output (OUT-10). @throws `event_id_reused`, `outcome_write_failed`. */
export async function recordAnnotation(
  deps: Pick<Deps, "db">,
  who: Who,
  annotation: NewAnnotation,
): Promise<RecordedRow> {
  const { caller, principal, run } = who;
  if (annotation.path !== undefined && !resolves(run, annotation.path)) {
    throw fail("invalid_payload", { message: "The path is not in the run's output." });
  }
  const hash = hashOf(who, [annotation.label, annotation.path ?? null, annotation.comment ?? null]);
  return record(
    deps,
    annotation.eventId,
    hash,
    insertAnnotation({
      organizationId: caller.organizationId,
      eventId: annotation.eventId,
      environmentId: caller.environmentId,
      runId: run.id,
      label: annotation.label,
      path: annotation.path ?? null,
      comment: annotation.comment ?? null,
      hash,
      keyId: caller.id,
      actingPrincipal: principal ?? null,
      ...auditValues(caller, "outcomes.annotations.record"),
    }),
  );
}

/**
 * Hash that a repeat is compared by; includes the environment, so that an id from another sandbox is a reuse (OUT-4).
 */
function hashOf({ caller, run }: Who, content: Json): Buffer {
  return hashOfRequest([caller.environmentId, run.id, run.engineId, content]);
}

async function record(
  deps: Pick<Deps, "db">,
  eventId: string,
  hash: Buffer,
  insert: StatementCall<Row>,
): Promise<RecordedRow> {
  try {
    // A copy that committed during this statement is invisible to its snapshot: the next statement sees it.
    const row = (await deps.db.pool.query(insert)).rows[0] ?? (await deps.db.pool.query(insert)).rows[0];
    if (!row) throw new Error("neither inserted nor found");
    if (row.isReplay) replayOf(row, hash, () => fail("event_id_reused"));
    return { eventId, recordedAt: row.recordedAt, isReplay: row.isReplay };
  } catch (error) {
    if (error instanceof ServiceError || isUnavailable(error)) throw error;
    throw fail("outcome_write_failed", { cause: error });
  }
}

/** Whether a member with this name and value is anywhere in the run's output or solutions. */
function isInRun(run: RunStatusRow, target: JsonObject): boolean {
  const [kind = "", key] = Object.entries(target)[0] ?? [];
  const parts: Json[] = [run.output, run.solutions].flatMap((text): Json[] => (text === null ? [] : [parseJson(text)]));
  return parts.some((part) => contains(part, kind, key ?? null));
}

function contains(value: Json, name: string, wanted: Json): boolean {
  if (isJsonArray(value)) return value.some((item) => contains(item, name, wanted));
  if (!isJsonObject(value)) return false;
  return value[name] === wanted || Object.values(value).some((member) => contains(member, name, wanted));
}

function resolves(run: RunStatusRow, pointer: string): boolean {
  if (run.output === null) return false;
  let here: Json | undefined = parseJsonObject(run.output);
  for (const step of pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))) {
    if (isJsonArray(here)) here = /^(?:0|[1-9]\d*)$/.test(step) ? here[Number(step)] : undefined;
    else here = isJsonObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return here !== undefined;
}
