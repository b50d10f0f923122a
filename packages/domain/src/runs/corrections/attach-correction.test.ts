import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { correctionEventId, runEventId, type RunStatus } from "@service/contract";
import { testOperator } from "@service/testing";
import { insertRelease, insertRun, newOrganization, openTestDeps, type TestDeps } from "../../testing/index.ts";
import { attachCorrection, listCorrections } from "./index.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

const responseSchema = {
  type: "object",
  additionalProperties: false,
  required: ["output", "solutions"],
  properties: {
    output: {
      type: "object",
      additionalProperties: false,
      required: ["headline"],
      properties: { headline: { type: "string", maxLength: 20 } },
    },
    solutions: {
      type: "array",
      items: { type: "object", required: ["rank"], properties: { rank: { type: "integer" } } },
    },
  },
};
const corrected = { output: '{"headline":"right"}', createdBy: "operator" };

/** A run of a release whose responses have a headline and ranked solutions. */
async function run(
  given: { status?: RunStatus; isNotified?: boolean; setup?: "per_run" | "per_correction" } = {},
): Promise<string> {
  const { status = "completed", isNotified = true, setup = "per_run" } = given;
  const organizationId = await newOrganization(deps, { deliverySetup: setup });
  const id = await insertRelease(deps.db, { organizationId, responseSchema, notifiesOnSupersede: isNotified });
  return insertRun(deps.db, { organizationId, engine: { id }, status, output: { headline: "wrong" } });
}

async function eventsOf(runId: string) {
  const { rows } = await deps.db.pool.query<{ id: string; correctionId: string; setup: string }>(
    `select id, correction_id as "correctionId", setup from webhook_events where run_id = $1 order by created_at`,
    [runId],
  );
  return rows;
}

describe("attaching a correction", () => {
  test("leaves the rows of the run unchanged (COR-1)", async () => {
    const runId = await run();
    const stored = () =>
      deps.db.pool.query("select r.*, p.* from runs r join run_payloads p on p.run_id = r.id where r.id = $1", [runId]);
    const before = (await stored()).rows;
    await attachCorrection(deps, testOperator, "every", {
      runId,
      ...corrected,
      solutions: '[{"rank":1}]',
      reason: "A typing error",
    });
    expect((await stored()).rows).toEqual(before);
    expect(await listCorrections(deps, "every", runId)).toMatchObject([
      { seq: 1, output: corrected.output, solutions: '[{"rank":1}]', reason: "A typing error", createdBy: "operator" },
    ]);
  });

  test("makes one event per run in the per-run setup, for any number of corrections (COR-5)", async () => {
    const runId = await run();
    const first = await attachCorrection(deps, testOperator, "every", { runId, ...corrected });
    const second = await attachCorrection(deps, testOperator, "every", { runId, ...corrected });
    const eventId = runEventId("run.superseded", runId);
    expect([first.eventId, first.isNewEvent]).toEqual([eventId, true]);
    expect([second.eventId, second.isNewEvent, second.seq]).toEqual([eventId, false, 2]);
    expect(await eventsOf(runId)).toEqual([{ id: eventId, correctionId: first.correctionId, setup: "per_run" }]);
  });

  test("makes an event for each correction in the per-correction setup (COR-6)", async () => {
    const runId = await run({ status: "degraded", setup: "per_correction" });
    const first = await attachCorrection(deps, testOperator, "every", { runId, ...corrected });
    const second = await attachCorrection(deps, testOperator, "every", { runId, ...corrected });
    expect([first.eventId, second.eventId]).toEqual([
      correctionEventId(first.correctionId),
      correctionEventId(second.correctionId),
    ]);
    expect(await eventsOf(runId)).toMatchObject([
      { id: first.eventId, correctionId: first.correctionId, setup: "per_correction" },
      { id: second.eventId, correctionId: second.correctionId, setup: "per_correction" },
    ]);
  });

  test("makes no event while the saved configuration does not enable it; the setting is read each time (ENG-18, COR-4)", async () => {
    const runId = await run({ isNotified: false });
    expect(await attachCorrection(deps, testOperator, "every", { runId, ...corrected })).toMatchObject({
      eventId: null,
      isNewEvent: false,
    });
    expect(await eventsOf(runId)).toEqual([]);
    await deps.db.pool.query(
      "update engines set notify_on_supersede = true where id = (select engine_id from runs where id = $1)",
      [runId],
    );
    const attached = await attachCorrection(deps, testOperator, "every", { runId, ...corrected });
    expect(await eventsOf(runId)).toEqual([
      { id: runEventId("run.superseded", runId), correctionId: attached.correctionId, setup: "per_run" },
    ]);
  });

  test("concurrently with others numbers them without gaps and makes one event (COR-3)", async () => {
    const runId = await run();
    const attached = await Promise.all(
      Array.from({ length: 20 }, () => attachCorrection(deps, testOperator, "every", { runId, ...corrected })),
    );
    expect(attached.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
    expect(attached.filter(({ isNewEvent }) => isNewEvent)).toHaveLength(1);
    expect(await eventsOf(runId)).toHaveLength(1);
  });

  test.each([
    ["a run that is queued", { status: "queued" as const }, {}, "run_not_finished"],
    ["a run that is processing", { status: "processing" as const }, {}, "run_not_finished"],
    ["a failed run", { status: "failed" as const }, {}, "invalid_request"],
    ["a cancelled run", { status: "cancelled" as const }, {}, "invalid_request"],
    ["an output that is not JSON", {}, { output: "{headline" }, "invalid_request"],
    ["an output of another shape", {}, { output: '{"headline":"right","color":1}' }, "invalid_input"],
    ["an output that is not an object", {}, { output: '["right"]' }, "invalid_input"],
    ["solutions of another shape", {}, { solutions: '[{"rank":"first"}]' }, "invalid_input"],
    ["a reason that is too long", {}, { reason: "x".repeat(1_001) }, "reason_text_too_long"],
    ["a reason that is not text", {}, { reason: "\u0000" }, "invalid_request"],
  ])("is refused for %s, and stores nothing", async (_, given, change, code) => {
    const runId = await run(given);
    await expect(
      attachCorrection(deps, testOperator, "every", { runId, ...corrected, ...change }),
    ).rejects.toMatchObject({
      code,
    });
    expect([await listCorrections(deps, "every", runId), await eventsOf(runId)]).toEqual([[], []]);
  });

  test("is refused for an unknown run, and beyond a hundred corrections (COR-3)", async () => {
    await expect(
      attachCorrection(deps, testOperator, "every", { runId: randomUUID(), ...corrected }),
    ).rejects.toMatchObject({
      code: "run_not_found",
    });
    const runId = await run();
    await deps.db.pool.query(
      `insert into run_corrections (id, run_id, seq, output, created_by)
       select gen_random_uuid(), $1, n, '{}', 'operator' from generate_series(1, 100) as n`,
      [runId],
    );
    await expect(attachCorrection(deps, testOperator, "every", { runId, ...corrected })).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await listCorrections(deps, "every", runId)).toHaveLength(100);
  });
});
