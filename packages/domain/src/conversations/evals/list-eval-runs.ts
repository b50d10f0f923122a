import { statement } from "@service/db";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import { openPlace, type Page, timedPageOf, TimedPlace } from "../../paging.ts";
import { requireInstance } from "../conversations/index.ts";
import type { Deps } from "../../deps.ts";
import { evalRunColumns, type EvalRunRow, requireEvalRun } from "./eval-run.ts";

const readPage = statement(
  "eval_runs_list",
  `select ${evalRunColumns} from eval_runs e
   where e.organization_id = @organization_id and e.environment_id = @environment_id and e.instance_id = @instance_id
     and (@after_created_at::timestamptz is null
       or (e.created_at, e.id) < (@after_created_at::timestamptz, @after_id::uuid))
   order by e.created_at desc, e.id desc limit @limit`,
);

/**
 * The evaluations of an instance in the caller's environment, newest first.
 * @throws `conversation_instance_not_found`, `invalid_cursor`.
 */
export async function listEvalRuns(
  deps: Pick<Deps, "db" | "secrets">,
  { organizationId, environmentId }: EnvironmentScope,
  slug: string,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<Page<EvalRunRow>> {
  const instance = await requireInstance(deps, { organizationId }, slug);
  const list = { list: "eval_runs", instanceId: instance.id, environmentId };
  const [createdAt, id] = cursor === undefined ? [] : openPlace(deps.secrets, list, cursor, TimedPlace);
  const { rows } = await deps.db.pool.query(
    readPage({
      organizationId,
      environmentId,
      instanceId: instance.id,
      afterCreatedAt: createdAt ?? null,
      afterId: id ?? null,
      limit: limit + 1,
    }),
  );
  return timedPageOf(deps.secrets, list, rows, limit);
}

/** @throws `conversation_instance_not_found`, `eval_run_not_found`. */
export async function readEvalRun(
  deps: Pick<Deps, "db">,
  caller: EnvironmentScope,
  { slug, id }: { readonly slug: string; readonly id: string },
): Promise<EvalRunRow> {
  const instance = await requireInstance(deps, caller, slug);
  return requireEvalRun(deps.db.pool, caller, instance.id, id);
}
