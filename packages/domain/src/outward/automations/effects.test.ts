import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { EvalScenarioContent } from "@service/contract";
import { findEngineType } from "@service/engine-types";
import { type JsonObject, parseJsonObject } from "@service/json";
import { openQueue, type Queue } from "@service/queue";
import { silentLogger, systemClock } from "@service/runtime";
import { waitFor, testOperator } from "@service/testing";

import { findEngine, saveConfig, startGates, updateEngine } from "../../engines/engines/index.ts";
import { createInstance } from "../../conversations/conversations/index.ts";
import { cancelEvalRun, createScenario, listEvalRuns } from "../../conversations/evals/index.ts";
import { createEnvironment } from "../../identity/environments/index.ts";
import { setOrganization } from "../../identity/organizations/index.ts";
import { showRun } from "../../runs/runs/index.ts";
import type { WholeDeps } from "../../open-deps.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { claimExecution } from "./claim-execution.ts";
import type { ClaimedExecution, Execution } from "./execution.ts";
import { runEngine } from "./effects/run-engine.ts";
import { startInstanceEvaluation } from "./effects/start-instance-evaluation.ts";
import { listExecutions, presentExecution } from "./list-executions.ts";
import { matchEvents } from "./match-events.ts";
import { performExecution } from "./perform-execution.ts";
import { createScene, eventsOf, makeDue, type Scene, workOff } from "./test-kit.ts";

let deps: TestDeps;
let scene: Scene;
/** A queue whose backend is unreachable. */
let away: Queue;

beforeAll(async () => {
  deps = await openTestDeps();
  away = await openQueue({ url: "postgres://nobody@127.0.0.1:1/none", clock: systemClock, log: silentLogger });
  await waitFor(() => deps.queue.ready());
});
afterAll(async () => {
  await away.close();
  await deps.close();
});
beforeEach(async () => {
  scene = await createScene(deps);
});

const comparisonInput = (): JsonObject => findEngineType("comparison").builtInCases()[0]?.input ?? {};

function running(changes: { readonly [name: string]: unknown } = {}) {
  return {
    automation_key: "run",
    trigger: { event_type: "custom.ask" },
    effect: { kind: "run_engine", engine_slug: "quotes", input_template: comparisonInput(), ...changes },
  };
}

async function perform(event?: Parameters<Scene["event"]>[0]): Promise<Execution> {
  await scene.event(event);
  await workOff(deps);
  const last = (await scene.log()).at(-1);
  if (!last) throw new Error("nothing was performed");
  return last;
}

async function claim(): Promise<ClaimedExecution> {
  await matchEvents(deps);
  const claimed = await claimExecution(deps, { leaseSeconds: 60 });
  if (claimed.kind !== "claimed") throw new Error(`nothing to claim: ${claimed.kind}`);
  return claimed.execution;
}

async function runsOf(organizationId: string) {
  const { rows } = await deps.db.pool.query<{
    id: string;
    status: string;
    keyId: string;
    submitter: string;
    version: string;
    environment: string;
    input: string;
  }>(
    `select r.id, r.status, r.key_id as "keyId", r.submitter, r.engine_version as version,
       r.environment_slug as environment, p.input
     from runs r join run_payloads p on p.run_id = r.id where r.organization_id = $1 order by r.created_at`,
    [organizationId],
  );
  return rows;
}

