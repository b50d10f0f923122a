import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type ClaimedTrial, claimTrials, settleTrial, startEvalRun } from "@service/domain/evals";
import { readViewer } from "@service/domain/grounding";
import { openQueue } from "@service/queue";
import { silentLogger, systemClock } from "@service/runtime";
import { waitFor } from "@service/testing";
import type { Actor } from "../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";
import {
  anInstance,
  ended,
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

const failing = {
  turns: [{ user: "When is the claims desk open?", assertions: [{ type: "contains", values: ["midnight"] }] }],
};

describe("a run", () => {
  test("answers every active scenario under the draft, and tells its end once (EVAL-60, EVAL-65, EVAL-67)", async () => {
    const path = await anInstance(key);
    await key.post(`${path}/eval-scenarios`, scenarioOf("good"));
    await key.post(`${path}/eval-scenarios`, scenarioOf("bad", { ...failing, required: false }));
    await key.post(`${path}/eval-scenarios`, scenarioOf("gone"));
    await key.post(`${path}/eval-scenarios/gone/retire`);
    const run = await evaluated(key, path, { label: "First" });
    expect(run.body).toMatchObject({
      status: "completed",
      outcome: "failed",
      target: "draft",
      model: "embedded",
      trials: 1,
      label: "First",
      scorer_version: "1",
      trigger: { type: "key" },
      totals: { scenarios: 2, passed: 1, failed: 1, errored: 0, flaky: 0 },
      pass_rate: 0.5,
      environment: "live",
    });
    const id = String(run.body["eval_run_id"]);
    const { body } = await key.get(`${path}/eval-runs/${id}/results`);
    expect(body["results"]).toMatchObject([
      {
        scenario_key: "bad",
        scenario_revision: 1,
        trial: 1,
        status: "failed",
        assertions: [{ turn: 0, type: "contains", passed: false, detail: 'missing: "midnight"' }],
      },
      { scenario_key: "good", status: "passed", score: 1, withheld: false, error: null },
    ]);
    const good = (await key.get(`${path}/eval-runs/${id}/results?status=passed`)).body["results"];
    expect(good).toMatchObject([
      { output_text: expect.stringContaining("8 to 18"), citations: [{ source: { kind: "knowledge" } }] },
    ]);
    const events = await api.deps.db.prisma.platformEvent.findMany({
      where: { type: "evaluation.finished", dedupeKey: `eval-run:${id}` },
    });
    expect(events).toHaveLength(1);
    expect(JSON.parse(events[0]?.data ?? "")).toMatchObject({ eval_run_id: id, outcome: "failed", pass_rate: 0.5 });
    // Nothing is written to conversations.
    expect(await api.deps.db.prisma.conversation.count()).toBe(0);
  });

  test("keeps the configuration and the revisions of its start (EVAL-61)", async () => {
    const path = await anInstance(key);
    await key.post(`${path}/eval-scenarios`, scenarioOf("a"));
    const run = await evaluated(key, path);
    await key.put(`${path}/draft`, { config: { ...knowledge, instructions: "Later" } }, matching(1));
    const again = await key.get(`${path}/eval-runs/${String(run.body["eval_run_id"])}`);
    expect(again.body).toEqual(run.body);
    const later = await evaluated(key, path);
    expect(later.body["config_hash"]).not.toBe(run.body["config_hash"]);
    expect(later.body["scenario_set_hash"]).toBe(run.body["scenario_set_hash"]);
  });

  test("replays history and its own turns, and answers from fixtures alone (EVAL-70, EVAL-71)", async () => {
    const path = await anInstance(key);
    await key.post(
      `${path}/eval-scenarios`,
      scenarioOf("fixtures", {
        history: [
          { role: "user", text: "Hello" },
          { role: "assistant", text: "Good morning." },
        ],
        fixtures: [
          {
            source_kind: "records",
            ref: { family: "policies", key: "p_1" },
            title: "Policy",
            text: "The cyber policy expires on 2027-03-01.",
          },
        ],
        turns: [
          {
            user: "When does the cyber policy expire?",
            assertions: [
              { type: "contains", values: ["2027-03-01"] },
              { type: "cites", kinds: ["records"], refs: [{ key: "p_1" }] },
              { type: "grounded", scope: "dates" },
              { type: "refusal", expected: false },
            ],
          },
          // What the instance knows besides is not read.
          { user: "When is the claims desk open?", assertions: [{ type: "not_contains", values: ["8 to 18"] }] },
        ],
      }),
    );
    const run = await evaluated(key, path);
    expect(run.body).toMatchObject({ outcome: "passed", totals: { passed: 1 } });
  });

  test("has several trials, which agree for the embedded answerer (EVAL-25)", async () => {
    const path = await anInstance(key);
    await key.post(`${path}/eval-scenarios`, scenarioOf("a"));
    const run = await evaluated(key, path, { trials: 3 });
    expect(run.body).toMatchObject({ trials: 3, outcome: "passed", totals: { scenarios: 1, passed: 1, flaky: 0 } });
    const { body } = await key.get(`${path}/eval-runs/${String(run.body["eval_run_id"])}/results`);
    expect(body["results"]).toMatchObject([{ trial: 1 }, { trial: 2 }, { trial: 3 }]);
  });

  test("takes the scenarios of tags or keys (EVAL-60)", async () => {
    const path = await anInstance(key);
    for (const name of ["a", "b", "c"])
      await key.post(`${path}/eval-scenarios`, scenarioOf(name, { tags: [`t-${name}`] }));
    const totalsOf = async (body: object) => (await evaluated(key, path, body)).body["totals"];
    expect(await totalsOf({ tags: ["t-a", "t-b"] })).toMatchObject({ scenarios: 2 });
    expect(await totalsOf({ keys: ["c", "unknown"] })).toMatchObject({ scenarios: 1 });
    expect(codesOf(await key.post(`${path}/eval-runs`, { keys: ["unknown"] }))).toEqual([422, "no_eval_scenarios"]);
  });

  test("200 scenarios are one run (EVAL-60)", async () => {
    const path = await anInstance(key);
    for (let from = 0; from < 200; from += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => key.post(`${path}/eval-scenarios`, scenarioOf(`s${from + index}`))),
      );
    const run = await evaluated(key, path);
    expect(run.body).toMatchObject({ outcome: "passed", totals: { scenarios: 200, passed: 200 }, pass_rate: 1 });
    expect(codesOf(await key.post(`${path}/eval-runs`, { trials: 3 }))).toEqual([422, "eval_run_too_large"]);
    expect(codesOf(await key.post(`${path}/eval-runs`, { trials: 6 }))).toEqual([400, "invalid_request"]);
  });

  test("of an instance without scenarios, a release that is not there, or nobody's instance is refused (EVAL-60)", async () => {
    const path = await anInstance(key);
    expect(codesOf(await key.post(`${path}/eval-runs`, {}))).toEqual([422, "no_eval_scenarios"]);
    expect(codesOf(await key.post(`${path}/eval-runs`, { target: 1 }))).toEqual([
      404,
      "conversation_instance_version_not_found",
    ]);
    expect(codesOf(await key.post(`${path}-x/eval-runs`, {}))).toEqual([404, "conversation_instance_not_found"]);
    expect(codesOf(await key.get(`${path}/eval-runs/no-uuid`))).toEqual([404, "eval_run_not_found"]);
  });
});

