import { randomUUID } from "node:crypto";
import { correctionEventId, fail, limits, runEventId, type RunStatus } from "@service/contract";
import { statement, type Transaction } from "@service/db";
import { compileSchema, parseJson, parseJsonObject, type Json, type JsonObject } from "@service/json";
import { type Actor, inScope, organizationIdOf, type ScopeOrEvery } from "../../identity/access/index.ts";
import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { compiledEngine, type ConfigurationDeps } from "../../engines/engines/index.ts";
import { announceRunEvents } from "../../events/events/index.ts";
import { releaseOfRun } from "./release-of-run.ts";

/** A correction as the operator enters it; `output` and `solutions` are JSON strings. */
export interface NewCorrection {
  readonly runId: string;
  readonly output: string;
  /** When left out, the corrected result has no solutions. */
  readonly solutions?: string | undefined;
  /** At most 1,000 characters; shown in defensibility packets. */
  readonly reason?: string | undefined;
  readonly createdBy: string;
}

export interface AttachedCorrection {
  readonly correctionId: string;
  readonly seq: number;
  /** Id of its `run.superseded` event; null when the engine's saved configuration disables the event. */
  readonly eventId: string | null;
  /** False in the per-run setup from the second correction on: the event exists and is not sent again. */
  readonly isNewEvent: boolean;
}

type CorrectableRun = {
  readonly status: RunStatus;
  readonly engineId: string;
  readonly engineVersion: string | null;
  readonly configHash: string | null;
};

const correctionsPerRunMax = 100;

/**
 * Attaches a corrected result to a completed or degraded run; the run itself does not change (COR-1).
 * @throws `run_not_found`, `run_not_finished`, `invalid_request`, `invalid_input` with the problems of the result,
 *   `request_bound_exceeded`.
 */
export async function attachCorrection(
  deps: Pick<Deps, "db" | "queue"> & ConfigurationDeps,
  actor: Actor,
  scope: ScopeOrEvery,
  correction: NewCorrection,
): Promise<AttachedCorrection> {
  const run = await findRun(deps, scope, correction.runId);
  const output = parsed(correction.output, "output");
  const solutions = correction.solutions === undefined ? undefined : parsed(correction.solutions, "solutions");
  await assertShape(deps, run, { output, ...(solutions === undefined ? {} : { solutions }) });
  const reason = readReason(correction.reason);
  const texts = {
    output: JSON.stringify(output),
    solutions: solutions === undefined ? null : JSON.stringify(solutions),
  };
  assertSize(texts);
  const attached = await deps.db.inTransaction((tx) => store(tx, actor, { ...correction, ...texts, reason }));
  if (attached.isNewEvent) await deps.queue.wake("webhooks");
  return attached;
}

const readRun = statement(
  "run_corrections_read_run",
  `select status, engine_id as "engineId", engine_version as "engineVersion", config_hash as "configHash"
   from runs where id = @run_id and ${inScope("organization_id")}`,
);

async function findRun(deps: Pick<Deps, "db">, scope: ScopeOrEvery, runId: string): Promise<CorrectableRun> {
  const { rows } = await deps.db.pool.query(readRun({ runId, organizationId: organizationIdOf(scope) }));
  const [run] = rows;
  if (!run) throw fail("run_not_found");
  switch (run.status) {
    case "completed":
    case "degraded":
      return run;
    case "queued":
    case "processing":
      throw fail("run_not_finished");
    case "failed":
    case "cancelled":
      throw fail("invalid_request", { message: `The run is ${run.status} and has no result to correct.` });
  }
}

function parsed(text: string, name: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    throw fail("invalid_request", { message: `The corrected ${name} is not JSON.`, cause: error });
  }
}

/** Checks each given part against the schema of the run's release; solutions may be left out (COR-2). */
async function assertShape(
  deps: Pick<Deps, "db"> & ConfigurationDeps,
  run: CorrectableRun,
  result: JsonObject,
): Promise<void> {
  const schema = await responseSchemaOf(deps, run);
  const issues = compileSchema({ ...schema, required: Object.keys(result) })(result);
  if (issues.length > 0) {
    throw fail("invalid_input", {
      message: "The corrected result does not have the shape that its release promises.",
      details: issues,
    });
  }
}

