import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEnvironment } from "@service/domain/environments";
import { createOrganizationKey } from "@service/domain/keys";
import { createOrganization } from "@service/domain/organizations";
import { openTestDeps, type TestDeps } from "@service/domain/testing";
import {
  describeWithRedis,
  freePort,
  type PrivateRedis,
  privateRedis,
  type Program,
  startProgram,
  testOperator,
  waitFor,
} from "@service/testing";
import { fileURLToPath } from "node:url";
import { flushRedis } from "./faults/redis-commands.ts";

// Turns over HTTP with real processes, while workers and the queue die: TURN-16, TURN-17, TURN-31, TURN-34.

const testTimeoutMs = 180_000;
const leaseSeconds = 1;
const files = {
  api: fileURLToPath(new URL("../apps/api/src/main.ts", import.meta.url)),
  worker: fileURLToPath(new URL("../apps/worker/src/main.ts", import.meta.url)),
};

let deps: TestDeps;
let apiKey: string;
beforeAll(async () => {
  deps = await openTestDeps();
  const { id: organizationId } = await createOrganization(deps, testOperator, { name: "Harborline (turns)" });
  await createEnvironment(deps, { ...testOperator, organizationId }, { slug: "sandbox", name: "Sandbox" });
  ({ apiKey } = await createOrganizationKey(deps, testOperator, { organizationId, environmentSlug: "sandbox" }));
}, testTimeoutMs);
afterAll(() => deps.close(), testTimeoutMs);

interface Stack {
  readonly url: string;
  readonly api: Program;
  startWorker(): Program;
  stop(): Promise<void>;
}

async function startStack(queueUrl = ""): Promise<Stack> {
  const port = await freePort();
  const env = {
    DATABASE_URL: deps.databaseUrl,
    SECRETS_KEY: deps.secretsKey,
    QUEUE_URL: queueUrl,
    LOG_LEVEL: "warn",
    FILES_STORE: "none",
  };
  const url = `http://127.0.0.1:${port}`;
  const api = startProgram(files.api, { env: { ...env, LOG_LEVEL: "info", API_PORT: String(port) } });
  await api.says("api listening");
  const workers: Program[] = [];
  return {
    url,
    api,
    startWorker() {
      const worker = startProgram(files.worker, {
        env: {
          ...env,
          WORKER_THREADS: "1",
          TURN_LEASE_SECONDS: String(leaseSeconds),
          WORKER_SHUTDOWN_GRACE_SECONDS: "0.2",
        },
      });
      workers.push(worker);
      return worker;
    },
    async stop() {
      await Promise.all([...workers, api].filter((program) => program.isRunning()).map((program) => program.kill()));
    },
  };
}

async function call(
  stack: Stack,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${stack.url}/api/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

let instances = 0;
/** A conversation with an instance whose answers take a few seconds in the scenario `slow`. */
async function conversation(stack: Stack): Promise<string> {
  const slug = `desk-${(instances += 1)}`;
  const text = Array.from(
    { length: 8 },
    (_, at) => `The claims desk of office ${at} is open from 8 to 18 on weekdays.`,
  ).join(" ");
  const config = {
    grounding: { sources: [{ kind: "knowledge" }] },
    rules: [{ key: "long", when: { any: ["everything"] }, reply: text.repeat(2) }],
  };
  const made = await call(stack, "/conversation-instances", { slug, label: slug, config });
  expect(made.status).toBe(201);
  const begun = await call(stack, `/conversation-instances/${slug}/conversations`, {});
  expect(begun.status).toBe(201);
  const { conversation_id: id } = JSON.parse(await begun.text());
  return `/conversation-instances/${slug}/conversations/${id}/turns`;
}

interface Frame {
  readonly id: string | undefined;
  readonly data: { readonly type: string; readonly [member: string]: unknown };
}

/** Reads frames as they come, into a list that grows. */
function readStream(response: Response): { readonly frames: Frame[]; readonly ended: Promise<void> } {
  const frames: Frame[] = [];
  const ended = (async () => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of response.body ?? []) {
      if (!(chunk instanceof Uint8Array)) throw new Error("a body is bytes");
      rest += decoder.decode(chunk, { stream: true });
      const events = rest.split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) frames.push({ id: /^id: (.*)$/m.exec(event)?.[1], data: JSON.parse(data) });
      }
    }
  })();
  return { frames, ended };
}

const question = { text: "Tell me everything", version: "draft", test_scenario: "slow" };

function textOf(frames: readonly Frame[]): string {
  let text = "";
  for (const { data } of frames) {
    if (data.type === "attempt.started" && data["discard"] === true) text = "";
    if (data.type === "text.delta") {
      expect(data["offset"]).toBe([...text].length);
      text += String(data["text"]);
    }
  }
  return text;
}

function answerOf(done: Frame["data"] | undefined): string {
  const turn: { output: { text: string } } = JSON.parse(JSON.stringify(done?.["turn"]));
  return turn.output.text;
}

const hasText = (frames: readonly Frame[], attempt: number): boolean =>
  frames.some(({ id, data }) => data.type === "text.delta" && id?.startsWith(`${attempt}-`) === true);

