import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { findEngineType } from "@service/engine-types";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";
import { workOffRuns } from "../../testing/work-off-runs.ts";

let api: TestApi;
let org: TestOrganization;
let runId: string;

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
  const engine = { slug: "book", label: "Book", description: "", engine_type: "opportunity" };
  await org.organization.post("/engines", engine);
  const { config } = (await org.organization.get("/engines/book/config")).body;
  await org.organization.put("/engines/book/config", { config: { ...Object(config), expose_warnings: true } });
  const published = await org.organization.post("/engines/book/versions", {});
  if (published.status !== 200) throw new Error(published.text);
  const { input } =
    findEngineType("opportunity")
      .builtInCases()
      .find(({ case_key }) => case_key === "builtin_comparable_offices") ?? {};
  const accepted = await org.organization.post("/engines/book/runs", { input });
  if (accepted.status !== 202) throw new Error(accepted.text);
  runId = String(accepted.body["run_id"]);
  await workOffRuns(api.deps);
});
afterAll(() => api.stop());

const setPolicy = (name: string) =>
  api.deps.db.pool.query("update organizations set default_field_policy = $1 where id = $2", [
    name,
    org.organizationId,
  ]);

/** What the agency would earn by this run. */
const earnings = /730\.80?/;

describe("under a policy that denies commission (domain.md 0.13)", () => {
  const reads = [
    ["the run", () => `/runs/${runId}`],
    ["the latest run", () => "/engines/book/runs/latest?subject_key=book"],
    ["the packet", () => `/runs/${runId}/defensibility-packet`],
  ] as const;

  test.each(reads)("%s tells nowhere what the agency would earn", async (_name, path) => {
    await setPolicy("full");
    // Organization keys may remember their organization for a minute; a scoped key is read every time.
    const reader = await org.scoped(["runs:read", "runs:defensibility:read"], ["book"]);
    const open = await reader.get(path());
    await setPolicy("service");
    const closed = await reader.get(path());
    expect(closed.status).toBe(200);
    expect(closed.text.search(earnings)).toBe(-1);
    // The packet shows evidence and rules, and none of these quotes earnings.
    if (!path().endsWith("packet")) expect(open.text.search(earnings)).toBeGreaterThan(0);
  });

  test("the batch of latest runs tells it neither, in headline and output", async () => {
    await setPolicy("service");
    const reader = await org.scoped(["runs:read"], ["book"]);
    const body = { subjects: [{ subject_key: "book" }], include_output: true };
    const answer = await reader.post("/engines/book/runs/latest/batch", body);
    expect(answer.status).toBe(200);
    expect(answer.text.search(earnings)).toBe(-1);
    expect(answer.body).toMatchObject({ results: [{ found: true, run: { output: { headline: null } } }] });
  });

  test("what was withheld is listed, sentences included", async () => {
    await setPolicy("service");
    const reader = await org.scoped(["runs:read"], ["book"]);
    const { body } = await reader.get(`/runs/${runId}`);
    expect(body).toMatchObject({
      field_policy: {
        policy_key: "service",
        redacted: expect.arrayContaining(["/output/headline", "/output/summary/expected_revenue"]),
      },
    });
  });
});
