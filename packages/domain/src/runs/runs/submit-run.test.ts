import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { waitFor, testOperator } from "@service/testing";
import { publish, saveConfig, setEngineSettings, updateEngine } from "../../engines/engines/index.ts";
import { setOrganization } from "../../identity/organizations/index.ts";
import { openTestDeps, submissionOf, type TestDeps, withGates } from "../../testing/index.ts";
import { findEngineType } from "@service/engine-types";
import { createWorld, hold, stateOf, type World } from "./test-kit.ts";
import { newRunId } from "./run-id.ts";
import { submitRun } from "./submit-run.ts";

let deps: TestDeps;
let world: World;

beforeAll(async () => {
  deps = await openTestDeps();
  await waitFor(() => deps.queue.ready());
  world = await createWorld(deps);
});
afterAll(() => deps.close());

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "accepted",
    (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : String(error)),
  );

describe("acceptance", () => {
  test("a run is stored as queued with its payload and without an event (RUN-3)", async () => {
    const { runId, status } = await world.submit();
    expect(status).toBe("queued");
    expect(await stateOf(deps, runId)).toMatchObject({ status: "queued", attempt: 0, events: [], isHeld: false });
  });

  test("a run records the release that its pin resolved to (ENG-45)", async () => {
    for (const pinText of [undefined, "1.0", "1.x"]) {
      const { runId } = await world.submit({ pinText });
      const { rows } = await deps.db.pool.query(
        "select engine_version, requested_pin, config_hash from runs where id = $1",
        [runId],
      );
      expect(rows[0]).toMatchObject({ engine_version: "1.0", requested_pin: pinText ?? null });
    }
  });

  test("a draft run carries the draft's configuration hash (ENG-45)", async () => {
    const { runId } = await world.submit({ caller: world.sandbox, pinText: "draft" });
    const { rows } = await deps.db.pool.query("select engine_version, config_hash from runs where id = $1", [runId]);
    expect(rows[0]).toEqual({ engine_version: "draft", config_hash: (await world.engine()).draftConfigHash });
  });

  test("a row that cannot be stored does not fail its neighbours (RUN-11)", async () => {
    const engine = await world.engine();
    const hostile = {
      ...submissionOf(world.live, engine, world.input),
      submittedBy: undefined,
      principal: "bad\u0000principal",
    };
    const results = await Promise.all([
      codeOf(world.submit({ engine })),
      codeOf(submitRun(deps, hostile)),
      codeOf(world.submit({ engine })),
      codeOf(world.submit({ engine, traceId: "c".repeat(32) })),
    ]);
    expect(results).toEqual(["accepted", "create_run_failed", "accepted", "accepted"]);
  });

  test("strings reach the table byte for byte, separators and escaped control characters included (RUN-3)", async () => {
    const engine = await world.engine();
    const texts = ['{"a":"\\u0000 \\u001e \\\\ \\" , {} null"}', "{}", '{"b":"é 😀"}'];
    const ids = await Promise.all(
      texts.map(async (input, index) => {
        const id = newRunId(Date.now());
        await deps.runs.insert({
          id,
          organizationId: world.organizationId,
          environmentId: world.live.environmentId,
          environmentSlug: "live",
          isLive: true,
          engineId: engine.id,
          engineSlug: engine.slug,
          engineType: "comparison",
          engineRevision: engine.revision,
          submitter: "s",
          actingPrincipal: null,
          keyId: "k",
          idemHash: null,
          requestHash: Buffer.alloc(0),
          requestedPin: null,
          engineVersion: "1.0",
          configHash: "",
          testScenario: null,
          traceId: null,
          traceParent: null,
          subjectKey: null,
          input,
          offerings: index === 1 ? "[]" : null,
        });
        return id;
      }),
    );
    const { rows } = await deps.db.pool.query(
      "select input, offerings from run_payloads where run_id = any($1) order by array_position($1, run_id)",
      [ids],
    );
    expect(rows).toEqual(texts.map((input, index) => ({ input, offerings: index === 1 ? "[]" : null })));
  });
});

