/**
 * Every save that uses a configuration and (by a trigger) every draft that stops using it renews its age, so a day is far
 * longer than anything that was checked against it takes to be stored.
 */
const unusedForHours = 24;
const lookedAtOnceMax = 1_000;
const looksPerCallMax = 200;

/**
 * SQL that checks the configurations with the oldest known use. Those that something names are renewed, so that the next pass
 * starts after them; the others are removed. Locked rows are skipped: a save is renewing them.
 * @param given.namedBy selects of a hash that something stored names, each about `looked.hash`.
 */
export function removeUnusedSql({
  table,
  namedBy,
}: {
  readonly table: string;
  readonly namedBy: readonly string[];
}): string {
  return `with looked as materialized (
    select c.hash from ${table} c
     where c.created_at < now() - interval '${unusedForHours} hours'
     order by c.created_at limit ${lookedAtOnceMax} for update skip locked
  ), judged as materialized (
    -- One probe each: with "exists" the plan could scan the whole index of the largest table.
    select looked.hash, named.hash is not null as is_used
      from looked left join lateral (
        ${namedBy.map((named) => `(${named} limit 1)`).join("\n        union all\n        ")}
        limit 1) named (hash) on true
  ), renewed as (
    update ${table} c set created_at = now() from judged where c.hash = judged.hash and judged.is_used
  ), removed as (
    delete from ${table} c using judged where c.hash = judged.hash and not judged.is_used
    returning c.hash
  )
  select (select count(*) from looked) as looked, (select count(*) from removed) as removed`;
}

/**
 * Looks until no old configuration is left, or often enough for one call. Safe to repeat and to run in several processes.
 * @param look runs the statement of `removeUnusedSql` once.
 * @returns how many were removed.
 */
export async function removeUnused(
  look: () => Promise<{
    readonly rows: readonly { readonly looked: number | null; readonly removed: number | null }[];
  }>,
): Promise<number> {
  let total = 0;
  for (let looks = 0; looks < looksPerCallMax; looks += 1) {
    const { rows } = await look();
    total += rows[0]?.removed ?? 0;
    if ((rows[0]?.looked ?? 0) < lookedAtOnceMax) break;
  }
  return total;
}