async function losesItsWorkerTwice(stack: Stack): Promise<void> {
  const path = await conversation(stack);
  const first = stack.startWorker();
  const { frames, ended } = readStream(await call(stack, path, question));
  await waitFor(() => hasText(frames, 1), { what: "text of the first attempt", deadlineMs: 60_000 });
  await first.kill();
  const second = stack.startWorker();
  await waitFor(() => hasText(frames, 2), { what: "text of the second attempt", deadlineMs: 60_000 });
  expect(frames.find(({ data }) => data.type === "attempt.started")).toMatchObject({
    id: "2-0",
    data: { attempt: 2, mode: "restart", discard: true, reason: "worker_lost" },
  });
  await second.kill();
  const third = stack.startWorker();
  await ended;
  expect(frames.at(-2)?.data).toMatchObject({
    type: "error",
    code: "turn_interrupted",
    reason: "worker_lost",
    partial: true,
  });
  const done = frames.at(-1)?.data;
  expect(done).toMatchObject({ type: "done", status: "interrupted", turn: { resumable: true, attempt: 2 } });
  const turn: { turn_id: string; output: { text: string } } = JSON.parse(JSON.stringify(done?.["turn"]));
  // What readers have seen is what stands in the turn, although the last checkpoint was older.
  expect(turn.output.text).toBe(textOf(frames));
  const resumed = readStream(await call(stack, `${path}/${turn.turn_id}/resume`, {}));
  await resumed.ended;
  expect(resumed.frames[0]?.data).toMatchObject({ type: "attempt.started", attempt: 3 });
  const last = resumed.frames.at(-1)?.data;
  expect(last).toMatchObject({ type: "done", status: "completed" });
  expect(answerOf(last)).toBe(textOf(resumed.frames));
  await third.kill();
}

test(
  "a worker that is killed gives its turn to another on the same stream; the second time it is interrupted and resumes (TURN-17)",
  async () => {
    const stack = await startStack();
    try {
      await losesItsWorkerTwice(stack);
    } finally {
      await stack.stop();
    }
  },
  testTimeoutMs,
);

test(
  "a worker that stops gives its turn back, and a server that stops tells its readers to connect again (TURN-16, TURN-38)",
  async () => {
    const stack = await startStack();
    const other = await startStack();
    try {
      const path = await conversation(stack);
      const worker = stack.startWorker();
      const { frames, ended } = readStream(await call(stack, path, question));
      await waitFor(() => hasText(frames, 1), { what: "text", deadlineMs: 60_000 });
      const next = stack.startWorker();
      await worker.stop();
      await waitFor(() => hasText(frames, 2), { what: "text of the second attempt", deadlineMs: 60_000 });
      expect(frames.find(({ data }) => data.type === "attempt.started")?.data).toMatchObject({ reason: "shutdown" });
      await stack.api.stop();
      await ended;
      const end = frames.at(-1);
      expect(end).toMatchObject({ data: { type: "reconnect", reason: "server_shutdown" } });
      expect(end?.id).toBeUndefined();
      const cursor = frames.findLast(({ id }) => id !== undefined)?.id ?? "";
      const turnId = String(frames[0]?.data["turn_id"]);
      const again = await fetch(`${other.url}/api/v1${path}/${turnId}/stream`, {
        headers: { authorization: `Bearer ${apiKey}`, "last-event-id": cursor },
      });
      const rest = readStream(again);
      await rest.ended;
      const done = rest.frames.at(-1)?.data;
      expect(done).toMatchObject({ type: "done", status: "completed" });
      const whole = [...frames.slice(0, -1), ...rest.frames];
      expect(answerOf(done)).toBe(textOf(whole));
      await next.kill();
    } finally {
      await stack.stop();
      await other.stop();
    }
  },
  testTimeoutMs,
);

describeWithRedis("with Redis", () => {
  let redis: PrivateRedis;
  beforeAll(async () => {
    redis = await privateRedis();
  }, testTimeoutMs);
  afterAll(() => redis.close(), testTimeoutMs);

  test(
    "a queue that is flushed, frozen and restarted in the middle of a turn loses no frame (TURN-34)",
    async () => {
      const stack = await startStack(redis.url);
      try {
        const path = await conversation(stack);
        const worker = stack.startWorker();
        const { frames, ended } = readStream(await call(stack, path, question));
        await waitFor(() => hasText(frames, 1), { what: "text", deadlineMs: 60_000 });
        await flushRedis(redis.port);
        const seen = (count: number) => () => frames.length > count;
        redis.freeze();
        const frozenAt = frames.length;
        await waitFor(seen(frozenAt + 2), { what: "frames while the queue is frozen", deadlineMs: 30_000 });
        redis.thaw();
        await ended;
        const done = frames.at(-1)?.data;
        expect(done).toMatchObject({ type: "done", status: "completed", turn: { attempt: 1 } });
        expect(answerOf(done)).toBe(textOf(frames));
        await worker.kill();
      } finally {
        redis.thaw();
        await stack.stop();
      }
    },
    testTimeoutMs,
  );
});
