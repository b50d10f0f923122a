import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type SignedInPerson, startTestConsole, type TestConsole } from "../testing/test-console.ts";

let console: TestConsole;
let ours: string;
let developer: SignedInPerson;
let stranger: SignedInPerson & { readonly organizationId: string };
const placeOf = (organization: string) => `/console/v1/o/${organization}/e/sandbox`;

beforeAll(async () => {
  console = await startTestConsole();
  ours = await console.organization("Ours");
  developer = await console.person({ member: { organizationId: ours, role: "developer" } });
  const theirs = await console.organization("Theirs");
  stranger = {
    ...(await console.person({ member: { organizationId: theirs, role: "admin" } })),
    organizationId: theirs,
  };
});
afterAll(() => console.stop());

test("a recovery is previewed in its environment, and an unknown window is refused (CON-42, CON-66)", async () => {
  const made = await developer.send("POST", `${placeOf(ours)}/webhooks`, {
    url: "https://1.1.1.1/hooks",
    events: ["run.completed"],
  });
  expect(made.text).toContain("secret");
  const path = `/webhooks/${String(made.body["id"])}/recovery-preview`;
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const preview = await developer.get(`${placeOf(ours)}${path}?since=${since}`);
  expect(preview.body).toMatchObject({ matched: 0, delivered: 0, max_per_second: 50, running_id: null, first: [] });
  expect((await developer.get(`${placeOf(ours)}${path}?since=yesterday`)).status).toBe(400);
  expect((await developer.get(`/console/v1/o/${ours}/e/live${path}?since=${since}`)).body).toMatchObject({
    code: "webhook_endpoint_not_found",
  });
  expect((await stranger.get(`${placeOf(ours)}${path}?since=${since}`)).status).toBe(404);
});

test("engines are listed with their newest release, and two releases must exist to be compared (CON-42, CON-67)", async () => {
  const engine = { slug: "quotes", label: "Quotes", description: "", engine_type: "comparison" };
  await developer.send("POST", `${placeOf(ours)}/engines`, engine);
  expect((await developer.get(`${placeOf(ours)}/engine-list`)).body).toMatchObject({
    engines: [{ slug: "quotes", status: "active", newest_release: null }],
  });
  const comparison = `${placeOf(ours)}/engine-list/quotes/comparison?base=1.0&head=1.1`;
  expect((await developer.get(comparison)).body).toMatchObject({ code: "engine_version_not_found" });
  expect((await stranger.get(comparison)).status).toBe(404);
});

test("settings of an engine that are the service's are changed by who runs it alone (CON-68)", async () => {
  const engine = { slug: "kept", label: "Kept", description: "", engine_type: "entity_analysis" };
  await developer.send("POST", `${placeOf(ours)}/engines`, engine);
  const path = `${placeOf(ours)}/engine-list/kept/settings`;
  expect((await developer.get(path)).body).toMatchObject({ code: "permission_missing" });
  expect((await console.owner.get(path)).body).toEqual({
    pin_policy: "latest_allowed",
    withdrawn_versions: [],
    designated_for: [],
    gate: null,
  });
  const body = { pin_policy: "exact_required", designate: "risk", gate: {} };
  const refused = await console.owner.send("PATCH", path, { ...body, gate: { cases: "none" } });
  expect([refused.status, refused.body["details"]?.[0]]).toMatchObject([400, { field: "/evaluation/cases" }]);
  const gate = { labelled_sets: [] };
  expect((await console.owner.send("PATCH", path, { ...body, gate })).body).toMatchObject({
    pin_policy: "exact_required",
    designated_for: ["risk"],
    gate,
  });
  expect((await console.owner.send("PATCH", path, { withdraw: "1.0" })).status).toBe(404);
  const foreign = `/console/v1/o/${stranger.organizationId}/e/sandbox/engine-list/kept/settings`;
  expect((await console.owner.get(foreign)).body).toMatchObject({ code: "engine_not_found" });
});

test("the secret of a submission source is set by who runs the service, and no answer shows it (CON-68)", async () => {
  const path = `${placeOf(ours)}/engine-list/quotes/stamp-secrets`;
  const secret = "a".repeat(64);
  const set = await console.owner.send("POST", path, { source_key: "portal", secret });
  expect(set.body).toMatchObject({ previous_accepted_until: null, listed_sources: [] });
  expect(set.text).not.toContain(secret);
  expect((await console.owner.send("POST", path, { source_key: "portal", secret: "short" })).status).toBe(400);
  expect((await developer.send("POST", path, { source_key: "portal", secret })).status).toBe(403);
});