describe("a submission checked against a cached engine", () => {
  // Each test submits with the engine as it was before the change.
  const changes: { what: string; change: (own: World) => Promise<unknown>; answers: string }[] = [
    {
      what: "archived meanwhile is refused",
      change: (own) => updateEngine(deps, own.live, own.slug, { status: "archived" }),
      answers: "engine_archived",
    },
    {
      what: "that takes exact pins only meanwhile is refused",
      change: (own) =>
        setEngineSettings(deps, testOperator, own.organizationId, own.slug, { pinPolicy: "exact_required" }),
      answers: "engine_version_required",
    },
    {
      what: "whose release was withdrawn meanwhile is refused",
      change: (own) => setEngineSettings(deps, testOperator, own.organizationId, own.slug, { withdraw: "1.0" }),
      answers: "engine_release_unservable",
    },
  ];
  async function publishAnother(own: World): Promise<void> {
    await saveConfig(deps, own.live, own.slug, { ...findEngineType("comparison").preset(), max_rows: 1_000 });
    await withGates(deps, () => publish(deps, own.live, own.slug, {}));
  }
  test.each(changes)("$what", async ({ change, answers }) => {
    const own = await createWorld(deps);
    const remembered = await own.engine();
    await change(own);
    expect(await codeOf(own.submit({ engine: remembered }))).toBe(answers);
    const { rows } = await deps.db.pool.query("select count(*)::int as runs from runs where engine_id = $1", [
      remembered.id,
    ]);
    expect(rows).toEqual([{ runs: 0 }]);
  });

  test("is checked again against the current engine before it is refused (ENG-51)", async () => {
    const own = await createWorld(deps);
    await updateEngine(deps, own.live, own.slug, { status: "archived" });
    const remembered = await own.engine();
    await updateEngine(deps, own.live, own.slug, { status: "active" });
    expect(await codeOf(own.submit({ engine: remembered }))).toBe("accepted");
  });

  test("executes the release that is the newest at commit (ENG-51)", async () => {
    const own = await createWorld(deps);
    const remembered = await own.engine();
    await publishAnother(own);
    const newest = (await own.engine()).latest[0];
    expect(newest).toMatchObject({ major: 1, minor: 1 });
    const { runId } = await own.submit({ engine: remembered });
    const { rows } = await deps.db.pool.query("select engine_version from runs where id = $1", [runId]);
    expect(rows).toEqual([{ engine_version: "1.1" }]);
  });

  test("replays its first answer after any change, and racing copies create one run (RUN-24)", async () => {
    const own = await createWorld(deps);
    const remembered = await own.engine();
    await publishAnother(own);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => own.submit({ engine: remembered, idempotencyKey: "race" })),
    );
    expect(new Set(answers.map((answer) => answer.runId)).size).toBe(1);
    expect(answers.filter((answer) => !answer.isReplay).length).toBe(1);
    const { rows } = await deps.db.pool.query("select count(*)::int as runs from runs where engine_id = $1", [
      remembered.id,
    ]);
    expect(rows).toEqual([{ runs: 1 }]);
  });

  test("under a monthly cap counts a run once", async () => {
    const own = await createWorld(deps);
    await setOrganization(deps, testOperator, own.organizationId, { monthlyRunCap: 1 });
    const remembered = await own.engine();
    await publishAnother(own);
    expect(await codeOf(own.submit({ engine: remembered }))).toBe("accepted");
    expect(await codeOf(own.submit({ engine: remembered }))).toBe("run_cap_exceeded");
  });
});

