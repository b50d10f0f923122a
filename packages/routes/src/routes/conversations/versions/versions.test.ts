import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { listChanges } from "@service/domain/audit";
import { passTestGate } from "@service/domain/testing";
import type { Actor, Answer } from "../../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let key: Actor;

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  org = await api.organization();
  key = org.organization;
});
afterAll(() => api.stop());

const at = "/conversation-instances";
let made = 0;
const slugOf = (path: string): string => path.slice(at.length + 1);
const evaluated = (path: string) =>
  passTestGate(api.deps.db, { organizationId: org.organizationId, slug: slugOf(path) });
/** A new instance whose draft was evaluated. @returns its path. */
async function anInstance(): Promise<string> {
  const path = `${at}/desk-${(made += 1)}`;
  await key.post(at, { slug: slugOf(path), label: "Desk" });
  await evaluated(path);
  return path;
}
const codesOf = (answer: Answer): readonly unknown[] => [answer.status, answer.body["code"]];
async function save(path: string, instructions: string): Promise<string> {
  const { body } = await key.get(path);
  const headers = { "if-match": `"${String(body["revision"])}"` };
  const saved = await key.put(`${path}/draft`, { config: { instructions } }, { headers });
  await evaluated(path);
  return String(saved.body["config_hash"]);
}
const release = (path: string, body: object = {}) => key.post(`${path}/versions`, body);

describe("releasing", () => {
  test("releases count from 1, name the configuration and the gate's result, and new turns use the latest (CONV-30)", async () => {
    const path = await anInstance();
    const hash = await save(path, "One.");
    const first = await release(path, { changelog: "First", expected_config_hash: hash });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      version: 1,
      config_hash: hash,
      config: { instructions: "One." },
      changelog: "First",
      restored_from: null,
      gate: { eval_run_id: expect.any(String), baseline_version: null, pass_rate: 1, rules: { min_scenarios: 1 } },
    });
    await save(path, "Two.");
    expect((await release(path)).body).toMatchObject({ version: 2, gate: { baseline_version: 1 } });
    expect((await key.get(path)).body["latest_version"]).toBe(2);
    expect((await key.get(`${path}/versions/1`)).body).toEqual(first.body);
    const { changes } = await listChanges(api.deps, { organizationId: org.organizationId, limit: 1 });
    expect(changes[0]).toMatchObject({
      action: "conversationInstances.versions.publish",
      resourceKind: "conversation_instance",
      after: { version: 2 },
    });
  });

  test("without a body the draft is released (CONV-31)", async () => {
    expect((await key.post(`${await anInstance()}/versions`)).status).toBe(201);
  });

  test("no gate asks for nothing: without an evaluation there is no release (CONV-33, EVAL-48)", async () => {
    await key.post(at, { slug: "gated", label: "Gated" });
    expect(codesOf(await key.patch(`${at}/gated`, { eval_gate: { min_scenarios: 0 } }))).toEqual([
      400,
      "invalid_request",
    ]);
    await key.patch(`${at}/gated`, { eval_gate: { min_scenarios: 1, min_pass_rate: 0, max_regressions: 500 } });
    const refused = await release(`${at}/gated`);
    expect(codesOf(refused)).toEqual([422, "eval_gate_not_met"]);
    expect(refused.body["details"]).toMatchObject({ eval_run_id: null, failing: [] });
    expect((await key.get(`${at}/gated`)).body["latest_version"]).toBeNull();
    const judged = await release(`${at}/gated`, { dry_run: true });
    expect(judged.status).toBe(200);
    expect(judged.body).toMatchObject({ version: 1, gate: { state: "not_met", failing: [] } });
  });

  test("a dry run releases nothing (CONV-34)", async () => {
    const path = await anInstance();
    const judged = await release(path, { dry_run: true });
    expect(judged.body).toMatchObject({ version: 1, gate: { state: "passed", missing: [] } });
    expect((await key.get(`${path}/versions`)).body["versions"]).toEqual([]);
  });

  test("the latest configuration is not released twice, and an unexpected one not at all (CONV-32)", async () => {
    const path = await anInstance();
    expect(codesOf(await release(path, { expected_config_hash: "0".repeat(64) }))).toEqual([
      409,
      "instance_draft_changed",
    ]);
    await release(path);
    expect(codesOf(await release(path))).toEqual([409, "instance_version_unchanged"]);
    expect(codesOf(await release(path, { dry_run: true }))).toEqual([409, "instance_version_unchanged"]);
  });

  test("an earlier configuration is released again under a new number (CONV-32)", async () => {
    const path = await anInstance();
    const hash = await save(path, "One.");
    await release(path);
    await save(path, "Two.");
    await release(path);
    const restored = await release(path, { restore_version: 1, expected_config_hash: hash });
    expect(restored.body).toMatchObject({ version: 3, restored_from: 1, config: { instructions: "One." } });
    expect((await key.get(`${path}/draft`)).body["config"]).toMatchObject({ instructions: "Two." });
    expect(codesOf(await release(path, { restore_version: 9 }))).toEqual([
      404,
      "conversation_instance_version_not_found",
    ]);
    expect(codesOf(await release(path, { restore_version: 3 }))).toEqual([409, "instance_version_unchanged"]);
  });

  test("of many requests at once one releases the draft (CONV-31)", async () => {
    const path = await anInstance();
    const answers = await Promise.all(Array.from({ length: 6 }, () => release(path)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await key.get(`${path}/versions`)).body["versions"]).toHaveLength(1);
  });

  test("a release is what was saved before or after a concurrent save, never between (CONV-31)", async () => {
    const path = await anInstance();
    const hashes = [await save(path, "Saved meanwhile."), await save(path, "Before.")];
    const [released] = await Promise.all([release(path), save(path, "Saved meanwhile.")]);
    expect(hashes).toContain(released.body["config_hash"]);
  });

  test("the database refuses to change or remove a release (CONV-30)", async () => {
    const path = await anInstance();
    await release(path);
    for (const text of [
      "update conversation_instance_versions set changelog = ''",
      "delete from conversation_instance_versions",
    ])
      await expect(api.deps.db.pool.query(text)).rejects.toThrow("never change");
  });

  test.each([{ changelog: "x".repeat(4_001) }, { restore_version: 0 }, { expected_config_hash: "x" }, { surprise: 1 }])(
    "%j is an invalid request",
    async (body) => {
      expect(codesOf(await release(await anInstance(), body))).toEqual([400, "invalid_request"]);
    },
  );
});

describe("reading releases", () => {
  test("newest first, in pages; what is no number of a release is not found (CONV-35)", async () => {
    const path = await anInstance();
    for (const instructions of ["One.", "Two.", "Three."]) {
      await save(path, instructions);
      await release(path);
    }
    const first = await key.get(`${path}/versions?limit=2`);
    expect(first.body["versions"]?.map((one) => one["version"])).toEqual([3, 2]);
    const cursor = String(first.body["next_cursor"]);
    const second = await key.get(`${path}/versions`, { query: { cursor } });
    expect(second.body["versions"]?.map((one) => one["version"])).toEqual([1]);
    expect(codesOf(await key.get(`${await anInstance()}/versions`, { query: { cursor } }))).toEqual([
      400,
      "invalid_cursor",
    ]);
    for (const version of ["0", "4", "1.0", "draft", "99999999999", "01"])
      expect(codesOf(await key.get(`${path}/versions/${version}`))).toEqual([
        404,
        "conversation_instance_version_not_found",
      ]);
  });
});
