import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { seedEndpoint, seedOwner, type SeededOwner } from "@service/testing";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import {
  cancelRun,
  claimRuns,
  createSettler,
  reconcileRuns,
  releaseRuns,
  type RunErrorDetail,
  type Settlement,
  type Settler,
} from "../../runs/runs/index.ts";
import { expireLease, insertQueuedRun } from "../../runs/runs/test-kit.ts";
import { expandEvents } from "../deliveries/index.ts";
import { causeCodes, readTimeline } from "./index.ts";

let deps: TestDeps;
let owner: SeededOwner;
let settle: Settler;
const named = new Set<string>();

beforeAll(async () => {
  deps = await openTestDeps();
  settle = createSettler(deps.db, { heldMax: 10 });
});
afterAll(() => deps.close());
beforeEach(async () => {
  await deps.db.pool.query("truncate processes");
  owner = await seedOwner(deps.db);
  await startWorker();
});
afterEach(() => deps.db.pool.query("delete from runs"));

const startWorker = (types = ["comparison", "matching"]) =>
  deps.db.pool.query(
    `insert into processes (id, name, host, engine_types, slots, started_at, seen_at)
     values ($1, 'worker', 'h', $2::text[]::engine_type_name[], 4, now(), now())`,
    [randomUUID(), types],
  );
const submit = (of: Pick<SeededOwner, "organizationId" | "environmentId"> = owner) =>
  insertQueuedRun(deps, { organizationId: of.organizationId });

/** Claims the only run that waits. */
async function hold(worker: string) {
  const request = { owner: worker, engineTypes: ["comparison"] as const, runsMax: 1, firstSilenceSeconds: 900 };
  const [run] = await claimRuns(deps.db, request);
  if (!run) throw new Error("no run waits");
  return { id: run.id, attempt: run.attempt, token: run.token };
}

async function end(settlement: Settlement): Promise<string> {
  const id = await submit();
  await settle({ ...(await hold("worker-a")), settlement });
  return id;
}
const fails = (code: string, stage = "score", error = "It failed so.") => {
  const details: RunErrorDetail = {
    type: code === "budget_exceeded" ? "pipeline_timeout" : "pipeline_error",
    code,
    stage,
  };
  return end({ status: "failed", error, details, warnings: null });
};
const ends = (status: "completed" | "degraded", warnings: readonly object[], trace: object | null = null) =>
  end({
    status,
    outputPhase: "final",
    output: "{}",
    solutions: null,
    warnings: JSON.stringify(warnings),
    workItems: "[]",
    trace: trace && JSON.stringify(trace),
  });
const warning = (code: string, stage: string, path?: string) => ({
  code,
  stage,
  severity: "warning",
  message: "m",
  path,
});

async function causeOf(runId: string) {
  const { cause } = await readTimeline(deps, owner, runId);
  named.add(cause.code);
  return cause;
}

