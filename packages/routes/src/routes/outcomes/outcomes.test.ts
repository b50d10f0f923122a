import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let runId: string;

const offer = (key: string, base: number) => ({
  key,
  kind: "quote",
  label: key,
  carrier: { name: key },
  effective_on: "2027-01-01",
  expires_on: "2028-01-01",
  premium: { base },
  coverages: [{ line: "general_liability", coverage: "each_occurrence", included: true, limit: 1_000_000 }],
});
const inputFor = (subject: string, base = 1_000) => ({
  subject: { key: subject, label: subject },
  items: [offer("a", base), offer("b", base + 100)],
});

async function finishedRun(subject: string, base?: number): Promise<string> {
  const accepted = await org.organization.post("/engines/quotes/runs", { input: inputFor(subject, base) });
  await api.workOffRuns();
  return String(accepted.body["run_id"]);
}

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
  for (const slug of ["quotes", "other"]) {
    await org.organization.post("/engines", { slug, label: slug, description: "", engine_type: "comparison" });
    await org.organization.post(`/engines/${slug}/versions`, {});
  }
  runId = await finishedRun("first");
});
afterAll(async () => {
  await api.stop();
});

const outcome = (more: object = {}) => ({
  event_id: randomUUID(),
  event_type: "bound",
  target: { solution_key: "a" },
  ...more,
});

describe("outcomes (OUT-1)", () => {
  test("are recorded once: a repeat returns the first record; a different event is refused in any environment (OUT-1, OUT-4)", async () => {
    const event = outcome({ payload: { premium: 1_000 }, reason_text: "best price" });
    const first = await org.organization.post(`/runs/${runId}/outcomes`, event);
    expect(first.body).toMatchObject({ event_id: event.event_id, replay: false });
    const again = await org.organization.post(`/runs/${runId}/outcomes`, event);
    expect(again.body).toEqual(Object.assign({}, first.body, { replay: true }));
    const changed = await org.organization.post(`/runs/${runId}/outcomes`, { ...event, event_type: "lost" });
    expect([changed.status, changed.body["code"]]).toEqual([409, "event_id_reused"]);
    const listed = await org.organization.get(`/runs/${runId}/outcomes`);
    expect(listed.body["outcomes"]).toMatchObject([{ event_id: event.event_id, payload: { premium: 1_000 } }]);
  });

  test("fifty concurrent copies are one record (OUT-5)", async () => {
    const event = outcome();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => org.organization.post(`/runs/${runId}/outcomes`, event)),
    );
    expect(answers.filter((answer) => String(answer.body["replay"]) === "false")).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });

  test.each([
    ["missing_event_id", { event_id: undefined }],
    ["missing_event_id", { event_id: null }],
    ["invalid_event_id", { event_id: "e-1" }],
    ["invalid_event_id", { event_id: 7 }],
    ["invalid_event_type", { event_type: "signed" }],
    ["invalid_event_type", { event_type: undefined }],
    ["invalid_payload", { payload: { nested: {} } }],
    ["invalid_payload", { payload: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, at])) }],
    ["invalid_payload", { target: { solution_key: "nobody" } }],
    ["invalid_payload", { target: { solution_key: "a", hit_key: "b" } }],
    ["invalid_payload", { occurred_at: "yesterday" }],
    // Valid RFC 3339, but a time that cannot be stored or shown in UTC.
    ["invalid_payload", { occurred_at: "2026-01-01T00:00:00+23:59" }],
    ["invalid_payload", { occurred_at: "0000-01-01T00:00:00Z" }],
    ["invalid_payload", { occurred_at: "9999-12-31T23:59:59-14:00" }],
    ["reason_text_too_long", { reason_text: "x".repeat(1_001) }],
    ["invalid_request", { surprise: 1 }],
  ])("%s (OUT-2, OUT-3)", async (code, more) => {
    const answer = await org.organization.post(`/runs/${runId}/outcomes`, outcome(more));
    expect([answer.status, answer.body["code"]]).toEqual([400, code]);
  });

  test("a reason of exactly 1,000 characters is kept (OUT-3)", async () => {
    const answer = await org.organization.post(`/runs/${runId}/outcomes`, outcome({ reason_text: "ü".repeat(1_000) }));
    expect(answer.status).toBe(200);
  });

  test("are limited to the key's environment and to engines it is bound to (OUT-7)", async () => {
    expect((await org.sandbox.post(`/runs/${runId}/outcomes`, outcome())).body["code"]).toEqual("run_not_found");
    const unbound = await org.scoped(["runs:write"], ["other"]);
    expect((await unbound.post(`/runs/${runId}/outcomes`, outcome())).body["code"]).toEqual("engine_binding_forbidden");
    const bound = await org.scoped(["runs:write"], ["quotes"]);
    expect((await bound.post(`/runs/${runId}/outcomes`, outcome())).status).toBe(200);
    expect((await bound.get(`/runs/${runId}/outcomes`)).body["code"]).toEqual("insufficient_capability");
  });
});

