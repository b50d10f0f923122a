import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Actor } from "../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";
import {
  anInstance,
  evaluated,
  knowledge,
  matching,
  codesOf,
  scenarioOf,
  startTestEvals,
} from "../../testing/evaluations.ts";

let api: TestApi;
let org: TestOrganization;
let key: Actor;
let work: ReturnType<typeof startTestEvals>;

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  org = await api.organization();
  key = org.organization;
  work = startTestEvals(api);
});
afterAll(async () => {
  await work.stop(2_000);
  await api.stop();
});

const worse = {
  ...knowledge,
  knowledge: [{ key: "hours", title: "Claims desk", text: "The claims desk is open from 9 to 17 on weekdays." }],
};
const asks = (key: string, value: string, more: object = {}) =>
  scenarioOf(key, {
    turns: [{ user: "When is the claims desk open?", assertions: [{ type: "contains", values: [value] }] }],
    ...more,
  });
const idOf = (run: { body: Record<string, unknown> }) => String(run.body["eval_run_id"]);

test("the diff of two runs names what changed, and is its mirror the other way round (EVAL-30, EVAL-31, EVAL-33)", async () => {
  const path = await anInstance(key);
  await key.post(`${path}/eval-scenarios`, asks("old", "8 to 18"));
  await key.post(`${path}/eval-scenarios`, asks("new", "9 to 17"));
  await key.post(`${path}/eval-scenarios`, asks("both", "claims desk"));
  await key.post(`${path}/eval-scenarios`, asks("edited", "claims"));
  const base = await evaluated(key, path);
  await key.patch(`${path}/eval-scenarios/edited`, { required: false }, matching(1));
  await key.post(`${path}/eval-scenarios`, asks("added", "claims"));
  await key.put(`${path}/draft`, { config: worse }, matching(1));
  const head = await evaluated(key, path);
  const there = await key.get(`${path}/eval-runs/${idOf(head)}/diff?against=${idOf(base)}`);
  expect(there.status).toBe(200);
  expect(there.body).toMatchObject({
    base: idOf(base),
    head: idOf(head),
    comparable: { same_scenarios: false, same_scorers: true },
    summary: { improved: 1, regressed: 1, unchanged: 1, added: 1, removed: 0, changed_revision: 1, flaky: 0 },
    significance: { discordant: 2, p_value: 1 },
    config_patch: [
      { op: "replace", path: "/knowledge/0/text", value: "The claims desk is open from 9 to 17 on weekdays." },
    ],
    scenarios: [
      { key: "added", change: "added", base: null, head: { status: "passed" } },
      { key: "both", change: "unchanged", text_diff: expect.anything() },
      { key: "edited", change: "changed_revision", assertion_changes: [] },
      { key: "new", change: "improved", base: { status: "failed" }, head: { status: "passed" } },
      {
        key: "old",
        change: "regressed",
        assertion_changes: [{ type: "contains", base: { passed: true }, head: { passed: false } }],
      },
    ],
  });
  const back = await key.get(`${path}/eval-runs/${idOf(base)}/diff?against=${idOf(head)}`);
  expect(back.body).toMatchObject({
    summary: { improved: 1, regressed: 1, unchanged: 1, added: 0, removed: 1, changed_revision: 1 },
    significance: { discordant: 2, p_value: 1 },
  });
  const pages = await key.get(`${path}/eval-runs/${idOf(head)}/diff?against=${idOf(base)}&limit=3`);
  expect(pages.body["scenarios"]).toHaveLength(3);
  const rest = await key.get(
    `${path}/eval-runs/${idOf(head)}/diff?against=${idOf(base)}&limit=3&cursor=${String(pages.body["next_cursor"])}`,
  );
  expect(rest.body["scenarios"]).toMatchObject([{ key: "new" }, { key: "old" }]);
});

test("runs that have not ended, are not there, or share no scenario are not compared (EVAL-34)", async () => {
  const path = await anInstance(key);
  await key.post(`${path}/eval-scenarios`, scenarioOf("a"));
  await key.post(`${path}/eval-scenarios`, scenarioOf("b"));
  const a = await evaluated(key, path, { keys: ["a"] });
  const b = await evaluated(key, path, { keys: ["b"] });
  const diff = (head: string, base: string) => key.get(`${path}/eval-runs/${head}/diff?against=${base}`);
  expect(codesOf(await diff(idOf(a), idOf(b)))).toEqual([422, "eval_runs_not_comparable"]);
  expect(codesOf(await diff(idOf(a), "5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11"))).toEqual([404, "eval_run_not_found"]);
  expect(codesOf(await diff(idOf(a), "latest_release"))).toEqual([404, "eval_run_not_found"]);
  await work.stop(2_000);
  const started = await key.post(`${path}/eval-runs`, {});
  expect(codesOf(await diff(idOf(a), idOf(started)))).toEqual([409, "eval_run_not_finished"]);
  await key.post(`${path}/eval-runs/${idOf(started)}/cancel`);
  expect(codesOf(await diff(idOf(a), idOf(started)))).toEqual([409, "eval_run_not_finished"]);
  work = startTestEvals(api);
});

