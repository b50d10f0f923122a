import type { Deps } from "../deps.ts";

/** A configuration is renewed by every save that uses it, so a day is far more than any submission takes. */
const unusedForHours = 24;
const removedMax = 1_000;

/**
 * Removes configurations that no draft, release or stored run names any more: every save of a changed draft leaves one
 * behind. At most a thousand a call; safe to repeat and to run in several processes.
 * @returns how many were removed.
 */
export async function removeUnusedConfigurations(deps: Pick<Deps, "db">): Promise<number> {
  const { rowCount } = await deps.db.pool.query(
    `delete from engine_configurations where hash in (
       select c.hash from engine_configurations c
       where c.created_at < now() - make_interval(hours => $1)
         and not exists (select 1 from engines e where e.draft_config_hash = c.hash)
         and not exists (select 1 from engine_releases r where r.config_hash = c.hash)
         and not exists (select 1 from runs r where r.config_hash = c.hash)
       limit $2)`,
    [unusedForHours, removedMax],
  );
  return rowCount ?? 0;
}
