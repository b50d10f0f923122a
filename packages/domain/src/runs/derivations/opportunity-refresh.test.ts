import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type JsonObject, parseJsonObject } from "@service/json";
import { testOperator } from "@service/testing";
import { createScene, type Scene } from "../../outward/automations/test-kit.ts";
import { cancelRun } from "../runs/index.ts";
import { setEngineSettings } from "../../engines/engines/index.ts";
import { createTestBook, openTestDeps, type TestBook, type TestDeps } from "../../testing/index.ts";
import { setOrganization } from "../../identity/organizations/index.ts";
import { partsOf } from "./built-in/opportunity-refresh.ts";
import { openGraphLoader } from "../../book/graph/index.ts";
import { listDerivations, performDueDerivation, readDerivation, registerDerivations, runDerivation } from "./index.ts";

let deps: TestDeps;
let scene: Scene;
let book: TestBook;
const key = "opportunity_refresh";
const never = new AbortController().signal;

beforeAll(async () => {
  deps = await openTestDeps();
  scene = await createScene(deps);
  await scene.engine("opps", "opportunity");
  book = await createTestBook(deps.db, { organizationId: scene.organizationId });
  await serve("Harbor");
  await registerDerivations(deps, { now: deps.clock.now() });
});
afterAll(() => deps.close());

async function serve(name: string): Promise<void> {
  await book.write({ puts: [{ family: "accounts", sourceId: "A1", fields: { name } }] });
  await book.serve();
}

/** What was performed of the refresh; the other derivations are performed with it. */
async function performed(): Promise<string[]> {
  const kinds: string[] = [];
  for (;;) {
    const done = await performDueDerivation(deps, never);
    if (done.kind === "nothing") return kinds;
    if (done.key === key) kinds.push(done.kind);
  }
}

interface StoredRun {
  readonly id: string;
  readonly status: string;
  readonly input: JsonObject;
  readonly isLive: boolean;
}

/** The runs of the organization, oldest first. */
async function runs(): Promise<StoredRun[]> {
  const { rows } = await deps.db.pool.query<{ id: string; status: string; input: string; environment_slug: string }>(
    `select r.id, r.status, p.input, r.environment_slug from runs r join run_payloads p on p.run_id = r.id
     where r.organization_id = $1 order by r.id`,
    [scene.organizationId],
  );
  return rows.map(({ id, status, input, environment_slug }) => ({
    id,
    status,
    input: parseJsonObject(input),
    isLive: environment_slug === "live",
  }));
}

const ask = () => runDerivation(deps, testOperator, { organizationId: scene.organizationId, key });
const designate = (purpose: "opportunity" | "none") =>
  setEngineSettings(deps, testOperator, scene.organizationId, "opps", { designate: purpose });

describe("the refresh of opportunities (DERIV-12)", () => {
  test("asks nobody while no engine is designated, and says so to an operator", async () => {
    expect(await performed()).toEqual([]);
    await expect(ask()).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("--designate opportunity"),
    });
    expect(await runs()).toEqual([]);
  });

  test("submits one run over the whole book, under every posture, and puts out which one", async () => {
    await setOrganization(deps, testOperator, scene.organizationId, { recordsPosture: "lit" });
    await designate("opportunity");
    expect(await performed()).toEqual(["succeeded"]);
    const [run, ...more] = await runs();
    expect(more).toEqual([]);
    expect(run).toMatchObject({
      status: "queued",
      isLive: true,
      input: { records_ref: { connection_id: book.connectionId }, max_results: 2_000 },
    });
    const { rows } = await deps.db.pool.query<{ body: string }>(
      "select body from book.derived_rows where connection_id = $1 and derivation_key = $2 and to_version is null",
      [book.connectionId, key],
    );
    expect(rows.map(({ body }) => parseJsonObject(body))).toMatchObject([
      { run_id: run?.id, snapshot_seq: 1, part: { index: 0, of: 1 } },
    ]);
    const { derivation, executions } = await readDerivation(deps, scene, key);
    expect(derivation).toMatchObject({ state: "ok", performedBy: null, output: "derived:opportunity_refresh" });
    expect(executions).toMatchObject([{ status: "succeeded", clients: 1, rows: 1, changeSeqTo: 1 }]);
    expect(await performed()).toEqual([]);
  });

  test("requested again for the snapshot it answers the same run", async () => {
    await ask();
    expect(await performed()).toEqual(["succeeded"]);
    expect(await runs()).toHaveLength(1);
  });

  test("a later snapshot waits until the run before it has ended, and then gets one of its own", async () => {
    await serve("Harbor and Sons");
    await ask();
    expect(await performed()).toEqual(["failed"]);
    const { derivation, executions } = await readDerivation(deps, scene, key);
    expect(derivation.state).toBe("failed");
    expect(executions[0]).toMatchObject({ status: "failed", code: "opportunity_run_in_progress" });
    const [first] = await runs();
    await cancelRun(deps, await scene.caller(), { runId: first?.id ?? "", reason: undefined, cancelledBy: "test" });
    await ask();
    expect(await performed()).toEqual(["succeeded"]);
    expect((await runs()).map(({ status }) => status)).toEqual(["cancelled", "queued"]);
  });

  test("a run that was cancelled is followed by another when the refresh is requested again", async () => {
    const second = (await runs())[1];
    await cancelRun(deps, await scene.caller(), { runId: second?.id ?? "", reason: undefined, cancelledBy: "test" });
    await ask();
    expect(await performed()).toEqual(["succeeded"]);
    expect((await runs()).map(({ status }) => status)).toEqual(["cancelled", "cancelled", "queued"]);
  });

  test("the graph shows what it reads, what it puts out and which engine it asks", async () => {
    const graph = await openGraphLoader(deps).read(scene);
    expect(graph.node(`derivation:${key}`)).toMatchObject({ state: "ok" });
    expect(
      graph
        .outOf(`derivation:${key}`)
        .map(({ to, kind }) => `${kind} ${to}`)
        .toSorted(),
    ).toEqual([
      "feeds engine:opps",
      "produces dataset:derived:opportunity_refresh",
      "scheduled_by schedule:derivation:opportunity_refresh",
    ]);
    expect(graph.into(`derivation:${key}`).map(({ from }) => from)).toContain("family:policies");
  });

  test("waits for the next night, and for nobody once the designation has ended", async () => {
    const [derivation] = await listDerivations(deps, scene, key);
    expect(derivation?.dueAt?.getUTCHours()).toBe(3);
    await deps.db.pool.query("update derivations set due_at = now() - interval '1 hour' where key = $1", [key]);
    await designate("none");
    expect(await performed()).toEqual([]);
  });
});

test("a book of more than 25,000 accounts is read in parts of at most about 20,000 (OPPS-11)", () => {
  expect([0, 25_000, 25_001, 300_000, 90_000_000].map(partsOf)).toEqual([1, 1, 2, 15, 100]);
});
