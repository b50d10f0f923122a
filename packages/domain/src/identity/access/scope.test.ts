import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ServiceError } from "@service/contract";
import { seedDeliveries, seedEndpoint, testOperator } from "@service/testing";
import { openConnectorAgents } from "@service/connectors";
import { recordKey } from "@service/record-families";
import { createConnection, readConnection, setConnection } from "../../book/connections/index.ts";
import { importDocuments } from "../../book/documents/index.ts";
import {
  cancelImport,
  explainRow,
  importFiles,
  listImports,
  quarantinedRows,
  reportImport,
  resumeFiles,
  showImport,
  syncConnection,
} from "../../book/imports/index.ts";
import { importRows } from "../../book/imports/test-kit.ts";
import { account } from "../../book/imports/testing/delivered-rows.ts";
import { listNotices } from "../../events/webhook-endpoints/index.ts";
import { listDeliveriesForOperator, listEndpointBacklogs } from "../../outward/deliveries/index.ts";
import { attachCorrection, listCorrections } from "../../runs/corrections/index.ts";
import { showRun } from "../../runs/runs/index.ts";
import { createWorld, insertQueuedRun, type World } from "../../runs/runs/test-kit.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { listChanges, showChange } from "../audit/index.ts";
import { createOrganizationKey, createScopedKey, revokeKey, revokeScopedKey } from "../keys/index.ts";
import { createOrganization } from "../organizations/index.ts";
import type { ScopeOrEvery } from "./scope.ts";

interface Ids {
  readonly key: string;
  readonly scopedKey: string;
  readonly change: number;
  readonly run: string;
  readonly delivery: string;
  readonly connection: string;
  readonly import: string;
}

const agents = openConnectorAgents([]);
let deps: TestDeps;
let ours: World;
let theirs: { readonly organizationId: string };
let ids: Ids;
const unknown: Ids = {
  key: randomUUID(),
  scopedKey: "a".repeat(24),
  change: 999_999_999,
  run: randomUUID(),
  delivery: randomUUID(),
  connection: randomUUID(),
  import: randomUUID(),
};

beforeAll(async () => {
  deps = await openTestDeps();
  ours = await createWorld(deps);
  const { organizationId } = ours;
  const owner = { ...ours.live, ...testOperator };
  theirs = { organizationId: (await createOrganization(deps, testOperator, { name: "Other" })).id };
  const inLive = { organizationId, environmentSlug: "live" };
  const endpointId = await seedEndpoint(deps.db, owner);
  await seedDeliveries(deps.db, { owner, endpointId, count: 1, state: "dead_letter" });
  await deps.db.pool.query(
    `insert into webhook_notices (id, organization_id, environment_id, endpoint_id, kind, episode_at)
     values (gen_random_uuid(), $1, $2, $3, 'refused', now())`,
    [organizationId, owner.environmentId, endpointId],
  );
  const [delivery] = await listDeliveriesForOperator(deps, ours, {});
  const book = await createConnection(deps, testOperator, { organizationId, name: "book", kind: "import" });
  const [change] = (await listChanges(deps, { organizationId })).changes;
  ids = {
    key: (await createOrganizationKey(deps, testOperator, inLive)).keyId,
    scopedKey: (await createScopedKey(deps, testOperator, { ...inLive, engineSlugs: [], capabilities: [] })).keyId,
    change: change?.id ?? 0,
    run: await insertQueuedRun(deps, ours),
    delivery: delivery?.id ?? "",
    connection: book.id,
    import: (await importRows(deps, book.id, [account("A1")])).importId,
  };
});
afterAll(async () => {
  agents.close();
  await deps.close();
});

