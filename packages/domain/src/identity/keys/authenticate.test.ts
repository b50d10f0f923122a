import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { fakeClock, tcpProxy, testDatabase, type TcpProxy, testOperator, openTestDatabase } from "@service/testing";
import { openBatchers, type WholeDeps } from "../../open-deps.ts";
import { createEnvironment } from "../environments/index.ts";
import { createOrganization, setOrganization } from "../organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import {
  authenticate,
  createOrganizationKey,
  createScopedKey,
  listKeys,
  listScopedKeys,
  revokeKey,
  revokeScopedKey,
} from "./index.ts";

const clock = fakeClock();
let deps: TestDeps;
let organizationId: string;

beforeAll(async () => {
  deps = await openTestDeps({ clock });
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
  await createEnvironment(deps, { ...testOperator, organizationId }, { slug: "staging_eu" });
});
afterAll(() => deps.close());

const organizationKey = (environmentSlug = "live") =>
  createOrganizationKey(deps, testOperator, { organizationId, environmentSlug });
const scopedKey = (capabilities: string[] = []) =>
  createScopedKey(deps, testOperator, { organizationId, environmentSlug: "live", engineSlugs: [], capabilities });

describe("shapes of keys", () => {
  test("an organization key is svc_, the environment's slug, _ and 64 hex characters (KEY-5)", async () => {
    const { apiKey, environment } = await organizationKey("staging_eu");
    expect(apiKey).toMatch(/^svc_staging_eu_[0-9a-f]{64}$/);
    expect(environment).toBe("staging_eu");
  });

  test("a scoped key is svcsk_v1_, 24 hex characters of id, _ and a secret of 43 characters (KEY-6)", async () => {
    const { apiKey, keyId } = await scopedKey();
    expect(apiKey).toMatch(/^svcsk_v1_[0-9a-f]{24}_[A-Za-z0-9_-]{43}$/);
    expect(apiKey.split("_")[2]).toBe(keyId);
  });

  test("the database never contains a key or its secret (KEY-8)", async () => {
    const { apiKey } = await organizationKey();
    const { apiKey: scoped } = await scopedKey();
    const { rows } = await deps.db.pool.query<{ text: string }>(
      "select (select json_agg(k) from organization_keys k)::text || (select json_agg(k) from scoped_keys k)::text as text",
    );
    expect(rows[0]?.text).not.toContain(apiKey.slice(-64));
    expect(rows[0]?.text).not.toContain(scoped.slice(-43));
  });
});

describe("authentication", () => {
  test("an organization key yields its organization, environment and settings", async () => {
    await setOrganization(deps, testOperator, organizationId, { requestsPerMinute: 77, recordsPosture: "shadow" });
    const { apiKey, keyId } = await organizationKey("staging_eu");
    expect(await authenticate(deps, apiKey)).toMatchObject({
      kind: "organization_key",
      id: keyId,
      organizationId,
      environmentSlug: "staging_eu",
      isLive: false,
      organization: { requestsPerMinute: 77, recordsPosture: "shadow" },
    });
  });

  test("a new key works immediately, even when it was presented before it existed (KEY-33)", async () => {
    await expect(authenticate(deps, `svc_live_${"0".repeat(64)}`)).rejects.toMatchObject({ code: "unauthorized" });
    const { apiKey } = await organizationKey();
    expect(await authenticate(deps, apiKey)).toMatchObject({ kind: "organization_key", isLive: true });
  });

  test.each([
    ["nothing", undefined],
    ["an empty token", ""],
    ["another word", "hello"],
    ["an unknown organization key", `svc_live_${"a".repeat(64)}`],
    ["upper case hex", `svc_live_${"A".repeat(64)}`],
    ["a truncated organization key", `svc_live_${"a".repeat(63)}`],
    ["an unknown scoped key", `svcsk_v1_${"a".repeat(24)}_${"b".repeat(43)}`],
    ["a malformed scoped key", "svcsk_v1_short"],
    ["a scoped key of another version", `svcsk_v2_${"a".repeat(24)}_${"b".repeat(43)}`],
    ["a megabyte", "svc_".repeat(250_000)],
  ])("%s is unauthorized", async (_name, bearer) => {
    await expect(authenticate(deps, bearer)).rejects.toMatchObject({ code: "unauthorized", status: 401 });
  });

  test("the right id of a scoped key with another secret is unauthorized (KEY-6)", async () => {
    const { keyId } = await scopedKey();
    await expect(authenticate(deps, `svcsk_v1_${keyId}_${"x".repeat(43)}`)).rejects.toMatchObject({
      code: "unauthorized",
    });
  });

  test("the same key under another environment's slug is unauthorized (KEY-5)", async () => {
    const { apiKey } = await organizationKey("staging_eu");
    await expect(authenticate(deps, apiKey.replace("staging_eu", "live"))).rejects.toMatchObject({
      code: "unauthorized",
    });
  });

  test("a revoked scoped key is refused on the next request (KEY-30)", async () => {
    const { apiKey, keyId } = await scopedKey();
    expect(await authenticate(deps, apiKey)).toMatchObject({ kind: "scoped_key" });
    await revokeScopedKey(deps, testOperator, "every", keyId);
    await expect(authenticate(deps, apiKey)).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("a revoked organization key is refused once its two-second cache entry expires (KEY-31)", async () => {
    const { apiKey, keyId } = await organizationKey();
    await authenticate(deps, apiKey);
    await revokeKey(deps, testOperator, "every", keyId);
    clock.advance(1_999);
    expect(await authenticate(deps, apiKey)).toMatchObject({ id: keyId });
    clock.advance(1);
    await expect(authenticate(deps, apiKey)).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("a clock that is set back does not stretch the 60 seconds (KEY-34)", async () => {
    const { apiKey, keyId } = await organizationKey();
    await authenticate(deps, apiKey);
    await revokeKey(deps, testOperator, "every", keyId);
    clock.advance(-1);
    await expect(authenticate(deps, apiKey)).rejects.toMatchObject({ code: "unauthorized" });
    clock.advance(1);
  });

  test("a hundred concurrent requests each get their own caller", async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => scopedKey(["runs:read"])));
    const callers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => authenticate(deps, keys[index % keys.length]?.apiKey)),
    );
    callers.forEach((caller, index) => expect(caller.id).toBe(keys[index % keys.length]?.keyId));
  });
});

