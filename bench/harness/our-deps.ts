import { randomBytes } from "node:crypto";

import { applyMigrations } from "@service/db";
import { type Database, openDatabase } from "@service/db/open";
import type { Deps } from "@service/domain";
import { createOrganization } from "@service/domain/organizations";
import { openQueue, type Queue } from "@service/queue";
import { createSecretBox, silentLogger, systemClock } from "@service/runtime";
import { freePort } from "@service/embedded-postgres/free-port";

import { apiProgram, end, startServer } from "./programs.ts";
import type { Servers } from "./with-servers.ts";

/** Who benchmarks act as. */
export const operator = { kind: "operator", id: "bench" } as const;

/** What verbs of the domain need, and the variables with which a process works on the same. */
export interface OurDeps {
  readonly deps: Deps & { readonly db: Database; readonly queue: Queue };
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Opens our database, migrated, and queue. */
export async function openDeps(
  servers: Servers,
  options: { readonly queuePrefix?: string; readonly statementTimeoutMs?: number; readonly secretsKey?: Buffer } = {},
): Promise<OurDeps> {
  const { queuePrefix, statementTimeoutMs, secretsKey = randomBytes(32) } = options;
  const { databaseUrl, queueUrl, dataDir } = servers;
  await applyMigrations(databaseUrl);
  const db = openDatabase({
    url: databaseUrl,
    applicationName: "bench",
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
  });
  const queue = await openQueue({
    url: queueUrl,
    clock: systemClock,
    log: silentLogger,
    ...(queuePrefix !== undefined && { prefix: queuePrefix }),
  });
  return {
    deps: { db, queue, log: silentLogger, clock: systemClock, secrets: createSecretBox(secretsKey) },
    environment: {
      DATABASE_URL: databaseUrl,
      QUEUE_URL: queueUrl,
      DATA_DIR: dataDir,
      SECRETS_KEY: secretsKey.toString("base64"),
      LOG_LEVEL: "warn",
      ...(queuePrefix !== undefined && { QUEUE_PREFIX: queuePrefix }),
    },
    async close() {
      await queue.close();
      await db.close();
    },
  };
}

/** One API process as it is deployed, over an organization that `prepare` fills before the process starts. */
export async function startOurApi<Prepared>(
  servers: Servers,
  prepare: (deps: OurDeps["deps"], organizationId: string) => Promise<Prepared>,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ base: string; db: Database; organizationId: string; prepared: Prepared; stop(): Promise<void> }> {
  const opened = await openDeps(servers);
  const { deps } = opened;
  const { id: organizationId } = await createOrganization(deps, operator, { name: "Bench" });
  const prepared = await prepare(deps, organizationId);
  const port = await freePort();
  const child = await startServer(apiProgram, port, {
    ...opened.environment,
    API_PORT: String(port),
    ...environment,
  });
  return {
    base: `http://127.0.0.1:${port}/api/v1`,
    db: deps.db,
    organizationId,
    prepared,
    async stop() {
      await end(child);
      await opened.close();
    },
  };
}
