import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type PrivatePostgres, privatePostgres } from "@service/testing";
import pg from "pg";

import {
  MigrationError,
  applyMigrations,
  migrationStatus,
  refuseOldServer,
  schemaDifference,
  writeMigration,
} from "./migrate.ts";

let postgres: PrivatePostgres;
let folder: string;
let url: string;
let client: pg.Client;
let databases = 0;

beforeAll(async () => {
  postgres = await privatePostgres();
});
afterAll(async () => {
  await postgres.close();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "service-migrations-"));
  await mkdir(join(folder, "models"));
  await writeFile(join(folder, "schema.prisma"), 'datasource db {\n  provider = "postgresql"\n}\n');
  const administration = new pg.Client({ connectionString: postgres.url });
  await administration.connect();
  databases += 1;
  await administration.query(`create database migrated_${databases}`);
  await administration.end();
  const address = new URL(postgres.url);
  address.pathname = `/migrated_${databases}`;
  url = address.href;
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await rm(folder, { recursive: true, force: true });
});

async function model(columns: string): Promise<void> {
  await writeFile(join(folder, "models", "thing.prisma"), `model Thing {\n  id Int @id\n${columns}}\n`);
}

/** Gives the migration a name with a unique second. */
async function written(name: string, stamp: string): Promise<void> {
  const result = await writeMigration(name, url, folder);
  if (!result) throw new Error("nothing was written");
  const sql = await readFile(result.path, "utf8");
  await rm(dirname(result.path), { recursive: true });
  await mkdir(join(folder, "migrations", `${stamp}_${name}`));
  await writeFile(join(folder, "migrations", `${stamp}_${name}`, "migration.sql"), sql);
}

describe("migrations", () => {
  test("are written as what leads from the last migration to the schema, without touching the database", async () => {
    await model("");
    await written("first", "20260101000001");
    await model("  title String\n");
    const second = await writeMigration("second", url, folder);
    expect(await readFile(second?.path ?? "", "utf8")).toMatch(/ALTER TABLE "Thing" ADD COLUMN\s+"title"/);
    expect(await writeMigration("third", url, folder)).toBeUndefined();
    const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([]);
    const left = await client.query("select datname from pg_database where datname like 'migration_replay%'");
    expect(left.rows).toEqual([]);
  });

  test("are applied once, also when several processes start at once (OPS-35)", async () => {
    await model("");
    await written("first", "20260101000001");
    await model("  title String\n");
    await written("second", "20260101000002");
    const results = await Promise.all([
      applyMigrations(url, folder),
      applyMigrations(url, folder),
      applyMigrations(url, folder),
    ]);
    expect(results.flatMap(({ applied }) => applied)).toEqual(["20260101000001_first", "20260101000002_second"]);
    const { rows } = await client.query("select migration_name from _prisma_migrations order by 1");
    expect(rows).toEqual([{ migration_name: "20260101000001_first" }, { migration_name: "20260101000002_second" }]);
  });

  test("status lists what is applied, pending, changed and unknown", async () => {
    await model("");
    await written("first", "20260101000001");
    expect(await migrationStatus(url, folder)).toEqual({
      applied: [],
      pending: ["20260101000001_first"],
      failed: [],
      changed: [],
      unknown: [],
    });
    await applyMigrations(url, folder);
    await writeFile(join(folder, "migrations", "20260101000001_first", "migration.sql"), "select 1;");
    expect(await migrationStatus(url, folder)).toMatchObject({
      applied: ["20260101000001_first"],
      pending: [],
      changed: ["20260101000001_first"],
    });
    await rm(join(folder, "migrations", "20260101000001_first"), { recursive: true });
    expect(await migrationStatus(url, folder)).toMatchObject({ applied: [], unknown: ["20260101000001_first"] });
  });

  test("a migration that fails is reported, and stays reported until somebody resolves it (OPS-35)", async () => {
    await mkdir(join(folder, "migrations", "20260101000001_broken"), { recursive: true });
    await writeFile(
      join(folder, "migrations", "20260101000001_broken", "migration.sql"),
      "create table nowhere.nothing (id int);",
    );
    await expect(applyMigrations(url, folder)).rejects.toThrow(MigrationError);
    expect(await migrationStatus(url, folder)).toMatchObject({ failed: ["20260101000001_broken"] });
    await expect(applyMigrations(url, folder)).rejects.toThrow(/20260101000001_broken/);
  });

  test("of the service say exactly what its models say (OPS-36)", async () => {
    // Partial indexes, CHECKs and storage settings are SQL in the migrations that the schema engine does not look at.
    expect(await schemaDifference(url)).toBeUndefined();
    await applyMigrations(url);
    expect(await migrationStatus(url)).toMatchObject({ pending: [], failed: [], changed: [], unknown: [] });
  });

  test("of before 0.1.0 are replaced in the history by those that they were joined to, and nothing is applied", async () => {
    await applyMigrations(url);
    const joined = await history();
    await pretendHistoryOfBefore();
    expect((await history()).filter(({ name }) => name < "20261129")).toHaveLength(63);
    expect(await applyMigrations(url)).toEqual({ applied: [] });
    expect(await history()).toEqual(joined);
    expect(await migrationStatus(url)).toEqual({
      applied: joined.map(({ name }) => name),
      pending: [],
      failed: [],
      changed: [],
      unknown: [],
    });
    expect(await applyMigrations(url)).toEqual({ applied: [] });
    expect(await history()).toEqual(joined);
  });

  test.each([
    ["an early one is missing", "delete from _prisma_migrations where migration_name = '20261122000010_other'"],
    ["the last one is missing", "delete from _prisma_migrations where migration_name like '20261128%'"],
    ["the last one failed", "update _prisma_migrations set finished_at = null where migration_name like '20261128%'"],
    ["one was rolled back", "update _prisma_migrations set rolled_back_at = now() where migration_name like '%_init'"],
  ])("of before 0.1.0 are refused and stay when %s", async (_, spoil) => {
    await applyMigrations(url);
    await pretendHistoryOfBefore();
    await client.query(spoil);
    const before = await history();
    await expect(applyMigrations(url)).rejects.toThrow(
      new MigrationError(
        "The database has 62 of the 63 migrations that were joined for 0.1.0: " +
          "first run db:migrate of the commit before the one that added 20261129000001_identity, then this one",
      ),
    );
    expect(await history()).toEqual(before);
  });
});

type HistoryRow = { name: string; checksum: string };

async function history(): Promise<HistoryRow[]> {
  const { rows } = await client.query<HistoryRow>(
    `select migration_name as name, checksum, finished_at is null as is_unfinished, rolled_back_at, applied_steps_count
     from _prisma_migrations order by migration_name`,
  );
  return rows;
}

/** In place of the eight: 63 names, of which the first and the last are those that were. Later migrations stay. */
async function pretendHistoryOfBefore(): Promise<void> {
  await client.query("delete from _prisma_migrations where migration_name like '2026112900000%'");
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     select gen_random_uuid(), 'that of before', name, now(), 1
     from (select '20261122' || lpad(i::text, 6, '0') || '_other' as name from generate_series(1, 61) i
       union all values ('20261121130000_init'), ('20261128102000_turns_among_organizations')) names`,
  );
}

test("OPS-15: a server older than PostgreSQL 18 is refused in one sentence before anything is written", () => {
  expect(() => refuseOldServer(150_020)).toThrow(
    new MigrationError("PostgreSQL 18 or newer is needed, and DATABASE_URL leads to 15.20"),
  );
  expect(() => refuseOldServer(180_000)).not.toThrow();
});
