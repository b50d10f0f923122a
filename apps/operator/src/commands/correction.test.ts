import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { correctionEventId, runEventId } from "@service/contract";
import type { Database } from "@service/db";
import { openTestDatabase, testDatabase, type TestDatabase } from "@service/testing";
import { type Ended, runSvc } from "../testing/run-svc.ts";

// Every command runs in a separate process.
let database: TestDatabase;
let db: Database;
let folder: string;
const organizationId = randomUUID();
const runId = randomUUID();

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
  const environmentId = randomUUID();
  await db.pool.query("insert into organizations (id, name) values ($1, 'Harborline')", [organizationId]);
  await db.pool.query("insert into environments (id, organization_id, slug, name) values ($1, $2, 'live', 'Live')", [
    environmentId,
    organizationId,
  ]);
  await db.pool.query(
    `insert into engines (id, organization_id, slug, label, description, engine_type, draft, draft_config_hash,
       draft_updated_by) values ($1, $1, 'quotes', 'Quotes', '', 'comparison', '{}', 'h', 'k')`,
    [organizationId],
  );
  await db.pool.query(
    `insert into engine_releases (id, engine_id, organization_id, major, minor, config_hash, config, request_schema,
       response_schema, request_schema_sha256, response_schema_sha256, gate, released_by)
     values (gen_random_uuid(), $1, $1, 1, 0, 'h', '{}', '{}', $2, '', '', '{}', 'k')`,
    [organizationId, JSON.stringify(responseSchema)],
  );
  await db.pool.query(
    `with run as (
       insert into runs (id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type,
         submitter, key_id, request_hash, status, attempt, fair_rank, completed_at, engine_version, config_hash)
       values ($1, $2, $3, 'live', $2, 'quotes', 'comparison', 'key', 'key', '\\x00', 'completed', 1, 0, now(), '1.0', 'h')
     )
     insert into run_payloads (run_id, input, output) values ($1, '{}', '{"headline":"wrong"}')`,
    [runId, organizationId, environmentId],
  );
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
