import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { limits } from "@service/contract";
import { claimRuns, createSettler } from "@service/domain/runs";
import { findEngineType } from "@service/engine-types";
import { waitFor } from "@service/testing";
import type { Answer } from "../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let ours: TestOrganization;
const input = findEngineType("comparison")?.builtInCases()[0]?.input ?? {};

beforeAll(async () => {
  api = await startTestApi();
  await waitFor(() => api.deps.queue.ready());
  ours = await api.organization();
  await ours.organization.post("/engines", {
    slug: "quotes",
    label: "Quotes",
    description: "",
    engine_type: "comparison",
  });
  await raiseBudget(ours);
  await ours.organization.post("/engines/quotes/versions", {});
});
afterAll(() => api.stop());

/** This file submits more than an engine's default budget allows. */
async function raiseBudget({ organization }: TestOrganization): Promise<void> {
  const { body } = await organization.get("/engines/quotes/config");
  const config = Object.assign({}, body["config"], { quotas: { requests_per_minute: 10_000_000 } });
  const saved = await organization.put("/engines/quotes/config", { config });
  if (saved.status !== 200) throw new Error(saved.text);
}

const submit = (body: object = {}, headers: Record<string, string> = {}) =>
  ours.organization.post("/engines/quotes/runs", { input, ...body }, { headers });

/** Submits with a header sent as UTF-8 bytes; Node writes headers as Latin-1. */
function submitWithHeader(body: object, name: string, text: string): Promise<Answer> {
  const headers = { [name]: Buffer.from(text, "utf8").toString("latin1") };
  return ours.organization.post("/engines/quotes/runs", Buffer.from(JSON.stringify({ input, ...body })), { headers });
}

async function submitted(): Promise<string> {
  const answer = await submit();
  if (answer.status !== 202) throw new Error(answer.text);
  return String(answer.body["run_id"]);
}

/** Does a worker's job: claims this run and settles it. */
async function finish(runId: string): Promise<void> {
  const { db } = api.deps;
  const claimed = await claimRuns(db, {
    owner: "test",
    engineTypes: ["comparison"],
    runsMax: 1_000,
    firstSilenceSeconds: 900,
  });
  const run = claimed.find((one) => one.id === runId);
  if (!run) throw new Error("not claimed");
  const settle = createSettler(db, { heldMax: 10 });
  const warnings = JSON.stringify([{ code: "fact_missing", message: "m", stage: "load", severity: "info" }]);
  await settle({
    ...run,
    settlement: {
      status: "completed",
      outputPhase: "final",
      output: '{"headline":"done"}',
      solutions: null,
      warnings,
      workItems: "[]",
    },
  });
}

