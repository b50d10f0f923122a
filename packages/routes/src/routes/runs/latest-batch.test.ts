import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { limits } from "@service/contract";
import { findEngineType } from "@service/engine-types";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
const subjects = Array.from({ length: 8 }, (_, at) => ({ subject_key: `subject-${at}` }));

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
  await org.organization.post("/engines", { slug: "quotes", label: "Q", description: "", engine_type: "comparison" });
  await org.organization.post("/engines/quotes/versions", {});
  // More than this file's repetitions can spend.
  await api.deps.db.pool.query("update engines set requests_per_minute = 60000 where slug = 'quotes'");
  const input = findEngineType("comparison").builtInCases()[0]?.input;
  const accepted = [];
  for (let run = 0; run < subjects.length; run += 1)
    accepted.push(await org.organization.post("/engines/quotes/runs", { input }));
  await api.workOffRuns();
  for (const [at, { body }] of accepted.entries()) {
    await api.deps.db.pool.query("update runs set subject_key = $2 where id = $1", [body["run_id"], `subject-${at}`]);
  }
});
afterAll(() => api.stop());

const batch = (body: object) => org.organization.post("/engines/quotes/runs/latest/batch", body);

/** Pads the outputs of these subjects to this length, with the headline before or after the padding. */
async function pad(subjectKeys: readonly string[], bytes: number, { isBehind = false } = {}): Promise<void> {
  await api.deps.db.pool.query(
    `update run_payloads set output = case when $3 then '{"pad":"' || repeat('x', $2) || '","headline":"Behind"}'
       else '{"headline":"In front","pad":"' || repeat('x', $2) || '"}' end
     where run_id in (select id from runs where subject_key = any($1))`,
    [subjectKeys, bytes, isBehind],
  );
}

/** The minimum of several repetitions: expired cached reads of keys and engines add statements to some. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const { hot, pool } = api.deps.db;
  let sent = 0;
  const count = (): void => {
    sent += 1;
  };
  for (const connections of [hot, pool]) connections.on("acquire", count);
  const counts: number[] = [];
  for (let repetition = 0; repetition < 5; repetition += 1) {
    sent = 0;
    await work();
    counts.push(sent);
  }
  for (const connections of [hot, pool]) connections.off("acquire", count);
  return Math.min(...counts);
}

test("eight subjects cost as many statements as one, with outputs and without", async () => {
  for (const include_output of [false, true]) {
    const one = () => batch({ subjects: subjects.slice(0, 1), include_output });
    const ofOne = await statementsOf(one);
    expect(await statementsOf(() => batch({ subjects, include_output }))).toBe(ofOne);
  }
});

test("a summary is the same with the output and without it", async () => {
  const brief = await batch({ subjects });
  const full = await batch({ subjects, include_output: true });
  const results = full.body["results"];
  if (!Array.isArray(results)) throw new Error(full.text);
  expect(brief.body["results"]).toEqual(
    results.map(({ run: { output: _output, ...run }, ...found }: { run: { output: unknown } }) => ({ ...found, run })),
  );
  expect(results[0]).toMatchObject({ run: { headline: expect.any(String), output: { engine_type: "comparison" } } });
});

test("outputs over 8 MiB together are refused with the bound and the measured size; fewer are answered", async () => {
  const keys = ["subject-1", "subject-2", "subject-3"];
  await pad(keys, 3 * 1024 * 1024);
  const wanted = keys.map((subject_key) => ({ subject_key }));
  const refused = await batch({ subjects: wanted, include_output: true });
  expect(refused.status).toBe(413);
  expect(refused.body).toMatchObject({
    code: "request_bound_exceeded",
    details: { bound: "output_bytes", path: "$.subjects", limit: limits.latestRunBatchOutputBytes },
  });
  expect(Reflect.get(Object(refused.body["details"]), "measured")).toBeGreaterThan(9 * 1024 * 1024);
  expect((await batch({ subjects: wanted.slice(0, 2), include_output: true })).status).toBe(200);
  const headlines = await batch({ subjects: wanted });
  expect(headlines.body["results"]).toMatchObject(wanted.map(() => ({ run: { headline: "In front" } })));
});

test("a subject that is named twice counts twice", async () => {
  await pad(["subject-4"], 3 * 1024 * 1024);
  const wanted = Array.from({ length: 3 }, () => ({ subject_key: "subject-4" }));
  expect((await batch({ subjects: wanted, include_output: true })).body["code"]).toBe("request_bound_exceeded");
  expect((await batch({ subjects: wanted.slice(1), include_output: true })).status).toBe(200);
});

test("a headline after a long part is found too", async () => {
  await pad(["subject-5"], 100_000, { isBehind: true });
  const answer = await batch({ subjects: [{ subject_key: "subject-5" }, { subject_key: "subject-6" }] });
  expect(answer.body["results"]).toMatchObject([
    { run: { headline: "Behind" } },
    { run: { headline: expect.any(String) } },
  ]);
  expect(answer.text).not.toContain("xxx");
});
