import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Database } from "@service/db";
import { familyNames, rowTableDefinition } from "@service/record-families";
import { openTestDatabase, testDatabase, type TestDatabase } from "@service/testing";

describe("the tables of the families (REC-1, REC-60)", () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await testDatabase();
    db = openTestDatabase(database.url);
    await db.pool.query("alter schema book rename to migrated");
    await db.pool.query("create schema book");
    for (const family of familyNames) for (const sql of rowTableDefinition(family)) await db.pool.query(sql);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  test.each(familyNames)("%s is in the migrations as its declaration says", async (family) => {
    const shape = async (schema: string): Promise<unknown> => {
      const columns = await db.pool.query(
        `select column_name, data_type, collation_name, is_nullable from information_schema.columns
         where table_schema = $1 and table_name = $2 order by ordinal_position`,
        [schema, family],
      );
      const indexes = await db.pool.query(
        `select replace(indexdef, $1 || '.', '') as index from pg_indexes where schemaname = $1 and tablename = $2 order by 1`,
        [schema, family],
      );
      return [columns.rows, indexes.rows];
    };
    const migrated = await shape("migrated");
    expect(migrated).toEqual(await shape("book"));
    expect(migrated).not.toEqual([[], []]);
  });
});