describe("run_engine", () => {
  test("submits a run with what the event carries, in the name of the automation (AUTO-35)", async () => {
    await scene.engine("quotes");
    const { as_of: _asOf, ...input } = comparisonInput();
    await scene.automation(running({ input_template: { ...input, as_of: "{{event.data.day}}T00:00:00Z" } }));
    const execution = await perform({ data: { day: "2026-11-20" } });
    expect(execution).toMatchObject({ status: "succeeded", code: null, attempts: 1 });
    const [run] = await runsOf(scene.organizationId);
    expect(run).toMatchObject({
      id: execution.runId,
      status: "queued",
      keyId: "automation:run",
      submitter: "automation:run",
      version: "1.0",
      environment: "live",
    });
    expect(JSON.parse(run?.input ?? "")).toEqual({ ...input, as_of: "2026-11-20T00:00:00Z" });
  });

  test("submits in a sandbox, from the draft, for a person", async () => {
    await createEnvironment(deps, { ...testOperator, organizationId: scene.organizationId }, { slug: "sandbox" });
    await scene.engine("markets", "matching");
    const input = findEngineType("matching").builtInCases()[0]?.input ?? {};
    const effect = { engine_slug: "markets", environment: "sandbox", engine_version: "draft", input_template: input };
    await scene.automation(running({ ...effect, acting_principal: "user-7" }));
    expect(await perform()).toMatchObject({ status: "succeeded" });
    expect(await runsOf(scene.organizationId)).toMatchObject([
      { environment: "sandbox", version: "draft", submitter: "user-7", keyId: "automation:run" },
    ]);
  });

  test("an attempt after a crash finds the previous attempt's run (AUTO-34)", async () => {
    await scene.engine("quotes");
    await scene.automation(running());
    await scene.event();
    const dead = await claim();
    const { effect } = dead.automation;
    if (effect.kind !== "run_engine") throw new Error("another effect");
    // The run is submitted, then the process dies before recording it.
    const submitted = await runEngine(deps, dead, effect);
    await makeDue(deps, dead.id);
    await workOff(deps);
    const [execution] = await scene.log();
    expect(submitted).toEqual({ kind: "succeeded", runId: execution?.runId });
    expect(execution).toMatchObject({ status: "succeeded", attempts: 2 });
    expect(await runsOf(scene.organizationId)).toHaveLength(1);
  });

  test("the monthly cap applies as for callers, and is not retried (AUTO-35)", async () => {
    await scene.engine("quotes");
    await setOrganization(deps, testOperator, scene.organizationId, { monthlyRunCap: 1 });
    await scene.automation(running());
    expect(await perform()).toMatchObject({ status: "succeeded" });
    expect(await perform()).toMatchObject({ status: "failed", code: "run_cap_exceeded", attempts: 1, runId: null });
    expect(await runsOf(scene.organizationId)).toHaveLength(1);
  });

  test.each<[string, { readonly [name: string]: unknown }, string, string]>([
    ["an engine that does not exist", { engine_slug: "nobody" }, "engine_not_found", '"nobody"'],
    ["the built-in engine in live", { engine_slug: "generic_fixture_engine" }, "engine_not_found", "live"],
    ["an environment that does not exist", { environment: "nowhere" }, "environment_not_found", '"nowhere"'],
    ["a release that does not exist", { engine_version: "7.1" }, "engine_version_not_found", "no such release"],
    ["the draft in live", { engine_version: "draft" }, "engine_version_draft_requires_sandbox_key", "sandbox"],
    ["an input the engine refuses", { input_template: { nonsense: true } }, "invalid_input", "subject: is required"],
    ["an object in a template", { input_template: { a: "{{event.data.inner}}" } }, "template_unfilled", "is an object"],
    ["a value the event lacks", { input_template: { a: "{{event.data.none}}" } }, "template_unfilled", "has no"],
  ])("%s fails the execution", async (_what, changes, code, message) => {
    await scene.engine("quotes");
    await scene.automation(running(changes));
    expect(await perform({ data: { inner: {} } })).toMatchObject({
      status: "failed",
      code,
      message: expect.stringContaining(message),
      attempts: 1,
    });
    expect(await runsOf(scene.organizationId)).toEqual([]);
  });

  test("an engine archived since fails the execution; one without release or principal too", async () => {
    await scene.engine("quotes");
    await scene.automation(running());
    await updateEngine(deps, await scene.caller(), "quotes", { status: "archived" });
    expect(await perform()).toMatchObject({ status: "failed", code: "engine_archived" });
    const other = await createScene(deps);
    await other.engine("quotes", "matching");
    await other.automation(running());
    await other.event();
    await workOff(deps);
    expect(await other.log()).toMatchObject([{ status: "failed", code: "run_requires_acting_principal" }]);
  });

  test("an input above the size limit of a run is refused before it is submitted (AUTO-35)", async () => {
    await scene.engine("quotes");
    await scene.automation(running({ input_template: { a: "{{event.data.long}}{{event.data.long}}" } }));
    expect(await perform({ data: { long: "x".repeat(150_000) } })).toMatchObject({
      status: "failed",
      code: "request_bound_exceeded",
    });
  });
});

