import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEnvironment } from "@service/domain/environments";
import { createOrganizationKey } from "@service/domain/keys";
import { createOrganization } from "@service/domain/organizations";
import { openTestDeps, type TestDeps } from "@service/domain/testing";
import { describeWithRedis, type PrivateRedis, privateRedis, testOperator, waitFor } from "@service/testing";
import { flushRedis } from "./faults/redis-commands.ts";
import {
  answerOf,
  call,
  hasText,
  newConversation,
  readStream,
  slowQuestion,
  startTurnStack,
  textOf,
  type TurnStack,
} from "./faults/turn-stack.ts";

// Turns over HTTP with real processes, while workers and the queue die: TURN-16, TURN-17, TURN-31, TURN-34.

const testTimeoutMs = 180_000;
const leaseSeconds = 1;

let deps: TestDeps;
let apiKey: string;
beforeAll(async () => {
  deps = await openTestDeps();
  const { id: organizationId } = await createOrganization(deps, testOperator, { name: "Harborline (turns)" });
  await createEnvironment(deps, { ...testOperator, organizationId }, { slug: "sandbox", name: "Sandbox" });
  ({ apiKey } = await createOrganizationKey(deps, testOperator, { organizationId, environmentSlug: "sandbox" }));
}, testTimeoutMs);
afterAll(() => deps.close(), testTimeoutMs);

const shortLease = { worker: { TURN_LEASE_SECONDS: String(leaseSeconds) } };
const startStack = (queueUrl = ""): Promise<TurnStack> =>
  startTurnStack({ databaseUrl: deps.databaseUrl, secretsKey: deps.secretsKey, apiKey }, { queueUrl, ...shortLease });

async function losesItsWorkerTwice(stack: TurnStack): Promise<void> {
  const path = await newConversation(stack, 6);
  const first = stack.startWorker();
  const { frames, ended } = readStream(await call(stack, path, slowQuestion));
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
  // A busy machine says first that the turn waits for a worker.
  const begun = resumed.frames.find(({ data }) => data["type"] !== "notice");
  expect(begun?.data).toMatchObject({ type: "attempt.started", attempt: 3 });
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
      const path = await newConversation(stack, 10);
      const worker = stack.startWorker();
      const { frames, ended } = readStream(await call(stack, path, slowQuestion));
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

/** Asks until a turn is refused: a worker that looks by itself may have taken one before that. */
async function refusedTurn(stack: TurnStack): Promise<{ readonly path: string; readonly refused: Response }> {
  for (let attempt = 1; ; attempt += 1) {
    const path = await newConversation(stack);
    const refused = await call(stack, path, slowQuestion);
    if (refused.status !== 200 || attempt === 5) return { path, refused };
    await refused.body?.cancel();
  }
}

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
        const path = await newConversation(stack);
        const worker = stack.startWorker();
        const { frames, ended } = readStream(await call(stack, path, slowQuestion));
        await waitFor(() => hasText(frames, 1), { what: "text", deadlineMs: 60_000 });
        await flushRedis(redis.port);
        const seen = (count: number) => () => frames.length > count;
        redis.freeze();
        const frozenAt = frames.length;
        await waitFor(seen(frozenAt + 2), { what: "frames while the queue is frozen", deadlineMs: 30_000 });
        redis.thaw();
        await redis.kill();
        const goneAt = frames.length;
        await waitFor(seen(goneAt + 2), { what: "frames while the queue is gone", deadlineMs: 30_000 });
        const { refused, path: other } = await refusedTurn(stack);
        const refusal: { details?: { turn_id?: string } } = JSON.parse(await refused.text());
        expect([refused.status, refusal]).toMatchObject([503, { code: "queue_unreachable" }]);
        const failed = await call(stack, `${other}/${String(refusal.details?.turn_id)}`);
        expect(await failed.json()).toMatchObject({ status: "failed", error: { code: "queue_unreachable" } });
        await redis.start();
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