describe("submitting", () => {
  test("answers 202 with the run's id and status queued (RUN-1)", async () => {
    const answer = await submit();
    expect([answer.status, answer.body["status"]]).toEqual([202, "queued"]);
  });

  test("a replay returns the original run with its current status; another request conflicts (RUN-21)", async () => {
    const headers = { "idempotency-key": "k1" };
    const first = await submit({}, headers);
    await ours.organization.post(`/runs/${String(first.body["run_id"])}/cancel`);
    expect((await submit({}, headers)).body).toEqual({ run_id: first.body["run_id"], status: "cancelled" });
    const other = await submit({ input: { ...input, as_of: "2026-01-02" } }, headers);
    expect([other.status, other.body["code"]]).toEqual([409, "idempotency_key_reused"]);
    expect(other.body["details"]).toEqual({ run_id: first.body["run_id"] });
  });

  test.each([
    ["no input", {}, 400, "missing_input"],
    ["null input", { input: null }, 400, "invalid_request"],
    ["an unknown field", { input, color: 1 }, 400, "invalid_request"],
    ["an unknown field inside input", { input: { ...input, color: 1 } }, 400, "invalid_input"],
    ["a malformed pin", { input, engine_version: "latest" }, 400, "engine_version_invalid_format"],
    ["a long malformed pin", { input, engine_version: "v".repeat(65) }, 400, "engine_version_invalid_format"],
    ["a release that no engine can have", { input, engine_version: "9999999.0" }, 400, "engine_version_not_found"],
    [
      "a major version that no engine can have",
      { input, engine_version: `${"9".repeat(400)}.x` },
      400,
      "engine_version_not_found",
    ],
    ["an unknown release", { input, engine_version: "7.7" }, 400, "engine_version_not_found"],
    ["draft with a live key", { input, engine_version: "draft" }, 400, "engine_version_draft_requires_sandbox_key"],
    ["offerings of another type", { input, offerings: [] }, 400, "invalid_offerings"],
    ["a scenario with a live key", { input, test_scenario: "completed" }, 400, "test_scenario_sandbox_only"],
    ["a bad scenario", { input, test_scenario: 5 }, 400, "invalid_test_scenario"],
    ["a submitter without the header", { input, submitted_by: "p" }, 400, "acting_principal_mismatch"],
    [
      "a string over its bound, before its schema",
      { input: { x: "a".repeat(200_001) }, color: 1 },
      400,
      "request_bound_exceeded",
    ],
  ])("%s is refused (ENG-46, ENG-47, RUN-2, RUN-4, RUN-7)", async (_, body, status, code) => {
    const answer = await ours.organization.post("/engines/quotes/runs", body);
    expect([answer.status, answer.body["code"]]).toEqual([status, code]);
  });

  test("total bytes and the transport limit are 413 (RUN-30)", async () => {
    for (const megabytes of [9, 11]) {
      const answer = await ours.organization.post("/engines/quotes/runs", {
        input: { x: "a".repeat(megabytes * 1024 * 1024) },
      });
      expect([answer.status, answer.body["code"]]).toEqual([413, "request_bound_exceeded"]);
    }
  });

  test.each([
    ["", 400],
    ["k".repeat(limits.idempotencyKeyCharsMax + 1), 400],
    ["é", 202],
  ])("key %j is %i (RUN-20)", async (key, status) => {
    expect((await submit({}, { "idempotency-key": key })).status).toBe(status);
  });

  test("headers are read as UTF-8: a principal can equal submitted_by, and a key is counted in characters (PLAT-41, RUN-7, RUN-20)", async () => {
    const principal = "x-service-acting-principal";
    expect((await submitWithHeader({ submitted_by: "zoë" }, principal, "zoë")).status).toBe(202);
    for (const [chars, status] of [
      [limits.idempotencyKeyCharsMax, 202],
      [limits.idempotencyKeyCharsMax + 1, 400],
    ] as const)
      expect((await submitWithHeader({}, "idempotency-key", "é".repeat(chars))).status).toBe(status);
  });

  test("a scoped key needs runs:write and the binding, and runs:test for a scenario", async () => {
    const reader = await ours.scoped(["runs:read"], ["quotes"]);
    expect((await reader.post("/engines/quotes/runs", { input })).body["code"]).toBe("insufficient_capability");
    const unbound = await ours.scoped(["runs:write"], []);
    expect((await unbound.post("/engines/quotes/runs", { input })).body["code"]).toBe("engine_binding_forbidden");
    const tester = await ours.scoped(["runs:write"], ["quotes"], "sandbox");
    const scenario = { input, test_scenario: "completed", engine_version: "1.0" };
    expect((await tester.post("/engines/quotes/runs", scenario)).body["code"]).toBe("test_scenario_forbidden");
  });

  test("Prefer: wait answers when the run is finished (RUN-79)", async () => {
    const answer = submit({ engine_version: "1.x" }, { prefer: "wait=10" });
    const runId = await waitFor(async () => {
      const { rows } = await api.deps.db.pool.query<{ id: string }>("select id from runs where requested_pin = '1.x'");
      return rows[0]?.id;
    });
    await finish(runId);
    expect((await answer).body).toEqual({ run_id: runId, status: "completed" });
  });
});

describe("reading", () => {
  test("shows a queued run with its input and without absent fields (RUN-80, TYPE-63, TYPE-65)", async () => {
    const runId = await submitted();
    const answer = await ours.organization.get(`/runs/${runId}`);
    expect(answer.body).toMatchObject({
      run_id: runId,
      status: "queued",
      environment: "live",
      attempt: 0,
      output_phase: "pending",
      computed_at_head: null,
      served_head: null,
      stale: false,
      input,
    });
    expect(Object.keys(answer.body)).not.toContain("output");
    expect(answer.headers["server-timing"]).toMatch(/^db;dur=[\d.]+, total;dur=[\d.]+$/);
  });

  test("shows warnings only while the saved configuration exposes them (ENG-18)", async () => {
    const runId = await submitted();
    await finish(runId);
    const hidden = await ours.organization.get(`/runs/${runId}`);
    expect(hidden.body).toMatchObject({
      status: "completed",
      output: { headline: "done" },
      engine_version: "1.0",
      stale: false,
    });
    expect(Object.keys(hidden.body)).not.toContain("warnings");
    const { body } = await ours.organization.get("/engines/quotes/config");
    const config = body["config"];
    await ours.organization.put("/engines/quotes/config", {
      config: Object.assign({}, config, { expose_warnings: true }),
    });
    expect((await ours.organization.get(`/runs/${runId}`)).body["warnings"]).toHaveLength(1);
  });

  test("runs of other environments and organizations do not exist (ENV-12, KEY-16, RUN-84)", async () => {
    const runId = await submitted();
    const theirs = await api.organization();
    for (const actor of [ours.sandbox, theirs.organization]) {
      expect((await actor.get(`/runs/${runId}`)).body["code"]).toBe("run_not_found");
      expect((await actor.post(`/runs/${runId}/cancel`)).body["code"]).toBe("run_not_found");
    }
    expect((await ours.organization.get(`/runs/${randomUUID()}`)).status).toBe(404);
    // UUIDs of every version and variant are accepted.
    expect((await ours.organization.get("/runs/11111111-1111-1111-1111-111111111111")).body["code"]).toBe(
      "run_not_found",
    );
    expect((await ours.organization.get("/runs/not-a-uuid")).body["code"]).toBe("invalid_run_id");
    expect((await ours.organization.get("/runs/")).body["code"]).toBe("missing_run_id");
  });

  test("an unbound scoped key may neither read nor cancel (KEY-14)", async () => {
    const runId = await submitted();
    await ours.organization.post("/engines", {
      slug: "other",
      label: "Other",
      description: "",
      engine_type: "comparison",
    });
    const stranger = await ours.scoped(["runs:read", "runs:write"], ["other"]);
    expect((await stranger.get(`/runs/${runId}`)).body["code"]).toBe("engine_binding_forbidden");
    expect((await stranger.post(`/runs/${runId}/cancel`)).body["code"]).toBe("engine_binding_forbidden");
    const bound = await ours.scoped(["runs:read", "runs:write"], ["quotes"]);
    expect((await bound.get(`/runs/${runId}`)).status).toBe(200);
    expect((await bound.post(`/runs/${runId}/cancel`)).status).toBe(202);
  });
});