describe("the cause of a run (CON-55)", () => {
  test("that no worker takes its type, since the last one stopped", async () => {
    await deps.db.pool.query("update processes set stopped_at = now() + interval '1 minute'");
    const cause = await causeOf(await submit());
    expect(cause).toMatchObject({
      code: "no_worker",
      sentence: "The run waits because no worker takes runs of the type comparison.",
      nextStep: "Start a worker for this type; the run then starts by itself.",
    });
    expect(cause.when.getTime()).toBeGreaterThan(Date.now() + 30_000);
  });

  test("that the organization has as many runs under way as its cap allows", async () => {
    await submit();
    await hold("worker-a");
    await deps.db.pool.query("update organizations set max_running = 1 where id = $1", [owner.organizationId]);
    expect(await causeOf(await submit())).toMatchObject({
      code: "in_flight_cap",
      sentence: "The run waits because the organization has 1 run under way, and its cap is 1.",
    });
  });

  test("that runs of the organization, and of others, come first; or that it is the next", async () => {
    const first = await submit();
    const last = await submit();
    await deps.db.pool.query("update runs set fair_rank = 9 where id = $1", [last]);
    expect(await causeOf(first)).toMatchObject({ code: "starting", nextStep: null });
    expect(await causeOf(last)).toMatchObject({
      code: "behind_others",
      sentence: "The run waits behind 1 run of the organization.",
    });
    await submit(await seedOwner(deps.db));
    expect((await causeOf(last)).sentence).toBe("The run waits behind 1 run of the organization and runs of others.");
  });

  test("that it is computed, by which worker, and that it is being cancelled by whom", async () => {
    const id = await submit();
    await hold("worker-a");
    expect(await causeOf(id)).toMatchObject({
      code: "processing",
      sentence: "The worker worker-a computes the run, attempt 1.",
    });
    await cancelRun(deps, owner, { runId: id, reason: undefined, cancelledBy: "dana@harborline.example" });
    expect(await causeOf(id)).toMatchObject({
      code: "cancelling",
      sentence: "dana@harborline.example cancelled the run; its worker ends it within seconds.",
    });
  });

  test("that it was cancelled, by whom and why; a second cancel changes neither", async () => {
    const id = await submit();
    await cancelRun(deps, owner, { runId: id, reason: "sent twice", cancelledBy: "dana@harborline.example" });
    await cancelRun(deps, owner, { runId: id, reason: "later", cancelledBy: "somebody else" });
    expect(await causeOf(id)).toMatchObject({
      code: "cancelled",
      sentence: 'dana@harborline.example cancelled the run before it started, with the reason "sent twice".',
    });
  });

  test("that it exceeded its time, and in which stage", async () => {
    expect(await causeOf(await fails("budget_exceeded"))).toMatchObject({
      code: "timed_out",
      sentence: 'The run exceeded its time budget in the stage "score".',
    });
  });

  test("that its worker was lost once, and then twice", async () => {
    const id = await submit();
    await hold("worker-a");
    await expireLease(deps, id);
    await reconcileRuns(deps.db, { restartSeconds: 900 });
    expect(await causeOf(id)).toMatchObject({
      code: "restarting",
      sentence: "The worker of attempt 1 stopped reporting; the run waits to be started again.",
    });
    await hold("worker-b");
    await deps.db.pool.query("update runs set stage = 'align' where id = $1", [id]);
    await expireLease(deps, id);
    await reconcileRuns(deps.db, { restartSeconds: 900 });
    expect(await causeOf(id)).toMatchObject({
      code: "heartbeat_lost",
      sentence: 'Two workers stopped reporting while they computed this run, the last one in the stage "align".',
    });
  });

  test("that no worker took it up again", async () => {
    const id = await submit();
    await releaseRuns(deps.db, [await hold("worker-a")], 900);
    await expireLease(deps, id);
    await reconcileRuns(deps.db, { restartSeconds: 900 });
    expect(await causeOf(id)).toMatchObject({ code: "not_taken_up" });
  });

  test("that stopping workers interrupted it twice", async () => {
    const id = await submit();
    await releaseRuns(deps.db, [await hold("worker-a")], 900);
    expect((await causeOf(id)).sentence).toBe(
      "The worker of attempt 1 was stopped; the run waits to be started again.",
    );
    await releaseRuns(deps.db, [await hold("worker-b")], 900);
    expect(await causeOf(id)).toMatchObject({
      code: "interrupted",
      sentence: "Workers that were stopped interrupted the run twice.",
      nextStep: "Submit the run again.",
    });
  });

  test.each([
    ["dataset_missing", "missing_dataset", "The dataset market is required and not loaded."],
    ["list_unavailable", "missing_dataset", "The required list OFAC is not loaded."],
    ["no_offerings", "bad_offerings", "The request carries no offering."],
    ["no_facts", "unusable_input", "No fact could be read from the input."],
    ["datasets_too_large", "data_unreadable", "The datasets are larger than one run can read."],
    ["result_not_storable", "not_stored", "The result could not be stored."],
  ])("that its data failed it: %s", async (code, cause, error) => {
    expect(await causeOf(await fails(code, "load", error))).toMatchObject({ code: cause, sentence: error });
  });

  test.each([
    ["queue_unreachable", "not_queued"],
    ["rule_budget_exceeded", "rules_too_costly"],
    ["engine_defect", "engine_failed"],
    ["a_code_of_a_later_release", "failed"],
  ])("that it failed by itself: %s", async (code, cause) => {
    expect((await causeOf(await fails(code))).code).toBe(cause);
  });

  test.each([
    [
      [warning("label_unaligned", "normalize"), warning("dataset_stale", "load", "markets")],
      "degraded",
      'The result is degraded: a dataset is older than the engine allows (markets), in the stage "load"; ' +
        'labels could not be matched to coverages, in the stage "normalize".',
    ],
    [
      [warning("offering_skipped_invalid", "load", "markets")],
      "bad_offerings",
      'The result is degraded: offerings were left out because they are invalid (markets), in the stage "load".',
    ],
    [
      [warning("dataset_missing", "load", "lists[offering_source]")],
      "missing_dataset",
      'The result is degraded: a dataset is not loaded (lists, offering source), in the stage "load".',
    ],
    [[], "degraded", "The result is degraded: too little of what the engine decides by was present."],
  ])("that a part degraded it, and which: %#", async (warnings, code, sentence) => {
    expect(await causeOf(await ends("degraded", warnings))).toMatchObject({ code, sentence });
  });

  test("that a model was refused, and why", async () => {
    const call = { provider: "p", model: "m", task: "narrate", prompt_sha256: "", response_sha256: null };
    const trace = { rules: [], model_calls: [{ ...call, accepted: false, reason: "a number is not in the evidence" }] };
    const warnings = [warning("fact_missing", "evaluate"), warning("enrichment_rejected_ungrounded", "enrich")];
    expect(await causeOf(await ends("degraded", warnings, trace))).toMatchObject({
      code: "model_refused",
      sentence:
        'The result is degraded: the answers of the model were refused, in the stage "enrich" (a number is not in the ' +
        'evidence); facts that decide are missing, in the stage "evaluate".',
    });
  });

  test("that it finished, and that its result was corrected later", async () => {
    const id = await ends("completed", []);
    expect(await causeOf(id)).toMatchObject({ code: "finished", nextStep: null });
    await deps.db.pool.query(
      `insert into run_corrections (id, run_id, seq, output, reason, created_by)
       values (gen_random_uuid(), $1, 1, '{}', 'the carrier withdrew', 'ana')`,
      [id],
    );
    expect(await causeOf(id)).toMatchObject({
      code: "corrected",
      sentence: "ana replaced the result by a correction: the carrier withdrew.",
    });
  });

  test("is one of a closed list, each of which is planted here", () => {
    expect([...named].toSorted()).toEqual([...causeCodes].toSorted());
  });
});

