import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parseJsonObject } from "@service/json";
import { createAddressGuard } from "@service/outgoing";
import { seedDeliveries, testOperator } from "@service/testing";
import {
  createEngine,
  publish,
  readConfig,
  readRelease,
  saveConfig,
  updateEngine,
  validateConfig,
  findEngine,
} from "../../engines/engines/index.ts";
import { createEndpoint, deleteEndpoint, rotateSecret, updateEndpoint } from "../../events/webhook-endpoints/index.ts";
import {
  cancelRecovery,
  listDeliveriesForOperator,
  resendDelivery,
  startRecovery,
  testEndpoint,
} from "../../outward/deliveries/index.ts";
import { readAnnotation, readOutcome, recordAnnotation, recordOutcome } from "../../runs/outcomes/index.ts";
import { cancelRun, readRun } from "../../runs/runs/index.ts";
import { createWorld, type World } from "../../runs/runs/test-kit.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { withGates } from "../../testing/with-gates.ts";
import { type ActionName, decide, permissionsOf, type Principal } from "../access/index.ts";
import { listChanges } from "../audit/index.ts";
import { createEnvironment, deleteEnvironment, updateEnvironment } from "../environments/index.ts";
import { createOrganizationKey, createScopedKey, listScopedKeys, revokeKey, revokeScopedKey } from "../keys/index.ts";
import { setOrganization, showOrganization } from "../organizations/index.ts";

let deps: TestDeps;
let world: World;
/** What an act left for a later one. */
const made = { key: "", scopedKey: "", run: "", endpoint: "", recovery: "" };

beforeAll(async () => {
  deps = await openTestDeps();
  world = await createWorld(deps);
});
afterAll(() => deps.close());

const ids = { admin: randomUUID(), reader: randomUUID(), operator: randomUUID() };

function person(role: keyof typeof ids): Principal<"person"> {
  const member = role === "operator" ? null : role;
  const installation = role === "operator" ? role : null;
  const permissions = permissionsOf({ installation, member, isOpened: false });
  return { ...world.live, kind: "person", id: `person:${ids[role]}`, permissions };
}

const guard = createAddressGuard({ allowedCidrs: [], deniedHosts: [] });
const slug = "made-by-a-person";
type Act = readonly [ActionName, (who: Principal<"person">) => Promise<unknown>];

async function labelled(who: Principal<"person">) {
  const run = await readRun(deps, who, made.run);
  if (run === null) throw new Error("the run is gone");
  return { caller: who, principal: undefined, run };
}

/** What an admin of an organization does in the console, in an order in which each finds what it needs. */
const actsOfAdmins: readonly Act[] = [
  [
    "keys.create",
    async (who) => {
      made.key = (await createOrganizationKey(deps, who, { ...who, environmentSlug: "sandbox" })).keyId;
    },
  ],
  ["keys.revoke", (who) => revokeKey(deps, who, who, made.key)],
  ["scopedKeys.list", (who) => listScopedKeys(deps, who.organizationId)],
  ["organizations.show", (who) => showOrganization(deps, who.organizationId)],
  ["environments.create", (who) => createEnvironment(deps, who, { slug: "trial" })],
  ["environments.update", (who) => updateEnvironment(deps, who, "trial", { name: "Trial" })],
  ["environments.delete", (who) => deleteEnvironment(deps, who, "trial")],
  ["engines.create", (who) => createEngine(deps, who, { slug, label: "E", description: "", engineType: "comparison" })],
  [
    "engines.config.save",
    async (who) => {
      const { draft } = await readConfig(deps, who, slug);
      return saveConfig(deps, who, slug, parseJsonObject(draft));
    },
  ],
  ["engines.config.validate", (who) => validateConfig(deps, who, slug, undefined)],
  ["engines.versions.publish", (who) => publish(deps, who, slug, {})],
  [
    "engines.versions.read",
    async (who) => {
      const engine = await findEngine(deps, who, slug);
      if (engine === null) throw new Error("the engine is gone");
      expect(await readRelease(deps, engine, "1.0")).toMatchObject({ releasedBy: who.id });
    },
  ],
  ["engines.update", (who) => updateEngine(deps, who, slug, { status: "archived" })],
  [
    "runs.submit",
    async (who) => {
      made.run = (await world.submit({ caller: who })).runId;
    },
  ],
  [
    "outcomes.annotations.record",
    async (who) =>
      recordAnnotation(deps, await labelled(who), readAnnotation({ event_id: randomUUID(), label: "useful" })),
  ],
  [
    "outcomes.record",
    async (who) =>
      recordOutcome(deps, await labelled(who), readOutcome({ event_id: randomUUID(), event_type: "lost" })),
  ],
  ["runs.cancel", (who) => cancelRun(deps, who, { runId: made.run, reason: "not needed", cancelledBy: who.id })],
  [
    "webhooks.create",
    async (who) => {
      const request = { url: "https://hooks.example.com/", events: ["run.completed"] as const };
      const resolve = async () => ["93.184.216.34"];
      made.endpoint = (await createEndpoint(deps, { owner: who, guard, request, resolve })).endpoint.id;
    },
  ],
  [
    "webhooks.update",
    (who) => updateEndpoint(deps, { owner: who, guard, endpointId: made.endpoint, patch: { description: "Ours" } }),
  ],
  ["webhooks.rotateSecret", (who) => rotateSecret(deps, { owner: who, endpointId: made.endpoint })],
  ["webhooks.test", (who) => testEndpoint(deps, who, made.endpoint)],
  [
    "webhooks.resend",
    async (who) => {
      const owner = { ...who, ...testOperator };
      await seedDeliveries(deps.db, { owner, endpointId: made.endpoint, count: 1, state: "dead_letter" });
      const [dead] = await listDeliveriesForOperator(deps, who, { state: "dead_letter" });
      return resendDelivery(deps, { owner: who, endpointId: made.endpoint, deliveryId: dead?.id ?? "" });
    },
  ],
  [
    "webhooks.recover",
    async (who) => {
      const since = new Date(Date.now() - 60_000);
      made.recovery = (await startRecovery(deps, { owner: who, endpointId: made.endpoint, since })).id;
    },
  ],
  [
    "webhooks.cancelRecovery",
    (who) => cancelRecovery(deps, { owner: who, endpointId: made.endpoint, recoveryId: made.recovery }),
  ],
  ["webhooks.delete", (who) => deleteEndpoint(deps, who, made.endpoint)],
];

