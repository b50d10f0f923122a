import { randomBytes } from "node:crypto";

import { createSource } from "@service/domain/inbound";
import { freePort } from "@service/embedded-postgres/free-port";
import pg from "pg";

import { operator, startOurApi } from "../harness/our-deps.ts";
import { createOwnDatabase } from "../harness/own-database.ts";
import { end, startServer } from "../harness/programs.ts";
import type { Servers } from "../harness/with-servers.ts";

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

async function countIn(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ rows: number }>(`select count(*)::int as rows from ${table}`);
  return rows[0]?.rows ?? 0;
}

/** Above anything that a benchmark reaches, so that no budget refuses; they are spent all the same. */
const budgetPerMinute = "10000000";

/** One api process as it is deployed, with one `native` source. */
export async function startOurs(servers: Servers): Promise<Side> {
  const { base, db, prepared, stop } = await startOurApi(
    servers,
    (deps, organizationId) => createSource(deps, operator, { organizationId, environment: "live", kind: "native" }),
    { INGEST_PER_ADDRESS_PER_MINUTE: budgetPerMinute, INGEST_PER_SOURCE_PER_MINUTE: budgetPerMinute },
  );
  return {
    name: "ours",
    url: `${base}/events/ingest/${prepared.sourceKey}`,
    key: prepared.secret.slice("whsec_".length),
    stored: () => countIn(db.pool, "platform_events"),
    stop,
  };
}

/** The bare route, on a separate database beside ours. */
export async function startBareRoute(databaseUrl: string): Promise<Side> {
  const own = await createOwnDatabase(databaseUrl, "bare");
  const port = await freePort();
  const key = randomBytes(32).toString("base64");
  const child = await startServer("ingest/bare-route.ts", port, {
    DATABASE_URL: own,
    PORT: String(port),
    SIGNING_KEY: key,
  });
  const pool = new pg.Pool({ connectionString: own, max: 1 });
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
