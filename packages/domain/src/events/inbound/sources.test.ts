import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ServiceError, type InboundSourceKind } from "@service/contract";
import { isUnavailable } from "@service/db";
import { createSecretBox } from "@service/runtime";
import { fakeClock, openTestDatabase, tcpProxy, testOperator } from "@service/testing";
import { createEnvironment, deleteEnvironment } from "../../identity/environments/index.ts";
import { createOrganization } from "../../identity/organizations/index.ts";
import { listPlatformEvents } from "../events/index.ts";
import { openBatchers, type WholeDeps } from "../../open-deps.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import {
  createSource,
  disableSource,
  ingestDelivery,
  listSources,
  readSource,
  cachedSource,
  removeOldInboundDeliveries,
  rotateSource,
  type SourceForDelivery,
} from "./index.ts";

const clock = fakeClock();
let deps: TestDeps;
let organizationId: string;

beforeAll(async () => {
  deps = await openTestDeps({ clock });
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
});
afterAll(() => deps.close());

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
  return "none";
}

const isAway = (work: Promise<unknown>): Promise<boolean> => work.then(() => false, isUnavailable);

const create = (
  changes: { sourceKey?: string; environment?: string; kind?: InboundSourceKind; mapping?: string } = {},
) => createSource(deps, testOperator, { organizationId, environment: "live", kind: "repo_host", ...changes });

async function sourceOf(sourceKey: string, on: WholeDeps = deps): Promise<SourceForDelivery> {
  const source = await readSource(on, sourceKey);
  if (!source) throw new Error("the source exists");
  return source;
}

function push(secret: string, id: string, body = "{}") {
  return {
    headers: {
      "x-github-event": "push",
      "x-github-delivery": id,
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    },
    query: {},
    body: Buffer.from(body),
  };
}

test("a source has the key it was given, or 128 random bits (IN-1)", async () => {
  const given = await create({ sourceKey: "main-repository" });
  expect(given.sourceKey).toBe("main-repository");
  const [one, two] = [await create(), await create()];
  expect(one.sourceKey).toMatch(/^[0-9a-f]{32}$/);
  expect(one.sourceKey).not.toBe(two.sourceKey);
  expect(one.secret).not.toBe(two.secret);
  const { id: stranger } = await createOrganization(deps, testOperator, { name: "Other" });
  const taken = {
    organizationId: stranger,
    environment: "live",
    kind: "native",
    sourceKey: "main-repository",
  } as const;
  expect(await codeOf(createSource(deps, testOperator, taken))).toBe("invalid_request");
});

test("an invalid source is refused and stores nothing (IN-3)", async () => {
  const before = await listSources(deps, organizationId);
  expect(await codeOf(create({ sourceKey: "short" }))).toBe("invalid_request");
  expect(await codeOf(create({ sourceKey: "with spaces" }))).toBe("invalid_request");
  expect(await codeOf(create({ environment: "nowhere" }))).toBe("environment_not_found");
  expect(await codeOf(create({ mapping: '{"type":"/a"}' }))).toBe("invalid_request");
  const nobody = { organizationId: randomUUID(), environment: "live", kind: "native" } as const;
  expect(await codeOf(createSource(deps, testOperator, nobody))).toBe("not_found");
  expect(await listSources(deps, organizationId)).toEqual(before);
});

test("the list shows everything but secrets, and no other organization's sources (IN-6)", async () => {
  const { id: stranger } = await createOrganization(deps, testOperator, { name: "Lister" });
  const mapping = '{"accept":["push"]}';
  const issued = await createSource(deps, testOperator, {
    organizationId: stranger,
    environment: "live",
    kind: "repo_host",
    mapping,
  });
  await rotateSource(deps, testOperator, { organizationId: stranger, sourceKey: issued.sourceKey });
  const listed = await listSources(deps, stranger);
  expect(listed).toEqual([
    {
      sourceKey: issued.sourceKey,
      kind: "repo_host",
      organizationId: stranger,
      environment: "live",
      mapping: { accept: ["push"] },
      status: "enabled",
      liveSecrets: 2,
      createdAt: expect.any(Date),
      disabledAt: null,
    },
  ]);
  expect(JSON.stringify(listed)).not.toContain(issued.secret);
});