describe("starting", () => {
  test("with a key twice makes one run; with another body it is refused and names the run (EVAL-62)", async () => {
    const path = await anInstance(key);
    await key.post(`${path}/eval-scenarios`, scenarioOf("a"));
    const keyed = { headers: { "idempotency-key": "once" } };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => key.post(`${path}/eval-runs`, { label: "x" }, keyed)));
    const ids = new Set(answers.map(({ body }) => body["eval_run_id"]));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(ids.size).toBe(1);
    const reused = await key.post(`${path}/eval-runs`, { label: "y" }, keyed);
    expect(codesOf(reused)).toEqual([409, "idempotency_key_reused"]);
    expect(reused.body["details"]).toEqual({ eval_run_id: [...ids][0] });
    await ended(key, path, String([...ids][0]));
  });

  test("without a queue it is refused, and the key names the failed run from then on (EVAL-62)", async () => {
    const path = await anInstance(key);
    await key.post(`${path}/eval-scenarios`, scenarioOf("a"));
    const first = await evaluated(key, path);
    const { rows } = await api.deps.db.pool.query<{ rights: string }>("select rights from eval_runs where id = $1", [
      first.body["eval_run_id"],
    ]);
    const viewer = readViewer(rows[0]?.rights ?? "");
    await work.stop(2_000);
    const queue = await openQueue({ url: "postgres://nobody@127.0.0.1:1/none", clock: systemClock, log: silentLogger });
    try {
      const request = {
        slug: path.split("/").at(-1) ?? "",
        target: "draft",
        tags: undefined,
        keys: undefined,
        trials: undefined,
        label: undefined,
        body: {},
        idempotencyKey: "away",
        trigger: { type: "key", id: viewer.keyId },
      } as const;
      await expect(startEvalRun({ ...api.deps, queue }, viewer, request)).rejects.toMatchObject({
        code: "queue_unreachable",
      });
      const { id, status } = await startEvalRun({ ...api.deps, queue }, viewer, request);
      expect(status).toBe("failed");
      expect((await key.get(`${path}/eval-runs/${id}`)).body).toMatchObject({ status: "failed", totals: null });
    } finally {
      await queue.close();
      work = startTestEvals(api);
    }
  });

  test("a run belongs to the environment of its key (EVAL-58)", async () => {
    const path = await anInstance(key);
    await key.post(`${path}/eval-scenarios`, scenarioOf("a"));
    const run = await evaluated(key, path);
    const id = String(run.body["eval_run_id"]);
    expect(codesOf(await org.sandbox.get(`${path}/eval-runs/${id}`))).toEqual([404, "eval_run_not_found"]);
    expect((await org.sandbox.get(`${path}/eval-runs`)).body["eval_runs"]).toEqual([]);
    const scoped = await org.scoped(["conversations:use"]);
    expect((await scoped.get(`${path}/eval-runs/${id}`)).status).toBe(200);
    expect((await scoped.get(`${path}/eval-runs`)).body["eval_runs"]).toHaveLength(1);
    expect((await scoped.post(`${path}/eval-runs/${id}/cancel`)).status).toBe(200);
    const { organization: other } = await api.organization();
    expect(codesOf(await other.get(`${path}/eval-runs/${id}`))).toEqual([404, "conversation_instance_not_found"]);
  });
});

