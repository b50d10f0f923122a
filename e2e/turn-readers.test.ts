import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEnvironment } from "@service/domain/environments";
import { createOrganizationKey } from "@service/domain/keys";
import { createOrganization, setOrganization } from "@service/domain/organizations";
import { openTestDeps, type TestDeps } from "@service/domain/testing";
import { testOperator, waitFor } from "@service/testing";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import {
  answerOf,
  call,
  newConversation,
  readStream,
  startTurnStack,
  textOf,
  type TurnStack,
} from "./faults/turn-stack.ts";

// Many readers of one process, and readers that take nothing: TURN-38, PLAT-85.

const testTimeoutMs = 180_000;
const streamsMax = 240;
const readersPaused = 16;

let deps: TestDeps;
let stack: TurnStack;
beforeAll(async () => {
  deps = await openTestDeps();
  const { id: organizationId } = await createOrganization(deps, testOperator, { name: "Harborline (readers)" });
  await createEnvironment(deps, { ...testOperator, organizationId }, { slug: "sandbox", name: "Sandbox" });
  const { apiKey } = await createOrganizationKey(deps, testOperator, { organizationId, environmentSlug: "sandbox" });
  await setOrganization(deps, testOperator, organizationId, { requestsPerMinute: 100_000 });
  const { databaseUrl, secretsKey } = deps;
  const api = { STREAMS_PER_PROCESS: String(streamsMax), NODE_OPTIONS: "--max-old-space-size=128" };
  stack = await startTurnStack({ databaseUrl, secretsKey, apiKey }, { api });
}, testTimeoutMs);
afterAll(async () => {
  await stack.stop();
  await deps.close();
}, testTimeoutMs);

const question = { text: "Tell me everything", version: "draft" };
const asJson = { accept: "application/json", prefer: "respond-async" };

async function submitQuestion(): Promise<{ readonly id: string; readonly path: string; readonly list: string }> {
  const list = await newConversation(stack);
  const submitted = await call(stack, list, question, asJson);
  expect(submitted.status).toBe(202);
  const { turn_id: id } = JSON.parse(await submitted.text());
  return { id, list, path: `${list}/${id}` };
}

test(
  "TURN-38: hundreds of readers share a few connections to the database; one too many is asked to come back, and its turn goes on",
  async () => {
    const turns = await Promise.all(Array.from({ length: 8 }, submitQuestion));
    const readers = await Promise.all(
      turns.flatMap(({ path }) =>
        Array.from({ length: streamsMax / turns.length }, async () => call(stack, `${path}/stream`)),
      ),
    );
    expect(new Set(readers.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await deps.db.pool.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where application_name like 'service-%' and datname = current_database()",
    );
    expect(rows[0]?.count).toBeLessThan(40);
    const list = await newConversation(stack);
    const refused = await call(stack, list, question);
    expect([refused.status, JSON.parse(await refused.text())]).toMatchObject([503, { code: "streams_exhausted" }]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const worker = stack.startWorker();
    const streams = readers.map(readStream);
    await Promise.all(streams.map(({ ended }) => ended));
    for (const { frames } of streams) {
      const done = frames.at(-1)?.data;
      // Shown whole: it says what went wrong.
      expect(frames.filter(({ data }) => data.type === "error")).toEqual([]);
      expect(done).toMatchObject({ type: "done", status: "completed" });
      expect(textOf(frames)).toBe(answerOf(done));
    }
    await waitFor(
      async () => {
        const { turns: found }: { turns: { status: string }[] } = JSON.parse(await (await call(stack, list)).text());
        return found[0]?.status === "completed";
      },
      { what: "the turn that nobody reads" },
    );
    await worker.kill();
  },
  testTimeoutMs,
);

/** Memory of a process, its buffers outside of the heap included. */
async function residentBytes(pid: number): Promise<number> {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kibibytes) * 1_024;
}

async function pausedReader(path: string): Promise<Socket> {
  const { hostname, port } = new URL(stack.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.pause();
  socket.write(`GET /api/v1${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${stack.apiKey}\r\n\r\n`);
  return socket;
}

test(
  "TURN-38: readers that take nothing cost no memory, whatever the length of the log, and nobody else notices them",
  async () => {
    const worker = stack.startWorker();
    const { id, path } = await submitQuestion();
    const ended = await waitFor(async () => {
      const { status } = JSON.parse(await (await call(stack, path)).text());
      return status === "completed";
    });
    expect(ended).toBe(true);
    await worker.kill();
    const frames = 6_000;
    const padding = "x".repeat(4_000);
    await deps.db.pool.query("delete from turn_frames where turn_id = $1", [id]);
    await deps.db.pool.query(
      `insert into turn_frames (turn_hour, turn_id, attempt, seq, body)
       select turn_hour(t.created_at), t.id, 1, s, case when s % 100 = 0
         then format('{"type":"text.delta","text":"word ","offset":%s}', (s / 100 - 1) * 5)
         else format('{"type":"notice","code":"content_redacted","message":"%s","detail":{}}', $3::text) end
       from turns t, generate_series(2, $2::int + 1) s where t.id = $1`,
      [id, frames, padding],
    );
    await deps.db.pool.query("update turns set last_seq = $2, output_text = $3 where id = $1", [
      id,
      frames + 2,
      "word ".repeat(frames / 100),
    ]);
    const before = await residentBytes(stack.api.pid);
    const sockets = await Promise.all(Array.from({ length: readersPaused }, () => pausedReader(`${path}/stream`)));
    // The service reads the log for all of them at the same pace, unless it waits for its readers.
    const whole = readStream(await call(stack, `${path}/stream`));
    await whole.ended;
    expect(whole.frames).toHaveLength(frames + 2);
    expect(textOf(whole.frames)).toBe("word ".repeat(frames / 100));
    // Of 24 MB each the kernel takes a few, and the heap of the process has a bound.
    expect((await residentBytes(stack.api.pid)) - before).toBeLessThan(160 * 1_024 * 1_024);
    for (const socket of sockets) socket.destroy();
  },
  testTimeoutMs,
);