test("only its own organization can change a source; a disabled one can no longer be changed (IN-3)", async () => {
  const { sourceKey } = await create();
  const { id: stranger } = await createOrganization(deps, testOperator, { name: "Stranger" });
  for (const verb of [rotateSource, disableSource]) {
    expect(await codeOf(verb(deps, testOperator, { organizationId: stranger, sourceKey }))).toBe("source_not_found");
    expect(await codeOf(verb(deps, testOperator, { organizationId, sourceKey: "no-such-key" }))).toBe(
      "source_not_found",
    );
    expect(await codeOf(verb(deps, testOperator, { organizationId: randomUUID(), sourceKey }))).toBe("not_found");
  }
  const disabled = await disableSource(deps, testOperator, { organizationId, sourceKey });
  expect(await disableSource(deps, testOperator, { organizationId, sourceKey })).toEqual(disabled);
  expect(await codeOf(rotateSource(deps, testOperator, { organizationId, sourceKey }))).toBe("source_not_found");
  expect(await readSource(deps, sourceKey)).toBeNull();
  expect(await codeOf(create({ sourceKey }))).toBe("invalid_request");
});

test("secrets are sealed at rest, each for its own row (IN-6)", async () => {
  const issued = await create();
  const { rows } = await deps.db.pool.query<{ ciphertext: string }>(
    `select x.ciphertext from inbound_source_secrets x join inbound_sources s on s.id = x.source_id
      where s.source_key = $1`,
    [issued.sourceKey],
  );
  expect(rows[0]?.ciphertext).toMatch(/^v1\./);
  expect(rows[0]?.ciphertext).not.toContain(issued.secret);
  const other = await create();
  await deps.db.pool.query(
    `update inbound_source_secrets set ciphertext = $2 where source_id = (select id from inbound_sources where source_key = $1)`,
    [other.sourceKey, rows[0]?.ciphertext],
  );
  await expect(readSource(deps, other.sourceKey)).rejects.toThrow("does not belong here");
  const foreign: WholeDeps = { ...deps, secrets: createSecretBox(Buffer.alloc(32, 9)) };
  await expect(readSource(foreign, issued.sourceKey)).rejects.toThrow("a key that is not configured");
});

test("a disabled source is removed with its environment; its events stay (ENV-10)", async () => {
  await createEnvironment(deps, { ...testOperator, organizationId }, { slug: "passing", name: "Passing" });
  const issued = await create({ environment: "passing" });
  const result = await ingestDelivery(deps, await sourceOf(issued.sourceKey), push(issued.secret, "a"));
  await disableSource(deps, testOperator, { organizationId, sourceKey: issued.sourceKey });
  await deleteEnvironment(deps, { ...testOperator, organizationId }, "passing");
  expect(await readSource(deps, issued.sourceKey)).toBeNull();
  const events = await listPlatformEvents(deps, { organizationId, type: "inbound.appended" });
  expect(events.map(({ id }) => id)).toContain(result.event_id);
});

test("a source is cached for two seconds, and for thirty while the database is unavailable (IN-8)", async () => {
  const issued = await create();
  const proxy = await tcpProxy({ port: Number(new URL(deps.databaseUrl).port) });
  const db = openTestDatabase(proxy.through(deps.databaseUrl));
  const cut: WholeDeps = { ...deps, db, ...openBatchers({ ...deps, db }) };
  try {
    expect(cachedSource(cut, issued.sourceKey)).toBeUndefined();
    const source = await sourceOf(issued.sourceKey, cut);
    clock.advance(1_999);
    expect(cachedSource(cut, issued.sourceKey)).toBe(source);
    clock.advance(1);
    expect(cachedSource(cut, issued.sourceKey)).toBeUndefined();
    proxy.refuse(true);
    clock.advance(27_999);
    expect(await readSource(cut, issued.sourceKey)).toBe(source);
    // A wrong signature is still refused as such; a right one gets our error, so that the sender retries.
    expect(await codeOf(ingestDelivery(cut, source, push("wrong", "a")))).toBe("unauthorized");
    expect(await isAway(ingestDelivery(cut, source, push(issued.secret, "a")))).toBe(true);
    clock.advance(1);
    expect(await isAway(readSource(cut, issued.sourceKey))).toBe(true);
  } finally {
    proxy.refuse(false);
    await db.close();
    await proxy.close();
  }
});

