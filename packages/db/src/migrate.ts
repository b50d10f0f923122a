import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { MigrationList, SchemaFilter } from "@prisma/schema-engine-wasm";
import pg from "pg";

import { joinHistory } from "./joined-migrations.ts";
import { withSchemaEngine } from "./schema-engine.ts";

/** Where the schema (`*.prisma`, `models/*.prisma`) and `migrations/` live. */
export const schemaFolder = join(dirname(fileURLToPath(import.meta.url)), "../../../prisma");

const noFilter: SchemaFilter = { externalTables: [], externalEnums: [] };

/** Any number, the same in every process of this service. */
const advisoryLockKey = 7_236_154_001;
const lockTimeoutMs = 120_000;
/** As `server_version_num` says it: migrations and statements use what came with this release. */
const serverVersionMin = 180_000;

/** A migration failed, or the history and the folder disagree. The message comes from the schema engine. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

export type AppliedMigrations = {
  /** Names applied by this call, in order. */
  applied: string[];
};

export type MigrationStatus = {
  /** In the folder and applied. */
  applied: string[];
  /** In the folder and not applied. */
  pending: string[];
  /** Began and did not finish: needs an operator. */
  failed: string[];
  /** Applied, and changed in the folder since. */
  changed: string[];
  /** Applied, and not in the folder: the database is ahead of this program. */
  unknown: string[];
};

/**
 * Applies all migrations that the database does not have yet. Several processes may call this at once: one applies,
 * the others wait for it (at most two minutes) and find nothing to do.
 *
 * @throws MigrationError; the driver's error when the database cannot be reached.
 */
export async function applyMigrations(url: string, folder: string = schemaFolder): Promise<AppliedMigrations> {
  const migrationsList = await readMigrations(folder);
  const schema = await readSchema(folder);
  return withMigrationLock(url, async (client) => {
    const refusal = await joinHistory(client, migrationsList);
    if (refusal !== undefined) throw new MigrationError(refusal);
    return withSchemaEngine(url, schema, async (engine) => {
      const { appliedMigrationNames } = await engine
        .applyMigrations({ migrationsList, filters: noFilter })
        .catch(asMigrationError);
      return { applied: appliedMigrationNames };
    });
  });
}

/** Compares the database's history with the folder. Reads only. */
export async function migrationStatus(url: string, folder: string = schemaFolder): Promise<MigrationStatus> {
  const migrationsList = await readMigrations(folder);
  const schema = await readSchema(folder);
  return withSchemaEngine(url, schema, async (engine) => {
    const { history, failedMigrationNames, editedMigrationNames } = await engine
      .diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters: noFilter })
      .catch(asMigrationError);
    const pending = history && "unappliedMigrationNames" in history ? history.unappliedMigrationNames : [];
    const unknown = history && "unpersistedMigrationNames" in history ? history.unpersistedMigrationNames : [];
    const names = migrationsList.migrationDirectories.map(({ path }) => path);
    return {
      applied: names.filter((name) => !pending.includes(name) && !failedMigrationNames.includes(name)),
      pending,
      failed: failedMigrationNames,
      changed: editedMigrationNames,
      unknown,
    };
  });
}

/**
 * The statements that lead from the migrations in the folder to the schema; `undefined` when the schema holds nothing
 * new. Replays the migrations in a temporary database beside the one of `url`, which is not touched but must allow
 * `create database`.
 */
export async function schemaDifference(url: string, folder: string = schemaFolder): Promise<string | undefined> {
  const migrationsList = await readMigrations(folder);
  const schema = await readSchema(folder);
  const script = await withSchemaEngine(url, schema, async (engine) => {
    const { stdout } = await engine
      .diff({
        from: { tag: "migrations", ...migrationsList },
        to: { tag: "schemaDatamodel", files: schema.map(([path, content]) => ({ path, content })) },
        script: true,
        exitCode: null,
        filters: noFilter,
      })
      .catch(asMigrationError);
    return stdout ?? "";
  });
  const hasStatement = script.split("\n").some((line) => line.trim() !== "" && !line.startsWith("--"));
  return hasStatement ? script : undefined;
}

/**
 * Writes the next migration from `schemaDifference`.
 *
 * @param name lower-case words with `_`.
 * @returns the file written, or `undefined` when the schema holds nothing new.
 */
export async function writeMigration(
  name: string,
  url: string,
  folder: string = schemaFolder,
): Promise<{ path: string } | undefined> {
  if (!/^[a-z][a-z0-9_]{0,60}$/.test(name)) throw new MigrationError("a name has lower-case words joined by _");
  const script = await schemaDifference(url, folder);
  if (script === undefined) return undefined;
  const directory = join(folder, "migrations", `${timestampName()}_${name}`);
  await mkdir(directory, { recursive: true });
  const path = join(directory, "migration.sql");
  await writeFile(path, script);
  await writeFile(join(folder, "migrations", "migration_lock.toml"), lockFile);
  return { path };
}

/** Prisma's own command insists on this file. */
const lockFile = `# Written by the migration runner; says which database the migrations are for.\nprovider = "postgresql"\n`;

function timestampName(): string {
  return new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
}

async function readMigrations(folder: string): Promise<MigrationList> {
  const baseDir = join(folder, "migrations");
  const entries = await readdir(baseDir, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
  const migrationDirectories = await Promise.all(
    names.map(async (name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok" as const, value: await readFile(join(baseDir, name, "migration.sql"), "utf8") },
      },
    })),
  );
  return {
    baseDir,
    lockfile: { path: "migration_lock.toml", content: lockFile },
    shadowDbInitScript: "",
    migrationDirectories,
  };
}

async function readSchema(folder: string): Promise<[path: string, content: string][]> {
  const models = await readdir(join(folder, "models")).catch(() => []);
  const top = await readdir(folder);
  const paths = [...top, ...models.map((name) => join("models", name))].filter((path) => path.endsWith(".prisma"));
  return Promise.all(
    paths.toSorted().map(async (path): Promise<[string, string]> => {
      const absolute = join(folder, path);
      return [absolute, await readFile(absolute, "utf8")];
    }),
  );
}

/** Holds the service's advisory lock on a separate connection, `client`, while `work` runs. */
async function withMigrationLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: "migrations",
    statement_timeout: lockTimeoutMs,
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
    refuseOldServer(Number(rows[0]?.version));
    await client.query("select pg_advisory_lock($1)", [advisoryLockKey]);
    return await work(client);
  } finally {
    // Ending the session gives the lock back, also when the connection is broken.
    await client.end().catch(() => undefined);
  }
}

/**
 * Before anything is written: a migration that fails halfway needs an operator (OPS-15).
 * @param version as `server_version_num` says it.
 * @throws MigrationError
 */
export function refuseOldServer(version: number): void {
  if (version >= serverVersionMin) return;
  const found = `${Math.floor(version / 10_000)}.${version % 10_000}`;
  throw new MigrationError(
    `PostgreSQL ${serverVersionMin / 10_000} or newer is needed, and DATABASE_URL leads to ${found}`,
  );
}

function asMigrationError(error: unknown): never {
  const message = Error.isError(error) ? error.message : String(error);
  throw new MigrationError(message, { cause: error });
}
