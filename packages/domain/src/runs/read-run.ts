import { fail } from "@service/contract";
import { hotStatement, isUnavailable, type Database } from "@service/db";
import { coalesce, OverloadedError, type Coalesced } from "@service/runtime";
import type { Deps } from "../deps.ts";
import { runStatusColumns, type RunReadRow, type RunStatusRow } from "./run.ts";

type Asked = { readonly runId: string; readonly organizationId: string; readonly environmentId: string };

/** The tenant is part of the query: a run of another organization or environment is not found (section 7.2). */
const readRuns = hotStatement(
  "runs_read",
  `select ${runStatusColumns}, r.organization_id as "organizationId", r.environment_id as "environmentId",
     r.output_phase as "outputPhase", r.completed_deterministic_at as "completedDeterministicAt",
     coalesce((select e.expose_warnings from engines e where e.id = r.engine_id), false) as "exposeWarnings",
     case when r.completed_at is not null then p.warnings end as warnings,
     case when r.status in ('completed', 'degraded') then p.work_items end as "workItems", p.input
   from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as asked (id, organization_id, environment_id)
   join runs r on r.id = asked.id and r.organization_id = asked.organization_id
     and r.environment_id = asked.environment_id
   join run_payloads p on p.run_id = r.id`,
);

const readers = new WeakMap<Database, Coalesced<Asked, RunReadRow | null>>();

/**
 * One run with all that a read shows, in one statement that concurrent reads share; null when the organization and
 * environment have no such run. Warnings come with `exposeWarnings` of the engine's draft as it is saved now.
 * @throws `load_run_failed`.
 */
export async function readRun(deps: Deps, asked: Asked): Promise<RunReadRow | null> {
  let read = readers.get(deps.db);
  if (!read) {
    const { db } = deps;
    read = coalesce({
      name: "run reads",
      // Rows carry whole inputs and outputs, so few share a statement.
      maxBatch: 16,
      maxInFlight: 4,
      maxWaiting: 2_000,
      retryItemByItem: (error) => !isUnavailable(error),
      async run(batch) {
        const { rows } = await db.hot.query<RunReadRow>(
          readRuns([
            batch.map((one) => one.runId),
            batch.map((one) => one.organizationId),
            batch.map((one) => one.environmentId),
          ]),
        );
        const found = new Map(rows.map((row) => [`${row.id} ${row.organizationId} ${row.environmentId}`, row]));
        return batch.map((one) => found.get(keyOf(one)) ?? null);
      },
    });
    readers.set(deps.db, read);
  }
  try {
    return await read({ ...asked, runId: asked.runId.toLowerCase() });
  } catch (error) {
    if (error instanceof OverloadedError || isUnavailable(error)) throw error;
    throw fail("load_run_failed", { cause: error });
  }
}

/** The engine a run of this tenant belongs to, for the binding of scoped keys; null when there is no such run. */
export async function findEngineOfRun(deps: Pick<Deps, "db">, asked: Asked): Promise<string | null> {
  const { rows } = await deps.db.pool.query<{ engineId: string }>(
    `select engine_id as "engineId" from runs where id = $1 and organization_id = $2 and environment_id = $3`,
    [asked.runId, asked.organizationId, asked.environmentId],
  );
  return rows[0]?.engineId ?? null;
}

function keyOf({ runId, organizationId, environmentId }: Asked): string {
  return `${runId} ${organizationId} ${environmentId}`;
}

const readForEvents = hotStatement(
  "runs_read_for_events",
  `select ${runStatusColumns}
   from runs r join run_payloads p on p.run_id = r.id
   where r.id = any($1::uuid[])`,
);

/** Runs as their webhook bodies show them, by id. Only for the service itself: no tenant is asked for. */
export async function loadRunsForEvents(
  deps: Pick<Deps, "db">,
  runIds: readonly string[],
): Promise<Map<string, RunStatusRow>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await deps.db.hot.query<RunStatusRow>(readForEvents([runIds]));
  return new Map(rows.map((row) => [row.id, row]));
}
