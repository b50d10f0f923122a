import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { applyMigrations } from "@service/db";
import { openDatabase } from "@service/db/open";
import type { Deps } from "@service/domain";
import { createSource } from "@service/domain/inbound";
import { createOrganization } from "@service/domain/organizations";
import { openQueue } from "@service/queue";
import { createSecretBox, silentLogger, systemClock } from "@service/runtime";
import pg from "pg";

import { freePort } from "@service/testing/free-port";
import { until } from "../measure.ts";

const operator = { kind: "operator", id: "bench" } as const;

/** One side of the comparison. */
export interface Side {
  readonly name: string;
  /** Where events are posted. */
  readonly url: string;
  /** Key of the signature, base64. */
  readonly key: string;
  /** Rows that were stored. */
  stored(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a program of the benchmarks, by its file beside this one, and waits for its `/health`. */
export async function start(
  file: string,
  port: number,
  environment: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    env: { ...process.env, NODE_ENV: "production", ...environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  child.once("exit", () => process.off("exit", killAtExit));
  await until(
    () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        (response) => response.ok,
        () => false,
      ),
    { what: file, everyMs: 50, timeoutMs: 60_000 },
  );
  return child;
}

/** Longest time of a process to end by itself. */
const endWithinMs = 20_000;

/** Ends a process; one that has ended already, or does not end when asked, is not waited for. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  const timer = setTimeout(() => child.kill("SIGKILL"), endWithinMs);
  child.kill("SIGTERM");
  await ended;
  clearTimeout(timer);
}

async function countIn(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ rows: number }>(`select count(*)::int as rows from ${table}`);
  return rows[0]?.rows ?? 0;
}

/** Above anything that a benchmark reaches, so that no budget refuses; they are spent all the same. */
const budgetPerMinute = "10000000";

/** One api process as it is deployed, with one `native` source. */
export async function startOurs(servers: { dataDir: string; databaseUrl: string; queueUrl: string }): Promise<Side> {
  const { dataDir, databaseUrl, queueUrl } = servers;
  await applyMigrations(databaseUrl);
  const secretsKey = randomBytes(32);
  const db = openDatabase({ url: databaseUrl, applicationName: "bench" });
  const queue = await openQueue({ url: queueUrl, clock: systemClock, log: silentLogger });
  const deps: Deps = { db, queue, log: silentLogger, clock: systemClock, secrets: createSecretBox(secretsKey) };
  const { id: organizationId } = await createOrganization(deps, operator, { name: "Bench" });
  const { sourceKey, secret } = await createSource(deps, operator, {
    organizationId,
    environment: "live",
    kind: "native",
  });
  const port = await freePort();
  const child = await start("../../apps/api/src/main.ts", port, {
    DATABASE_URL: databaseUrl,
    QUEUE_URL: queueUrl,
    DATA_DIR: dataDir,
    API_PORT: String(port),
    SECRETS_KEY: secretsKey.toString("base64"),
    LOG_LEVEL: "warn",
    INGEST_PER_ADDRESS_PER_MINUTE: budgetPerMinute,
    INGEST_PER_SOURCE_PER_MINUTE: budgetPerMinute,
  });
  return {
    name: "ours",
    url: `http://127.0.0.1:${port}/api/v1/events/ingest/${sourceKey}`,
    key: secret.slice("whsec_".length),
    stored: () => countIn(db.pool, "platform_events"),
    async stop() {
      await end(child);
      await queue.close();
      await db.close();
    },
  };
}

/** The bare route, on a separate database beside ours. */
export async function startBareRoute(databaseUrl: string): Promise<Side> {
  const own = new URL(databaseUrl);
  own.pathname = "/bare";
  const administration = new pg.Client({ connectionString: databaseUrl });
  await administration.connect();
  await administration.query("create database bare");
  await administration.end();
  const port = await freePort();
  const key = randomBytes(32).toString("base64");
  const child = await start("bare-route.ts", port, { DATABASE_URL: own.href, PORT: String(port), SIGNING_KEY: key });
  const pool = new pg.Pool({ connectionString: own.href, max: 1 });
  return {
    name: "reference",
    url: `http://127.0.0.1:${port}/events`,
    key,
    stored: () => countIn(pool, "deliveries"),
    async stop() {
      await end(child);
      await pool.end();
    },
  };
}