describe("trials", () => {
  test("that are claimed again are written once, by the later lease (EVAL-63)", async () => {
    await work.stop(2_000);
    try {
      const path = await anInstance(key);
      await key.post(`${path}/eval-scenarios`, scenarioOf("a"));
      const started = await key.post(`${path}/eval-runs`, {});
      const id = String(started.body["eval_run_id"]);
      const { db } = api.deps;
      const claimed = async () =>
        (await claimTrials(db, { trialsMax: 10, leaseSeconds: 30, perOrganization: 10, held: [] })).trials;
      const [first] = await claimed();
      expect(await claimed()).toEqual([]);
      await db.pool.query(
        "update eval_results set lease_expires_at = now() - interval '1 second' where eval_run_id = $1",
        [id],
      );
      const [second] = await claimed();
      if (first === undefined || second === undefined) throw new Error("nothing was claimed");
      expect(second).toMatchObject({ runId: id, attempts: 2 });
      const body = { assertions: [], output_text: null, citations: [], latency_ms: 1, usage: null, error: null };
      const end = { score: 1, body, evidence: null };
      expect(await settleTrial(db, first, { ...end, status: "failed" })).toBe(false);
      expect(await settleTrial(db, second, { ...end, status: "passed" })).toBe(true);
      expect(await settleTrial(db, second, { ...end, status: "failed" })).toBe(false);
      expect((await key.get(`${path}/eval-runs/${id}`)).body).toMatchObject({
        status: "completed",
        totals: { scenarios: 1, passed: 1 },
      });
    } finally {
      work = startTestEvals(api);
    }
  });

  test("of one organization take its share of the slots, and another's are claimed before the rest, whatever their keys (EVAL-74)", async () => {
    await work.stop(2_000);
    try {
      const { db } = api.deps;
      const { organization: other, organizationId: otherId } = await api.organization();
      const path = await anInstance(key);
      for (let at = 0; at < 12; at += 1) await key.post(`${path}/eval-scenarios`, scenarioOf(`a-${at}`));
      const floods = [await key.post(`${path}/eval-runs`, {}), await key.post(`${path}/eval-runs`, {})];
      const claim = (trialsMax: number, held: readonly ClaimedTrial[]) =>
        claimTrials(db, { trialsMax, leaseSeconds: 30, perOrganization: 4, held });
      const first = await claim(8, []);
      expect(first.trials.map(({ scenarioKey }) => scenarioKey).toSorted()).toEqual(["a-0", "a-0", "a-1", "a-1"]);
      expect(first.isMore).toBe(true);
      expect((await claim(4, first.trials)).trials).toEqual([]);
      const own = await anInstance(other);
      await other.post(`${own}/eval-scenarios`, scenarioOf("z"));
      await other.post(`${own}/eval-runs`, {});
      // Those under way in other processes count too.
      const [next] = (await claim(1, [])).trials;
      expect(next).toMatchObject({ scenarioKey: "z", organizationId: otherId });
      for (const { body } of floods) await key.post(`${path}/eval-runs/${String(body["eval_run_id"])}/cancel`);
    } finally {
      work = startTestEvals(api);
    }
  });

  test("whose worker was lost three times are errored (EVAL-63)", async () => {
    await work.stop(2_000);
    const path = await anInstance(key);
    await key.post(`${path}/eval-scenarios`, scenarioOf("a"));
    const started = await key.post(`${path}/eval-runs`, {});
    const id = String(started.body["eval_run_id"]);
    await api.deps.db.pool.query("update eval_results set attempts = 3 where eval_run_id = $1", [id]);
    work = startTestEvals(api);
    const run = await ended(key, path, id);
    expect(run.body).toMatchObject({ status: "completed", outcome: "failed", totals: { errored: 1 } });
    const { body } = await key.get(`${path}/eval-runs/${id}/results`);
    expect(body["results"]).toMatchObject([{ status: "errored", error: { reason: "worker_lost" } }]);
  });
});

