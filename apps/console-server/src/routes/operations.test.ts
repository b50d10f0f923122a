import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type SignedInPerson, startTestConsole, type TestConsole } from "../testing/test-console.ts";

let console: TestConsole;
let ours: string;
let developer: SignedInPerson;
let stranger: SignedInPerson;
const placeOf = (organization: string) => `/console/v1/o/${organization}/e/sandbox`;

beforeAll(async () => {
  console = await startTestConsole();
  ours = await console.organization("Ours");
  developer = await console.person({ member: { organizationId: ours, role: "developer" } });
  stranger = await console.person({ member: { organizationId: await console.organization("Theirs"), role: "admin" } });
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
