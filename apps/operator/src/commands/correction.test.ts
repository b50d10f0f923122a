import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { correctionEventId, runEventId } from "@service/contract";
import type { Database } from "@service/db";
import { openTestDatabase, seedOwner, testDatabase, type TestDatabase } from "@service/testing";
import { type Ended, runSvc } from "../testing/run-svc.ts";
import { insertRelease, insertRun } from "@service/domain/testing";

let database: TestDatabase;
let db: Database;
let folder: string;
let organizationId: string;
let runId: string;

const responseSchema = {
  type: "object",
  required: ["output"],
  additionalProperties: false,
  properties: { output: { type: "object", properties: { headline: { type: "string" } } } },
};

beforeAll(async () => {
  database = await testDatabase();
  db = openTestDatabase(database.url);
  folder = await mkdtemp(join(tmpdir(), "svc-correction-"));
  ({ organizationId } = await seedOwner(db));
  const id = await insertRelease(db, { organizationId, responseSchema });
  runId = await insertRun(db, { organizationId, engine: { id }, output: { headline: "wrong" } });
});
afterAll(async () => {
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function svc(...words: string[]): Promise<Ended> {
  return runSvc(words, { environment: { DATABASE_URL: database.url, DATA_DIR: folder } });
}

async function attach(content: string, ...more: string[]) {
  const file = join(folder, "output.json");
  await writeFile(file, content);
  return svc("correction", "attach", "--run", runId, "--output", file, ...more, "--json");
}

async function attached(...more: string[]): Promise<{ correction_id: string; event_id: string | null }> {
  const ended = await attach('{"headline":"right"}', ...more);
  if (ended.status !== 0) throw new Error(ended.stderr);
  const answer: { correction_id: string; event_id: string | null } = JSON.parse(ended.stdout);
  expect(Object.keys(answer)).toEqual(["correction_id", "event_id"]);
  return answer;
}

describe("svc correction attach", () => {
  test("returns no event unless the engine asks for one, then the event of the organization's setup (OPS-31)", async () => {
    expect((await attached("--reason", "A typing error")).event_id).toBeNull();
    await db.pool.query("update engines set notify_on_supersede = true");
    expect((await attached()).event_id).toBe(runEventId("run.superseded", runId));
    expect((await attached()).event_id).toBe(runEventId("run.superseded", runId));
    const set = await svc("organization", "set", organizationId, "--delivery-setup", "per_correction");
    expect(set.status).toBe(0);
    const attachedNow = await attached();
    expect(attachedNow.event_id).toBe(correctionEventId(attachedNow.correction_id));
    const { rows } = await db.pool.query<{ reason: string }>("select reason from run_corrections order by seq");
    expect(rows.map(({ reason }) => reason)).toEqual(["A typing error", "", "", ""]);
  });

  test("refuses an invalid output, names the place, and stores nothing (COR-2)", async () => {
    const before = await db.pool.query("select id from run_corrections");
    const wrong = await attach('{"headline":7}');
    expect([wrong.status, wrong.stdout]).toEqual([1, ""]);
    expect(wrong.stderr).toContain("output.headline");
    expect((await attach("{headline")).stderr).toContain("not JSON");
    const missing = await svc("correction", "attach", "--run", randomUUID(), "--output", join(folder, "output.json"));
    expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining("run_not_found")]);
    const nowhere = await svc("correction", "attach", "--run", runId, "--output", join(folder, "nowhere.json"));
    expect([nowhere.status, nowhere.stderr]).toEqual([1, expect.stringContaining("there is no file")]);
    expect((await svc("correction", "attach", "--run", runId)).status).toBe(2);
    expect((await svc("correction", "attach", "--run", "nonsense", "--output", "x")).status).toBe(2);
    expect((await db.pool.query("select id from run_corrections")).rows).toEqual(before.rows);
  });
});