describe("annotations (OUT-10)", () => {
  test("are append-only judgements of a place in the output (OUT-10)", async () => {
    const note = { event_id: randomUUID(), label: "useful", path: "/summary/best_key", comment: "right" };
    expect((await org.organization.post(`/runs/${runId}/annotations`, note)).body["replay"]).toEqual(false);
    expect((await org.organization.post(`/runs/${runId}/annotations`, note)).body["replay"]).toEqual(true);
    const listed = await org.organization.get(`/runs/${runId}/annotations`);
    expect(listed.body["annotations"]).toMatchObject([
      { label: "useful", path: "/summary/best_key", comment: "right" },
    ]);
  });

  test.each([
    ["invalid_payload", { label: "great" }],
    ["invalid_payload", { path: "summary" }],
    ["invalid_payload", { path: "/no/such/place" }],
    ["invalid_payload", { path: "/items/" }],
    ["invalid_payload", { path: "/items/00" }],
    ["invalid_payload", { path: "/items/1e0" }],
    ["invalid_payload", { path: "/summary~2" }],
    ["reason_text_too_long", { comment: "x".repeat(1_001) }],
    ["missing_event_id", { event_id: undefined }],
  ])("%s", async (code, more) => {
    const note = { event_id: randomUUID(), label: "wrong", ...more };
    expect((await org.organization.post(`/runs/${runId}/annotations`, note)).body["code"]).toEqual(code);
  });
});

describe("latest runs (RUN-86)", () => {
  test("the newest finished run of the subject is returned as a read shows it (RUN-86)", async () => {
    await finishedRun("again", 1_000);
    const newest = await finishedRun("again", 2_000);
    const latest = await org.organization.get("/engines/quotes/runs/latest", { query: { subject_key: "again" } });
    expect(latest.body).toEqual((await org.organization.get(`/runs/${newest}`)).body);
    const pinned = await org.organization.get("/engines/quotes/runs/latest", {
      query: { subject_key: "again", engine_version: "1.x" },
    });
    expect(pinned.body["run_id"]).toEqual(newest);
  });

  test.each([
    ["run_not_found", { subject_key: "nobody" }],
    ["run_not_found", { subject_key: "first", engine_version: "2.x" }],
    ["invalid_request", {}],
    ["invalid_request", { subject_key: "first", sort: "up" }],
    ["engine_version_invalid_format", { subject_key: "first", engine_version: "newest" }],
  ])("%s", async (code, query) => {
    const answer = await org.organization.get("/engines/quotes/runs/latest", {
      query: Object.fromEntries(Object.entries(query)),
    });
    expect(answer.body["code"]).toEqual(code);
  });

  test("the message says that the subject has no finished run", async () => {
    const { body } = await org.organization.get("/engines/quotes/runs/latest", { query: { subject_key: "nobody" } });
    expect(body["message"]).toBe(
      "No completed or degraded run of this engine about the subject_key exists in the key's environment.",
    );
  });

  test("a batch returns results in request order, twice for a subject named twice (RUN-87)", async () => {
    const subjects = ["nobody", "first", "first"].map((key) => ({ subject_key: key }));
    const batch = await org.organization.post("/engines/quotes/runs/latest/batch", { subjects, include_output: true });
    expect(batch.body["results"]).toMatchObject([
      { subject_key: "nobody", found: false },
      {
        subject_key: "first",
        found: true,
        run: { run_id: runId, stale: false, output: { engine_type: "comparison" } },
      },
      { subject_key: "first", found: true, run: { run_id: runId } },
    ]);
    const brief = await org.organization.post("/engines/quotes/runs/latest/batch", { subjects });
    expect(brief.text).not.toContain('"matrix"');
  });

  test("no list, 0 and 101 subjects are invalid_batch_size; 100 are read (RUN-87)", async () => {
    const batch = (subjects: unknown) => org.organization.post("/engines/quotes/runs/latest/batch", { subjects });
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ subject_key: `s${at}` }));
    for (const wrong of [[], many(101), undefined, "first"]) {
      expect((await batch(wrong)).body["code"]).toEqual("invalid_batch_size");
    }
    expect((await batch([{ subject: "first" }])).body["code"]).toEqual("invalid_request");
    expect((await batch(many(100))).status).toBe(200);
  });
});
