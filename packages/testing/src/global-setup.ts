import { execFile } from "node:child_process";
import { mkdtemp, readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { startEmbeddedPostgres } from "@service/embedded-postgres";
import pg from "pg";

import { keepCompiledModules } from "./compiled-modules.ts";
import { hasRedisProgram, startRedisServer } from "./redis-server.ts";
import { running } from "./running-servers.ts";
import { environmentNames } from "./test-environment.ts";

const templateName = "service_template";
const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/**
 * Runs once before all test files: one PostgreSQL (without flushing) with a migrated template database, and one Redis.
 * The test files read the addresses from the environment, which their processes inherit.
 */
export default async function setUp(): Promise<void> {
  await generateClientWhenStale();
  await keepCompiledModules(root);
  // Loaded only now, because it imports the generated client.
  const { applyMigrations } = await import("@service/db");
  const dataDir = await mkdtemp(join(tmpdir(), "service-tests-"));
  const postgres = await startEmbeddedPostgres({ dataDir, persistent: false, connectionsMax: 400 });
  running.push(postgres.stop);
  const template = new URL(postgres.url);
  template.pathname = `/${templateName}`;
  await administer(postgres.url, `create database ${templateName}`);
  await applyMigrations(template.href);
  // PostgreSQL clones a template only while it has no connections.
  await administer(postgres.url, `alter database ${templateName} with allow_connections false`);
  process.env[environmentNames.postgresUrl] = postgres.url;
  process.env[environmentNames.templateName] = templateName;
  const provokedCodes = join(dataDir, "provoked-codes");
  await writeFile(provokedCodes, "");
  process.env[environmentNames.provokedCodes] = provokedCodes;

  if (hasRedisProgram()) {
    const redis = await startRedisServer();
    running.push(redis.close);
    process.env[environmentNames.redisUrl] = redis.url;
    return;
  }
  const message = "redis-server is not installed: ALL REDIS SUITES ARE SKIPPED (apt-get install redis-server)";
  if (process.env["REQUIRE_REDIS"] === "1") {
    await postgres.stop();
    throw new Error(message);
  }
  console.warn(`\n${"!".repeat(message.length)}\n${message}\n${"!".repeat(message.length)}\n`);
}

/** The generated client is not committed: made when missing or older than the models. */
async function generateClientWhenStale(): Promise<void> {
  const models = join(root, "prisma", "models");
  const sources = [join(root, "prisma", "schema.prisma"), ...(await readdir(models)).map((name) => join(models, name))];
  const changed = await Promise.all(sources.map(async (path) => (await stat(path)).mtimeMs));
  const generated = await stat(join(root, "packages/db/src/generated/client.ts")).catch(() => undefined);
  if (generated && generated.mtimeMs >= Math.max(...changed)) return;
  await promisify(execFile)(process.execPath, [join(root, "packages/db/scripts/generate-client.mjs"), "--quiet"]);
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 120_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
