import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTurnWorld, type TurnWorld } from "../../testing/turn-world.ts";
import { anInstance, evaluated, knowledge, matching, scenarioOf, startTestEvals } from "../../testing/evaluations.ts";

// Turns and releases that passed the gate: TURN-7, TURN-18.

let world: TurnWorld;
let work: ReturnType<typeof startTestEvals>;
beforeAll(async () => {
  world = await startTurnWorld();
  work = startTestEvals(world.api);
});
afterAll(async () => {
  await work.stop(2_000);
  await world.stop();
});

test("TURN-7: what began with a release ends with it, whatever is published meanwhile; the next turn has the newest", async () => {
  const key = world.org.organization;
  const path = await anInstance(key);
  const release = async (): Promise<string> => {
    await evaluated(key, path);
    const released = await key.post(`${path}/versions`, {});
    if (released.status !== 201) throw new Error(released.text);
    return String(released.body["config_hash"]);
  };
  await key.post(
    `${path}/eval-scenarios`,
    scenarioOf("desk", {
      turns: [{ user: "When is the claims desk open?", assertions: [{ type: "contains", values: ["claims desk"] }] }],
    }),
  );
  const first = await release();
  const at = await world.conversation({ slug: path.split("/").at(-1) ?? "" });
  const text = "When is the claims desk open?";
  const ask = (body: object = {}) =>
    world.sandbox.post(at.path, { text, ...body }, { headers: { accept: "application/json" } });
  const cut = await ask({ test_scenario: "interrupted", after_chars: 4 });
  expect(cut.body).toMatchObject({ status: "interrupted", instance_version: 1, config_hash: first });

  const later = { ...knowledge.knowledge[0], text: "The claims desk is open from 9 to 17 on weekdays." };
  await key.put(`${path}/draft`, { config: { ...knowledge, knowledge: [later] } }, matching(1));
  const second = await release();
  expect(second).not.toBe(first);
  await world.api.deps.db.pool.query("update turns set test_scenario = null, test_after_chars = null where id = $1", [
    cut.body["turn_id"],
  ]);
  await world.sandbox.post(`${at.path}/${String(cut.body["turn_id"])}/resume`, {});
  const resumed = await world.sandbox.get(`${at.path}/${String(cut.body["turn_id"])}`);
  expect(resumed.body).toMatchObject({
    status: "completed",
    attempt: 2,
    instance_version: 1,
    config_hash: first,
    output: { text: expect.stringContaining("8 to 18") },
  });
  expect((await ask()).body).toMatchObject({
    status: "completed",
    instance_version: 2,
    config_hash: second,
    output: { text: expect.stringContaining("9 to 17") },
  });
});