describe("with the queue away", () => {
  const without = (): WholeDeps => ({ ...deps, queue: away });

  test("nothing is submitted; a retry after a wait succeeds (AUTO-36)", async () => {
    await scene.engine("quotes");
    await scene.automation(running());
    await scene.event();
    expect(await performExecution(without(), await claim())).toMatchObject({
      status: "pending",
      code: "queue_unreachable",
    });
    expect(await claimExecution(deps, { leaseSeconds: 60 })).toEqual({ kind: "none" });
    const [waiting] = await scene.log();
    expect(waiting).toMatchObject({ status: "pending", attempts: 1, message: "The queue cannot be reached." });
    expect(await runsOf(scene.organizationId)).toEqual([]);
    await makeDue(deps, waiting?.id ?? "");
    await workOff(deps);
    expect(await scene.log()).toMatchObject([{ status: "succeeded", attempts: 2, code: null, message: null }]);
  });

  test("it fails after the fifth attempt (AUTO-36)", async () => {
    await scene.engine("quotes");
    await scene.automation(running());
    await scene.event();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const execution = await claim();
      await performExecution(without(), execution);
      await makeDue(deps, execution.id).catch(() => undefined);
    }
    expect(await scene.log()).toMatchObject([{ status: "failed", code: "queue_unreachable", attempts: 5 }]);
  });

  test("when it goes away between the check and the wake-up, the failed run is followed by exactly one other (AUTO-36)", async () => {
    await scene.engine("quotes");
    await scene.automation(running());
    await scene.event();
    const goingAway: WholeDeps = { ...deps, queue: { ...away, ready: () => true } };
    const first = await claim();
    expect(await performExecution(goingAway, first)).toMatchObject({ status: "pending", code: "queue_unreachable" });
    const [unqueued] = await runsOf(scene.organizationId);
    expect(unqueued).toMatchObject({ status: "failed" });
    expect(await scene.log()).toMatchObject([{ runId: unqueued?.id }]);
    // The next process dies right after its run was stored as failed: its successor must not take that for success.
    await makeDue(deps, first.id);
    const second = await claim();
    const { effect } = second.automation;
    if (effect.kind !== "run_engine") throw new Error("another effect");
    await runEngine(goingAway, second, effect);
    await makeDue(deps, first.id);
    await workOff(deps);
    expect(await scene.log()).toMatchObject([{ status: "pending", code: "queue_unreachable", attempts: 3 }]);
    await makeDue(deps, first.id);
    await workOff(deps);
    const runs = await runsOf(scene.organizationId);
    expect(runs.map(({ status }) => status)).toEqual(["failed", "failed", "queued"]);
    expect(await scene.log()).toMatchObject([{ status: "succeeded", runId: runs[2]?.id, attempts: 4 }]);
    expect((await showRun(deps, "every", runs[0]?.id ?? "")).errorDetails).toMatchObject({ code: "queue_unreachable" });
  });
});

