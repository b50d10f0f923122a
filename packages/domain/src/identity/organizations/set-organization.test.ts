import { randomBytes, randomUUID } from "node:crypto";
import { testOperator } from "@service/testing";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import {
  createOrganization,
  listOrganizations,
  openAssertionSecret,
  setOrganization,
  showOrganization,
} from "./index.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

const newOrganization = async () => (await createOrganization(deps, testOperator, { name: "Harborline" })).id;

test("an organization is created with its live environment (ENV-1)", async () => {
  const id = await newOrganization();
  expect(await showOrganization(deps, id)).toMatchObject({ id, name: "Harborline", environments: ["live"] });
  expect((await listOrganizations(deps)).map((organization) => organization.id)).toContain(id);
});

test("settings left out stay, and null removes a cap (OPS-28)", async () => {
  const id = await newOrganization();
  await setOrganization(deps, testOperator, id, {
    requestsPerMinute: 5,
    maxRunning: 3,
    deliverySetup: "per_correction",
  });
  await setOrganization(deps, testOperator, id, { maxRunning: null, analysesEnabled: true });
  expect(await showOrganization(deps, id)).toMatchObject({
    requestsPerMinute: 5,
    maxRunning: null,
    deliverySetup: "per_correction",
    analysesEnabled: true,
    recordsPosture: "off",
  });
});

test("concurrent changes of different settings are both kept (OPS-28)", async () => {
  const id = await newOrganization();
  await Promise.all([
    setOrganization(deps, testOperator, id, { requestsPerMinute: 11 }),
    setOrganization(deps, testOperator, id, { recordsPosture: "lit" }),
    setOrganization(deps, testOperator, id, { maxRunning: 9 }),
  ]);
  expect(await showOrganization(deps, id)).toMatchObject({
    requestsPerMinute: 11,
    recordsPosture: "lit",
    maxRunning: 9,
  });
});

test("the assertion secret is stored sealed, for its own organization only (KEY-41)", async () => {
  const id = await newOrganization();
  const secret = "a secret of theirs, of 32 letters and more";
  expect(await setOrganization(deps, testOperator, id, { assertionSecret: secret })).toMatchObject({
    verifiesAssertions: true,
  });
  const row = await deps.db.prisma.organization.findUniqueOrThrow({ where: { id } });
  const sealed = row.assertionSecret ?? "";
  expect(sealed).not.toContain(secret);
  expect(openAssertionSecret(deps.secrets, id, sealed)).toBe(secret);
  expect(() => openAssertionSecret(deps.secrets, randomUUID(), sealed)).toThrow("does not belong here");
  expect(await setOrganization(deps, testOperator, id, { assertionSecret: null })).toMatchObject({
    verifiesAssertions: false,
  });
});

test("a cap set in mid-month counts the live runs the month already has (RUN-92)", async () => {
  const id = await newOrganization();
  const live = await deps.db.prisma.environment.findFirstOrThrow({ where: { organizationId: id } });
  for (const testScenario of [null, null, "completed"]) {
    await deps.db.prisma.run.create({
      data: {
        id: randomUUID(),
        organizationId: id,
        environmentId: live.id,
        environmentSlug: "live",
        engineId: randomUUID(),
        engineSlug: "any",
        engineType: "comparison",
        submitter: "key",
        keyId: "key",
        requestHash: new Uint8Array(randomBytes(32)),
        status: "queued",
        fairRank: 0,
        testScenario,
      },
    });
  }
  await setOrganization(deps, testOperator, id, { monthlyRunCap: 10 });
  const usage = await deps.db.prisma.runUsage.findMany({ where: { organizationId: id } });
  expect(usage.map(({ used }) => used)).toEqual([2]);
});

test.each([
  { requestsPerMinute: 0 },
  { requestsPerMinute: 1.5 },
  { monthlyRunCap: -1 },
  { maxRunning: 0 },
  { assertionSecret: "" },
])("a setting outside its bounds is refused and changes nothing: %j", async (changes) => {
  const id = await newOrganization();
  await expect(setOrganization(deps, testOperator, id, { recordsPosture: "lit", ...changes })).rejects.toMatchObject({
    code: "invalid_request",
  });
  expect(await showOrganization(deps, id)).toMatchObject({ recordsPosture: "off" });
});

test("an unknown organization and an empty name are refused", async () => {
  await expect(showOrganization(deps, randomUUID())).rejects.toMatchObject({ code: "not_found" });
  await expect(setOrganization(deps, testOperator, "nonsense", {})).rejects.toMatchObject({ code: "not_found" });
  await expect(createOrganization(deps, testOperator, { name: "  " })).rejects.toMatchObject({
    code: "invalid_request",
  });
});