describe("an unreachable database", () => {
  let proxy: TcpProxy;
  let cut: WholeDeps;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await testDatabase();
    drop = database.drop;
    proxy = await tcpProxy({ port: Number(new URL(database.url).port) });
    const db = openTestDatabase(proxy.through(database.url));
    cut = { ...deps, db, ...openBatchers({ ...deps, db }) };
  });
  afterAll(async () => {
    await cut.db.close();
    await proxy.close();
    await drop();
  });

  test("answers auth_unavailable, except for an organization key read in the last 60 seconds (KEY-32)", async () => {
    const owner = (await createOrganization(cut, testOperator, { name: "Cut off" })).id;
    const issued = await createOrganizationKey(cut, testOperator, { organizationId: owner, environmentSlug: "live" });
    const unread = await createOrganizationKey(cut, testOperator, { organizationId: owner, environmentSlug: "live" });
    const scoped = await createScopedKey(cut, testOperator, {
      organizationId: owner,
      environmentSlug: "live",
      engineSlugs: [],
      capabilities: [],
    });
    await authenticate(cut, issued.apiKey);
    await authenticate(cut, scoped.apiKey);
    proxy.refuse(true);

    expect(await authenticate(cut, issued.apiKey)).toMatchObject({ id: issued.keyId });
    clock.advance(49_000);
    expect(await authenticate(cut, issued.apiKey)).toMatchObject({ id: issued.keyId });
    clock.advance(2_000);
    await expect(authenticate(cut, issued.apiKey)).rejects.toMatchObject({ code: "auth_unavailable" });
    await expect(authenticate(cut, unread.apiKey)).rejects.toMatchObject({ code: "auth_unavailable", status: 503 });
    await expect(authenticate(cut, scoped.apiKey)).rejects.toMatchObject({ code: "auth_unavailable" });
    // A malformed key is refused without the database.
    await expect(authenticate(cut, "nonsense")).rejects.toMatchObject({ code: "unauthorized" });

    proxy.refuse(false);
    expect(await authenticate(cut, unread.apiKey)).toMatchObject({ id: unread.keyId });
  });
});

describe("issuing", () => {
  test("former capability names are stored under their current names (KEY-22)", async () => {
    const { apiKey, capabilities } = await scopedKey(["book:read", "book:analyze", "records:read"]);
    expect(capabilities).toEqual(["records:read", "records:analyze"]);
    const caller = await authenticate(deps, apiKey);
    expect(caller.kind === "scoped_key" && [...caller.capabilities]).toEqual(["records:read", "records:analyze"]);
  });

  test.each(["engines:manage", "runs:trace", "nothing:at_all"])(
    "%s can never be on a key (KEY-20, KEY-21)",
    async (name) => {
      await expect(scopedKey([name])).rejects.toMatchObject({ code: "invalid_request" });
    },
  );

  test("unknown organizations, environments and engines each have their own code", async () => {
    const nobody = "00000000-0000-4000-8000-000000000000";
    await expect(
      createOrganizationKey(deps, testOperator, { organizationId: nobody, environmentSlug: "live" }),
    ).rejects.toMatchObject({ code: "not_found" });
    await expect(
      createOrganizationKey(deps, testOperator, { organizationId: "not-a-uuid", environmentSlug: "live" }),
    ).rejects.toMatchObject({ code: "not_found" });
    await expect(organizationKey("nowhere")).rejects.toMatchObject({ code: "environment_not_found" });
    await expect(
      createScopedKey(deps, testOperator, {
        organizationId,
        environmentSlug: "live",
        engineSlugs: ["none"],
        capabilities: [],
      }),
    ).rejects.toMatchObject({ code: "engine_not_found" });
    await expect(revokeKey(deps, testOperator, "every", "nonsense")).rejects.toMatchObject({ code: "not_found" });
    await expect(revokeScopedKey(deps, testOperator, "every", "a".repeat(24))).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("lists show everything but the key, and revoking twice keeps the first date (KEY-8, KEY-35)", async () => {
    const { keyId } = await createOrganizationKey(deps, testOperator, {
      organizationId,
      environmentSlug: "live",
      label: "portal",
    });
    const first = await revokeKey(deps, testOperator, "every", keyId);
    expect(await revokeKey(deps, testOperator, "every", keyId)).toEqual(first);
    const listed = (await listKeys(deps, organizationId)).find((key) => key.keyId === keyId);
    expect(listed).toMatchObject({ environment: "live", label: "portal", revokedAt: first.revokedAt });
    const scoped = await scopedKey(["graph:read"]);
    expect((await listScopedKeys(deps, organizationId)).find((key) => key.keyId === scoped.keyId)).toMatchObject({
      capabilities: ["graph:read"],
      engines: [],
      revokedAt: null,
    });
  });
});
