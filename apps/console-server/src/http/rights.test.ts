import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { actionNames, permissionFor, type Permission, permissionsOf } from "@service/domain/access";
import { routes } from "../routes/index.ts";
import { password, type SignedInPerson, startTestConsole, type TestConsole } from "../testing/test-console.ts";
import type { Route } from "./route.ts";

let console: TestConsole;
let ours: string;
let theirs: string;
let people: Record<"reader" | "developer" | "admin" | "operator" | "owner", SignedInPerson>;

beforeAll(async () => {
  console = await startTestConsole();
  ours = await console.organization("Ours");
  theirs = await console.organization("Theirs");
  const member = (role: "reader" | "developer" | "admin") => console.person({ member: { organizationId: ours, role } });
  people = {
    reader: await member("reader"),
    developer: await member("developer"),
    admin: await member("admin"),
    operator: await console.person({ role: "operator" }),
    owner: console.owner,
  };
});
afterAll(() => console.stop());

const inPlaces = routes.filter(({ access }) => !["nobody", "session", "installation"].includes(access.scope));

function addressOf(route: Route, organizationId: string): string {
  return route.path
    .replace("{organization_id}", organizationId)
    .replace("{environment}", "sandbox")
    .replaceAll(/\{[^}]+\}/g, "00000000-0000-4000-8000-000000000000");
}

function neededBy({ access }: Route): Permission | null | undefined {
  if (access.scope === "public") return permissionFor(access.access.action);
  return "permission" in access ? access.permission : undefined;
}

const bodyOf = ({ method }: Route) => (method === "GET" || method === "DELETE" ? undefined : {});

describe("every route in an organization", () => {
  test("answers a member of another organization as if there were none (CON-80)", async () => {
    const stranger = people.admin;
    for (const route of inPlaces) {
      const answer = await stranger.send(route.method, addressOf(route, theirs), bodyOf(route));
      expect([route.id, answer.status, answer.body["code"]]).toEqual([route.id, 404, "not_found"]);
      const nowhere = await stranger.send(
        route.method,
        addressOf(route, "11111111-1111-4111-8111-111111111111"),
        bodyOf(route),
      );
      expect(nowhere.body).toEqual(answer.body);
    }
  });

  test.each([
    ["reader", null, "reader"],
    ["developer", null, "developer"],
    ["admin", null, "admin"],
    ["operator", "operator", null],
    ["owner", "owner", null],
  ] as const)(
    "lets a %s in by the table of permissions and not beyond (CON-40)",
    async (name, installation, member) => {
      const person = people[name];
      const permissions = permissionsOf({ installation, member, isOpened: false });
      for (const route of inPlaces) {
        const needed = neededBy(route);
        const answer = await person.send(route.method, addressOf(route, ours), bodyOf(route));
        const isRefused = ["permission_missing", "contents_closed"].includes(String(answer.body["code"]));
        // Who sees only their own changes is decided by the route itself.
        const expected = ["audit.list", "audit.csv"].includes(route.id)
          ? name === "reader"
          : needed !== null && needed !== undefined && !permissions.has(needed);
        expect([route.id, isRefused]).toEqual([route.id, expected]);
      }
    },
  );
});

test("a route named after an action needs the permission of that action (CON-40)", () => {
  // Keys are listed for all members, as far as each may see them; the log shows who may see less their own changes.
  const bySight = ["keys.list", "audit.list"];
  const named = inPlaces.flatMap((route) =>
    actionNames
      .filter((action) => action === route.id && route.access.scope !== "public")
      .map((action) => [route, action] as const),
  );
  expect(named.length).toBeGreaterThan(5);
  for (const [route, action] of named)
    if (!bySight.includes(route.id)) expect([route.id, neededBy(route)]).toEqual([route.id, permissionFor(action)]);
});

describe("contents of an organization", () => {
  test("stay closed to people of the installation until they open it with a reason its admins see (CON-31)", async () => {
    const path = `/console/v1/o/${ours}/e/live/runs/00000000-0000-4000-8000-000000000000`;
    expect((await people.operator.get(path)).body).toMatchObject({ code: "contents_closed" });
    const reason = "Ticket 4711: the result looks wrong.";
    const opened = await people.operator.send("POST", `/console/v1/organizations/${ours}/open`, { reason });
    expect(opened.status).toBe(200);
    expect((await people.operator.get(path)).body).toMatchObject({ code: "run_not_found" });
    const audit = await people.admin.get(`/console/v1/o/${ours}/audit?action=organizations.open`);
    expect(audit.body["changes"]?.[0]).toMatchObject({ reason, actor: { kind: "person" } });
  });
});