describe("publishing", () => {
  const publish = (path: string, body: object = {}) => key.post(`${path}/versions`, body);

  test("asks for a whole, fresh run of this very draft that passes (EVAL-41, EVAL-42)", async () => {
    const path = await anInstance(key);
    expect(codesOf(await publish(path))).toEqual([422, "eval_gate_not_met"]);
    await key.post(`${path}/eval-scenarios`, scenarioOf("a"));
    await key.post(`${path}/eval-scenarios`, scenarioOf("b"));
    await evaluated(key, path, { keys: ["a"] });
    const partial = await publish(path);
    expect(codesOf(partial)).toEqual([422, "eval_gate_not_met"]);
    expect(partial.body["details"]).toMatchObject({ missing: [expect.stringContaining("lacks b")] });
    const run = await evaluated(key, path);
    const released = await publish(path);
    expect(released.status).toBe(201);
    expect(released.body).toMatchObject({
      version: 1,
      gate: { eval_run_id: idOf(run), baseline_version: null, pass_rate: 1 },
    });
    // Editing a scenario makes the run stale.
    await key.put(`${path}/draft`, { config: { ...knowledge, instructions: "Be brief." } }, matching(1));
    await evaluated(key, path);
    await key.patch(`${path}/eval-scenarios/a`, { title: "Another" }, matching(1));
    expect(codesOf(await publish(path))).toEqual([422, "eval_gate_not_met"]);
    // A run that is too old does not count.
    await evaluated(key, path);
    await api.deps.db.pool.query("update eval_runs set completed_at = now() - interval '169 hours'");
    const stale = await publish(path, { dry_run: true });
    expect(stale.body["gate"]).toMatchObject({ state: "not_met", missing: [expect.stringContaining("168 hours")] });
  });

  test("is refused below the rule, and where what passed for the latest release fails (EVAL-42, EVAL-44)", async () => {
    const path = await anInstance(key);
    const gate = { min_scenarios: 1, min_pass_rate: 0.5 };
    await key.patch(path, { eval_gate: gate });
    await key.post(`${path}/eval-scenarios`, asks("old", "8 to 18", { required: false }));
    await key.post(`${path}/eval-scenarios`, asks("both", "claims desk"));
    const first = await evaluated(key, path);
    expect((await publish(path)).status).toBe(201);
    await key.put(`${path}/draft`, { config: worse }, matching(1));
    const second = await evaluated(key, path);
    const regressed = await publish(path);
    expect(codesOf(regressed)).toEqual([422, "eval_gate_regressed"]);
    expect(regressed.body["details"]).toMatchObject({ eval_run_id: idOf(second), failing: [{ scenario_key: "old" }] });
    const diff = await key.get(`${path}/eval-runs/${idOf(second)}/diff?against=latest_release`);
    expect(diff.body).toMatchObject({ base: idOf(first), summary: { regressed: 1 } });
    await key.patch(path, { eval_gate: { ...gate, min_pass_rate: 0.9 } });
    expect(codesOf(await publish(path))).toEqual([422, "eval_gate_failed"]);
    // Retiring what fails is possible, and stands in the release, also when it is evaluated again without.
    await key.post(`${path}/eval-scenarios/old/retire`);
    await evaluated(key, path);
    const released = await publish(path);
    expect(released.status).toBe(201);
    expect(released.body["gate"]).toMatchObject({ baseline_version: 1, retired_scenarios: ["old"] });
    // It is said of that release and of no later one.
    await key.put(`${path}/draft`, { config: { ...worse, instructions: "Be brief." } }, matching(2));
    await evaluated(key, path);
    expect((await publish(path)).body["gate"]).toMatchObject({ retired_scenarios: [] });
  });

  test("one run that meets the rule is enough, however many came after it (EVAL-45)", async () => {
    const path = await anInstance(key);
    await key.post(`${path}/eval-scenarios`, scenarioOf("a"));
    await key.post(`${path}/eval-scenarios`, scenarioOf("b", { required: false }));
    const whole = await evaluated(key, path);
    for (let times = 0; times < 21; times += 1) await evaluated(key, path, { keys: ["a"] });
    const released = await publish(path);
    expect([released.status, released.body["gate"]]).toMatchObject([201, { eval_run_id: idOf(whole) }]);
  });

  test("again what was released before takes its old run while the scenarios are unchanged (EVAL-46)", async () => {
    const path = await anInstance(key);
    await key.post(`${path}/eval-scenarios`, asks("any", "claims desk"));
    await evaluated(key, path);
    expect((await publish(path)).status).toBe(201);
    await key.put(`${path}/draft`, { config: worse }, matching(1));
    await evaluated(key, path);
    expect((await publish(path)).status).toBe(201);
    await api.deps.db.pool.query("update eval_runs set completed_at = now() - interval '400 hours'");
    const restored = await publish(path, { restore_version: 1 });
    expect(restored.status).toBe(201);
    expect(restored.body).toMatchObject({ version: 3, restored_from: 1 });
    await key.post(`${path}/eval-scenarios`, asks("more", "claims desk"));
    expect(codesOf(await publish(path, { restore_version: 2 }))).toEqual([422, "eval_gate_not_met"]);
  });
});
