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

/** The agency's expected earnings from this run. */
const earnings = /730\.80?/;

describe("under a policy that denies commission (PRIV-8, PRIV-17)", () => {
  const reads = [
    ["the run", () => `/runs/${runId}`],
    ["the latest run", () => "/engines/book/runs/latest?subject_key=book"],
    ["the packet", () => `/runs/${runId}/defensibility-packet`],
  ] as const;

  test.each(reads)("%s contains the agency's earnings nowhere (OPP-76, PRIV-7)", async (_name, path) => {
    await setPolicy("full");
    // With an organization key the organization may be cached for a minute; a scoped key is read every time.
    const reader = await org.scoped(["runs:read", "runs:defensibility:read"], ["book"]);
    const open = await reader.get(path());
    await setPolicy("service");
    const closed = await reader.get(path());
    expect(closed.status).toBe(200);
    expect(closed.text.search(earnings)).toBe(-1);
    // The packet shows evidence and rules, which never contain earnings.
    if (!path().endsWith("packet")) expect(open.text.search(earnings)).toBeGreaterThan(0);
  });

  test("the batch of latest runs contains them neither in headlines nor in outputs (RUN-88)", async () => {
    await setPolicy("service");
    const reader = await org.scoped(["runs:read"], ["book"]);
    const body = { subjects: [{ subject_key: "book" }], include_output: true };
    const answer = await reader.post("/engines/book/runs/latest/batch", body);
    expect(answer.status).toBe(200);
    expect(answer.text.search(earnings)).toBe(-1);
    expect(answer.body).toMatchObject({ results: [{ found: true, run: { output: { headline: null } } }] });
  });

  test("withheld fields are listed, sentences included", async () => {
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

test("an unknown policy name applies the external agent's policy (PRIV-7)", async () => {
  await setPolicy("no_such_policy");
  const reader = await org.scoped(["runs:read"], ["book"]);
  expect((await reader.get(`/runs/${runId}`)).body["field_policy"]).toMatchObject({ policy_key: "external_agent" });
});

test("under a policy that denies anything, a run of an unknown configuration shows no output (PRIV-18)", async () => {
  await api.deps.db.pool.query("update runs set config_hash = null where id = $1", [runId]);
  const read = async (policy: string) => {
    await setPolicy(policy);
    const reader = await org.scoped(["runs:read"], ["book"]);
    return (await reader.get(`/runs/${runId}`)).body;
  };
  const { output, input, work_items, field_policy } = await read("service");
  expect({ output, input, work_items, field_policy }).toEqual({
    output: {},
    input: {},
    work_items: [],
    field_policy: { policy_key: "service", redacted: [""] },
  });
  expect(await read("full")).toMatchObject({ output: { engine_type: "opportunity" } });
});
