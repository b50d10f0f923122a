import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { limits } from "@service/contract";
import { testOperator } from "@service/testing";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

// Publishing runs real gates, in a thread that starts with the first gate.
let api: TestApi;
let ours: TestOrganization;

beforeAll(async () => {
  api = await startTestApi();
  ours = await api.organization();
  for (const slug of ["quotes", "accounts"]) await ours.organization.post("/engines", newEngine({ slug }));
});
afterAll(() => api.stop());

const newEngine = (changes: object = {}) => ({
  slug: "proposal-review",
  label: "Proposal review",
  description: "",
  engine_type: "comparison",
  ...changes,
});

describe("creating", () => {
  test("answers 201 with an active engine whose draft is the preset and which has no release (ENG-3)", async () => {
    const organization = await api.organization();
    const answer = await organization.organization.post(
      "/engines",
      newEngine({ group_key: "ignored", colour: "ignored" }),
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ slug: "proposal-review", status: "active", group_key: "" });
    const config = await organization.organization.get("/engines/proposal-review/config");
    expect(config.body["config"]).toEqual(config.body["preset"]);
    expect((await organization.organization.get("/engines/proposal-review/versions")).body).toEqual({ versions: [] });
  });

  test.each([
    [{ slug: "ab" }, 400, "invalid_request"],
    [{ slug: "a".repeat(51) }, 400, "invalid_request"],
    [{ slug: "-starts" }, 400, "invalid_request"],
    [{ slug: "Upper" }, 400, "invalid_request"],
    [{ slug: "under_score" }, 400, "invalid_request"],
    [{ label: "" }, 400, "invalid_request"],
    [{ label: "x".repeat(121) }, 400, "invalid_request"],
    [{ label: "  \t\u00a0" }, 400, "invalid_request"],
    [{ description: "x".repeat(2_001) }, 400, "invalid_request"],
    [{ description: null }, 400, "invalid_request"],
    [{ engine_type: undefined }, 400, "invalid_request"],
    [{ engine_type: "astrology" }, 400, "invalid_engine_type"],
    [{ slug: "quotes" }, 409, "engine_slug_conflict"],
  ])("%j is refused with %i %s (ENG-2, ENG-4)", async (changes, status, code) => {
    const answer = await ours.organization.post("/engines", newEngine(changes));
    expect([answer.status, answer.body["code"]]).toEqual([status, code]);
  });

  test("lengths count code points, so 120 characters outside the BMP are a label (ENG-2, PLAT-38)", async () => {
    const answer = await ours.organization.post(
      "/engines",
      newEngine({ slug: "code-points", label: "🙂".repeat(120) }),
    );
    expect(answer.status).toBe(201);
  });

  test("a body over 256 KiB and malformed JSON are invalid requests", async () => {
    const large = await ours.organization.post(
      "/engines",
      newEngine({ description: "x".repeat(limits.jsonBodyBytes) }),
    );
    expect([large.status, large.body["code"]]).toEqual([400, "invalid_request"]);
    expect((await ours.organization.post("/engines", "{")).body["code"]).toBe("invalid_request");
  });

  test("one slug created many times concurrently exists once (ENG-5)", async () => {
    const organization = await api.organization();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => organization.organization.post("/engines", newEngine())),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body["code"]).toBe("engine_slug_conflict");
  });

  test("an organization has at most 200 engines (ENG-6)", async () => {
    const organization = await api.organization();
    await organization.organization.post("/engines", newEngine());
    await api.deps.db.pool.query(
      `insert into engines (id, organization_id, slug, label, description, engine_type, draft, draft_config_hash, draft_updated_by)
       select gen_random_uuid(), organization_id, 'engine-' || n, label, '', engine_type, draft, draft_config_hash, ''
       from engines, generate_series(1, $2) n where organization_id = $1`,
      [organization.organizationId, limits.enginesPerOrganization - 1],
    );
    const answer = await organization.organization.post("/engines", newEngine({ slug: "one-more" }));
    expect([answer.status, answer.body["code"]]).toEqual([409, "engine_limit_reached"]);
  });
});

