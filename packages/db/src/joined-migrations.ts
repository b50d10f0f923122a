import { createHash } from "node:crypto";

import type { MigrationList } from "@prisma/schema-engine-wasm";
import type pg from "pg";

/** Before 0.1.0 there were these migrations; `joined`, in the folder, make the same schema. */
const before = {
  first: "20261121130000_init",
  last: "20261128102000_turns_among_organizations",
  count: 63,
};
const joined = { first: "20261129000001_identity", last: "20261129000008_graph" };

/**
 * In the history of a database that has all migrations of before, replaces them by those that they were joined to. No
 * other table is touched, and any other history stays as it is. The caller holds the lock of migrations.
 *
 * @returns why not, in a sentence, when the database has only some of them.
 */
export async function joinHistory(
  client: pg.Client,
  { migrationDirectories }: MigrationList,
): Promise<string | undefined> {
  const history = await client.query<{ exists: boolean }>(
    "select to_regclass('_prisma_migrations') is not null as exists",
  );
  if (history.rows[0]?.exists !== true) return undefined;
  const { rows } = await client.query<{ name: string; is_applied: boolean }>(
    `select migration_name as name, bool_or(finished_at is not null and rolled_back_at is null) as is_applied
     from _prisma_migrations where migration_name collate "C" between $1 and $2 group by 1`,
    [before.first, before.last],
  );
  const applied = rows.filter(({ is_applied }) => is_applied).map(({ name }) => name);
  if (applied.length === 0) return undefined;
  if (applied.length !== before.count || !applied.includes(before.last)) {
    return (
      `The database has ${applied.length} of the ${before.count} migrations that were joined for 0.1.0: ` +
      `first run db:migrate of the commit before the one that added ${joined.first}, then this one`
    );
  }
  const scripts = migrationDirectories
    .filter(({ path }) => path >= joined.first && path <= joined.last)
    .map(({ path, migrationFile: { content } }) => [path, content.tag === "ok" ? content.value : ""] as const);
  await client.query(
    `with replaced as (delete from _prisma_migrations where migration_name collate "C" between $1 and $2)
     insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     select gen_random_uuid(), checksum, name, clock_timestamp(), clock_timestamp(), 1
     from unnest($3::text[], $4::text[]) as joined (name, checksum)`,
    [before.first, before.last, scripts.map(([name]) => name), scripts.map(([, script]) => checksum(script))],
  );
  return undefined;
}

/** As the schema engine computes it. */
function checksum(script: string): string {
  return createHash("sha256").update(script).digest("hex");
}
