import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTestBook } from "@service/domain/testing";
import { silentLogger } from "@service/runtime";
import { waitFor } from "@service/testing";
import { request } from "node:http";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
const lines: unknown[] = [];

beforeAll(async () => {
  api = await startTestApi({
    hasGates: false,
    log: { ...silentLogger, info: (fields, message) => message === "request abandoned" && lines.push(fields) },
  });
  org = await api.organization();
  const book = await createTestBook(api.deps.db, { organizationId: org.organizationId });
  await book.write({ puts: [{ family: "accounts", sourceId: "1", fields: { name: "One" } }] });
  await book.serve();
});
afterAll(async () => {
  await api.stop();
});

/** Statements on the accounts of the book that the database is working on. */
async function running(on: TestApi): Promise<number> {
  const { rowCount } = await on.deps.db.pool.query(
    `select from pg_stat_activity
     where state = 'active' and query like '%book.accounts%' and query not like '%lock table%' and pid <> pg_backend_pid()`,
  );
  return rowCount ?? 0;
}

test("a read whose caller goes away leaves nothing in the database and is 499 in the log (REC-51)", async () => {
  const blocker = await api.deps.db.pool.connect();
  try {
    await blocker.query("begin");
    await blocker.query("lock table book.accounts in access exclusive mode");
    const call = request(`${api.url}/api/v1/records/accounts`, {
      headers: { authorization: `Bearer ${org.organization.apiKey ?? ""}` },
    });
    call.on("error", () => undefined);
    call.end();
    await waitFor(async () => (await running(api)) === 1, { what: "the read to reach the database" });
    call.destroy();
    const leftAtMs = performance.now();
    await waitFor(async () => (await running(api)) === 0, { what: "the read to be cancelled" });
    expect(performance.now() - leftAtMs).toBeLessThan(1_000);
    await waitFor(() => lines.length > 0, { what: "the line in the log" });
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
  expect(lines).toEqual([
    expect.objectContaining({ route: "records.accounts.list", code: "client_closed_request", status: 499 }),
  ]);
  expect((await org.organization.get("/records/accounts")).status).toBe(200);
});

test("a read whose caller goes away while it waits for a connection gives its place back (REC-51)", async () => {
  const { reads } = api.deps.db;
  const held = await Promise.all(Array.from({ length: reads.options.max }, () => reads.connect()));
  try {
    const before = lines.length;
    const call = request(`${api.url}/api/v1/records/accounts`, {
      headers: { authorization: `Bearer ${org.organization.apiKey ?? ""}` },
    });
    call.on("error", () => undefined);
    call.end();
    await waitFor(() => reads.waitingCount === 1, { what: "the read to wait for a connection" });
    call.destroy();
    const leftAtMs = performance.now();
    await waitFor(() => lines.length > before, { what: "the line in the log" });
    expect(performance.now() - leftAtMs).toBeLessThan(1_000);
  } finally {
    for (const client of held) client.release();
  }
  await waitFor(() => reads.idleCount === reads.totalCount, { what: "the connection that came too late" });
  expect((await org.organization.get("/records/accounts")).status).toBe(200);
});

test("of 33 slow reads the last waits two seconds and is refused; one that a place becomes free for is answered (REC-50)", async () => {
  const blocker = await api.deps.db.pool.connect();
  const read = () => org.organization.get("/records/accounts");
  try {
    await blocker.query("begin");
    await blocker.query("lock table book.accounts in access exclusive mode");
    const beganAtMs = performance.now();
    const reads = Array.from({ length: 33 }, read);
    const first = await Promise.race(reads);
    expect([first.status, first.body["code"], first.headers["retry-after"]]).toEqual([503, "book_unavailable", "2"]);
    expect(performance.now() - beganAtMs).toBeGreaterThan(1_900);
    const waiting = read();
    await blocker.query("rollback");
    const statuses = (await Promise.all(reads)).map(({ status }) => status);
    expect(statuses.toSorted((left, right) => left - right)).toEqual([...Array.from({ length: 32 }, () => 200), 503]);
    expect((await waiting).status).toBe(200);
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
});

test("the 33rd read at once is refused with the wait, after the connection was found (REC-50)", async () => {
  const held = await Promise.all(
    Array.from({ length: 32 }, () => api.deps.book.enter(org.organizationId, new AbortController().signal)),
  );
  const refused = await org.organization.get("/records/accounts");
  expect([refused.status, refused.body["code"], refused.headers["retry-after"]]).toEqual([
    503,
    "book_unavailable",
    "2",
  ]);
  const unknown = { connection_id: "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11" };
  expect((await org.organization.get("/records/accounts", { query: unknown })).body["code"]).toBe("not_found");
  for (const leave of held) leave();
  expect((await org.organization.get("/records/accounts")).status).toBe(200);
});

test("a read beyond the request's time is a 504 that names no build, and its statement ends (REC-51, REC-52)", async () => {
  const slow = await startTestApi({ hasGates: false, settings: { buildCommit: "abc123", requestBudgetMs: 1_500 } });
  const blocker = await slow.deps.db.pool.connect();
  try {
    const { organization, organizationId } = await slow.organization();
    const book = await createTestBook(slow.deps.db, { organizationId });
    await book.serve();
    await blocker.query("begin");
    await blocker.query("lock table book.accounts in access exclusive mode");
    const answer = await organization.get("/records/accounts");
    expect([answer.status, answer.body["code"], answer.headers["x-service-engine-build"]]).toEqual([
      504,
      "request_timeout",
      undefined,
    ]);
    await waitFor(async () => (await running(slow)) === 0, { what: "the read to be cancelled" });
  } finally {
    await blocker.query("rollback");
    blocker.release();
    await slow.stop();
  }
});