describe("a run under way", () => {
  /** A run whose trials wait. */
  async function waiting(by: Actor = key): Promise<{ readonly path: string; readonly id: string }> {
    const path = await anInstance(key);
    await key.post(`${path}/eval-scenarios`, scenarioOf("a"));
    const started = await by.post(`${path}/eval-runs`, {});
    return { path, id: String(started.body["eval_run_id"]) };
  }

  test("asks its scenarios as they were at its start; the gate then needs another run (EVAL-41, EVAL-61)", async () => {
    await work.stop(2_000);
    const { path, id } = await waiting();
    await key.patch(`${path}/eval-scenarios/a`, failing, matching(1));
    work = startTestEvals(api);
    expect((await ended(key, path, id)).body).toMatchObject({ outcome: "passed" });
    const { body } = await key.get(`${path}/eval-runs/${id}/results`);
    expect(body["results"]).toMatchObject([{ scenario_revision: 1, status: "passed" }]);
    expect(codesOf(await key.post(`${path}/versions`))).toEqual([422, "eval_gate_not_met"]);
  });

  test("ends also when the key that started it is revoked, and its environment deleted (EVAL-61)", async () => {
    await work.stop(2_000);
    const { organization, ...other } = await api.organization();
    const path = await anInstance(organization);
    await organization.post(`${path}/eval-scenarios`, scenarioOf("a"));
    const started = await other.sandbox.post(`${path}/eval-runs`, {});
    const id = String(started.body["eval_run_id"]);
    await api.deps.db.pool.query(
      "update organization_keys k set revoked_at = now() - interval '1 hour' from environments e where e.id = k.environment_id and e.slug = 'sandbox' and k.organization_id = $1",
      [other.organizationId],
    );
    expect((await organization.delete("/environments/sandbox")).status).toBe(204);
    work = startTestEvals(api);
    const events = () => api.deps.db.prisma.platformEvent.findMany({ where: { dedupeKey: `eval-run:${id}` } });
    await waitFor(async () => (await events()).length > 0, { what: "the end of the run" });
    expect(JSON.parse((await events())[0]?.data ?? "")).toMatchObject({ status: "completed", outcome: "passed" });
    // It stands for the configuration, wherever it was answered.
    expect((await organization.post(`${path}/versions`)).status).toBe(201);
  });
});

describe("cancelling", () => {
  test("ends a run whose trials wait; later it answers 200 (EVAL-64)", async () => {
    await work.stop(2_000);
    const path = await anInstance(key);
    await key.post(`${path}/eval-scenarios`, scenarioOf("a"));
    const { body } = await key.post(`${path}/eval-runs`, {});
    const id = String(body["eval_run_id"]);
    const claim = { trialsMax: 1, leaseSeconds: 30, perOrganization: 1, held: [] };
    const [held] = (await claimTrials(api.deps.db, claim)).trials;
    const cancelled = await key.post(`${path}/eval-runs/${id}/cancel`);
    expect(cancelled.status).toBe(202);
    expect(cancelled.body).toMatchObject({ status: "cancelled", outcome: null, totals: null });
    expect((await key.post(`${path}/eval-runs/${id}/cancel`)).status).toBe(200);
    if (held === undefined) throw new Error("nothing was claimed");
    const late = { assertions: [], output_text: "late", citations: [], latency_ms: 1, usage: null, error: null };
    expect(await settleTrial(api.deps.db, held, { status: "passed", score: 1, body: late, evidence: null })).toBe(
      false,
    );
    expect((await key.get(`${path}/eval-runs/${id}/results`)).body["results"]).toEqual([]);
    expect(codesOf(await key.post(`${path}/eval-runs/x/cancel`))).toEqual([404, "eval_run_not_found"]);
    work = startTestEvals(api);
  });
});
