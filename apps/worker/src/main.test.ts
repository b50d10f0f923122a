import { createServer, type Server, type ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { Database } from "@service/db";
import { readStageTimes, readTrace, type StoredTrace } from "@service/domain/defensibility";
import { createEngine, findEngine, publish, saveConfig, validateConfig } from "@service/domain/engines";
import type { Principal } from "@service/domain/access";
import { cancelRun, submitRun } from "@service/domain/runs";
import { newCaller, openTestDeps, type TestDeps, withGates } from "@service/domain/testing";
import { builtInManifests } from "@service/models";
import { findEngineType } from "@service/engine-types";
import type { Queue } from "@service/queue";
import { endingAfter } from "@service/runtime";
import {
  createSignal,
  hasRedis,
  startProgram,
  type Program,
  tcpProxy,
  testRedis,
  waitFor,
  type Signal,
} from "@service/testing";

const mainFile = fileURLToPath(new URL("./main.ts", import.meta.url));

let db: Database;
let queue: Queue;
let deps: TestDeps;
let caller: Principal<"organization_key">;
/** A model that answers when the test says so, to keep a real run in progress. */
let model: Server;
let modelUrl: string;
let vendorCalls: Signal<ServerResponse>;
let queueEnv: Record<string, string>;
const processes = new Set<Program>();

beforeAll(async () => {
  // The deployed queue where there is one, the embedded default otherwise.
  const redis = hasRedis ? testRedis() : undefined;
  queueEnv = redis ? { QUEUE_URL: redis.url, QUEUE_PREFIX: redis.prefix } : {};
  deps = await openTestDeps({ queue: redis });
  ({ db, queue } = deps);
  await waitFor(() => queue.ready());
  vendorCalls = createSignal<ServerResponse>("question to the model");
  model = createServer((request, response) => {
    request.resume();
    request.on("end", () => vendorCalls.send(response));
  });
  await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
  const address = model.address();
  modelUrl = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;

  caller = await newCaller(deps);
  await createEngine(deps, caller, { slug: "quotes", label: "Quotes", description: "", engineType: "comparison" });
  await saveConfig(deps, caller, "quotes", {
    ...findEngineType("comparison")?.preset(),
    egress_manifest_version: builtInManifests.findings_only.sha256,
    enrichment: { mode: "optional", tasks: ["narrate"], timeout_ms: 60_000, max_calls: 3, allow_fact_fill: false },
  });
  await withGates(deps, () => publish(deps, caller, "quotes", {}));
});
afterEach(async () => {
  await killAll();
});
afterAll(async () => {
  model.closeAllConnections();
  await new Promise((resolve) => model.close(resolve));
  await deps.close();
});

function startProcess(env: Record<string, string> = {}): Program {
  const started = startProgram(mainFile, {
    env: {
      DATABASE_URL: deps.databaseUrl,
      ...queueEnv,
      // Heartbeats come in a third of it. Longer than a busy machine may delay one: `passLease` ends a lease.
      RUN_HEARTBEAT_SILENCE_SECONDS: "9",
      RUN_FIRST_HEARTBEAT_SILENCE_SECONDS: "30",
      RUN_CANCEL_POLL_SECONDS: "0.2",
      WORKER_SHUTDOWN_GRACE_SECONDS: "0.3",
      WORKER_THREADS: "1",
      MODEL_PROVIDER: "openai_compatible",
      MODEL_BASE_URL: modelUrl,
      MODEL_NAME: "m",
      LOG_LEVEL: "warn",
      ...env,
    },
  });
  processes.add(started);
  void started.ended.then(() => processes.delete(started));
  return started;
}

async function killAll(): Promise<void> {
  for (const each of processes) await each.kill();
}

/** Ends the lease of a worker that is dead or stopped, as waiting would. */
async function passLease(runId: string): Promise<void> {
  await db.pool.query("update runs set lease_expires_at = now() - interval '1 second' where id = $1", [runId]);
}

async function submit(): Promise<string> {
  const engine = await findEngine(deps, caller, "quotes");
  if (!engine) throw new Error("no engine");
  const { runId } = await submitRun(deps, {
    caller,
    engine,
    input: findEngineType("comparison")?.builtInCases()[0]?.input,
    offerings: undefined,
    pinText: undefined,
    testScenario: undefined,
    submittedBy: undefined,
    idempotencyKey: undefined,
    principal: undefined,
    traceId: undefined,
    traceParent: undefined,
  });
  return runId;
}

async function traceOf(runId: string): Promise<StoredTrace> {
  const { rows } = await db.pool.query<{ trace: string | null }>("select trace from run_payloads where run_id = $1", [
    runId,
  ]);
  const stored = rows[0]?.trace ?? null;
  const trace = readTrace(stored);
  if (!trace) throw new Error("no trace is stored");
  return { ...trace, stages: readStageTimes(stored) };
}

/** The model declines: the run is degraded and keeps its deterministic answer. */
const refuse = (response: ServerResponse): void => {
  response.writeHead(400).end();
};

type Row = {
  status: string;
  phase: string;
  attempt: number;
  interruptions: number;
  reclaims: number;
  beaten: boolean;
  details: string | null;
  output: string | null;
  events: string[];
  attempts: string[];
  owner: string | null;
};

async function rowOf(runId: string): Promise<Row> {
  const { rows } = await db.pool.query<Row>(
    `select r.status, r.output_phase as phase, r.attempt, r.interruptions, r.reclaims, r.heartbeat_at is not null as beaten,
       r.error_details as details, p.output, r.lease_owner as owner,
       array(select type::text from webhook_events where run_id = r.id) as events,
       array(select outcome from run_attempts where run_id = r.id order by attempt) as attempts
     from runs r join run_payloads p on p.run_id = r.id where r.id = $1`,
    [runId],
  );
  const [row] = rows;
  if (!row) throw new Error("no run");
  return row;
}

const reaches = (runId: string, wanted: (row: Row) => boolean): Promise<Row> =>
  waitFor(
    async () => {
      const row = await rowOf(runId);
      return wanted(row) ? row : undefined;
    },
    { everyMs: 50, what: `run ${runId}` },
  );

describe("a worker process", () => {
  test("killed in the middle of a run: the run is restarted once, alone, then failed as not retryable (RUN-72)", async () => {
    const first = startProcess();
    const id = await submit();
    await vendorCalls.next();
    await reaches(id, (row) => row.beaten);
    expect(await rowOf(id)).toMatchObject({ status: "processing", phase: "deterministic", attempt: 1, events: [] });
    await first.kill();
    await passLease(id);

    const second = startProcess();
    await reaches(id, (row) => row.attempt === 2);
    await vendorCalls.next();
    expect(await rowOf(id)).toMatchObject({
      status: "processing",
      reclaims: 1,
      interruptions: 0,
      attempts: ["silent"],
    });
    await reaches(id, (row) => row.beaten);
    await second.kill();
    await passLease(id);

    startProcess();
    const last = await reaches(id, (row) => row.status === "failed");
    expect(last).toMatchObject({ attempt: 2, events: ["run.failed"], attempts: ["silent", "silent"] });
    expect(JSON.parse(last.details ?? "")).toEqual({ type: "pipeline_error", code: "heartbeat_lost", stage: "enrich" });
  });

  test("stopped past its lease and continued: the zombie writes nothing (RUN-71)", async () => {
    const zombie = startProcess();
    const id = await submit();
    const zombiesQuestion = await vendorCalls.next();
    const before = await reaches(id, (row) => row.beaten);
    zombie.signal("SIGSTOP");
    await passLease(id);

    startProcess();
    const othersQuestion = await vendorCalls.next();
    refuse(othersQuestion);
    const done = await reaches(id, (row) => row.status === "degraded");
    expect(done).toMatchObject({ attempt: 2, reclaims: 1, events: ["run.completed"] });
    expect(done.owner).not.toBe(before.owner);

    zombie.signal("SIGCONT");
    refuse(zombiesQuestion);
    // It can stop at once only when it is idle, that is, when it has settled or dropped the run.
    expect(await zombie.stop()).toBe(0);
    expect(await rowOf(id)).toEqual(done);
  });

  test("stopped in a deploy: a run that does not finish in the grace period is released and completed by another worker (RUN-73)", async () => {
    const first = startProcess();
    const id = await submit();
    await vendorCalls.next();
    expect(await first.stop()).toBe(0);
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: "processing", attempt: 1, interruptions: 1, attempts: ["interrupted"] });
    expect(JSON.parse(row.details ?? "")).toEqual({
      type: "worker_interrupted",
      code: "worker_shutdown",
      restarting: true,
    });

    startProcess();
    refuse(await vendorCalls.next());
    expect(await reaches(id, (now) => now.status === "degraded")).toMatchObject({
      attempt: 2,
      reclaims: 0,
      events: ["run.completed"],
    });
  });

  test("a cancel ends a run that waits for a model (RUN-97, MODEL-25)", async () => {
    startProcess();
    const id = await submit();
    await vendorCalls.next();
    expect((await rowOf(id)).phase).toBe("deterministic");
    expect((await cancelRun(deps, caller, { runId: id, reason: "enough", cancelledBy: caller.id })).kind).toBe(
      "recorded",
    );
    expect(await reaches(id, (row) => row.status === "cancelled")).toMatchObject({
      attempt: 1,
      events: ["run.cancelled"],
    });
  });

  test("a model's grounded narrative replaces the template; an ungrounded one is rejected twice (MODEL-23, TYPE-63)", async () => {
    startProcess();
    const answer = (response: ServerResponse, sentences: unknown): void => {
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(
          JSON.stringify({ choices: [{ message: { content: JSON.stringify({ sentences }) }, finish_reason: "stop" }] }),
        );
    };
    const grounded = await submit();
    answer(await vendorCalls.next(), [{ text: "The quotes differ in what they cover.", evidence_ids: ["e1"] }]);
    const enriched = await reaches(grounded, (row) => row.status === "completed");
    expect(enriched.phase).toBe("final");
    expect(JSON.parse(enriched.output ?? "")).toMatchObject({ narrative: { source: "model" } });
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    const question = { provider: "openai_compatible", model: "m", task: "narrate", prompt_sha256: sha256 };
    expect(await traceOf(grounded)).toMatchObject({
      rules: expect.arrayContaining([expect.objectContaining({ result: "true" })]),
      model_calls: [{ ...question, response_sha256: sha256, accepted: true }],
      fields_sent: expect.arrayContaining(["findings[].title"]),
    });
    // Stages of the engine, and the time of the model after them (CON-57).
    const stages = (await traceOf(grounded)).stages?.map(([stage]) => stage);
    expect([stages?.at(0), stages?.at(-1)]).toEqual(["load", "enrich"]);

    const invented = await submit();
    for (let call = 0; call < 2; call += 1) {
      answer(await vendorCalls.next(), [{ text: "The premium is 987654321 dollars.", evidence_ids: ["e1"] }]);
    }
    const kept = await reaches(invented, (row) => row.status === "degraded");
    expect(kept.phase).toBe("deterministic");
    expect(JSON.parse(kept.output ?? "")).toMatchObject({ narrative: { source: "template" } });
    const refused = { ...question, accepted: false, reason: expect.any(String) };
    expect((await traceOf(invented)).model_calls).toMatchObject([refused, refused]);
  });

  test("starts with the database absent and works once it is up (OPS-1)", async () => {
    const { hostname: host, port } = new URL(deps.databaseUrl);
    const proxy = await tcpProxy({ host, port: Number(port) });
    proxy.refuse(true);
    const worker = startProcess({ DATABASE_URL: proxy.through(deps.databaseUrl), MODEL_PROVIDER: "" });
    const id = await submit();
    await worker.says("the loop failed");
    expect((await rowOf(id)).status).toBe("queued");
    proxy.refuse(false);
    expect(await reaches(id, (row) => row.status === "completed")).toMatchObject({
      attempt: 1,
      events: ["run.completed"],
    });
    await killAll();
    await proxy.close();
  });

  test("refuses an invalid configuration by the variable's name (OPS-15)", async () => {
    const worker = startProgram(mainFile, {
      env: { DATABASE_URL: deps.databaseUrl, WORKER_ENGINE_TYPES: "comparison,astrology" },
    });
    expect(await worker.ended).toBe(1);
    expect(worker.lines.join("\n")).toContain("WORKER_ENGINE_TYPES");
  });
});

describe("gates", () => {
  const jobs = async (): Promise<string[]> =>
    (
      await db.pool.query<{ status: string }>("select status from jobs where status in ('waiting', 'running')")
    ).rows.map(({ status }) => status);

  test("a gate whose worker is killed is evaluated by the next worker, while the caller still waits", async () => {
    const budget = endingAfter(240_000, new Error("no worker evaluated the gate"));
    const first = startProcess();
    const validating = validateConfig(deps, caller, "quotes", undefined, budget);
    await waitFor(async () => (await jobs()).includes("running"));
    await first.kill();
    // Ends the lease of its job, as waiting would.
    await db.pool.query("update jobs set lease_until = now() - interval '1 second' where status = 'running'");
    startProcess();
    expect((await validating).outcome).toMatchObject({ gate: { gate: "passed" } });
    expect(await jobs()).toEqual([]);
  });
});
