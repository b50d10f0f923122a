import type { RunStatus } from "@service/contract";
import type { Database } from "@service/db";
import type { JsonObject } from "@service/json";
import { randomUUID } from "node:crypto";
import type { EngineForCall } from "../engines/engines/index.ts";
import type { Submission } from "../runs/runs/index.ts";

/** A run as a test wants it; what is left out is that of a completed one of release 1.0. */
export interface TestRun {
  readonly id?: string;
  readonly organizationId: string;
  /** Left out: `live` of the organization. */
  readonly environmentSlug?: string;
  /** Left out: an engine without a row. */
  readonly engine?: Partial<Pick<EngineForCall, "id" | "slug" | "engineType" | "draftConfigHash">>;
  readonly status?: RunStatus;
  readonly error?: string;
  readonly input?: JsonObject;
  /** Left out: empty where the status has an output. */
  readonly output?: JsonObject;
  readonly subjectKey?: string | undefined;
}

/**
 * Writes the rows of a run as a request or a worker leaves them, without its event, for tests that are about what others do
 * with runs. @returns its id.
 */
export async function insertRun({ pool }: Pick<Database, "pool">, run: TestRun): Promise<string> {
  const { id = randomUUID(), status = "completed", engine = {} } = run;
  const isWaiting = status === "queued";
  const isFinal = !isWaiting && status !== "processing";
  const hasOutput = status === "completed" || status === "degraded";
  const { rowCount } = await pool.query(
    `with run as (
       insert into runs (id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type,
         submitter, key_id, request_hash, fair_rank, status, attempt, error, subject_key, engine_version, config_hash,
         started_at, completed_at)
       select $1, e.organization_id, e.id, e.slug, $4, $5, $6, 'key', 'key', '\\x00', 0, $7::run_status, $8::int, $9, $10,
         case when $8 > 0 then '1.0' end, case when $8 > 0 then $14 end, case when $8 > 0 then now() end,
         case when $11 then now() end
       from environments e where e.organization_id = $2 and e.slug = $3
       returning id
     )
     insert into run_payloads (run_id, input, output) select id, $12, $13 from run`,
    [
      id,
      run.organizationId,
      run.environmentSlug ?? "live",
      engine.id ?? randomUUID(),
      engine.slug ?? "quotes",
      engine.engineType ?? "comparison",
      status,
      isWaiting ? 0 : 1,
      status === "failed" ? (run.error ?? "It failed.") : null,
      run.subjectKey ?? null,
      isFinal,
      JSON.stringify(run.input ?? {}),
      hasOutput ? JSON.stringify(run.output ?? {}) : null,
      engine.draftConfigHash ?? "h",
    ],
  );
  if (rowCount !== 1) throw new Error("the organization has no such environment");
  return id;
}

/** A submission with an input and nothing more. */
export function submissionOf(
  caller: Submission["caller"],
  engine: EngineForCall,
  input: Submission["input"],
  changes: Partial<Submission> = {},
): Submission {
  return {
    caller,
    engine,
    input,
    offerings: undefined,
    pinText: undefined,
    testScenario: undefined,
    submittedBy: undefined,
    idempotencyKey: undefined,
    principal: undefined,
    traceId: undefined,
    traceParent: undefined,
    ...changes,
  };
}