async function responseSchemaOf(deps: Pick<Deps, "db"> & ConfigurationDeps, run: CorrectableRun): Promise<JsonObject> {
  const release = await releaseOfRun(deps, run);
  if (release) return parseJsonObject(release.responseSchema);
  if (run.configHash === null) throw fail("invalid_request", { message: "The run names no configuration." });
  return (await compiledEngine(deps, run.configHash)).responseSchema;
}

function readReason(reason = ""): string {
  if ([...reason].length > limits.outcomeReasonCharsMax) throw fail("reason_text_too_long");
  if (reason.includes("\u0000") || !reason.isWellFormed()) {
    throw fail("invalid_request", { message: "The reason is not text." });
  }
  return reason;
}

function assertSize({ output, solutions }: { readonly output: string; readonly solutions: string | null }): void {
  const measured = Buffer.byteLength(output) + Buffer.byteLength(solutions ?? "");
  if (measured <= limits.runOutputBytes) return;
  throw fail("request_bound_exceeded", {
    status: 413,
    message: "The corrected result is larger than a run's result may be.",
    details: { bound: "total_bytes", path: "$", limit: limits.runOutputBytes, measured },
  });
}

const insertCorrection = statement(
  "run_corrections_insert",
  `
  with c as (
    insert into run_corrections (id, run_id, seq, output, solutions, reason, created_by)
    select @correction_id, @run_id, coalesce(max(seq), 0) + 1, @output, @solutions, @reason, @created_by
      from run_corrections where run_id = @run_id
    returning *
  ), audited as (
    ${auditInsert({
      kind: "run",
      id: "r.id",
      organizationId: "r.organization_id",
      environment: "r.environment_slug",
      after: "jsonb_build_object('correction_id', c.id, 'seq', c.seq, 'reason', c.reason)",
      from: "c join runs r on r.id = c.run_id",
    })}
  )
  select seq from c`,
);

const lockRun = statement(
  "run_corrections_lock_run",
  `select coalesce((select e.notify_on_supersede from engines e where e.id = r.engine_id), false) as "isNotified",
     (select o.delivery_setup from organizations o where o.id = r.organization_id) as setup
   from runs r where r.id = $1 for no key update of r`,
);

const announceSuperseded = statement(
  "run_corrections_announce",
  `with ${announceRunEvents(
    `select $1::uuid, 'run.superseded'::webhook_event_type, r.organization_id, r.environment_id, r.id, $2::uuid,
        $3::delivery_setup
      from runs r where r.id = $4`,
    "id, type, organization_id, environment_id, run_id, correction_id, setup",
  )}
    select from announced`,
);

/**
 * Writes correction and event in one commit. The run's row is locked against concurrent corrections (not against reads,
 * deliveries or foreign keys), so `seq` has no gaps; settings are read in the same transaction (COR-4).
 */
async function store(
  tx: Transaction,
  actor: Actor,
  correction: {
    readonly runId: string;
    readonly output: string;
    readonly solutions: string | null;
    readonly reason: string;
    readonly createdBy: string;
  },
): Promise<AttachedCorrection> {
  const { runId, output, solutions, reason, createdBy } = correction;
  const { rows: locked } = await tx.query(lockRun([runId]));
  const [run] = locked;
  if (!run) throw fail("run_not_found");
  const correctionId = randomUUID();
  const { rows } = await tx.query(
    insertCorrection({
      correctionId,
      runId,
      output,
      solutions,
      reason,
      createdBy,
      ...auditValues(actor, "corrections.attach"),
    }),
  );
  const seq = rows[0]?.seq ?? 0;
  if (seq > correctionsPerRunMax) {
    throw fail("invalid_request", { message: `A run has at most ${correctionsPerRunMax} corrections.` });
  }
  if (!run.isNotified) return { correctionId, seq, eventId: null, isNewEvent: false };
  const eventId =
    run.setup === "per_correction"
      ? correctionEventId(correctionId)
      : runEventId("run.superseded", runId.toLowerCase());
  const { rowCount } = await tx.query(announceSuperseded([eventId, correctionId, run.setup, runId]));
  return { correctionId, seq, eventId, isNewEvent: rowCount === 1 };
}
