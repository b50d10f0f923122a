import { type Database, statement } from "@service/db";
import type { Json } from "@service/json";
import { lowestRunIdOfAge, type RunRecords } from "../run-records/index.ts";
import { isWhole, scopeOfRun, textOfScope } from "./run-scope.ts";

/** A run that is about to be stored. */
interface ComingRun {
  readonly id: string;
  readonly organizationId: string;
  readonly environmentId: string;
  readonly engineId: string;
}

const insertProjection = statement(
  "opportunity_projections_insert",
  `insert into opportunity_projections (run_id, organization_id, environment_id, engine_id, connection_id, scope,
     is_whole, part_index, part_of, is_asked, submitted_at)
   values (@run_id, @organization_id, @environment_id, @engine_id, @connection_id, @scope, @is_whole, @part_index,
     @part_of, @is_requested, now())
   on conflict do nothing
   returning run_id as "runId"`,
);

/** A submission takes seconds: a row whose run does not exist after a minute belongs to one that made none. */
const isAbandoned = `(r.status in ('completed', 'degraded', 'failed', 'cancelled')
       or (r.id is null and p.submitted_at < now() - interval '1 minute'))`;

/** The unfinished run of a part of a book; it gives way when it has ended meanwhile. */
const findUnfinished = statement(
  "opportunity_projections_find_unfinished",
  `with holder as (
     select p.run_id, ${isAbandoned} as is_over
     from opportunity_projections p left join runs r on r.id = p.run_id
     where p.organization_id = @organization_id and p.environment_id = @environment_id and p.engine_id = @engine_id
       and p.connection_id = @connection_id
       and p.part_index = @part_index and p.part_of = @part_of and p.is_asked and p.is_unfinished
   ), freed as (
     update opportunity_projections p set is_unfinished = false from holder
     where p.run_id = holder.run_id and holder.is_over
   )
   select run_id as "runId", is_over as "isOver" from holder`,
);

const attemptsMax = 5;

/** `in_progress`: another run of the same engine, environment, connection and part is unfinished. */
export type StoredProjection = { readonly kind: "stored" } | { readonly kind: "in_progress"; readonly runId: string };

/**
 * Stores that a run will feed the opportunities (OPPS-10), before the run itself: the projector then finds it whenever it
 * ends. A submission that makes no run after all calls `removeProjection`.
 *
 * @param options.isRequested made by the route of opportunity runs, of which one may be unfinished (OPPS-12).
 * @param options.kinds the member of the run's input.
 */
export async function storeProjection(
  db: Database,
  run: ComingRun,
  records: RunRecords,
  { isRequested, kinds }: { readonly isRequested: boolean; readonly kinds: Json | undefined },
): Promise<StoredProjection> {
  const { id, organizationId, environmentId, engineId } = run;
  const { connectionId } = records;
  const scope = scopeOfRun(records, kinds);
  const { index, of } = scope.part;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const { rowCount } = await db.pool.query(
      insertProjection({
        runId: id,
        organizationId,
        environmentId,
        engineId,
        connectionId,
        scope: textOfScope(scope),
        isWhole: isWhole(scope),
        partIndex: index,
        partOf: of,
        isRequested,
      }),
    );
    if (rowCount === 1) return { kind: "stored" };
    const { rows } = await db.pool.query(
      findUnfinished({ organizationId, environmentId, engineId, connectionId, partIndex: index, partOf: of }),
    );
    const [holder] = rows;
    if (holder !== undefined && holder.isOver !== true) return { kind: "in_progress", runId: holder.runId };
  }
  throw new Error(`the place of an opportunity run was taken ${attemptsMax} times`);
}

const remove = statement("opportunity_projections_remove", "delete from opportunity_projections where run_id = $1");

/** Takes back `storeProjection`, for a submission that made no run. */
export async function removeProjection(db: Database, runId: string): Promise<void> {
  await db.pool.query(remove([runId]));
}

/** A submission takes seconds, not a day. */
const removeOrphans = statement(
  "opportunity_projections_remove_orphans",
  `delete from opportunity_projections where run_id in (
     select p.run_id from opportunity_projections p
     where p.run_id < ${lowestRunIdOfAge("interval '1 day'")}
       and not exists (select from runs r where r.id = p.run_id)
     order by p.run_id limit $1 for update skip locked)`,
);

/**
 * Removes what submissions without a run and removed runs (RUN-90) leave, a day later.
 * @returns how many were removed; a full batch means that there are more.
 */
export async function removeOrphanedProjections(db: Database, options: { readonly rowsMax: number }): Promise<number> {
  const { rowCount } = await db.pool.query(removeOrphans([options.rowsMax]));
  return rowCount ?? 0;
}
