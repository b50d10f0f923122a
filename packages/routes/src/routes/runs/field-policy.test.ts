import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { type OrganizationChanges, setOrganization } from "@service/domain/organizations";
import { importSeats, setFieldPolicies } from "@service/domain/seats";
import { findEngineType } from "@service/engine-types";
import { testOperator } from "@service/testing";
import { createHmac } from "node:crypto";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

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
  await api.workOffRuns();
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

  test("cancelling the finished run answers its output without them (RUN-99, PRIV-7)", async () => {
    await setPolicy("full");
    const writer = await org.scoped(["runs:write"], ["book"]);
    const open = await writer.post(`/runs/${runId}/cancel`);
    expect(open.text.search(earnings)).toBeGreaterThan(0);
    expect(open.body["field_policy"]).toBeUndefined();
    await setPolicy("service");
    const closed = await writer.post(`/runs/${runId}/cancel`);
    expect([closed.status, closed.text.search(earnings)]).toEqual([200, -1]);
    const members = ({ body }: typeof open): readonly string[] => Object.keys(body["output"] ?? {});
    expect(members(closed)).toEqual(members(open));
    expect(closed.body["field_policy"]).toMatchObject({
      policy_key: "service",
      redacted: expect.arrayContaining(["/output/headline"]),
    });
    expect(closed.body["solutions"]).toBeUndefined();
    expect(closed.text).not.toContain("/input/");
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

describe("a person who is named (SEAT-24)", () => {
  const secret = "an assertion secret of 32 characters";
  const set = (changes: OrganizationChanges) => setOrganization(api.deps, testOperator, org.organizationId, changes);
  const policyFor = async (headers: Record<string, string>): Promise<unknown> => {
    const reader = await org.scoped(["runs:read"], ["book"]);
    const { body } = await reader.get(`/runs/${runId}`, { headers });
    const { code, field_policy: policy } = body;
    if (code !== undefined) return code;
    return typeof policy === "object" && policy !== null && "policy_key" in policy
      ? policy.policy_key
      : "nothing is withheld";
  };
  const signed = (text: string): Record<string, string> => {
    const at = Math.floor(Date.now() / 1000);
    const hex = createHmac("sha256", secret).update(`${text}||${at}`).digest("hex");
    return { "x-service-records-assertion": `v1.${at}.${hex}` };
  };

  beforeAll(async () => {
    const { organizationId } = org;
    await setPolicy("full");
    await setFieldPolicies(api.deps, testOperator, {
      organizationId,
      file: { policy_key: "outside", denied: ["commission", "financial"] },
    });
    const seats = [
      { seat_key: "ana", emails: ["ana@example.com"], principal_ids: ["idp|ana"], field_policy_key: "outside" },
    ];
    await importSeats(api.deps, testOperator, { organizationId, file: seats });
  });
  afterAll(async () => {
    await set({ recordsPosture: "off", assertionSecret: null });
  });

  test("sees a run under the policy of the seat when the posture is lit, and under the default else", async () => {
    for (const recordsPosture of ["off", "shadow"] as const) {
      await set({ recordsPosture });
      expect(await policyFor({ "x-service-acting-email": "ana@example.com" })).toBe("nothing is withheld");
    }
    await set({ recordsPosture: "lit" });
    expect(await policyFor({ "x-service-acting-email": "Ana@example.com" })).toBe("outside");
    expect(await policyFor({ "x-service-acting-principal": "idp|ana" })).toBe("outside");
    expect(await policyFor({ "x-service-acting-principal": "somebody" })).toBe("nothing is withheld");
    expect(await policyFor({})).toBe("nothing is withheld");
  });

  test("must be vouched for once the organization has an assertion secret, also when submitting", async () => {
    await set({ assertionSecret: secret });
    const ana = { "x-service-acting-principal": "idp|ana" };
    expect(await policyFor({})).toBe("nothing is withheld");
    expect(await policyFor(ana)).toBe("assertion_invalid");
    expect(await policyFor({ ...ana, ...signed("idp|bo|") })).toBe("assertion_invalid");
    expect(await policyFor({ ...ana, ...signed("idp|ana|") })).toBe("outside");
    const submitter = await org.scoped(["runs:write"], ["book"]);
    expect(await submitter.post("/engines/book/runs", { input: {} }, { headers: ana })).toMatchObject({
      status: 403,
      body: { code: "assertion_invalid" },
    });
    const vouched = { headers: { ...ana, ...signed("idp|ana|") } };
    expect(await submitter.post("/engines/book/runs", { input: {} }, vouched)).toMatchObject({ status: 202 });
  });
});

test("an unknown policy name applies the external agent's policy (PRIV-7)", async () => {
  await setPolicy("no_such_policy");
  const reader = await org.scoped(["runs:read"], ["book"]);
  expect((await reader.get(`/runs/${runId}`)).body["field_policy"]).toMatchObject({ policy_key: "external_agent" });
});

describe("under a policy that denies anything, a run of an unknown configuration shows no output (PRIV-18)", () => {
  const configurations = [
    ["names none", null],
    ["is not stored", "0".repeat(64)],
  ] as const;
  const paths = ["/runs/{run_id}", "/engines/book/runs/latest?subject_key=book"];
  let hash: unknown;

  beforeAll(async () => {
    const { rows } = await api.deps.db.pool.query("select config_hash as hash from runs where id = $1", [runId]);
    ({ hash } = rows[0]);
  });
  afterEach(() => setHash(hash));

  const setHash = (value: unknown) =>
    api.deps.db.pool.query("update runs set config_hash = $1 where id = $2", [value, runId]);
  const read = async (policy: string, path = "/runs/{run_id}") => {
    await setPolicy(policy);
    const reader = await org.scoped(["runs:read"], ["book"]);
    return reader.get(path.replace("{run_id}", runId));
  };

  test.each(configurations.flatMap(([name, value]) => paths.map((path) => [name, path, value] as const)))(
    "it %s: %s",
    async (_name, path, value) => {
      await setHash(value);
      const { output, input, work_items, field_policy } = (await read("service", path)).body;
      expect({ output, input, work_items, field_policy }).toEqual({
        output: {},
        input: {},
        work_items: [],
        field_policy: { policy_key: "service", redacted: [""] },
      });
      expect((await read("full", path)).body).toMatchObject({ output: { engine_type: "opportunity" } });
    },
  );

  test.each(configurations)("it %s: the batch of latest runs", async (_name, value) => {
    await setHash(value);
    await setPolicy("service");
    const reader = await org.scoped(["runs:read"], ["book"]);
    const body = { subjects: [{ subject_key: "book" }], include_output: true };
    const answer = await reader.post("/engines/book/runs/latest/batch", body);
    expect(answer.body).toEqual({
      results: [expect.objectContaining({ run: expect.objectContaining({ output: {} }) })],
    });
  });

  test("stored bytes that do not have their hash are a failed read, with the route's own code (PLAT-27)", async () => {
    const wrong = "f".repeat(64);
    await api.deps.db.pool.query(
      `insert into engine_configurations (hash, engine_type, effective) values ($1, 'opportunity', '{}')`,
      [wrong],
    );
    await setHash(wrong);
    const answer = await read("service");
    expect([answer.status, answer.body["code"]]).toEqual([500, "load_run_failed"]);
  });
});
