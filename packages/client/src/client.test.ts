import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { setOrganization } from "@service/domain/organizations";
import { createTestBook, type TestRow } from "@service/domain/testing";
import { startTurnWorld, type TurnWorld } from "@service/routes/testing/turn-world";
import { testOperator, tcpProxy } from "@service/testing";
import { type Changes, Client, isRefusal, NoAnswer, operationIds, type Row } from "./index.ts";

// Against the real API, with real keys.

let world: TurnWorld;
let live: Client;
let sandbox: Client;

beforeAll(async () => {
  world = await startTurnWorld({ hasGates: true, hasFiles: true });
  live = clientOf(world.org.organization);
  sandbox = clientOf(world.sandbox);
});
afterAll(() => world.stop());

function clientOf({ apiKey = "" }: { readonly apiKey: string | undefined }, url = world.api.url): Client {
  return new Client({ baseUrl: url, apiKey, firstWaitMs: 20 });
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function memberOf(at: object, name: string): object {
  const member: unknown = Reflect.get(at, name);
  return typeof member === "function" || (typeof member === "object" && member !== null) ? member : {};
}

test("CLIENT-1: every operation of the description is a function at its id", async () => {
  const text = await readFile(join(import.meta.dirname, "../../../docs/generated/openapi.json"), "utf8");
  const ids = [...text.matchAll(/"operationId": "([^"]+)"/g)].map(([, id = ""]) => id);
  const found = ids.map((id) => id.split(".").reduce((at: object, name) => memberOf(at, name), live));
  expect(ids.length).toBeGreaterThan(150);
  expect(ids.filter((_id, index) => typeof found[index] !== "function")).toEqual([]);
  expect([...operationIds].toSorted()).toEqual(ids.toSorted());
});

test("PLAT-72, CLIENT-1: the client creates an engine, publishes, submits, waits, reads and cancels", async () => {
  const created = await live.engines.create({
    body: { slug: "profile", label: "Profile", description: "", engine_type: "entity_analysis" },
  });
  expect(created.status).toBe("active");
  const release = await live.engines.versions.publish({ engine_slug: "profile", body: {} });
  expect(release.version).toBe("1.0");
  const input = {
    as_of: "2026-03-01T12:00:00Z",
    subject: { key: "s", kind: "account", label: "Harbor" },
    profile: { employees: 3 },
  };
  const submission = { engine_slug: "profile", body: { input }, "idempotency-key": "one" };
  const submitted = await live.runs.submit(submission);
  expect(await live.runs.submit(submission)).toEqual(submitted);
  const other = await live.runs.submit({ engine_slug: "profile", body: { input } });
  expect(other.run_id).not.toBe(submitted.run_id);
  const cancelled = await live.runs.cancel({ run_id: other.run_id, body: { reason: "typed" } });
  expect(cancelled.status).toBe("cancelled");
  const waited = live.runs.wait(submitted.run_id);
  await world.api.workOffRuns();
  expect((await waited).status).toMatch(/completed|degraded/);
  const ended = await live.runs.submitAndWait({ engine_slug: "profile", body: { input } });
  expect([ended.status, ended.output === undefined]).toEqual([(await waited).status, false]);
  const latest = await live.runs.latest({ engine_slug: "profile", subject_key: "s" });
  expect(latest.run_id).toBe(ended.run_id);
  const refused: unknown = await live.runs
    .submit({ engine_slug: "profile", body: { input: { nothing: true } } })
    .catch((error: unknown) => error);
  if (!isRefusal(refused, "runs.submit")) throw new Error("not refused");
  expect([refused.status, refused.code, Array.isArray(refused.details)]).toEqual([400, "invalid_input", true]);
  expect(refused.requestId).toMatch(/^[0-9a-f]{32}$/);
});

test("CLIENT-30: lists are read page by page and row by row, each row once, with the same filters", async () => {
  const slug = "paged";
  await world.instance(slug, {});
  const ids: string[] = [];
  for (let made = 0; made < 5; made += 1) ids.push((await world.conversation({ slug })).id);
  const each = await collect(sandbox.conversations.list.each({ slug, limit: 2 }));
  expect(each.map((one) => one.conversation_id).toSorted()).toEqual(ids.toSorted());
  const pages = await collect(sandbox.conversations.list.pages({ slug, limit: 2 }));
  expect(pages.map(({ conversations }) => conversations.length)).toEqual([2, 2, 1]);
  for await (const _first of sandbox.conversations.list.each({ slug, limit: 2 })) break;
  await sandbox.conversations.delete({ slug, conversation_id: ids[0] ?? "" });
  expect(await collect(sandbox.conversations.list.each({ slug }))).toHaveLength(4);
});

test("CLIENT-31: a copy that reads what has changed is the list, however often it is stopped on the way", async () => {
  const org = await world.api.organization();
  const client = clientOf(org.organization);
  const book = await createTestBook(world.api.deps.db, { organizationId: org.organizationId });
  const account = (id: number, name = `Account ${id}`): TestRow => ({
    family: "accounts",
    sourceId: `A${id}`,
    fields: { name },
  });
  const first = Array.from({ length: 7 }, (_, id) => account(id));
  await book.write({ puts: first });
  await book.serve();
  const copy = new Map<string, string | null>();
  let since = 0;
  const keep = ({ rows, removed, since: next }: Changes<"records.accounts.list">): void => {
    for (const row of rows) copy.set(row.key, row.name ?? null);
    for (const key of removed) copy.delete(key);
    since = next;
  };
  const isWhole = async (): Promise<void> => {
    const rows: Row<"records.accounts.list">[] = await collect(client.records.accounts.list.each({ limit: 200 }));
    expect(copy).toEqual(new Map(rows.flatMap((row) => ("removed" in row ? [] : [[row.key, row.name ?? null]]))));
  };
  // Stopped after a page: rows of one snapshot are on several.
  for await (const changes of client.records.accounts.list.changes({ limit: 3, since })) {
    keep(changes);
    break;
  }
  expect([copy.size, since]).toEqual([3, 0]);
  for await (const changes of client.records.accounts.list.changes({ limit: 3, since })) keep(changes);
  expect([copy.size, since]).toEqual([7, 1]);
  await book.write({ puts: [account(1, "Renamed"), account(9)], removes: [{ family: "accounts", sourceId: "A2" }] });
  await book.serve();
  await book.write({ puts: [account(10)], removes: [{ family: "accounts", sourceId: "A3" }] });
  await book.serve();
  for await (const changes of client.records.accounts.list.changes({ limit: 2, since })) keep(changes);
  expect(since).toBe(3);
  await isWhole();
  for await (const changes of client.records.accounts.list.changes({ since })) keep(changes);
  expect(since).toBe(3);
  await isWhole();
});

test("CLIENT-16: a signed assertion names the person, and without the secret it is refused", async () => {
  const org = await world.api.organization();
  const assertionSecret = "an assertion secret of 32 characters";
  await setOrganization(world.api.deps, testOperator, org.organizationId, { assertionSecret });
  await createTestBook(world.api.deps.db, { organizationId: org.organizationId });
  const acting = { actingPrincipal: "idp|ana", actingEmail: " Ana@Example.com " };
  const settings = { baseUrl: world.api.url, apiKey: org.organization.apiKey ?? "", ...acting };
  const status = await new Client({ ...settings, assertionSecret }).records.status();
  expect(status.connections).toHaveLength(1);
  const refused: unknown = await new Client(settings).records.status().catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "assertion_invalid" });
});