describe("refusals", () => {
  test.each([
    [{ input: undefined }, "missing_input"],
    [{ input: null }, "invalid_request"],
    [{ input: [] }, "invalid_request"],
    [{ submittedBy: "p1" }, "acting_principal_mismatch"],
    [{ submittedBy: "p1", principal: "p2" }, "acting_principal_mismatch"],
    [{ pinText: "1" }, "engine_version_invalid_format"],
    [{ pinText: "01.0" }, "engine_version_invalid_format"],
    [{ pinText: "9.9" }, "engine_version_not_found"],
    [{ pinText: "9.x" }, "engine_version_not_found"],
    [{ pinText: "draft" }, "engine_version_draft_requires_sandbox_key"],
    [{ testScenario: "nope" }, "invalid_test_scenario"],
    [{ testScenario: "nope", pinText: "bad pin" }, "invalid_test_scenario"],
    [{ testScenario: "completed" }, "test_scenario_sandbox_only"],
    [{ input: {} }, "invalid_input"],
    [{ input: { a: "\ud800" } }, "invalid_input"],
    [{ input: { a: Number.POSITIVE_INFINITY }, idempotencyKey: "endless" }, "invalid_input"],
    [{ offerings: [] }, "invalid_offerings"],
  ])("%j is %s (ENG-46, ENG-47, RUN-4, RUN-7)", async (changes, code) => {
    expect(await codeOf(world.submit(changes))).toBe(code);
  });

  test("test_scenario in a sandbox needs an exact pin of a registry release", async () => {
    const request = { caller: world.sandbox, testScenario: "completed" };
    expect(await codeOf(world.submit(request))).toBe("test_scenario_exact_version_required");
    expect(await codeOf(world.submit({ ...request, pinText: "1.x" }))).toBe("test_scenario_exact_version_required");
    expect(await codeOf(world.submit({ ...request, pinText: "1.0" }))).toBe("test_scenario_version_not_supported");
  });

  test("an engine that accepts only exact pins refuses other forms, but takes a sandbox draft (ENG-49)", async () => {
    const strict = await createWorld(deps);
    await setEngineSettings(deps, testOperator, strict.organizationId, strict.slug, { pinPolicy: "exact_required" });
    expect(await codeOf(strict.submit())).toBe("engine_version_required");
    expect(await codeOf(strict.submit({ pinText: "1.x" }))).toBe("engine_version_exact_required");
    expect(await codeOf(strict.submit({ pinText: "1.0" }))).toBe("accepted");
    expect(await codeOf(strict.submit({ caller: strict.sandbox, pinText: "draft" }))).toBe("accepted");
  });
});

describe("idempotency", () => {
  test("fifty parallel submissions with one key make one run (RUN-24)", async () => {
    const engine = await world.engine();
    const runs = await Promise.all(Array.from({ length: 50 }, () => world.submit({ engine, idempotencyKey: "fifty" })));
    expect(new Set(runs.map((run) => run.runId)).size).toBe(1);
    expect(runs.filter((run) => !run.isReplay)).toHaveLength(1);
    const { rows } = await deps.db.pool.query("select count(*) from run_payloads where run_id = $1", [runs[0]?.runId]);
    expect(rows[0]).toEqual({ count: 1 });
  });

  test("a replay answers the original run with its current status, for any order of members (RUN-21)", async () => {
    const first = await world.submit({ idempotencyKey: "replay" });
    await hold(world, first.runId);
    const reordered = Object.fromEntries(Object.entries(world.input).toReversed());
    expect(await world.submit({ idempotencyKey: "replay", input: reordered })).toEqual({
      runId: first.runId,
      status: "processing",
      isReplay: true,
    });
  });

  test("another request under a used key is refused and names the original run (RUN-22)", async () => {
    const about = (label: string) => ({ ...world.input, subject: { key: "s", label } });
    const first = await world.submit({ idempotencyKey: "reused", input: about("one") });
    for (const input of [about("two"), about("other"), world.input]) {
      await expect(world.submit({ idempotencyKey: "reused", input })).rejects.toMatchObject({
        code: "idempotency_key_reused",
        details: { run_id: first.runId },
      });
    }
  });

  test("the key is scoped to environment and submitter (RUN-20)", async () => {
    const first = await world.submit({ idempotencyKey: "scoped" });
    const inSandbox = await world.submit({ idempotencyKey: "scoped", caller: world.sandbox });
    const byPerson = await world.submit({ idempotencyKey: "scoped", principal: "person-1" });
    expect(new Set([first.runId, inSandbox.runId, byPerson.runId]).size).toBe(3);
  });

  test("a replay is answered on an archived engine, and a different request is still a conflict (RUN-25)", async () => {
    const own = await createWorld(deps);
    const first = await own.submit({ idempotencyKey: "k" });
    await updateEngine(deps, own.live, own.slug, { status: "archived" });
    expect(await own.submit({ idempotencyKey: "k" })).toMatchObject({ runId: first.runId, isReplay: true });
    expect(await codeOf(own.submit({ idempotencyKey: "k", input: {} }))).toBe("idempotency_key_reused");
    expect(await codeOf(own.submit({ idempotencyKey: "unused" }))).toBe("engine_archived");
  });

  test("a publish that moves a floating pin does not turn a faithful replay into a conflict (RUN-23)", async () => {
    const own = await createWorld(deps);
    const floating = await own.submit({ idempotencyKey: "floating" });
    const exact = await own.submit({ idempotencyKey: "exact", pinText: "1.0" });
    const preset = findEngineType("comparison")?.preset() ?? {};
    await saveConfig(deps, own.live, own.slug, { ...preset, max_rows: 1_000 });
    await withGates(deps, () => publish(deps, own.live, own.slug, {}));
    expect((await own.engine()).latest[0]).toMatchObject({ minor: 1 });
    expect(await own.submit({ idempotencyKey: "floating" })).toMatchObject({ runId: floating.runId });
    // Another pin string for the same version is the same request; another version is not.
    expect(await own.submit({ idempotencyKey: "floating", pinText: "1.0" })).toMatchObject({ runId: floating.runId });
    expect(await codeOf(own.submit({ idempotencyKey: "floating", pinText: "1.1" }))).toBe("idempotency_key_reused");
    expect(await codeOf(own.submit({ idempotencyKey: "exact" }))).toBe("idempotency_key_reused");
    expect(await own.submit({ idempotencyKey: "exact", pinText: "1.0" })).toMatchObject({ runId: exact.runId });
  });
});

