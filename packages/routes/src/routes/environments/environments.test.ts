import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createSource, disableSource } from "@service/domain/inbound";
import { revokeKey, revokeScopedKey } from "@service/domain/keys";
import { testOperator } from "@service/testing";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let ours: TestOrganization;

beforeAll(async () => {
  api = await startTestApi();
  ours = await api.organization();
});
afterAll(() => api.stop());

const slugs = async (organization: TestOrganization) =>
  (await organization.organization.get("/environments")).body["environments"]?.map((line) => String(line["slug"]));

describe("who may call", () => {
  test("every scoped key is refused on every environment route (ENV-2, KEY-12)", async () => {
    const scoped = await ours.scoped(["engines:read", "webhooks:manage"]);
    for (const answer of [
      await scoped.get("/environments"),
      await scoped.post("/environments", { slug: "mine" }),
      await scoped.patch("/environments/sandbox", { name: "Mine" }),
      await scoped.delete("/environments/sandbox"),
    ]) {
      expect([answer.status, answer.body["code"]]).toEqual([403, "insufficient_capability"]);
    }
    expect(await slugs(ours)).toEqual(["live", "sandbox"]);
  });

  test("an organization key of a sandbox manages the environments of its organization too, and of no other (ENV-2)", async () => {
    expect((await ours.sandbox.get("/environments")).status).toBe(200);
    const theirs = await api.organization();
    await theirs.organization.post("/environments", { slug: "theirs" });
    const renamed = await ours.organization.patch("/environments/theirs", { name: "Taken over" });
    expect([renamed.status, renamed.body["code"]]).toEqual([404, "environment_not_found"]);
    expect((await ours.organization.delete("/environments/theirs")).body["code"]).toBe("environment_not_found");
  });
});

describe("creating", () => {
  test("answers 201 with the environment; the name defaults to the slug (ENV-5, ENV-6)", async () => {
    const organization = await api.organization();
    const answer = await organization.organization.post("/environments", { slug: "staging_2" });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ slug: "staging_2", name: "staging_2", kind: "sandbox" });
    expect(await slugs(organization)).toEqual(["live", "sandbox", "staging_2"]);
  });

  test.each([
    [{}, "environment_slug_invalid"],
    [{ slug: "" }, "environment_slug_invalid"],
    [{ slug: "Staging" }, "environment_slug_invalid"],
    [{ slug: "with-hyphen" }, "environment_slug_invalid"],
    [{ slug: "a".repeat(17) }, "environment_slug_invalid"],
    [{ slug: 7 }, "environment_slug_invalid"],
    [{ slug: "live" }, "environment_slug_reserved"],
    [{ slug: "nexio" }, "environment_slug_reserved"],
    [{ slug: "sandbox" }, "environment_slug_taken"],
    [{ slug: "named", name: "" }, "environment_name_invalid"],
    [{ slug: "named", name: "é".repeat(33) }, "environment_name_invalid"],
    [{ slug: "named", colour: "red" }, "invalid_request"],
    ["{", "invalid_request"],
  ])("%j is refused with %s (ENV-3)", async (body, code) => {
    const answer = await ours.organization.post("/environments", body);
    expect([answer.status, answer.body["code"]]).toEqual([400, code]);
  });

  test("a name of exactly 64 bytes is accepted (ENV-5, PLAT-38)", async () => {
    const organization = await api.organization();
    const answer = await organization.organization.post("/environments", { slug: "named", name: "é".repeat(32) });
    expect(answer.status).toBe(201);
  });

  test("never more than five sandboxes, even when created concurrently (ENV-1)", async () => {
    const organization = await api.organization();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        organization.organization.post("/environments", { slug: `box_${index}` }),
      ),
    );
    // One sandbox exists from the start.
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(4);
    expect(new Set(answers.filter((answer) => answer.status !== 201).map((answer) => answer.body["code"]))).toEqual(
      new Set(["environment_limit_reached"]),
    );
    expect(await slugs(organization)).toHaveLength(6);
  });

  test("one slug created twice concurrently exists once (ENV-4)", async () => {
    const organization = await api.organization();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => organization.organization.post("/environments", { slug: "twice" })),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400]);
  });
});

