import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "@service/client";
import { createOrganizationKey } from "@service/domain/keys";
import { rebuildLedger, verifyLedger } from "@service/domain/ledger";
import { createOrganization, setOrganization } from "@service/domain/organizations";
import { createTestBook, openTestDeps, type TestDeps } from "@service/domain/testing";
import { freePort, type Program, startProgram, testOperator } from "@service/testing";

const connections = 64;
const seconds = Number(process.env["LEDGER_SECONDS"] ?? "8");
const root = join(import.meta.dirname, "..");

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

async function startApi(port: number): Promise<Program> {
  const api = startProgram(join(root, "apps/api/src/main.ts"), {
    env: {
      DATABASE_URL: deps.databaseUrl,
      QUEUE_URL: "",
      SECRETS_KEY: deps.secretsKey,
      LOG_LEVEL: "info",
      API_PORT: String(port),
    },
  });
  await api.says("api listening");
  return api;
}

async function seed() {
  const { id: organizationId } = await createOrganization(deps, testOperator, { name: "Harborline" });
  await setOrganization(deps, testOperator, organizationId, { requestsPerMinute: 10_000_000 });
  const { apiKey } = await createOrganizationKey(deps, testOperator, { organizationId, environmentSlug: "live" });
  const book = await createTestBook(deps.db, { organizationId });
  await book.write({ puts: [{ family: "accounts", sourceId: "1", fields: { name: "One" } }] });
  await book.serve();
  return { organizationId, apiKey, account: book.keyOf("accounts", "1") };
}

/** One connection: appends until the time is over. The client repeats a request whose answer was lost. */
async function keepAppending(
  given: { readonly client: Client; readonly account: string; readonly until: number },
  accepted: Map<string, number>,
): Promise<void> {
  while (Date.now() < given.until) {
    const commands = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => ({
      idempotency_key: randomUUID(),
      type: "create_task" as const,
      entity: { kind: "account" as const, key: given.account },
      payload: { title: "Under fire", priority: "normal" as const },
    }));
    const body = { actor_principal: "pat", actor_type: "producer" as const, commands };
    const { results } = await given.client.records.actions.append({ body });
    for (const { idempotency_key: key, seq } of results) accepted.set(key, seq);
  }
}

test("64 connections append while processes are killed: seq is 1 to n, what was accepted is there once, the chain verifies, and a rebuild changes nothing (LEDGER-12, LEDGER-50, LEDGER-51)", async () => {
  const { organizationId, apiKey, account } = await seed();
  const ports = [await freePort(), await freePort()];
  const apis = await Promise.all(ports.map(startApi));
  const accepted = new Map<string, number>();
  const until = Date.now() + seconds * 1_000;
  let turn = 0;
  const client = new Client({
    baseUrl: "http://127.0.0.1",
    apiKey,
    triesMax: 500,
    firstWaitMs: 20,
    // Each attempt goes to the next of the two, as behind a load balancer.
    fetch: (sent) => {
      const request = new Request(sent);
      const { pathname } = new URL(request.url);
      return fetch(new Request(`http://127.0.0.1:${ports[turn++ % ports.length]}${pathname}`, request));
    },
  });
  const appending = Promise.all(
    Array.from({ length: connections }, () => keepAppending({ client, account, until }, accepted)),
  );
  for (let victim = 0; Date.now() < until - 1_500; victim = 1 - victim) {
    await sleep(1_500);
    await apis[victim]?.kill();
    apis[victim] = await startApi(ports[victim] ?? 0);
  }
  await appending;
  await Promise.all(apis.map((api) => api.stop()));

  const { rows } = await deps.db.pool.query<{ key: string; seq: number }>(
    "select idempotency_key as key, seq from ledger_commands where organization_id = $1 order by seq",
    [organizationId],
  );
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1));
  const stored = new Map(rows.map(({ key, seq }) => [key, seq]));
  expect(accepted.size).toBeGreaterThan(connections);
  for (const [key, seq] of accepted) expect([key, stored.get(key)]).toEqual([key, seq]);
  expect(await verifyLedger(deps, organizationId)).toMatchObject({ verified: true, commands: rows.length });
  const rebuilt = await rebuildLedger(deps, testOperator, organizationId);
  expect(rebuilt.projections.tasks).toEqual({ rows: rows.length, differing: 0 });
}, 240_000);