describe("cancelling", () => {
  test("a queued run is cancelled immediately, and cancelling it again changes nothing (RUN-96)", async () => {
    const runId = await submitted();
    const first = await ours.organization.post(`/runs/${runId}/cancel`, { reason: "wrong account" });
    expect([first.status, first.body["status"]]).toEqual([202, "cancelled"]);
    expect(Object.keys(first.body)).not.toContain("cancel_requested_at");
    const again = await ours.organization.post(`/runs/${runId}/cancel`);
    expect([again.status, again.body["status"]]).toEqual([200, "cancelled"]);
  });

  test("a running run stays processing and shows when its cancel was requested (RUN-97)", async () => {
    const runId = await submitted();
    await claimRuns(api.deps.db, { owner: "t", engineTypes: ["comparison"], runsMax: 1_000, firstSilenceSeconds: 900 });
    const answer = await ours.organization.post(`/runs/${runId}/cancel`);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ status: "processing", attempt: 1 });
    expect(answer.body["cancel_requested_at"]).toBeDefined();
  });

  test("a finished run is answered with its output, without solutions and GET-only fields (RUN-99)", async () => {
    const runId = await submitted();
    await finish(runId);
    const answer = await ours.organization.post(`/runs/${runId}/cancel`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: "completed", output: { headline: "done" } });
    for (const field of ["solutions", "input", "work_items", "output_phase", "stale"])
      expect(Object.keys(answer.body)).not.toContain(field);
  });

  test.each([[{ reason: "x".repeat(501) }], [{ because: "x" }], [{ reason: 5 }]])(
    "%j is an invalid request (RUN-95)",
    async (body) => {
      const answer = await ours.organization.post(`/runs/${await submitted()}/cancel`, body);
      expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_request"]);
    },
  );
});

describe("with the queue unreachable", () => {
  test("the run is stored as failed, announced, answered 503 in time, and found by its key (RUN-67)", async () => {
    const away = await startTestApi({ queueUrl: "redis://127.0.0.1:9" });
    try {
      const { organization } = await away.organization();
      await organization.post("/engines", {
        slug: "quotes",
        label: "Quotes",
        description: "",
        engine_type: "comparison",
      });
      await organization.post("/engines/quotes/versions", {});
      const headers = { "idempotency-key": "k" };
      const sinceMs = performance.now();
      const refused = await organization.post("/engines/quotes/runs", { input }, { headers });
      expect([refused.status, refused.body["code"]]).toEqual([503, "queue_unreachable"]);
      expect(performance.now() - sinceMs).toBeLessThan(60_000);
      const runId = String(refused.body["details"]?.["run_id"]);
      const { body } = await organization.get(`/runs/${runId}`);
      expect(body).toMatchObject({ status: "failed", attempt: 0, error_details: { code: "queue_unreachable" } });
      const replay = await organization.post("/engines/quotes/runs", { input }, { headers });
      expect([replay.status, replay.body]).toEqual([202, { run_id: runId, status: "failed" }]);
      const { rows } = await away.deps.db.pool.query("select type::text from webhook_events where run_id = $1", [
        runId,
      ]);
      expect(rows).toEqual([{ type: "run.failed" }]);
    } finally {
      await away.stop();
    }
  });
});