test("an id is removed after 90 days; the same delivery is then answered with the event still in the log (IN-28)", async () => {
  const issued = await create();
  const source = await sourceOf(issued.sourceKey);
  const [kept, forgotten] = [push(issued.secret, "kept"), push(issued.secret, "forgotten")];
  const first = await ingestDelivery(deps, source, kept);
  const second = await ingestDelivery(deps, source, forgotten);
  await deps.db.pool.query(
    `update inbound_deliveries set received_at = now() - case when delivery_id = 'kept' then interval '89 days 23 hours'
       else interval '90 days 1 minute' end where source_id = $1`,
    [source.id],
  );
  expect(await removeOldInboundDeliveries(deps.db, { deliveriesMax: 10 })).toBe(1);
  expect(await removeOldInboundDeliveries(deps.db, { deliveriesMax: 10 })).toBe(0);
  expect(await ingestDelivery(deps, source, kept)).toEqual(first);
  expect(await ingestDelivery(deps, source, push(issued.secret, "kept", "[]"))).toMatchObject({
    reason: "delivery_id_reused",
  });
  expect(await ingestDelivery(deps, source, forgotten)).toEqual(second);
  const events = await listPlatformEvents(deps, { organizationId, type: "inbound.appended", limit: 1_000 });
  expect(events.filter(({ subject }) => subject.key === issued.sourceKey)).toHaveLength(2);
});

test("copies that reach several processes at once append once, and every process gives the same answer (IN-25)", async () => {
  const issued = await create();
  const others = [1, 2].map(() => openTestDatabase(deps.databaseUrl));
  try {
    const processes: WholeDeps[] = [deps, ...others.map((db) => ({ ...deps, db, ...openBatchers({ ...deps, db }) }))];
    const source = await sourceOf(issued.sourceKey);
    for (let round = 0; round < 10; round += 1) {
      const results = await Promise.all(
        Array.from({ length: 30 }, (_, number) => {
          const on = processes[number % processes.length] ?? deps;
          return ingestDelivery(on, source, push(issued.secret, `round-${round}`));
        }),
      );
      expect(new Set(results.map((result) => result.event_id)).size).toBe(1);
    }
    const events = await listPlatformEvents(deps, { organizationId, type: "inbound.appended", limit: 1_000 });
    expect(events.filter(({ subject }) => subject.key === issued.sourceKey)).toHaveLength(10);
  } finally {
    for (const db of others) await db.close();
  }
});

test("deliveries that arrive together share a batch and keep their own answers, equal ids among them", async () => {
  const issued = await create();
  const source = await sourceOf(issued.sourceKey);
  const big = JSON.stringify({ text: "x".repeat(50_000) });
  const results = await Promise.all([
    ...Array.from({ length: 50 }, (_, number) => ingestDelivery(deps, source, push(issued.secret, `id-${number}`))),
    ...Array.from({ length: 10 }, (_, number) =>
      ingestDelivery(deps, source, push(issued.secret, `big-${number}`, big)),
    ),
    ingestDelivery(deps, source, push(issued.secret, "id-0")),
    ingestDelivery(deps, source, push(issued.secret, "id-1", "[1]")),
  ]);
  const ids = results.slice(0, 60).map((result) => result.event_id);
  expect(new Set(ids).size).toBe(60);
  expect(results[60]).toEqual(results[0]);
  expect(results[61]).toEqual({ outcome: "rejected", reason: "delivery_id_reused" });
});
