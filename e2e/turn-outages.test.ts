import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { applyMigrations } from "@service/db";
import { createEnvironment } from "@service/domain/environments";
import { createOrganizationKey } from "@service/domain/keys";
import { createOrganization } from "@service/domain/organizations";
import { openTestDeps } from "@service/domain/testing";
import { type PrivatePostgres, privatePostgres, testOperator, waitFor } from "@service/testing";
import { setTimeout } from "node:timers/promises";
import {
  answerOf,
  call,
  hasText,
  newConversation,
  readStream,
  slowQuestion,
  startTurnStack,
  textOf,
  type TurnPlace,
  type TurnStack,
} from "./faults/turn-stack.ts";

// Turns while their database crashes and while it is away, with real processes: TURN-33, TURN-144.

const testTimeoutMs = 180_000;

let postgres: PrivatePostgres;
let stack: TurnStack;
beforeAll(async () => {
  postgres = await privatePostgres();
  await applyMigrations(postgres.url);
  stack = await startTurnStack(await newPlace(postgres.url));
  stack.startWorker();
}, testTimeoutMs);
afterAll(async () => {
  await stack.stop();
  await postgres.close();
}, testTimeoutMs);

async function newPlace(databaseUrl: string): Promise<TurnPlace> {
  const deps = await openTestDeps({ databaseUrl });
  try {
    const { id: organizationId } = await createOrganization(deps, testOperator, { name: "Harborline (outages)" });
    await createEnvironment(deps, { ...testOperator, organizationId }, { slug: "sandbox", name: "Sandbox" });
    const { apiKey } = await createOrganizationKey(deps, testOperator, { organizationId, environmentSlug: "sandbox" });
    return { databaseUrl, secretsKey: deps.secretsKey, apiKey };
  } finally {
    await deps.close();
  }
}

async function askSlowly() {
  const path = await newConversation(stack);
  const { frames, ended } = readStream(await call(stack, path, slowQuestion));
  await waitFor(() => hasText(frames, 1), { what: "text", deadlineMs: 60_000 });
  return { frames, ended, path: `${path}/${String(frames[0]?.data["turn_id"])}/stream` };
}

test(
  "TURN-33: a database that crashes loses the log of frames, and no text: who reads later gets a snapshot",
  async () => {
    const { frames, ended, path } = await askSlowly();
    await postgres.kill();
    await postgres.start();
    await ended;
    const done = frames.at(-1)?.data;
    expect(done).toMatchObject({ type: "done", status: "completed", turn: { attempt: 1 } });
    expect(textOf(frames)).toBe(answerOf(done));
    const late = readStream(await call(stack, path));
    await late.ended;
    expect(late.frames.map(({ data }) => data.type).filter((type) => type !== "text.delta")).toEqual(
      expect.arrayContaining(["turn.started", "snapshot", "done"]),
    );
    expect(textOf(late.frames)).toBe(answerOf(done));
  },
  testTimeoutMs,
);

test(
  "TURN-144: a database that is away for ten seconds delays a turn and its stream, and ends neither",
  async () => {
    const { frames, ended } = await askSlowly();
    await postgres.stop();
    await setTimeout(10_000);
    await postgres.start();
    await ended;
    const done = frames.at(-1)?.data;
    expect(done).toMatchObject({ type: "done", status: "completed" });
    expect(textOf(frames)).toBe(answerOf(done));
  },
  testTimeoutMs,
);