describe("start_evaluation", () => {
  let gates: ReturnType<typeof startGates>;
  beforeAll(() => {
    gates = startGates(deps, { slots: 2 });
  });
  afterAll(() => gates.stop(0));
  const evaluating = {
    automation_key: "evaluate",
    trigger: { event_type: "custom.ask" },
    effect: { kind: "start_evaluation", engine_slug: "quotes" },
  };

  test("runs the cases of the draft, releases nothing, and records the result as an effect of the event (AUTO-37)", async () => {
    await scene.engine("quotes");
    await scene.automation(evaluating);
    const before = (await eventsOf(deps, scene.organizationId, "evaluation.finished")).length;
    const execution = await perform();
    expect(execution).toMatchObject({ status: "succeeded", attempts: 1 });
    const engine = await findEngine(deps, scene, "quotes");
    const reported = (await eventsOf(deps, scene.organizationId, "evaluation.finished")).slice(before);
    expect(reported).toEqual([
      {
        id: execution.emittedEventId,
        depth: 1,
        causationId: execution.eventId,
        data: expect.objectContaining({
          engine_slug: "quotes",
          gate: "passed",
          config_version_hash: engine?.draftConfigHash,
          automation_key: "evaluate",
          execution_id: execution.id,
        }),
      },
    ]);
    expect(engine?.latest).toMatchObject([{ major: 1, minor: 0 }]);
  });

  test("starts an evaluation of a conversation instance once, whose end is caused by the event, and which the log names (EVAL-68, AUTO-190)", async () => {
    const caller = await scene.caller();
    const instance = { slug: "desk", label: "Desk", description: "", config: undefined };
    await createInstance(deps, caller, instance);
    await scene.automation({ ...evaluating, effect: { kind: "start_evaluation", instance_slug: "desk" } });
    // Without a scenario there is nothing to evaluate.
    expect(await perform()).toMatchObject({ status: "failed", code: "no_eval_scenarios" });
    const turns = [{ user: "Hello?", assertions: [{ type: "refusal", expected: true }] }];
    const content = EvalScenarioContent.parse({ title: "Declines", turns });
    await createScenario(deps, caller, "desk", { key: "declines", content });
    const execution = await perform();
    expect(execution).toMatchObject({ status: "succeeded", attempts: 1 });
    const { rows } = await listEvalRuns(deps, caller, "desk", { limit: 10, cursor: undefined });
    expect(rows).toMatchObject([{ status: "queued", triggerType: "automation" }]);
    const listed = await listExecutions(deps, { organizationId: scene.organizationId });
    // The newest first; the one before it found no scenario.
    expect(listed.map(presentExecution)).toMatchObject([{ eval_run_id: rows[0]?.id }, { eval_run_id: null }]);
    const trigger = { event_type: "evaluation.finished" };
    await scene.automation({
      automation_key: "after",
      trigger,
      effect: { kind: "emit_event", type: "custom.evaluated", data: {} },
    });
    const before = (await eventsOf(deps, scene.organizationId, "evaluation.finished")).length;
    await cancelEvalRun(deps, caller, { slug: "desk", id: rows[0]?.id ?? "" });
    const finished = (await eventsOf(deps, scene.organizationId, "evaluation.finished")).slice(before);
    expect(finished).toMatchObject([
      {
        depth: 1,
        causationId: execution.eventId,
        data: {
          instance_slug: "desk",
          status: "cancelled",
          outcome: null,
          automation_key: "evaluate",
          execution_id: execution.id,
        },
      },
    ]);
    // Another automation reacts to it.
    await workOff(deps);
    expect(await eventsOf(deps, scene.organizationId, "custom.evaluated")).toMatchObject([{ depth: 2 }]);
  });

  test("when the queue goes away while it is started, the failed evaluation is followed by exactly one other (AUTO-36)", async () => {
    const caller = await scene.caller();
    await createInstance(deps, caller, { slug: "desk", label: "Desk", description: "", config: undefined });
    const turns = [{ user: "Hello?", assertions: [{ type: "refusal", expected: true }] }];
    const content = EvalScenarioContent.parse({ title: "Declines", turns });
    await createScenario(deps, caller, "desk", { key: "declines", content });
    await scene.automation({ ...evaluating, effect: { kind: "start_evaluation", instance_slug: "desk" } });
    await scene.event();
    const goingAway: WholeDeps = { ...deps, queue: { ...away, ready: () => true } };
    const execution = await claim();
    // The next process dies right after its run was stored as failed: its successor must not take that for success.
    expect(await startInstanceEvaluation(goingAway, execution, "desk")).toMatchObject({ kind: "fault" });
    expect(await performExecution(goingAway, execution)).toMatchObject({
      status: "pending",
      code: "queue_unreachable",
    });
    await makeDue(deps, execution.id);
    await workOff(deps);
    expect(await scene.log()).toMatchObject([{ status: "succeeded", attempts: 2 }]);
    const { rows } = await listEvalRuns(deps, caller, "desk", { limit: 10, cursor: undefined });
    expect(rows.map(({ status }) => status)).toEqual(["queued", "failed"]);
    // The end of the one that failed is reported, once.
    const finished = await eventsOf(deps, scene.organizationId, "evaluation.finished");
    expect(finished.map(({ data }) => [data["eval_run_id"], data["status"]])).toEqual([[rows[1]?.id, "failed"]]);
  });

  test("reports newly failing cases, on every evaluation", async () => {
    await scene.engine("quotes");
    const type = findEngineType("comparison");
    const [first, ...others] = type.builtInCases();
    if (!first) throw new Error("no case");
    const wrong = { ...first, expect: [{ path: "/status", op: "eq", value: "failed" }] };
    const cases = [wrong, ...others].map((one) => parseJsonObject(JSON.stringify(one)));
    await saveConfig(deps, await scene.caller(), "quotes", { ...type.preset(), evaluation: { cases } });
    await scene.automation(evaluating);
    const before = (await eventsOf(deps, scene.organizationId, "evaluation.finished")).length;
    await perform();
    await perform();
    const reported = (await eventsOf(deps, scene.organizationId, "evaluation.finished")).slice(before);
    expect(reported.map(({ data }) => [data["gate"], data["failing_cases"]])).toEqual([
      ["cold_start_gate_failed", [first.case_key]],
      ["cold_start_gate_failed", [first.case_key]],
    ]);
  });

  test("a process that dies after the evaluation is followed by another, and there is one event", async () => {
    await scene.engine("quotes");
    await scene.automation(evaluating);
    await scene.event();
    const dead = await claim();
    await makeDue(deps, dead.id);
    const before = (await eventsOf(deps, scene.organizationId, "evaluation.finished")).length;
    const next = await claim();
    const settled = await Promise.all([performExecution(deps, next), performExecution(deps, dead)]);
    expect(settled).toMatchObject([{ kind: "settled", status: "succeeded" }, { kind: "lost" }]);
    expect((await eventsOf(deps, scene.organizationId, "evaluation.finished")).slice(before)).toHaveLength(1);
  });

  test("an engine that is missing or archived fails it", async () => {
    await scene.automation(evaluating);
    expect(await perform()).toMatchObject({ status: "failed", code: "engine_not_found", emittedEventId: null });
    await scene.engine("quotes");
    await updateEngine(deps, await scene.caller(), "quotes", { status: "archived" });
    expect(await perform()).toMatchObject({ status: "failed", code: "engine_archived" });
  });
});

