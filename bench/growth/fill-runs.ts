import type { Client } from "pg";
import { z } from "zod";

/** Tables of a run, the run itself first, with the column that holds the run's id. */
const tablesOfRun = [
  ["runs", "id"],
  ["run_payloads", "run_id"],
  ["webhook_events", "run_id"],
] as const;
/** Columns that must differ from row to row, or that say that work is left. */
const ownValues: Readonly<Record<string, string>> = {
  "webhook_events.id": "gen_random_uuid()",
  "runs.idem_hash": "null",
};
const copiesOfStatement = 50_000;
const days = 80;

/** Copies completed runs until so many are stored, over the last 80 days. @returns some of their ids. */
export async function fillRuns(client: Client, wanted: number): Promise<readonly string[]> {
  for (;;) {
    const stored = await countOf(client);
    if (stored >= wanted) break;
    await copyRuns(client, Math.min(copiesOfStatement, wanted - stored));
  }
  await client.query("vacuum (analyze) runs, run_payloads, webhook_events");
  const { rows } = await client
    .query("select id from runs tablesample system_rows(1)")
    .catch(() => client.query("select id from runs order by random() limit 100"));
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id);
}

async function countOf(client: Client): Promise<number> {
  const { rows } = await client.query("select count(*)::int as count from runs");
  return z.tuple([z.object({ count: z.number() })]).parse(rows)[0].count;
}

async function copyRuns(client: Client, amount: number): Promise<void> {
  await client.query("begin");
  await client.query(
    `create temp table copies on commit drop as
     select from_id, uuidv7(-age) as to_id, age from (
       select id as from_id, random() * interval '${days} days' + interval '1 hour' as age
       from (select id, row_number() over () as number, count(*) over () as total
             from (select id from runs where status = 'completed' limit 500) one) runs
       join generate_series(1, $1) copy on copy % total + 1 = number) aged`,
    [amount],
  );
  for (const [table, idColumn] of tablesOfRun) {
    const columns = await columnsOf(client, table);
    const values = columns.map(({ name, isTime }) => {
      const own = ownValues[`${table}.${name}`];
      if (own !== undefined) return own;
      if (name === idColumn) return "copies.to_id";
      return isTime ? `source.${name} - copies.age` : `source.${name}`;
    });
    await client.query(
      `insert into ${table} (${columns.map(({ name }) => name).join(", ")})
       select ${values.join(", ")} from copies join ${table} source on source.${idColumn} = copies.from_id`,
    );
  }
  await client.query("commit");
}

async function columnsOf(client: Client, table: string): Promise<readonly { name: string; isTime: boolean }[]> {
  const { rows } = await client.query(
    `select column_name as name, data_type like 'timestamp%' as "isTime" from information_schema.columns
     where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  return z.array(z.object({ name: z.string(), isTime: z.boolean() })).parse(rows);
}

/** Table, rows, bytes a row with indexes and overflow, and what of them indexes take. */
export async function sizesOnDisk(client: Client): Promise<readonly (readonly string[])[]> {
  const { rows } = await client.query(
    `select relname as table, n_live_tup::int as rows, pg_total_relation_size(relid)::float8 as bytes, pg_indexes_size(relid)::float8 as indexes
     from pg_stat_user_tables where n_live_tup > 1000 order by 3 desc`,
  );
  const shape = z.object({ table: z.string(), rows: z.number(), bytes: z.number(), indexes: z.number() });
  return z
    .array(shape)
    .parse(rows)
    .map((each) => [
      each.table,
      each.rows.toLocaleString("en"),
      String(Math.round(each.bytes / each.rows)),
      String(Math.round(each.indexes / each.rows)),
    ]);
}
