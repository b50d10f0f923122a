import { statement } from "@service/db";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { runViewValues, seesRun } from "../../book/run-records/index.ts";
import type { RunView } from "../../book/seats/index.ts";

/** A finished run, without its payload. */
export interface FoundRun {
  readonly id: string;
  readonly engineId: string;
  readonly subjectKey: string | null;
}

/** Which runs are looked for. */
interface RunsRequest {
  /** Ids of engines; null: every engine. */
  readonly engineIds: readonly string[] | null;
  /** Undefined: engines of any slug. */
  readonly engineSlugs: readonly string[] | undefined;
  /** Runs that it does not show are passed over (REC-78, DOC-44). */
  readonly view: RunView;
}

const isVisibleRun = seesRun("r.id");

const newestOfSubject = statement(
  "runs_find_newest_of_subject",
  `
  select r.id, e.id as "engineId", r.subject_key as "subjectKey"
  from engines e cross join lateral (
    select r.id, r.subject_key, r.completed_at from runs r
    where r.engine_id = e.id and r.environment_id = @environment_id and r.subject_key = @subject_key
      and r.status in ('completed', 'degraded')
      and ${isVisibleRun}
    order by r.completed_at desc, r.id desc limit 1) r
  where e.organization_id = @organization_id and (@engine_ids::uuid[] is null or e.id = any(@engine_ids))
    and (@engine_slugs::text[] is null or e.slug = any(@engine_slugs))
  order by r.completed_at desc, r.id desc limit @limit`,
);

const namedRuns = statement(
  "runs_find_named",
  `
  select r.id, r.engine_id as "engineId", r.subject_key as "subjectKey"
  from runs r left join engines e on e.id = r.engine_id
  where r.organization_id = @organization_id and r.environment_id = @environment_id and r.id = any(@run_ids::uuid[])
    and r.status in ('completed', 'degraded')
    and (@engine_ids::uuid[] is null or r.engine_id = any(@engine_ids)) and (@engine_slugs::text[] is null
      or e.slug = any(@engine_slugs))
    and ${isVisibleRun}
  order by r.completed_at desc, r.id desc limit @limit`,
);

/** The newest finished run of each engine about a subject, newest first (REC-78 decides which the viewer sees). */
export async function findNewestOfSubject(
  deps: Pick<Deps, "db">,
  scope: EnvironmentScope,
  request: RunsRequest & { readonly subjectKey: string; readonly limit: number },
): Promise<readonly FoundRun[]> {
  const { rows } = await deps.db.pool.query(
    newestOfSubject({
      organizationId: scope.organizationId,
      environmentId: scope.environmentId,
      subjectKey: request.subjectKey,
      ...valuesOf(request, request.limit),
    }),
  );
  return rows;
}

/** The finished ones of some runs that are named, newest first, as far as the viewer sees them. */
export async function findNamedRuns(
  deps: Pick<Deps, "db">,
  scope: EnvironmentScope,
  request: RunsRequest & { readonly runIds: readonly string[] },
): Promise<readonly FoundRun[]> {
  if (request.runIds.length === 0) return [];
  const { rows } = await deps.db.pool.query(
    namedRuns({
      organizationId: scope.organizationId,
      environmentId: scope.environmentId,
      runIds: [...request.runIds],
      ...valuesOf(request, request.runIds.length),
    }),
  );
  return rows;
}

function valuesOf({ engineIds, engineSlugs, view }: RunsRequest, limit: number) {
  return {
    engineIds: engineIds === null ? null : [...engineIds],
    engineSlugs: engineSlugs === undefined ? null : [...engineSlugs],
    limit,
    ...runViewValues(view),
  };
}