describe("emit_event", () => {
  test("appends with what the event carries, its cause and one depth more", async () => {
    await scene.automation({
      automation_key: "emit",
      trigger: { event_type: "dataset.refreshed" },
      effect: {
        kind: "emit_event",
        type: "custom.offerings.new",
        data: { text: "{{event.data.dataset_key}} has {{event.data.rows}} rows", rows: "{{event.data.rows}}" },
      },
    });
    const execution = await perform({ type: "dataset.refreshed", data: { dataset_key: "offerings", rows: 4 } });
    expect(await eventsOf(deps, scene.organizationId, "custom.offerings.new")).toEqual([
      {
        id: execution.emittedEventId,
        depth: 1,
        causationId: execution.eventId,
        data: { text: "offerings has 4 rows", rows: 4 },
      },
    ]);
  });

  test("fails when the data exceeds the size limit of an event", async () => {
    const data = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`m${index}`, "{{event.data.long}}"]));
    await scene.automation({
      automation_key: "emit",
      trigger: { event_type: "custom.ask" },
      effect: { kind: "emit_event", type: "custom.long", data },
    });
    expect(await perform({ data: { long: "x".repeat(30_000) } })).toMatchObject({
      status: "failed",
      code: "request_bound_exceeded",
    });
    expect(await eventsOf(deps, scene.organizationId, "custom.long")).toEqual([]);
  });
});

