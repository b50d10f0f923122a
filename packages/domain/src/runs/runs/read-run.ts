import { fail } from "@service/contract";
import { hotStatement, isUnavailable, type Database, type Pool, type Transaction, statement } from "@service/db";
import { createBatcher, OverloadedError, type Batcher } from "@service/runtime";
import type { EnvironmentScope, RunResource } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { headColumns, headJoins } from "../../book/run-records/index.ts";
import { runStatusColumns, type RunReadRow, type RunStatusRow } from "./run.ts";

type RunKey = EnvironmentScope & { readonly runId: string };

/** The tenant is part of the query: a run of another organization or environment is not found (RUN-84). */
const readRuns = hotStatement(
  "runs_read",
  `select ${runStatusColumns}, r.organization_id as "organizationId", r.environment_id as "environmentId",
     r.output_phase as "outputPhase", r.completed_deterministic_at as "completedDeterministicAt",
     coalesce((select e.expose_warnings from engines e where e.id = r.engine_id), false) as "exposeWarnings",
     case when r.completed_at is not null then p.warnings end as warnings,
     case when r.status in ('completed', 'degraded') then p.work_items end as "workItems", p.input,
     p.erased_parts as "erasedParts",
     ${headColumns}
   from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as asked (id, organization_id, environment_id)
   join runs r on r.id = asked.id and r.organization_id = asked.organization_id
     and r.environment_id = asked.environment_id
   join run_payloads p on p.run_id = r.id
   ${headJoins}`,
);

export type RunLoader = Batcher<RunKey, RunReadRow | null>;

/** Batches over concurrent reads. */
export function createRunLoader(db: Database): RunLoader {
  return createBatcher({
    name: "run reads",
    // Small batches: rows carry whole inputs and outputs.
    maxBatch: 16,
    maxInFlight: 4,
    maxWaiting: 2_000,
    run: (batch) => readRows(db, batch),
  });
}

/**
 * One run with everything a read shows; null when the organization and environment have no such run. `exposeWarnings`
 * comes from the engine's draft as saved now.
 * @throws `load_run_failed`.
 */
export async function readRun(
  deps: { readonly runs: { readonly read: RunLoader } },
  scope: EnvironmentScope,
  runId: string,
): Promise<RunReadRow | null> {
  try {
    const { organizationId, environmentId } = scope;
    return await deps.runs.read({ organizationId, environmentId, runId: runId.toLowerCase() });
  } catch (error) {
    if (error instanceof OverloadedError || isUnavailable(error)) throw error;
    throw fail("load_run_failed", { cause: error });
  }
}

/**
 * The same for several runs, in a separate statement: the caller bounds their total size.
 * @throws `load_run_failed`.
 */
export async function readRunsTogether(
  deps: Pick<Deps, "db">,
  { organizationId, environmentId }: EnvironmentScope,
  runIds: readonly string[],
): Promise<(RunReadRow | null)[]> {
  try {
    return await readRows(
      deps.db,
      runIds.map((runId) => ({ runId, organizationId, environmentId })),
    );
  } catch (error) {
    if (isUnavailable(error)) throw error;
    throw fail("load_run_failed", { cause: error });
  }
}

async function readRows(db: Database, runs: readonly RunKey[]): Promise<(RunReadRow | null)[]> {
  const { rows } = await db.hot.query(
    readRuns([
      runs.map((one) => one.runId),
      runs.map((one) => one.organizationId),
      runs.map((one) => one.environmentId),
    ]),
  );
  const found = new Map(rows.map((row) => [`${row.id} ${row.organizationId} ${row.environmentId}`, row]));
  return runs.map((one) => found.get(keyOf(one)) ?? null);
}

const readEngineId = statement(
  "runs_read_engine",
  `select engine_id as "engineId" from runs where id = $1 and organization_id = $2 and environment_id = $3`,
);

/** The engine of a run of this tenant, to check the binding of scoped keys; null when there is no such run. */
export async function findEngineOfRun(
  deps: Pick<Deps, "db">,
  { organizationId, environmentId }: EnvironmentScope,
  runId: string,
): Promise<RunResource | null> {
  const { rows } = await deps.db.pool.query(readEngineId([runId, organizationId, environmentId]));
  return rows[0] ?? null;
}

function keyOf({ runId, organizationId, environmentId }: RunKey): string {
  return `${runId} ${organizationId} ${environmentId}`;
}

/** Not a named statement: a transaction's connection would keep a plan made while the table was small. */
const readForEvents = statement(
  "runs_read_for_events",
  `
  select ${runStatusColumns}
   from runs r join run_payloads p on p.run_id = r.id
   where r.id = any($1::uuid[])`,
);

/**
 * Runs as their webhook bodies show them, by id. Not scoped to a tenant: never pass ids from a request.
 *
 * @param on the caller's transaction if there is one: taking a second connection while holding one can exhaust the
 *   pool.
 */
export async function loadRunsForEvents(
  on: Transaction | Pool,
  runIds: readonly string[],
): Promise<Map<string, RunStatusRow>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await on.query(readForEvents([runIds]));
  return new Map(rows.map((row) => [row.id, row]));
}
