import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { findEngineType } from "@service/engine-types";
import { tcpProxy, testDatabase } from "@service/testing";
import { startTestApi, type TestApi, type TestOrganization } from "../testing/test-api.ts";
import { workOffRuns } from "../testing/work-off-runs.ts";

// What fails inside the service has the code of its route and says nothing of the cause (section 7.2). The tables of
// this file's own database are taken away for it.

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
  await workOffRuns(api.deps);
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
])("$code", async ({ code, table, ask }) => {
  const answer = await without(table, ask);
  expect([answer.status, answer.body["code"]]).toEqual([500, code]);
  expect(answer.text).not.toContain("relation");
});

test("request_timeout, when the time budget is over", async () => {
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

test("without the database: auth_unavailable for a key that was never read, service_unavailable behind one that was", async () => {
  const database = await testDatabase();
  const proxy = await tcpProxy({ port: Number(new URL(database.url).port) });
  const cut = await startTestApi({ databaseUrl: proxy.through(database.url), queueUrl: database.url });
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
});
