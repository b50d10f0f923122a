import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventReader } from "@service/testing/read-events";
import { type SignedInPerson, startTestConsole, type TestConsole } from "../testing/test-console.ts";

let console: TestConsole;
let ours: string;
let developer: SignedInPerson;
let base: string;
const runs: string[] = [];

const input = {
  as_of: "2026-03-01T12:00:00Z",
  subject: { key: "bakery", kind: "account", label: "Quillmere Bakery" },
  profile: { employees: 3 },
};

beforeAll(async () => {
  console = await startTestConsole();
  ours = await console.organization("Ours");
  developer = await console.person({ member: { organizationId: ours, role: "developer" } });
  base = `/console/v1/o/${ours}/e/sandbox`;
  for (let at = 0; at < 3; at += 1) {
    const body = { input, engine_version: "1.0", test_scenario: "completed" };
    const submitted = await developer.send("POST", `${base}/engines/generic_fixture_engine/runs`, body);
    if (submitted.status !== 202) throw new Error(submitted.text);
    runs.push(String(submitted.body["run_id"]));
  }
});
afterAll(() => console.stop());

describe("lists of runs", () => {
  test("show a page newest first, and the next one by its cursor (CON-50)", async () => {
    const first = await developer.get(`${base}/run-list?limit=2`);
    const rows = first.body["rows"]?.map((row) => String(row["id"]));
    expect(rows).toEqual(runs.toReversed().slice(0, 2));
    const next = await developer.get(`${base}/run-list?limit=2&cursor=${String(first.body["next"])}`);
    expect(next.body["rows"]?.map((row) => String(row["id"]))).toEqual(runs.slice(0, 1));
    expect((await developer.get(`${base}/run-list/count?status=queued,processing`)).body).toEqual({ runs: 3 });
    expect((await developer.get(`${base}/run-list?status=failed`)).body).toMatchObject({ rows: [], next: null });
  });

  test("refuse a filter that they do not have by its name (CON-50)", async () => {
    const answer = await developer.get(`${base}/run-list?colour=red`);
    expect([answer.status, JSON.stringify(answer.body["details"])]).toEqual([400, expect.stringContaining("colour")]);
  });

  test("know the runs before and after one (CON-53)", async () => {
    expect((await developer.get(`${base}/run-list/${String(runs[1])}/neighbours`)).body).toEqual({
      newer: runs[2],
      older: runs[0],
    });
  });

  test("a run over the book is not found by a reader without a seat, by no way in (CON-43, REC-78)", async () => {
    const reader = await console.person({ member: { organizationId: ours, role: "reader" } });
    const id = String(runs[1]);
    await console.running.deps.db.pool.query(
      `insert into run_records (run_id, organization_id, connection_id, posture, seat_key, scope, wanted)
       values ($1, $2, gen_random_uuid(), 'lit', 'somebody', 'Own', '{}')`,
      [id, ours],
    );
    const found = await reader.get(`/console/v1/o/${ours}/find?text=${id}`);
    expect([found.status, found.body]).toEqual([200, { found: [] }]);
    for (const way of [`run-list/${id}/neighbours`, `run-list/${id}/corrected`, `runs/${id}`])
      expect([way, (await reader.get(`${base}/${way}`)).status]).toEqual([way, 404]);
    expect((await developer.get(`/console/v1/o/${ours}/find?text=${id}`)).body["found"]).toMatchObject([
      { kind: "run", id },
    ]);
  });

  test("name the author of a run by the person's email (CON-41)", async () => {
    const found = await developer.get(`${base}/run-list?submitted_by=${encodeURIComponent(developer.email)}`);
    expect(found.body["rows"]?.[0]).toMatchObject({
      acting_principal: developer.email,
      key_id: `person:${developer.personId}`,
    });
  });
});

test("a list is a file of what its filters select, and no cell is a formula (CON-94)", async () => {
  const { text, headers, status } = await developer.get(`${base}/run-list/csv?status=queued`);
  expect([status, headers["content-disposition"]]).toEqual([200, 'attachment; filename="runs.csv"']);
  const lines = text.split("\r\n");
  expect(lines[0]).toMatch(/^\ufeffrun_id,subject,status/);
  expect(lines.slice(1, -1).map((line) => line.split(",")[0])).toEqual(runs.toReversed());
  expect((await developer.get(`${base}/run-list/csv?status=failed`)).text.split("\r\n")).toHaveLength(2);
  const admin = await console.person({ member: { organizationId: ours, role: "admin" } });
  expect((await admin.get(`/console/v1/o/${ours}/audit/csv?action=engines.create`)).text).toMatch(/^\ufeffchange_id/);
  expect((await developer.get(`${base}/refusals/csv`)).text).toMatch(/^\ufeffrefused_at/);
});