describe("who may read and write", () => {
  test("a scoped key lists and reads the engines it is bound to, and no others (ENG-7, KEY-14)", async () => {
    const bound = await ours.scoped(["engines:read"], ["quotes"]);
    const listed = await bound.get("/engines");
    expect(listed.body["engines"]?.map((engine) => engine["slug"])).toEqual(["quotes"]);
    expect((await bound.get("/engines/quotes")).status).toBe(200);
    expect((await bound.get("/engines/quotes/config")).status).toBe(200);
    const other = await bound.get("/engines/accounts");
    expect([other.status, other.body["code"]]).toEqual([403, "engine_binding_forbidden"]);
  });

  test("a scoped key bound to no engine lists none and reads none (KEY-15)", async () => {
    const unbound = await ours.scoped(["engines:read"]);
    expect((await unbound.get("/engines")).body).toEqual({ engines: [] });
    expect((await unbound.get("/engines/quotes")).body["code"]).toBe("engine_binding_forbidden");
  });

  test("a scoped key without engines:read is refused, and no scoped key writes (KEY-11, KEY-12)", async () => {
    const without = await ours.scoped(["runs:read"], ["quotes"]);
    for (const path of [
      "/engines",
      "/engines/quotes",
      "/engines/quotes/config",
      "/engines/quotes/versions",
      "/engines/quotes/versions/1.0",
    ]) {
      const answer = await without.get(path);
      expect([path, answer.status, answer.body["code"]]).toEqual([path, 403, "insufficient_capability"]);
    }
    const reader = await ours.scoped(["engines:read"], ["quotes"]);
    for (const answer of [
      await reader.post("/engines", newEngine({ slug: "mine" })),
      await reader.patch("/engines/quotes", { label: "Mine" }),
      await reader.put("/engines/quotes/config", { config: {} }),
      await reader.post("/engines/quotes/config/validate", {}),
      await reader.post("/engines/quotes/versions", {}),
    ]) {
      expect([answer.status, answer.body["code"]]).toEqual([403, "insufficient_capability"]);
    }
  });

  test("an engine of another organization does not exist (KEY-16)", async () => {
    const theirs = await api.organization();
    for (const answer of [
      await theirs.organization.get("/engines/quotes"),
      await theirs.organization.patch("/engines/quotes", { label: "Mine" }),
      await theirs.organization.get("/engines/quotes/config"),
      await theirs.organization.put("/engines/quotes/config", { config: {} }),
      await theirs.organization.post("/engines/quotes/config/validate", {}),
      await theirs.organization.get("/engines/quotes/versions"),
      await theirs.organization.post("/engines/quotes/versions", {}),
    ]) {
      expect([answer.status, answer.body["code"]]).toEqual([404, "engine_not_found"]);
    }
    expect((await theirs.organization.get("/engines")).body).toEqual({ engines: [] });
  });

  test("an empty slug is an invalid request on every engine route (PLAT-4)", async () => {
    for (const answer of [
      await ours.organization.get("/engines/"),
      await ours.organization.patch("/engines/", { label: "x" }),
      await ours.organization.get("/engines//config"),
      await ours.organization.put("/engines//config", { config: {} }),
      await ours.organization.get("/engines//versions"),
    ]) {
      expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_request"]);
    }
  });
});

describe("updating", () => {
  test("changes fields that are present and not null, and ignores unknown ones (ENG-9, PLAT-39)", async () => {
    const answer = await ours.organization.patch("/engines/quotes", {
      label: "Quotes",
      description: null,
      group_key: "renewals",
      slug: "ignored",
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ slug: "quotes", label: "Quotes", description: "", group_key: "renewals" });
  });

  test.each([
    {},
    { label: null },
    { colour: "red" },
    { status: "paused" },
    { label: "" },
    { label: "   " },
    { group_key: "x".repeat(65) },
  ])("%j is an invalid request (ENG-17)", async (body) => {
    const answer = await ours.organization.patch("/engines/quotes", body);
    expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_request"]);
  });

  test("an archived engine refuses saving, publishing and version reads, and comes back (ENG-10)", async () => {
    const organization = await api.organization();
    const key = organization.organization;
    await key.post("/engines", newEngine());
    const { body } = await key.get("/engines/proposal-review/config");
    expect((await key.patch("/engines/proposal-review", { status: "archived" })).body["status"]).toBe("archived");
    for (const answer of [
      await key.put("/engines/proposal-review/config", { config: body["config"] }),
      await key.post("/engines/proposal-review/config/validate", {}),
      await key.post("/engines/proposal-review/versions", {}),
      await key.get("/engines/proposal-review/versions"),
      await key.get("/engines/proposal-review/versions/1.0"),
    ]) {
      expect([answer.status, answer.body["code"]]).toEqual([403, "engine_archived"]);
    }
    expect((await key.get("/engines/proposal-review")).status).toBe(200);
    expect((await key.get("/engines/proposal-review/config")).status).toBe(200);
    expect((await key.patch("/engines/proposal-review", { status: "active" })).body["status"]).toBe("active");
    expect((await key.post("/engines/proposal-review/versions", {})).status).toBe(200);
  });
});