describe("deliver_webhook", () => {
  async function endpoint(status: "enabled" | "disabled" = "enabled", organizationId = scene.organizationId) {
    const id = randomUUID();
    await deps.db.pool.query(
      `insert into webhook_endpoints (id, organization_id, environment_id, url, events, header_names, status)
       select $1, $2, id, 'https://hooks.example.com/x', '{run.completed}', '{}', $3::endpoint_status
       from environments where organization_id = $2 and slug = 'live'`,
      [id, organizationId, status],
    );
    return id;
  }
  const delivering = (endpointId: string, key = "deliver") => ({
    automation_key: key,
    trigger: { event_type: "custom.ask" },
    effect: { kind: "deliver_webhook", endpoint_id: endpointId },
  });

  test("makes one delivery of an event to an endpoint, however many automations ask for it (AUTO-38)", async () => {
    const endpointId = await endpoint();
    await scene.automation(delivering(endpointId));
    await scene.automation(delivering(endpointId, "again"));
    const eventId = await scene.event({ data: { a: 1 } });
    await workOff(deps);
    const { rows } = await deps.db.pool.query<{ id: string; state: string; type: string; body: string }>(
      `select d.id, d.state, d.platform_type as type, b.body from webhook_deliveries d
       join webhook_bodies b on b.event_id = d.event_id and b.mode = d.mode where d.endpoint_id = $1`,
      [endpointId],
    );
    expect(rows).toMatchObject([{ state: "pending", type: "custom.ask" }]);
    expect(JSON.parse(rows[0]?.body ?? "")).toMatchObject({
      event_id: eventId,
      type: "custom.ask",
      data: { a: 1 },
      depth: 0,
    });
    const log = await scene.log();
    expect(log.map(({ deliveryId }) => deliveryId)).toEqual([rows[0]?.id, rows[0]?.id]);
  });

  test("a disabled endpoint holds the delivery, as it does those of runs (AUTO-38)", async () => {
    const disabled = await endpoint("disabled");
    await scene.automation(delivering(disabled));
    await scene.event();
    await workOff(deps);
    expect(await scene.log()).toMatchObject([{ status: "succeeded" }]);
    const { rows } = await deps.db.pool.query(
      `select state, next_attempt_at is null as "isResting" from webhook_deliveries where endpoint_id = $1`,
      [disabled],
    );
    expect(rows).toEqual([{ state: "held", isResting: true }]);
  });

  test("an endpoint that is deleted, missing or another organization's fails it (AUTO-38)", async () => {
    const foreign = await endpoint("enabled", (await createScene(deps)).organizationId);
    const deleted = await endpoint();
    await deps.db.pool.query("update webhook_endpoints set deleted_at = now() where id = $1", [deleted]);
    await scene.automation(delivering(deleted, "deleted"));
    await scene.automation(delivering(foreign, "foreign"));
    await scene.automation(delivering(randomUUID(), "missing"));
    await scene.event();
    await workOff(deps);
    const codeOf = new Map(
      (await scene.log()).map(({ automationKey, status, code }) => [automationKey, [status, code]]),
    );
    for (const key of ["deleted", "foreign", "missing"]) {
      expect(codeOf.get(key)).toEqual(["failed", "webhook_endpoint_not_found"]);
    }
    const { rows } = await deps.db.pool.query("select 1 from webhook_deliveries where organization_id = $1", [
      scene.organizationId,
    ]);
    expect(rows).toEqual([]);
  });
});