describe("an act that makes a secret", () => {
  test("needs a proof of the last fifteen minutes, and the same act works after it (CON-21)", async () => {
    const admin = await console.person({ member: { organizationId: ours, role: "admin" } });
    await console.running.deps.db.pool.query(
      "update person_sessions set proved_at = proved_at - interval '16 minutes' where person_id = $1",
      [admin.personId],
    );
    const path = `/console/v1/o/${ours}/keys`;
    const body = { environment: "sandbox", label: "Vendor" };
    expect((await admin.send("POST", path, body)).body).toMatchObject({ code: "step_up_required" });
    expect((await admin.send("POST", "/console/v1/step-up", { password })).status).toBe(204);
    const made = await admin.send("POST", path, body);
    expect([made.status, String(made.body["api_key"]).startsWith("svc_sandbox_")]).toEqual([201, true]);
    const listed = await admin.get(path);
    expect(listed.text).not.toContain(String(made.body["api_key"]));
    expect(listed.body).toMatchObject({ keys: [{ label: "Vendor", kind: "organization", revoked_at: null }] });
    expect((await people.reader.get(path)).body).toEqual({ keys: [] });
    const revoking = `${path}/${String(made.body["key_id"])}`;
    expect((await people.reader.send("DELETE", revoking)).body).toMatchObject({ code: "permission_missing" });
    expect((await people.developer.send("DELETE", revoking)).body).toMatchObject({ key_id: made.body["key_id"] });
  });
});

describe("a public route that a person calls", () => {
  test("acts as the person: the author is person:<id>, and the audit row says so (CON-40)", async () => {
    const { developer, admin } = people;
    const base = `/console/v1/o/${ours}/e/sandbox`;
    const engine = { slug: "quotes", label: "Quotes", description: "", engine_type: "comparison" };
    expect((await developer.send("POST", `${base}/engines`, engine)).status).toBe(201);
    expect((await admin.get(`${base}/engines/quotes`)).body).toMatchObject({ slug: "quotes" });
    const audit = await admin.get(`/console/v1/o/${ours}/audit?kind=engine`);
    expect(audit.body["changes"]?.[0]).toMatchObject({
      action: "engines.create",
      actor: { kind: "person", id: `person:${developer.personId}`, name: expect.stringMatching(/^Person \d+$/) },
    });
    const own = await developer.get(`/console/v1/o/${ours}/audit`);
    expect(
      (own.body["changes"] ?? []).every(
        (change) => change["actor"]?.["id"]?.toString() === `person:${developer.personId}`,
      ),
    ).toBe(true);
  });

  test("knows environments as the API does", async () => {
    const answer = await people.reader.get(`/console/v1/o/${ours}`);
    expect(answer.body["environments"]?.map((each) => String(each["slug"]))).toEqual(["live", "sandbox"]);
    const unknown = await people.admin.get(`/console/v1/o/${ours}/e/nowhere/engines`);
    expect(unknown.body).toMatchObject({ code: "not_found" });
  });
});

test("a reader finds nothing that the lists refuse, and no reach of an organization key (CON-40)", async () => {
  const base = `/console/v1/o/${ours}`;
  const made = await people.admin.send("POST", `${base}/keys`, { environment: "live", label: "com key" });
  const found = await people.reader.get(`${base}/find?text=com`);
  expect(found.body).toEqual({ found: [] });
  expect((await people.admin.get(`${base}/find?text=com`)).text).toContain("com key");
  const reach = `${base}/keys/${String(made.body["key_id"])}/reach`;
  expect((await people.reader.get(reach)).body).toMatchObject({ code: "not_found" });
  expect((await people.admin.get(reach)).status).toBe(200);
});

test.each([
  ["an environment with U+0000", "POST", "/keys", { environment: "live\u0000" }],
  ["a status that no answer has", "GET", "/e/live/refusals?status=32768", undefined],
] as const)("%s is refused by its field and not a failure (CON-80)", async (_what, method, path, body) => {
  const answer = await people.admin.send(method, `/console/v1/o/${ours}${path}`, body);
  expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_request"]);
});

describe("members", () => {
  test("are added with a link where they have no account, and nobody adds themself (CON-32)", async () => {
    const path = `/console/v1/o/${ours}/members`;
    const body = { email: "new@example.com", name: "New", role: "reader" };
    const added = await people.admin.send("POST", path, body);
    expect([added.status, String(added.body["link"]).includes("/welcome#")]).toEqual([201, true]);
    const again = await people.admin.send("POST", path, { ...body, role: "developer" });
    expect([again.status, again.body["link"]]).toEqual([201, null]);
    const foreign = await people.admin.send("POST", path, { email: people.owner.email, name: "Owner", role: "reader" });
    expect(foreign.body).toMatchObject({ code: "person_exists" });
    const self = await people.owner.send("POST", path, { email: people.owner.email, name: "Me", role: "admin" });
    expect(self.body).toMatchObject({ code: "role_too_high" });
    const stranger = await people.admin.send("DELETE", `${path}/${people.owner.personId}`);
    expect(stranger.body).toMatchObject({ code: "not_found" });
  });
});