describe("the draft configuration", () => {
  test("is replaced as a whole and returned exactly as saved, with the key that saved it (ENG-15, ENG-16)", async () => {
    const organization = await api.organization();
    const key = organization.organization;
    await key.post("/engines", newEngine());
    const { preset } = (await key.get("/engines/proposal-review/config")).body;
    const base = {
      schema_version: preset?.["schema_version"],
      domain_key: "ours",
      response_type: "proposal_comparison",
      pack_key: preset?.["pack_key"],
      pack_version: preset?.["pack_version"],
      privacy_policy: preset?.["privacy_policy"],
      egress_manifest_version: preset?.["egress_manifest_version"],
    };
    const saved = await organization.sandbox.put("/engines/proposal-review/config", {
      config: base,
      colour: "ignored",
    });
    expect(saved.status).toBe(200);
    expect(saved.body["config"]).toEqual(base);
    expect(saved.body["preset"]).toEqual(preset);
    const [row] = (
      await api.deps.db.pool.query(
        `select k.environment_id from organization_keys k join environments e on e.id = k.environment_id
         where k.id::text = $1 and e.slug = 'sandbox'`,
        [saved.body["config_updated_by"]],
      )
    ).rows;
    expect(row).toBeDefined();
    expect((await key.get("/engines/proposal-review/config")).body).toEqual(saved.body);
  });

  test("is kept when it has changed since the revision of If-Match (ENG-21)", async () => {
    const key = (await api.organization()).organization;
    await key.post("/engines", newEngine());
    const path = "/engines/proposal-review/config";
    const read = await key.get(path);
    const headers = { "if-match": read.headers["etag"] ?? "" };
    const mine = { config: Object.assign({}, read.body["config"], { max_rows: 100 }) };
    const saved = await key.put(path, mine, { headers });
    expect([saved.status, saved.headers["etag"]]).toEqual([200, '"2"']);
    const lost = await key.put(path, { config: read.body["config"] }, { headers });
    expect([lost.status, lost.body["code"], lost.body["details"]]).toEqual([409, "revision_conflict", { revision: 2 }]);
    expect((await key.get(path)).body["config"]).toEqual(mine.config);
  });

  test("lists its problems by JSON Pointer", async () => {
    const { config } = (await ours.organization.get("/engines/quotes/config")).body;
    const answer = await ours.organization.put("/engines/quotes/config", {
      config: Object.assign({}, config, { surprise: 1, quotas: { requests_per_minute: 0 } }),
    });
    expect([answer.status, answer.body["code"]]).toEqual([400, "validation_error"]);
    const paths = answer.body["details"]?.map((issue) => String(issue["path"]));
    expect(paths).toEqual(expect.arrayContaining(["/quotas/requests_per_minute"]));
    expect((await ours.organization.get("/engines/quotes/config")).body["config"]).toEqual(config);
  });

  test.each([[{}], [{ config: null }], [{ config: [] }], [{ config: "text" }], ["{"]])(
    "%j is an invalid request",
    async (body) => {
      const answer = await ours.organization.put("/engines/quotes/config", body);
      expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_request"]);
    },
  );

  test("a registered egress manifest can be named, an unregistered one cannot", async () => {
    const { registerEgressManifest } = await import("@service/domain/engines");
    const { config } = (await ours.organization.get("/engines/quotes/config")).body;
    const named = (sha256: string) =>
      ours.organization.put("/engines/quotes/config", {
        config: Object.assign({}, config, { egress_manifest_version: sha256 }),
      });
    expect((await named("0".repeat(64))).body["code"]).toBe("validation_error");
    const manifest = JSON.stringify({
      schema_version: 1,
      destinations: ["openai_compatible"],
      rules: [{ engine_type: "comparison", path: "headline", transform: "mask" }],
    });
    const { sha256 } = await registerEgressManifest(api.deps, testOperator, { name: "headlines", text: manifest });
    expect((await named(sha256)).status).toBe(200);
    await expect(
      registerEgressManifest(api.deps, testOperator, { name: "headlines", text: manifest }),
    ).resolves.toMatchObject({
      sha256,
    });
    await expect(
      registerEgressManifest(api.deps, testOperator, { name: "headlines", text: manifest.replace("mask", "pass") }),
    ).rejects.toMatchObject({ code: "invalid_request" });
  });
});
