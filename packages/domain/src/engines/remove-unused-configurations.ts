import { hotStatement } from "@service/db";

import type { Deps } from "../deps.ts";

/**
 * Every save that uses a configuration and (by a trigger) every draft that stops using it renews its age, so a day is
 * far longer than any submission that was checked against it.
 */
const unusedForHours = 24;
const lookedAtOnceMax = 1_000;
const looksPerCallMax = 200;

/**
 * Checks the configurations with the oldest known use. Those that a draft, a release or a stored run of a draft names
 * are renewed, so that the next pass starts after them; the others are removed. Locked rows are skipped: a save is
 * renewing them.
 */
const removeUnused = hotStatement(
  "engines_remove_unused_configurations",
  `with looked as materialized (
    select c.hash from engine_configurations c
     where c.created_at < now() - interval '${unusedForHours} hours'
     order by c.created_at limit ${lookedAtOnceMax} for update skip locked
  ), judged as materialized (
    -- One probe each: with "exists" the plan scans the whole index of the runs.
    select looked.hash, named.hash is not null as is_used
      from looked left join lateral (
        (select e.draft_config_hash as hash from engines e where e.draft_config_hash = looked.hash limit 1)
        union all
        (select r.config_hash from engine_releases r where r.config_hash = looked.hash limit 1)
        union all
        (select r.config_hash from runs r where r.config_hash = looked.hash and r.engine_version = 'draft' limit 1)
        limit 1) named on true
  ), renewed as (
    update engine_configurations c set created_at = now() from judged where c.hash = judged.hash and judged.is_used
  ), removed as (
    delete from engine_configurations c using judged where c.hash = judged.hash and not judged.is_used
    returning c.hash
  )
  select (select count(*) from looked) as looked, (select count(*) from removed) as removed`,
);

/**
 * Removes configurations that no draft, release or stored run names: every save of a changed draft leaves one behind.
 * Safe to repeat and to run in several processes.
 * @returns how many were removed.
 */
export async function removeUnusedConfigurations(deps: Pick<Deps, "db">): Promise<number> {
  let removed = 0;
  for (let look = 0; look < looksPerCallMax; look += 1) {
    const { rows } = await deps.db.hot.query(removeUnused([]));
    removed += rows[0]?.removed ?? 0;
    if ((rows[0]?.looked ?? 0) < lookedAtOnceMax) break;
  }
  return removed;
}