test("CLIENT-5: files go up as a form and come down by the address, which gets no key", async () => {
  const slug = "files";
  await world.instance(slug, { attachments: { enabled: true } });
  const { id: conversation_id } = await world.conversation({ slug });
  const file = new File(["Harbor, 14 vehicles"], "fleet.txt", { type: "text/plain" });
  const { attachment_id, filename } = await sandbox.attachments.upload({ slug, conversation_id, body: { file } });
  expect(filename).toBe("fleet.txt");
  const { location } = await sandbox.attachments.content({ slug, conversation_id, attachment_id });
  expect(await (await fetch(location)).text()).toBe("Harbor, 14 vehicles");
  const exported = await sandbox.conversations.export({ slug, conversation_id, format: "markdown" });
  expect(await exported.text()).toContain("#");
  expect(await live.platform.robots()).toContain("Disallow");
});

test("CLIENT-6: a model's answer is read whole or as a stream", async () => {
  const messages = [
    { role: "user", content: "The claims desk is open from 8 to 18. The office is closed on Sunday." },
    { role: "user", content: "When is the claims desk open?" },
  ] as const;
  const body = { messages: [...messages], model: "embedded" };
  const whole = await live.converse.answer({ body });
  const frames = await collect(live.converse.stream({ body }));
  const text = frames.map((frame) => (frame.type === "text.delta" ? frame.text : "")).join("");
  expect([text, frames.at(-1)?.type]).toEqual([whole.output.text, "done"]);
});

test("CLIENT-13: a connection that is cut while a submission is answered makes one run", async () => {
  const proxy = await tcpProxy({ port: Number(new URL(world.api.url).port) });
  try {
    const client = clientOf(world.org.organization, `http://127.0.0.1:${proxy.port}`);
    proxy.swallow(true);
    const limited = client.engines.list({}, { timeoutMs: 100, triesMax: 2 });
    await expect(limited).rejects.toBeInstanceOf(NoAnswer);
    proxy.swallow(false);
    proxy.cut();
    expect((await client.engines.list()).engines.length).toBeGreaterThan(0);
  } finally {
    await proxy.close();
  }
});