/** Every verb that finds an object by its id alone. */
const byId: Record<string, (scope: ScopeOrEvery, ids: Ids) => Promise<unknown>> = {
  revokeKey: (scope, { key }) => revokeKey(deps, testOperator, scope, key),
  revokeScopedKey: (scope, { scopedKey }) => revokeScopedKey(deps, testOperator, scope, scopedKey),
  showChange: (scope, { change }) => showChange(deps, scope, change),
  showRun: (scope, { run }) => showRun(deps, scope, run),
  attachCorrection: (scope, { run: runId }) =>
    attachCorrection(deps, testOperator, scope, { runId, output: "{}", createdBy: "test" }),
  "listDeliveriesForOperator, after": (scope, { delivery }) =>
    listDeliveriesForOperator(deps, scope, { after: delivery }),
  readConnection: (scope, { connection }) => readConnection(deps.db.pool, scope, connection),
  setConnection: (scope, { connection }) => setConnection(deps, testOperator, scope, connection, { freshHours: 3 }),
  syncConnection: (scope, { connection: connectionId }) =>
    syncConnection(deps, testOperator, scope, {
      connectionId,
      isFull: false,
      accept: [],
      spoolFolder: "nowhere",
      agents,
      signal: new AbortController().signal,
    }),
  importFiles: (scope, { connection: connectionId }) =>
    importFiles(deps, testOperator, scope, { connectionId, paths: [], accept: [] }),
  resumeFiles: (scope, { import: importId }) => resumeFiles(deps, testOperator, scope, { importId }),
  cancelImport: (scope, { import: importId }) => cancelImport(deps, testOperator, scope, importId),
  listImports: (scope, { connection }) => listImports(deps, scope, connection, 10),
  showImport: (scope, { import: importId }) => showImport(deps, scope, importId),
  reportImport: (scope, { import: importId }) => reportImport(deps, scope, importId),
  quarantinedRows: (scope, { import: importId }) => quarantinedRows(deps, scope, importId).next(),
  explainRow: (scope, { connection: connectionId }) =>
    explainRow(deps, scope, { connectionId, family: "accounts", key: recordKey(connectionId, "accounts", "A1") }),
  importDocuments: (scope, { connection: connectionId }) =>
    importDocuments({ db: deps.db, files: undefined }, testOperator, scope, {
      connectionId,
      folder: "nowhere",
      manifest: undefined,
      hasScanner: false,
    }),
};

describe("a verb that finds an object by its id", () => {
  test.each(Object.entries(byId))(
    "%s answers for another organization's as for an unknown one (CON-42)",
    async (_, verb) => {
      const refused = await refusalOf(verb(theirs, ids));
      expect(refused).toEqual(await refusalOf(verb("every", unknown)));
      expect(refused).toMatch(/not_found/);
      expect(await refusalOf(verb(ours, ids))).not.toMatch(/not_found/);
      expect(await refusalOf(verb("every", ids))).not.toMatch(/not_found/);
    },
  );
});

/** Every verb that lists the objects of one organization or of all. */
const lists: Record<string, (scope: ScopeOrEvery) => Promise<readonly { readonly organizationId: string }[]>> = {
  listDeliveriesForOperator: (scope) => listDeliveriesForOperator(deps, scope, {}),
  listNotices: (scope) => listNotices(deps, scope, {}),
  listEndpointBacklogs: (scope) => listEndpointBacklogs(deps, scope, {}),
};

test("corrections of a run are listed to its organization only (CON-42)", async () => {
  const { rows } = await deps.db.pool.query<{ id: string }>(
    `insert into run_corrections (id, run_id, seq, output, reason, created_by)
     values (gen_random_uuid(), $1, 1, '{}', '', 'test') returning id`,
    [ids.run],
  );
  expect(await listCorrections(deps, ours, ids.run)).toMatchObject(rows);
  expect(await listCorrections(deps, theirs, ids.run)).toEqual([]);
});

test.each(Object.entries(lists))(
  "%s shows an organization its own, and the installation all (CON-42)",
  async (_, list) => {
    expect(await list(theirs)).toEqual([]);
    expect(await list(ours)).toMatchObject([{ organizationId: ours.organizationId }]);
    expect(await list("every")).toHaveLength(1);
  },
);

/** Code and message of the refusal without the id; `done` when there was none. */
async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "done";
  } catch (error) {
    if (!(error instanceof ServiceError)) return String(error);
    return `${error.code}: ${error.message.replaceAll(/\d+/g, "ID")}`;
  }
}
