import { randomUUID } from "node:crypto";

import { applyMigrations, type SessionTransaction } from "@service/db";
import type { Database } from "@service/db/open";
import { createOrganizationKey } from "@service/domain/keys";
import { setOrganization } from "@service/domain/organizations";
import { createTestBook } from "@service/domain/testing";
import { freePort } from "@service/embedded-postgres/free-port";
import pg from "pg";

import { operator, startOurApi } from "../harness/our-deps.ts";
import { createOwnDatabase } from "../harness/own-database.ts";
import { end, startServer } from "../harness/programs.ts";
import type { Servers } from "../harness/with-servers.ts";

const accountsCount = 500;

/** One side of the comparison. */
export interface AppendSide {
  readonly name: string;
  readonly url: string;
  readonly apiKey: string;
  readonly accounts: readonly string[];
  stop(): Promise<void>;
}

/** Ours, with what the measurement of lists needs. */
export interface OurSide extends AppendSide {
  readonly base: string;
  readonly db: Database;
  readonly organizationId: string;
}

/** One api process as it is deployed, with a book of a few hundred clients. */
export async function startOurs(servers: Servers): Promise<OurSide> {
  const names = Array.from({ length: accountsCount }, (_, at) => `A${at}`);
  const { base, db, organizationId, prepared, stop } = await startOurApi(servers, async (deps, id) => {
    await setOrganization(deps, operator, id, { requestsPerMinute: 10_000_000 });
    const key = await createOrganizationKey(deps, operator, { organizationId: id, environmentSlug: "live" });
    const book = await createTestBook(deps.db, { organizationId: id });
    await book.write({
      puts: names.map((name) => ({ family: "accounts", sourceId: name, fields: { name: `Client ${name}` } })),
    });
    await book.serve();
    return { apiKey: key.apiKey, accounts: names.map((name) => book.keyOf("accounts", name)) };
  });
  const records = `${base}/records`;
  return { name: "ours", base: records, url: `${records}/actions`, db, organizationId, ...prepared, stop };
}

/** The bare route, on a database of its own beside ours. */
export async function startBareRoute(databaseUrl: string, accounts: readonly string[]): Promise<AppendSide> {
  const own = await createOwnDatabase(databaseUrl, "bare");
  await applyMigrations(own);
  const organizationId = randomUUID();
  const client = new pg.Client({ connectionString: own });
  await client.connect();
  await client.query("insert into ledger_heads (organization_id, seq, hash) values ($1, 0, '')", [organizationId]);
  await client.end();
  const port = await freePort();
  const child = await startServer("ledger/bare-route.ts", port, {
    DATABASE_URL: own,
    PORT: String(port),
    ORGANIZATION_ID: organizationId,
  });
  return {
    name: "reference",
    url: `http://127.0.0.1:${port}/actions`,
    apiKey: "none",
    accounts,
    stop: () => end(child),
  };
}

/** Commands that one transaction fills the ledger with: each is seen to end, and an interruption waits for one only. */
const filledAtOnce = 100_000;

/** Fills the ledger of ours with tasks, without going through the route; the chain does not hold afterwards. */
export async function fillLedger(
  { db, organizationId, accounts }: OurSide,
  commands: number,
  signal: AbortSignal,
): Promise<void> {
  const session = await db.openSession({ statementTimeoutMs: 600_000 });
  try {
    for (let done = 0; done < commands; done += filledAtOnce) {
      signal.throwIfAborted();
      await session.inTransaction((tx) =>
        fillSlice(tx, { organizationId, accounts, commands: Math.min(filledAtOnce, commands - done) }),
      );
      console.log(`filled ${Math.min(commands, done + filledAtOnce)} of ${commands} commands`);
    }
    await session.query({ text: "analyze ledger_commands, ledger_tasks", values: [] });
  } finally {
    await session.close();
  }
}

async function fillSlice(
  tx: SessionTransaction,
  { organizationId, accounts, commands }: Pick<OurSide, "organizationId" | "accounts"> & { readonly commands: number },
): Promise<void> {
  const { rows } = await tx.query<{ seq: number; environment: string }>(
    `select h.seq, e.id as environment from ledger_heads h
     join environments e on e.organization_id = h.organization_id and e.slug = 'live' where h.organization_id = $1`,
    [organizationId],
  );
  const { seq: from = 0, environment = "" } = rows[0] ?? {};
  // Joined and not `($4::text[])[n]`, which walks through the array for every row.
  await tx.query(
    `insert into ledger_commands (organization_id, seq, command_id, idempotency_key, environment_id, type, entity_kind,
       entity_key, entity, client_key, is_open, payload, payload_sha256, request_sha256, actor_principal, actor_type,
       key_id, recorded_at, hash)
     select $1, $2::bigint + n, gen_random_uuid(), gen_random_uuid(), $3, 'create_task', 'account', a.key, '{}', a.key,
       false, '{"title":"x"}', '', '', 'pat', 'producer', 'key', now(), ''
     from generate_series(1, $6::int) n
     join unnest($4::text[]) with ordinality as a (key, at) on a.at = 1 + n % $5::int`,
    [organizationId, from, environment, accounts, accounts.length, commands],
  );
  await tx.query(
    `insert into ledger_tasks (organization_id, environment_id, task_key, entity_kind, entity_key, client_key, is_open,
       title, status, priority, created_by, created_at, created_seq, last_seq)
     select organization_id, environment_id, 't_' || seq, entity_kind, entity_key, client_key, false, 'x', 'open', 'normal',
       'pat', recorded_at, seq, seq from ledger_commands where organization_id = $1 and seq > $2`,
    [organizationId, from],
  );
  await tx.query("update ledger_heads set seq = $2 where organization_id = $1", [organizationId, from + commands]);
}