describe("monthly cap", () => {
  test("is exact under concurrency, starts from this month's live runs, and counts no replay and no sandbox run (RUN-92)", async () => {
    const own = await createWorld(deps);
    const before = await own.submit({ idempotencyKey: "before the cap" });
    await own.submit({ caller: own.sandbox });
    await setOrganization(deps, testOperator, own.organizationId, { monthlyRunCap: 6 });
    const engine = await own.engine();
    const results = await Promise.all(Array.from({ length: 20 }, () => codeOf(own.submit({ engine }))));
    expect(results.filter((code) => code === "accepted")).toHaveLength(5);
    expect(results.filter((code) => code === "run_cap_exceeded")).toHaveLength(15);
    expect(await own.submit({ idempotencyKey: "before the cap" })).toMatchObject({
      runId: before.runId,
      isReplay: true,
    });
    expect(await codeOf(own.submit({ caller: own.sandbox }))).toBe("accepted");
    await setOrganization(deps, testOperator, own.organizationId, { monthlyRunCap: null });
    expect(await codeOf(own.submit())).toBe("accepted");
  });
});

describe("fairness", () => {
  const ranks = async (ids: readonly string[]): Promise<number[]> => {
    const { rows } = await deps.db.pool.query<{ id: string; rank: number }>(
      "select id, fair_rank as rank from runs where id = any($1)",
      [ids],
    );
    const byId = new Map(rows.map((row) => [row.id, row.rank]));
    return ids.map((id) => byId.get(id) ?? Number.NaN);
  };

  test("one organization's burst delays another's first run by at most one round (RUN-62)", async () => {
    const [burst, other] = await Promise.all([
      createWorld(deps, "entity_analysis"),
      createWorld(deps, "entity_analysis"),
    ]);
    const engine = await burst.engine();
    const many: string[] = [];
    for (let batch = 0; batch < 3; batch += 1) {
      const runs = await Promise.all(Array.from({ length: 40 }, () => burst.submit({ engine })));
      many.push(...runs.map((run) => run.runId));
    }
    const [single] = await ranks([(await other.submit()).runId]);
    const ahead = (await ranks(many)).filter((rank) => rank < (single ?? 0));
    expect(ahead.length).toBeLessThanOrEqual(1);
    // The burst itself has consecutive ranks, each once.
    expect(new Set(await ranks(many)).size).toBe(120);
  });
});

describe("a submission with thousands of offerings", () => {
  test("yields to other requests between its steps", async () => {
    const matching = await createWorld(deps, "matching");
    const [offering] =
      findEngineType("matching")
        .builtInCases()
        .find((one) => one.offerings)?.offerings ?? [];
    const offerings = Array.from({ length: 5_000 }, (_, at) => ({ ...offering, offering_key: `o-${at}` }));
    const engine = await matching.engine();
    const submit = () => matching.submit({ engine, offerings, principal: "adviser" });
    // Warms the configuration cache.
    await submit();
    let turns = 0;
    let turnsBeforeInsert: number | undefined;
    let isOver = false;
    const countTurn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    const noteInsert = (): void => {
      turnsBeforeInsert ??= turns;
    };
    deps.db.hot.on("acquire", noteInsert);
    await submit();
    deps.db.hot.off("acquire", noteInsert);
    isOver = true;
    // After parsing, before and after serializing, before hashing, and before the statement.
    expect(turnsBeforeInsert).toBeGreaterThanOrEqual(5);
  });
});