describe("the timeline of a run (CON-56)", () => {
  test("has submission, waits, every attempt with its worker, event, delivery and its attempts, in order", async () => {
    await seedEndpoint(deps.db, owner);
    const id = await submit();
    await releaseRuns(deps.db, [await hold("worker-a")], 900);
    const trace = JSON.stringify({
      stages: [
        ["load", 1.5],
        ["score", 20],
      ],
    });
    const done = {
      outputPhase: "final",
      output: "{}",
      solutions: null,
      warnings: "[]",
      workItems: "[]",
      trace,
    } as const;
    await settle({ ...(await hold("worker-b")), settlement: { status: "completed", ...done } });
    await expandEvents(deps, { cycleSeconds: 900 });
    await deps.db.pool.query(
      `insert into webhook_attempts (delivery_id, cycle, try, endpoint_id, trigger, outcome, status, url, ended_at)
       select id, 1, 1, endpoint_id, 'scheduled', 'transient', 503, 'https://hooks.example.com/', now()
       from webhook_deliveries where run_id = $1`,
      [id],
    );
    const { entries, stages } = await readTimeline(deps, owner, id);
    expect(stages).toEqual([
      ["load", 1.5],
      ["score", 20],
    ]);
    expect(entries.map(({ kind }) => kind)).toEqual([
      "submitted",
      "waited",
      "attempt",
      "waited",
      "attempt",
      "settled",
      "event",
      "delivery",
      "delivery_attempt",
    ]);
    expect(entries.filter(({ kind }) => kind === "attempt")).toMatchObject([
      { attempt: 1, outcome: "interrupted", worker: "worker-a" },
      { attempt: 2, outcome: "completed", worker: "worker-b" },
    ]);
    expect(entries.at(-1)).toMatchObject({ attemptNumber: 1, outcome: "transient", status: 503 });
  });

  test("of a run under way shows heartbeat and lease, and a wait that goes on has no end", async () => {
    const waiting = await submit();
    expect((await readTimeline(deps, owner, waiting)).entries).toMatchObject([
      { kind: "submitted", keyId: "key" },
      { kind: "waited", until: null },
    ]);
    await hold("worker-a");
    expect((await readTimeline(deps, owner, waiting)).entries.at(-1)).toMatchObject({
      kind: "attempt",
      outcome: "running",
      until: null,
      leaseExpiresAt: expect.any(Date),
    });
  });

  test("of another organization's run, or of what is no id, is not found", async () => {
    const id = await submit();
    await expect(readTimeline(deps, owner, "quotes")).rejects.toMatchObject({ code: "run_not_found" });
    await expect(readTimeline(deps, await seedOwner(deps.db), id)).rejects.toMatchObject({ code: "run_not_found" });
  });
});
