import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { listModelUsage } from "@service/domain/models";
import { measureConversations, type TurnEnded } from "@service/domain/turns";
import { parseJson } from "@service/json";
import { createLogger } from "@service/runtime";
import { waitFor } from "@service/testing";
import { hoursQuestion, startTurnWorld, type TurnWorld } from "../../testing/turn-world.ts";

const lines: string[] = [];
const ends: TurnEnded[] = [];
const waits: number[] = [];
let world: TurnWorld;
beforeAll(async () => {
  const destination = { write: (line: string) => lines.push(line) };
  const log = createLogger({ process: "test", level: "info", destination });
  world = await startTurnWorld({ withoutRunner: true, log });
});
afterAll(() => world.stop());

test("a turn is counted while it waits and when it has ended, leaves one line without its words, and counts as a use (OPS-190, OPS-192, MODEL-190)", async () => {
  const { deps } = world.api;
  const conversation = await world.conversation();
  const metrics = {
    claimed: (seconds: number) => waits.push(seconds),
    ended: (end: TurnEnded) => ends.push(end),
    reconciled: () => undefined,
  };
  const submitted = await world.ask(conversation, {}, { accept: "application/json", prefer: "respond-async" });
  expect(submitted.status).toBe(202);
  expect((await measureConversations(deps)).turns).toMatchObject({ waiting: 1, running: 0 });
  const runner = world.startRunner({ metrics });
  await waitFor(() => ends.length === 1);
  await world.turn(conversation, { text: "Hello", test_scenario: "provider_error:overloaded" }).catch(() => undefined);
  await waitFor(() => ends.length === 2);
  expect(await measureConversations(deps)).toMatchObject({
    turns: { waiting: 0, running: 0, oldestWaitSeconds: null },
    evaluations: { waiting: 0, running: 0 },
    files: { waiting: 0, unscanned: 0 },
  });
  expect(ends).toMatchObject([
    { status: "completed", reason: null, firstTextSeconds: expect.any(Number) },
    { status: "failed", reason: "overloaded", firstTextSeconds: undefined },
  ]);
  expect(ends.every(({ seconds, firstTextSeconds = 0 }) => seconds >= firstTextSeconds)).toBe(true);
  expect(waits).toHaveLength(2);
  const ended = lines.filter((line) => line.includes('"turn ended"'));
  expect(ended.map((line) => parseJson(line))).toMatchObject([
    {
      turn_id: submitted.body["turn_id"],
      conversation_id: conversation.id,
      organization_id: world.org.organizationId,
      attempt: 1,
      status: "completed",
      method: "extractive",
      model: "embedded",
      ms: expect.any(Number),
    },
    { status: "failed", reason: "overloaded" },
  ]);
  expect(lines.join("\n")).not.toContain("claims desk");
  expect(lines.join("\n")).not.toContain(hoursQuestion);
  await runner.stop(0);
  await world.uses.flush();
  expect(await listModelUsage(deps, world.org.organizationId)).toMatchObject([
    { alias: "embedded", environment: "sandbox", instanceId: expect.any(String), requests: 2, failures: 1 },
  ]);
});