/** What the contract calls the service's: for people of the installation. */
const actsOfOperators: readonly Act[] = [
  [
    "scopedKeys.create",
    async (who) => {
      const request = { ...who, engineSlugs: [world.slug], capabilities: ["runs:write"] };
      made.scopedKey = (await createScopedKey(deps, who, request)).keyId;
    },
  ],
  ["scopedKeys.revoke", (who) => revokeScopedKey(deps, who, who, made.scopedKey)],
  ["organizations.set", (who) => setOrganization(deps, who, who.organizationId, { requestsPerMinute: 601 })],
];

/** Reads, and acts that are records themselves: runs and deliveries. */
const withoutAudit = new Set<ActionName>([
  "engines.config.validate",
  "engines.versions.read",
  "organizations.show",
  "scopedKeys.list",
  "runs.submit",
  "runs.cancel",
  "webhooks.test",
  "webhooks.resend",
]);

describe.each([
  ["admin", actsOfAdmins],
  ["operator", actsOfOperators],
] as const)("a person as %s", (role, acts) => {
  test("may do each act, and stands in the audit log as its author (CON-40, CON-41)", async () => {
    const who = person(role);
    await withGates(deps, async () => {
      for (const [action, act] of acts) {
        expect([action, decide(who, action)]).toEqual([action, { kind: "allowed" }]);
        await act(who);
      }
    });
    const { changes } = await listChanges(deps, { organizationId: world.organizationId });
    const audited = acts.map(([action]) => action).filter((action) => !withoutAudit.has(action));
    const mine = changes.filter(({ principalId }) => principalId === who.id);
    expect(mine.map(({ action }) => action).toReversed()).toEqual(audited);
    expect(new Set(mine.map(({ principalKind }) => principalKind))).toEqual(new Set(["person"]));
  });

  test("has acts that a reader is refused, but for labels (CON-40)", () => {
    const allowed = acts.filter(([action]) => decide(person("reader"), action).kind === "allowed");
    expect(allowed.map(([action]) => action)).toEqual(
      role === "admin" ? ["outcomes.annotations.record", "outcomes.record"] : [],
    );
  });
});

test("what a person made names the person as its author (CON-41)", async () => {
  const { rows } = await deps.db.pool.query<Record<string, string>>(
    `select e.draft_updated_by, r.key_id, r.submitter, o.key_id as outcome_by, a.key_id as annotation_by
       from engines e, runs r join run_outcomes o on o.run_id = r.id join run_annotations a on a.run_id = r.id
      where e.slug = $1 and r.id = $2`,
    [slug, made.run],
  );
  expect(rows).toHaveLength(1);
  expect(new Set(Object.values(rows[0] ?? {}))).toEqual(new Set([`person:${ids.admin}`]));
});