test("a run that waits says for what, and since when (CON-55)", async () => {
  const answer = await developer.get(`${base}/run-list/${String(runs[0])}/timeline`);
  expect(answer.body).toMatchObject({
    status: "queued",
    engine_slug: "generic_fixture_engine",
    cause: { code: "no_worker" },
    entries: [{ kind: "submitted", facts: { acting_principal: developer.email } }, {}],
  });
});

test("an overview counts runs by hour and status (CON-54)", async () => {
  const answer = await developer.get(`${base}/run-list/overview`);
  expect(answer.body).toMatchObject({ hours: [{ status: "queued", runs: 3 }], failures: [], duration_p50_ms: null });
});

test("a pasted id names its run in the organization, and nothing in another (CON-58)", async () => {
  const path = (organization: string) => `/console/v1/o/${organization}/find?text=${String(runs[0])}`;
  expect((await developer.get(path(ours))).body).toMatchObject({
    found: [{ kind: "run", id: runs[0], environment: "sandbox" }],
  });
  const theirs = await console.organization("Theirs");
  const admin = await console.person({ member: { organizationId: theirs, role: "admin" } });
  expect((await admin.get(path(theirs))).body).toEqual({ found: [] });
  expect((await console.owner.get(`/console/v1/find?text=${String(runs[0])}`)).body).toMatchObject({
    found: [{ kind: "run", organization_id: ours }],
  });
});

test("the installation at a glance says which types nobody serves (CON-61, CON-62)", async () => {
  const answer = await console.owner.get("/console/v1/installation");
  expect(answer.body["unserved"]?.[0]).toMatchObject({ waiting: 3 });
  expect(answer.body).toMatchObject({ processes: [{ name: "console" }] });
  // Types that runs wait for come first.
  expect(answer.body["unserved"]?.[0]).toMatchObject({ waiting: 3 });
  expect((await developer.get("/console/v1/installation")).body).toMatchObject({ code: "permission_missing" });
});

test("a corrected run is shown with the newest correction, under the same policy; others have none (CON-97)", async () => {
  const [runId = ""] = runs;
  const path = `${base}/run-list/${runId}/corrected`;
  expect((await developer.get(path)).body).toEqual({ run: null, corrections: [] });
  const { pool } = console.running.deps.db;
  for (const seq of [1, 2])
    await pool.query(
      `insert into run_corrections (id, run_id, seq, output, reason, created_by)
       values (gen_random_uuid(), $1, $2, $3, 'A limit was misread.', 'operator')`,
      [runId, seq, JSON.stringify({ headline: `Correction ${seq}` })],
    );
  const { body } = await developer.get(path);
  expect(body).toMatchObject({
    run: { run_id: runId, output: { headline: "Correction 2" } },
    corrections: [{ seq: 1 }, { seq: 2, reason: "A limit was misread.", created_by: "operator" }],
  });
  const theirs = await console.organization("Elsewhere");
  const admin = await console.person({ member: { organizationId: theirs, role: "admin" } });
  const refused = await admin.get(`/console/v1/o/${theirs}/e/sandbox/run-list/${runId}/corrected`);
  expect([refused.status, refused.body["code"]]).toEqual([404, "run_not_found"]);
});

test("a run is corrected by who runs the service and has opened the organization (CON-31, CON-97)", async () => {
  const path = `${base}/run-list/${String(runs[1])}/corrections`;
  const body = { output: { headline: "Right" }, reason: "A limit was misread." };
  expect((await developer.send("POST", path, body)).body).toMatchObject({ code: "permission_missing" });
  expect((await console.owner.send("POST", path, body)).body).toMatchObject({ code: "contents_closed" });
  await console.owner.send("POST", `/console/v1/organizations/${ours}/open`, { reason: "A broker reported a limit." });
  expect((await console.owner.send("POST", path, body)).body).toMatchObject({ code: "run_not_finished" });
  expect((await console.owner.send("POST", path, { ...body, reason: "short" })).status).toBe(400);
});

test("a page follows a run by a stream that ends with the run (CON-59)", async () => {
  const [, , runId = ""] = runs;
  const following = developer.get(`${base}/run-list/${runId}/watch`);
  expect((await developer.send("POST", `${base}/runs/${runId}/cancel`, {})).status).toBe(202);
  const { events, push } = eventReader();
  push((await following).text);
  expect(events.at(-1)).toMatchObject({ event: "run", data: { type: "run", status: "cancelled", attempt: 0 } });
  const theirs = await console.organization("Others");
  const admin = await console.person({ member: { organizationId: theirs, role: "admin" } });
  expect((await admin.get(`/console/v1/o/${theirs}/e/sandbox/run-list/${runId}/watch`)).status).toBe(404);
});
