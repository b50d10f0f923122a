import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { claimExecution, matchEvents, performExecution } from "@service/domain/automations";
import { createOrganization } from "@service/domain/organizations";
import { openTestDeps, type TestDeps } from "@service/domain/testing";
import { emitPlatformEvent } from "@service/domain/events";
import { testOperator } from "@service/testing";
import { type Ended, runSvc } from "../testing/run-svc.ts";

let deps: TestDeps;
let folder: string;
let organizationId: string;

beforeAll(async () => {
  deps = await openTestDeps();
  folder = await mkdtemp(join(tmpdir(), "svc-automation-"));
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
});
afterAll(async () => {
  await deps.close();
  await rm(folder, { recursive: true, force: true });
});

function svc(...words: string[]): Promise<Ended> {
  return runSvc(["automation", ...words], { environment: { DATABASE_URL: deps.databaseUrl, DATA_DIR: folder } });
}

const own = () => ["--organization", organizationId, "--json"];

async function json(...words: string[]): Promise<Record<string, unknown>> {
  const ended = await svc(...words, ...own());
  if (ended.status !== 0) throw new Error(ended.stderr);
  const answer: Record<string, unknown> = JSON.parse(ended.stdout);
  return answer;
}

async function create(file: unknown): Promise<Ended> {
  const path = join(folder, "automation.json");
  await writeFile(path, JSON.stringify(file));
  return svc("create", "--file", path, ...own());
}

const answering = {
  automation_key: "answer",
  trigger: { event_type: "custom.ask", filter: { fact: "event.data.n", op: "gte", value: 1 } },
  effect: { kind: "emit_event", type: "custom.answer", data: { n: "{{event.data.n}}" } },
};

async function ask(data: object): Promise<void> {
  await emitPlatformEvent(deps, { organizationId, type: "custom.ask", data: JSON.stringify(data) });
  await matchEvents(deps);
  const claim = await claimExecution(deps, { leaseSeconds: 60 });
  if (claim.kind === "claimed") await performExecution(deps, claim.execution);
}

describe("svc automation", () => {
  test("creates an automation that fires, lists its executions and skips, disables and removes it", async () => {
    const created = await create(answering);
    expect(created.status).toBe(0);
    expect(created.stderr).not.toContain("exists");
    const shown = {
      automation_id: expect.any(String),
      ...answering,
      enabled: true,
      max_per_hour: 60,
      cooldown_s: 0,
      dedupe: "per_event",
      created_at: expect.any(String),
      updated_at: expect.any(String),
    };
    expect(JSON.parse(created.stdout)).toEqual(shown);
    expect(await json("show", "answer")).toEqual(shown);

    await ask({ n: 3 });
    await ask({});
    expect(await json("executions", "answer")).toEqual({
      executions: [
        expect.objectContaining({ status: "skipped", code: "filter_unknown", fired_at: null, emitted_event_id: null }),
        expect.objectContaining({ status: "succeeded", code: null, attempts: 1, emitted_event_id: expect.any(String) }),
      ],
    });
    expect(await json("list")).toEqual({ automations: [{ ...shown, last_fired_at: expect.any(String) }] });

    expect(await json("disable", "answer")).toMatchObject({ enabled: false });
    await ask({ n: 4 });
    expect(await json("enable", "answer")).toMatchObject({ enabled: true });
    expect(await json("remove", "answer")).toEqual({ automation_key: "answer", removed: true });
    expect(await json("executions", "--status", "succeeded", "--limit", "200")).toMatchObject({
      executions: [{ automation_key: "answer", status: "succeeded" }],
    });
  });

  test("warns of a missing engine or endpoint, and creates the automation (AUTO-4)", async () => {
    const created = await create({
      automation_key: "evaluate",
      trigger: { schedule: "0 6 * * 1-5", timezone: "Europe/Berlin" },
      effect: { kind: "start_evaluation", engine_slug: "markets" },
    });
    expect([created.status, created.stderr]).toEqual([0, expect.stringContaining('no engine "markets" exists')]);
    expect(JSON.parse(created.stdout)).toMatchObject({
      next_tick_at: expect.any(String),
      warnings: [expect.stringContaining('no engine "markets" exists')],
    });
  });

  test("refuses an invalid file, names the places in it and stores nothing (AUTO-2, OPS-25)", async () => {
    const before = await json("list");
    const wrong = await create({ ...answering, automation_key: "wrong", trigger: { schedule: "0 6 * *" }, when: 1 });
    expect([wrong.status, wrong.stdout]).toEqual([1, ""]);
    expect(wrong.stderr).toContain("(validation_error)");
    expect(wrong.stderr).toContain("/when: unknown field");
    expect(wrong.stderr).toContain("/trigger/schedule: must have five fields");
    expect(await json("list")).toEqual(before);
    expect((await svc("create", "--file", join(folder, "nowhere.json"), ...own())).stderr).toContain(
      "there is no file",
    );
    expect((await svc("create", ...own())).status).toBe(2);
    expect((await svc("list")).status).toBe(2);
    const unknown = await svc("disable", "nobody", ...own());
    expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining("(not_found)")]);
  });

  test("help explains triggers, effects and limits", async () => {
    const help = await svc("--help");
    expect(help.status).toBe(0);
    for (const word of [
      "run_engine",
      "deliver_webhook",
      "timezone",
      "{{event.data.<name>}}",
      "max_per_hour",
      "90 days",
    ]) {
      expect(help.stdout).toContain(word);
    }
  });
});