describe("renaming", () => {
  test("changes the name, of live too (ENV-7)", async () => {
    const organization = await api.organization();
    for (const slug of ["live", "sandbox"]) {
      const answer = await organization.organization.patch(`/environments/${slug}`, { name: "Production EU" });
      expect([answer.status, answer.body["name"]]).toEqual([200, "Production EU"]);
    }
  });

  test.each([
    [{}, "environment_name_invalid"],
    [{ name: "x".repeat(65) }, "environment_name_invalid"],
    [{ name: "fine", slug: "other" }, "invalid_request"],
  ])("%j is refused with %s", async (body, code) => {
    const answer = await ours.organization.patch("/environments/sandbox", body);
    expect([answer.status, answer.body["code"]]).toEqual([400, code]);
  });

  test("a slug in the place of the name is named in the message, and so is U+0000 (PLAT-37, PLAT-39)", async () => {
    const messageOf = async (body: object) =>
      String((await ours.organization.patch("/environments/sandbox", body)).body["message"]);
    expect(await messageOf({ slug: "other" })).toContain("name is required. slug is not a field of this request.");
    expect(await messageOf({ name: "a\u0000b" })).toContain("name must not hold the character U+0000.");
  });

  test("an unknown slug is not found (ENV-7)", async () => {
    const answer = await ours.organization.patch("/environments/no-such", { name: "x" });
    expect([answer.status, answer.body["code"]]).toEqual([404, "environment_not_found"]);
  });
});

describe("deleting", () => {
  test("live is refused, an unknown slug is not found (ENV-8)", async () => {
    const live = await ours.organization.delete("/environments/live");
    expect([live.status, live.body["code"]]).toEqual([400, "environment_live_immutable"]);
    const unknown = await ours.organization.delete("/environments/nothing");
    expect([unknown.status, unknown.body["code"]]).toEqual([404, "environment_not_found"]);
  });

  test("an unused environment is deleted with 204, and its slug is free again (ENV-10)", async () => {
    const organization = await api.organization();
    await organization.organization.post("/environments", { slug: "brief" });
    const answer = await organization.organization.delete("/environments/brief");
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await organization.organization.post("/environments", { slug: "brief" })).status).toBe(201);
  });

  test("unrevoked keys block; revoked ones are deleted with the environment (ENV-9)", async () => {
    const organization = await api.organization();
    await organization.organization.post("/environments", { slug: "brief" });
    const prisma = api.deps.db.prisma;
    const key = await organization.keyFor("brief");
    await organization.scoped(["runs:read"], [], "brief");
    expect((await key.get("/engines")).status).toBe(200);
    const blocked = await organization.organization.delete("/environments/brief");
    expect(blocked.status).toBe(409);
    expect(blocked.body).toMatchObject({
      code: "environment_in_use",
      blockers: { keys: 2, webhook_endpoints: 0, inbound_sources: 0, runs: 0, conversations: 0 },
    });
    const environment = { organizationId: organization.organizationId, slug: "brief" };
    for (const key of await prisma.organizationKey.findMany({ where: { environment } }))
      await revokeKey(api.deps, testOperator, "every", key.id);
    for (const key of await prisma.scopedKey.findMany({ where: { environment } }))
      await revokeScopedKey(api.deps, testOperator, "every", key.id);
    expect((await organization.organization.delete("/environments/brief")).status).toBe(204);
    // The environment is deleted only after cached reads of its keys have expired.
    expect((await key.get("/engines")).status).toBe(401);
  });

  test("webhook endpoints, enabled inbound sources and runs block, finished runs too (ENV-9)", async () => {
    const organization = await api.organization();
    const prisma = api.deps.db.prisma;
    const { body } = await organization.organization.post("/environments", { slug: "busy" });
    const environmentId = String(body["id"]);
    const { organizationId } = organization;
    const endpoint = await prisma.webhookEndpoint.create({
      data: { id: randomUUID(), organizationId, environmentId, url: "https://hooks.example.com/", events: [] },
    });
    const run = await prisma.run.create({
      data: {
        id: randomUUID(),
        organizationId,
        environmentId,
        environmentSlug: "busy",
        engineId: randomUUID(),
        engineSlug: "any",
        engineType: "comparison",
        submitter: "key",
        keyId: "key",
        requestHash: new Uint8Array(randomBytes(32)),
        status: "completed",
        completedAt: new Date(),
        fairRank: 0,
      },
    });
    const { sourceKey } = await createSource(api.deps, testOperator, {
      organizationId,
      environment: "busy",
      kind: "native",
    });
    expect((await organization.organization.delete("/environments/busy")).body).toMatchObject({
      blockers: { keys: 0, webhook_endpoints: 1, inbound_sources: 1, runs: 1, conversations: 0 },
    });
    await prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { deletedAt: new Date() } });
    await prisma.run.delete({ where: { id: run.id } });
    await disableSource(api.deps, testOperator, { organizationId, sourceKey });
    expect((await organization.organization.delete("/environments/busy")).status).toBe(204);
  });
});

describe("failures", () => {
  test("an unexpected storage failure has the code of its route (PLAT-27)", async () => {
    await api.deps.db.pool.query("alter table environments rename column name to title");
    try {
      const listed = await ours.organization.get("/environments");
      expect([listed.status, listed.body["code"]]).toEqual([500, "list_environments_failed"]);
      const created = await ours.organization.post("/environments", { slug: "fresh" });
      expect([created.status, created.body["code"]]).toEqual([500, "environment_operation_failed"]);
    } finally {
      await api.deps.db.pool.query("alter table environments rename column title to name");
    }
  });
});
