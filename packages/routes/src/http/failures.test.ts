import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startGates } from "@service/domain/engines";
import { findEngineType } from "@service/engine-types";
import { silentLogger } from "@service/runtime";
import { tcpProxy, testDatabase, waitFor } from "@service/testing";
import { startTestApi, type TestApi, type TestOrganization } from "../testing/test-api.ts";

// Failures inside the service answer with their route's code and without the cause (PLAT-27). The tests remove tables
// of this file's own database.

const input = findEngineType("comparison").builtInCases()[0]?.input ?? {};
let api: TestApi;
let org: TestOrganization;
let runId: string;

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
  await org.organization.post("/engines", { slug: "quotes", label: "Q", description: "", engine_type: "comparison" });
  await org.organization.post("/engines/quotes/versions", {});
  runId = String((await org.organization.post("/engines/quotes/runs", { input })).body["run_id"]);
  await api.workOffRuns();
  await api.stopWorker();
});
afterAll(() => api.stop());

async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  await api.deps.db.pool.query(`alter table ${table} rename to ${table}_away`);
  try {
    return await work();
  } finally {
    await api.deps.db.pool.query(`alter table ${table}_away rename to ${table}`);
  }
}

const event = {
  event_id: randomUUID(),
  event_type: "bound",
};
test.each([
  {
    code: "create_run_failed",
    table: "run_payloads",
    ask: () => org.organization.post("/engines/quotes/runs", { input }),
  },
  { code: "load_run_failed", table: "runs", ask: () => org.organization.get(`/runs/${runId}`) },
  { code: "cancel_run_failed", table: "runs", ask: () => org.organization.post(`/runs/${runId}/cancel`) },
  {
    code: "outcome_write_failed",
    table: "run_outcomes",
    ask: () => org.organization.post(`/runs/${runId}/outcomes`, event),
  },
])("$code (PLAT-27)", async ({ code, table, ask }) => {
  const answer = await without(table, ask);
  expect([answer.status, answer.body["code"]]).toEqual([500, code]);
  expect(answer.text).not.toContain("relation");
});

test("request_timeout, when the time budget is over (PLAT-29)", async () => {
  const hasty = await startTestApi({ settings: { requestBudgetMs: 500 } });
  const { organization } = await hasty.organization();
  const client = await hasty.deps.db.pool.connect();
  await client.query("begin");
  await client.query("lock table engines in access exclusive mode");
  const answer = await organization.get("/engines");
  await client.query("rollback");
  client.release();
  expect([answer.status, answer.body["code"]]).toEqual([504, "request_timeout"]);
  await hasty.stop();
});

test("request_timeout, when no worker evaluates the gate in time: nothing is published, even later", async () => {
  const hasty = await startTestApi({ settings: { requestBudgetMs: 1_500 }, hasGates: false });
  const { organization } = await hasty.organization();
  await organization.post("/engines", { slug: "quotes", label: "Q", description: "", engine_type: "comparison" });
  for (const path of ["/engines/quotes/versions", "/engines/quotes/config/validate"]) {
    const answer = await organization.post(path, {});
    expect([answer.status, answer.body["code"]]).toEqual([504, "request_timeout"]);
  }
  // Both ask the same: one gate, left to its worker.
  const { rows } = await hasty.deps.db.pool.query<{ status: string }>("select status from jobs");
  expect(rows).toEqual([{ status: "waiting" }]);
  expect((await organization.get("/engines/quotes/versions")).body).toEqual({ versions: [] });
  await hasty.stop();
});

test("a publish whose caller disconnects leaves its gate and publishes nothing (GATE-42)", async () => {
  const idle = await startTestApi({ hasGates: false });
  const { organization } = await idle.organization();
  await organization.post("/engines", { slug: "quotes", label: "Q", description: "", engine_type: "comparison" });
  const statuses = async (): Promise<string[]> => {
    const { rows } = await idle.deps.db.pool.query<{ status: string }>("select status from jobs");
    return rows.map(({ status }) => status);
  };
  const caller = new AbortController();
  const asking = fetch(`${idle.url}/api/v1/engines/quotes/versions`, {
    method: "POST",
    headers: { authorization: `Bearer ${organization.apiKey ?? ""}`, "content-type": "application/json" },
    body: "{}",
    signal: caller.signal,
  }).catch(() => "disconnected");
  await waitFor(async () => (await statuses()).includes("waiting"));
  caller.abort();
  expect(await asking).toBe("disconnected");
  const gates = startGates(idle.deps, { slots: 1 });
  await waitFor(async () => (await statuses())[0] === "completed");
  await gates.stop(0);
  expect((await organization.get("/engines/quotes/versions")).body).toEqual({ versions: [] });
  const answer = await organization.post("/engines/quotes/versions", {});
  expect([answer.status, await statuses()]).toEqual([200, ["completed"]]);
  await idle.stop();
});

test("without the database: auth_unavailable for a key that is not cached, service_unavailable after one that is (PLAT-28, OPS-48)", async () => {
  const database = await testDatabase();
  const proxy = await tcpProxy({ port: Number(new URL(database.url).port) });
  const lines: Record<string, unknown>[] = [];
  const line = (fields: object, message: string): void => void lines.push({ ...fields, message });
  const log = { ...silentLogger, warn: line, error: line };
  const cut = await startTestApi({ databaseUrl: proxy.through(database.url), queueUrl: database.url, log });
  const { organization, keyFor } = await cut.organization();
  const unread = await keyFor("live");
  await organization.get("/engines");
  proxy.refuse(true);
  const [behind, unknown] = [await organization.get("/engines"), await unread.get("/engines")];
  await cut.stop();
  await proxy.close();
  await database.drop();
  expect([behind.status, behind.body["code"]]).toEqual([503, "service_unavailable"]);
  expect([unknown.status, unknown.body["code"]]).toEqual([503, "auth_unavailable"]);
  // One line for each, with its cause and without a stack (OPS-48).
  const refused = lines.filter(({ message }) => message === "request refused");
  expect(refused.map(({ code }) => code)).toEqual(["service_unavailable", "auth_unavailable"]);
  for (const one of refused) {
    expect(one["cause"]).toEqual(expect.any(String));
    expect(one["request_id"]).toEqual(expect.any(String));
    expect(one).not.toHaveProperty("err");
  }
  expect(lines.filter(({ message }) => message === "request failed")).toEqual([]);
});
