import { statement } from "@service/db";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { sawRecords } from "../../book/run-records/index.ts";
import type { RunVisibility } from "../../book/seats/index.ts";

/** A finished run, without its payload. */
export interface FoundRun {
  readonly id: string;
  readonly engineId: string;
  readonly subjectKey: string | null;
}

/** Which runs are looked for. */
interface AskedRuns {
  /** Ids of engines; null: every engine. */
  readonly engineIds: readonly string[] | null;
  /** Undefined: engines of any slug. */
  readonly engineSlugs: readonly string[] | undefined;
  readonly overBook: RunVisibility;
}

/** $7 whether the viewer sees every run over the book, $8 the grants and $9 the seat of one who does not (REC-78). */
const isVisibleRun = `($7 or not exists (select from run_records rr
  where rr.run_id = r.id and not ${sawRecords({ grants: "$8::text[]", seat: "$9::text" })}))`;

const newestOfSubject = statement(
  "runs_find_newest_of_subject",
  `
  select r.id, e.id as "engineId", r.subject_key as "subjectKey"
  from engines e cross join lateral (
    select r.id, r.subject_key, r.completed_at from runs r
    where r.engine_id = e.id and r.environment_id = $2 and r.subject_key = $3 and r.status in ('completed', 'degraded')
      and ${isVisibleRun}
    order by r.completed_at desc, r.id desc limit 1) r
  where e.organization_id = $1 and ($4::uuid[] is null or e.id = any($4)) and ($5::text[] is null or e.slug = any($5))
  order by r.completed_at desc, r.id desc limit $6`,
);

const namedRuns = statement(
  "runs_find_named",
  `
  select r.id, r.engine_id as "engineId", r.subject_key as "subjectKey"
  from runs r left join engines e on e.id = r.engine_id
  where r.organization_id = $1 and r.environment_id = $2 and r.id = any($3::uuid[])
    and r.status in ('completed', 'degraded')
    and ($4::uuid[] is null or r.engine_id = any($4)) and ($5::text[] is null or e.slug = any($5))
    and ${isVisibleRun}
  order by r.completed_at desc, r.id desc limit $6`,
);

/** The newest finished run of each engine about a subject, newest first (REC-78 decides which the viewer sees). */
export async function findNewestOfSubject(
  deps: Pick<Deps, "db">,
  scope: EnvironmentScope,
  asked: AskedRuns & { readonly subjectKey: string; readonly limit: number },
): Promise<readonly FoundRun[]> {
  const { rows } = await deps.db.pool.query(
    newestOfSubject([scope.organizationId, scope.environmentId, asked.subjectKey, ...valuesOf(asked, asked.limit)]),
  );
  return rows;
}

/** The finished ones of some runs that are named, newest first, as far as the viewer sees them. */
export async function findNamedRuns(
  deps: Pick<Deps, "db">,
  scope: EnvironmentScope,
  asked: AskedRuns & { readonly runIds: readonly string[] },
): Promise<readonly FoundRun[]> {
  if (asked.runIds.length === 0) return [];
  const { rows } = await deps.db.pool.query(
    namedRuns([scope.organizationId, scope.environmentId, [...asked.runIds], ...valuesOf(asked, asked.runIds.length)]),
  );
  return rows;
}

function valuesOf({ engineIds, engineSlugs, overBook }: AskedRuns, limit: number) {
  return [
    engineIds === null ? null : [...engineIds],
    engineSlugs === undefined ? null : [...engineSlugs],
    limit,
    overBook.kind === "all",
    overBook.kind === "all" ? [] : [...overBook.grants],
    overBook.kind === "all" ? null : overBook.seatKey,
  ] as const;
}
