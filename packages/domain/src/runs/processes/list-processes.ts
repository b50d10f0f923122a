import type { EngineTypeName } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";

/** A process unseen for longer is gone; it writes its row every 10 s (`packages/process`). */
const goneSeconds = 35;

/** SQL of whether the process `p` runs. */
export const isRunning = `p.stopped_at is null and p.seen_at > now() - interval '${goneSeconds} seconds'`;

/** A process of the installation (CON-60). */
export interface RunningProcess {
  /** `host:pid:random`; the owner of the runs that a worker holds. */
  readonly id: string;
  /** `api`, `worker`, `webhooks` or `console`. */
  readonly name: string;
  readonly version: string | null;
  readonly commit: string | null;
  readonly host: string;
  /** Of a worker: what it takes runs of. Empty for the others. */
  readonly engineTypes: readonly EngineTypeName[];
  /** Runs that a worker computes at a time, over all its types; 0 for the others. */
  readonly slots: number;
  /** Runs that it holds now. */
  readonly held: number;
  readonly startedAt: Date;
  readonly seenAt: Date;
}

const listRunning = statement(
  "processes_list",
  `select p.id, p.name, p.version, p.commit, p.host, p.engine_types::text[] as "engineTypes", p.slots,
     (select count(*) from runs r
       where r.status = 'processing' and r.lease_token is not null and r.lease_owner = p.id)::int as held,
     p.started_at as "startedAt", p.seen_at as "seenAt"
   from processes p where ${isRunning} order by p.name, p.started_at, p.id`,
  // The driver reads a list of text.
).narrowed<Pick<RunningProcess, "engineTypes">>();

/** The processes that run, by name and age. */
export async function listProcesses(deps: Pick<Deps, "db">): Promise<RunningProcess[]> {
  const { rows } = await deps.db.pool.query(listRunning([]));
  return rows;
}

/** An engine type that no running worker takes. */
export interface UnservedType {
  readonly engineType: EngineTypeName;
  /** Runs that wait, for their first start or to be started again. */
  readonly waiting: number;
  /**
   * When its last worker stopped or was seen last, but not before the oldest waiting run; null: none was there within the last
   * minutes, and nothing waits.
   */
  readonly since: Date | null;
}

const listUnserved = statement(
  "processes_list_unserved",
  `select t.engine_type as "engineType", coalesce(w.waiting, 0) as waiting,
     greatest(w.oldest, (
       select max(coalesce(p.stopped_at, p.seen_at)) from processes p where p.engine_types @> array[t.engine_type])) as since
   from unnest(enum_range(null::engine_type_name)) t (engine_type)
   left join (
     select engine_type, count(*)::int as waiting, min(created_at) as oldest from (
       -- Two selects, because each status has its own small index.
       select engine_type, created_at from runs where status = 'queued'
       union all select engine_type, created_at from runs where status = 'processing' and lease_token is null) waits
     group by engine_type) w on w.engine_type = t.engine_type
   where not exists (select from processes p where ${isRunning} and p.engine_types @> array[t.engine_type])
   order by waiting = 0, since, t.engine_type`,
  // The labels of the type.
).narrowed<{ readonly engineType: EngineTypeName }>();

/** Engine types that no running worker takes (CON-61): those with waiting runs first, then the longest unserved. */
export async function unservedTypes(deps: Pick<Deps, "db">): Promise<UnservedType[]> {
  const { rows } = await deps.db.pool.query(listUnserved([]));
  return rows;
}

const removeGone = statement(
  "processes_remove_gone",
  "delete from processes where coalesce(stopped_at, seen_at) < now() - interval '10 minutes'",
);

/** Removes the rows of processes that have been gone for ten minutes. @returns how many. */
export async function removeGoneProcesses(deps: Pick<Deps, "db">): Promise<number> {
  const { rowCount } = await deps.db.pool.query(removeGone([]));
  return rowCount ?? 0;
}
