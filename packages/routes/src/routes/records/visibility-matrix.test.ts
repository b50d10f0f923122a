import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createConnection } from "@service/domain/connections";
import { importFiles } from "@service/domain/imports";
import { setOrganization } from "@service/domain/organizations";
import { importSeats, setFieldPolicies, setSeat } from "@service/domain/seats";
import { fakeClock, testOperator } from "@service/testing";
import { createHmac } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { BookModel } from "../../testing/book-matrix/book-model.ts";
import {
  type MatrixRequest,
  expectedAnswer,
  type KeyKind,
  keyKinds,
  type World,
} from "../../testing/book-matrix/expected-answer.ts";
import {
  type MatrixRoute,
  chooseRequest,
  Dice,
  dimensionsOf,
  Pairs,
} from "../../testing/book-matrix/choose-requests.ts";
import {
  bookRows,
  ownPolicies,
  people,
  type Person,
  type PolicyKey,
  type Posture,
  sampleFamilies,
} from "../../testing/book-matrix/fixture.ts";
import { compareAnswers, cursorOf } from "../../testing/book-matrix/compare-answers.ts";
import type { Actor, Answer } from "../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";
import { recordsRoutes } from "./index.ts";

const now = new Date("2026-06-15T12:00:00.000Z");
const today = "2026-06-15";
const build = "matrix-build";
const secret = "the secret of the organization that verifies";

interface Tenant {
  readonly name: "a" | "b";
  readonly org: TestOrganization;
  /** By the name of the connection. */
  readonly models: ReadonlyMap<string, BookModel>;
  /** Verifies assertions. */
  readonly isAsserted: boolean;
  readonly keys: ReadonlyMap<KeyKind, Actor>;
}

let api: TestApi;
let folder: string;
let tenants: readonly Tenant[];

beforeAll(async () => {
  api = await startTestApi({ hasGates: false, clock: fakeClock(now), settings: { buildCommit: build } });
  folder = await mkdtemp(join(tmpdir(), "matrix-"));
  tenants = [await newTenant("a", ["main", "second"], false), await newTenant("b", ["main"], true)];
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true, force: true });
});

/** An organization with the book of the sample in each connection, served in two snapshots, as an operator imports it. */
async function newTenant(name: Tenant["name"], connections: readonly string[], isAsserted: boolean): Promise<Tenant> {
  const org = await api.organization();
  const { organizationId } = org;
  await setFieldPolicies(api.deps, testOperator, { organizationId, file: ownPolicies });
  const models = new Map<string, BookModel>();
  for (const connection of connections) {
    const { id: connectionId } = await createConnection(api.deps, testOperator, {
      organizationId,
      name: connection,
      kind: "import",
    });
    // The second connection has half of the clients.
    const deliveries = [bookRows(false), bookRows(true)].map((rows) =>
      connection === "main"
        ? rows
        : rows.filter(({ id }) => id.startsWith("K") || Number(/\d+/.exec(id)?.[0]) % 2 === 0),
    );
    for (const rows of deliveries) {
      const paths = await Promise.all(
        sampleFamilies.map(async (family) => {
          const path = join(folder, `${family}.ndjson`);
          const lines = rows
            .filter((row) => row.family === family)
            .map(({ id, fields }) => JSON.stringify({ source_id: id, ...fields }));
          await writeFile(path, lines.join("\n"));
          return path;
        }),
      );
      const { state, reason } = await importFiles(api.deps, testOperator, "every", { connectionId, paths, accept: [] });
      if (state !== "served") throw new Error(`${state}: ${reason}`);
    }
    models.set(connection, new BookModel(connectionId, deliveries));
  }
  if (isAsserted) await setOrganization(api.deps, testOperator, organizationId, { assertionSecret: secret });
  const keys = new Map<KeyKind, Actor>([
    ["scoped", await org.scoped(["records:read"])],
    ["scoped sandbox", await org.scoped(["records:read"], [], "sandbox")],
    ["scoped without records:read", await org.scoped(["actions:read", "runs:read"])],
    ["sandbox", org.sandbox],
  ]);
  return { name, org, models, isAsserted, keys };
}

const policyKeys: readonly (PolicyKey | null)[] = [
  null,
  "full",
  "producer",
  "service",
  "external_agent",
  "narrow",
  "veiled",
];
const defaults: readonly PolicyKey[] = ["full", "narrow", "full", "service", "producer", "full"];
const postures: readonly Posture[] = ["lit", "shadow", "off"];
/** Requests of each route, in each posture of each organization. */
const perRoute = 3;

/** Routes whose answers are not rows of the book: their own tests prove who sees them. */
const others = /^records\.(?:analyses\.|riskRuns\.|programRuns\.|accounts\.opportunities$)/;
const routesOfRows = recordsRoutes.filter(({ id }) => !others.test(id));

const requestedRoutes: readonly MatrixRoute[] = routesOfRows.map(({ id, path, method }) => ({
  id,
  path,
  isWrite: method !== "GET",
}));
const dice = new Dice(20_261_123);
const pairs = new Pairs();
const refusals = new Map<string, Set<string>>();

/** Gives the seats of a tenant other field policies: `turn` 0 to 3, so that each scope meets each policy. */
async function assignPolicies({ org }: Tenant, turn: number): Promise<World["policyOf"]> {
  const policyOf = new Map(
    people.map(({ seat_key }, at) => [seat_key, policyKeys[(2 * turn + at) % policyKeys.length] ?? null]),
  );
  const file = people.map(({ emails, principal_ids, team_keys, ...seat }) => ({
    ...seat,
    emails: [...emails],
    principal_ids: [...principal_ids],
    team_keys: [...team_keys],
    field_policy_key: policyOf.get(seat.seat_key) ?? null,
  }));
  await importSeats(api.deps, testOperator, { organizationId: org.organizationId, file });
  return policyOf;
}

/** Headers of a person: by address, by id, or by both. */
function actingHeaders(person: Person | undefined, isAsserted: boolean): Record<string, string> {
  const [email = ""] = person?.emails ?? [];
  const [principal = ""] = person?.principal_ids ?? [];
  const how = person === undefined ? 3 : dice.below(3);
  const named = { email: how === 1 || how === 3 ? "" : email, principal: how === 0 || how === 3 ? "" : principal };
  const seconds = Math.floor(now.getTime() / 1000);
  const hex = createHmac("sha256", secret).update(`${named.principal}|${named.email}||${seconds}`).digest("hex");
  return {
    ...(named.email === ""
      ? {}
      : { "x-service-acting-email": dice.below(3) === 0 ? ` ${named.email.toUpperCase()} ` : named.email }),
    ...(named.principal === "" ? {} : { "x-service-acting-principal": named.principal }),
    ...(isAsserted ? { "x-service-records-assertion": `v1.${seconds}.${hex}` } : {}),
  };
}

interface Case {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly model: BookModel;
  readonly world: World;
  readonly request: MatrixRequest;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly method: string;
}

/** The requests of one posture of one tenant: of a few candidates those that bring most new pairs. */
function chooseCases(tenant: Tenant, world: World, organizationKey: Actor): readonly Case[] {
  return Array.from({ length: perRoute }, () => requestedRoutes)
    .flat()
    .map((route): Case => {
      const candidates = Array.from({ length: 10 }, () => {
        const connection = dice.pick([...tenant.models.keys()]);
        const model = tenant.models.get(connection);
        if (model === undefined) throw new Error(`no ${connection}`);
        const request = chooseRequest(dice, model, route);
        return { request, model, dimensions: dimensionsOf(request, { world, organization: tenant.name, connection }) };
      });
      const [best] = candidates.toSorted((left, right) => pairs.newIn(right.dimensions) - pairs.newIn(left.dimensions));
      if (best === undefined) throw new Error("no candidate");
      pairs.add(best.dimensions);
      const { request, model } = best;
      const headers = {
        ...actingHeaders(request.person, tenant.isAsserted),
        ...(request.lens === undefined ? {} : { "x-service-records-lens": request.lens }),
      };
      const actor = request.keyKind === "organization" ? organizationKey : tenant.keys.get(request.keyKind);
      if (actor === undefined) throw new Error(request.keyKind);
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => request.path[name] ?? "");
      const method = routesOfRows.find(({ id }) => id === route.id)?.method ?? "GET";
      return { tenant, actor, model, world, request, path, headers, method };
    });
}

async function ask(
  { actor, model, tenant, request: { query, isWrite, route }, path, headers, method }: Case,
  cursor?: string,
): Promise<Answer> {
  const isNamed = !isWrite && route !== "records.status" && (tenant.models.size > 1 || path.length % 2 === 0);
  const all = {
    ...query,
    ...(isNamed ? { connection_id: model.connectionId } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  };
  if (isWrite) return method === "PUT" ? actor.put(path, {}, { headers }) : actor.post(path, {}, { headers });
  return actor.get(path, { query: all, headers });
}

const pagesMax = 40;

/** Follows the cursors of a list, and compares the whole with what the model says. */
async function check(one: Case): Promise<void> {
  const expected = expectedAnswer(one.model, one.world, one.request);
  const first = await ask(one);
  const what = JSON.stringify([
    one.tenant.name,
    one.world.posture,
    one.request.route,
    one.path,
    one.request.query,
    one.headers,
    one.request.keyKind,
  ]);
  expect({ what, build: first.headers["x-service-engine-build"] }).toEqual({ what, build });
  if ("code" in expected) {
    expect({ what, status: first.status, code: first.body["code"] }).toEqual({ what, ...expected });
    const bodies = refusals.get(expected.code) ?? new Set();
    refusals.set(expected.code, bodies.add(first.text));
    return;
  }
  expect({ what, status: first.status, code: first.body["code"] }).toEqual({ what, status: 200, code: undefined });
  const pages = [first];
  for (let cursor = cursorOf(first); cursor !== undefined && pages.length < pagesMax;) {
    const page = await ask(one, cursor);
    pages.push(page);
    cursor = cursorOf(page);
  }
  compareAnswers(expected, {
    what,
    route: one.request.route,
    query: one.request.query,
    model: one.model,
    connections: [...one.tenant.models.values()].map(({ connectionId }) => connectionId),
    pages,
  });
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    }),
  );
}

describe("who sees what, by posture, seat, lens, field policy, key and route (REC-96, SEAT-50)", () => {
  test.each([0, 1])("with the policies of turn %i", async (turn) => {
    const policyOf = new Map<Tenant, World["policyOf"]>();
    for (const [at, tenant] of tenants.entries()) policyOf.set(tenant, await assignPolicies(tenant, 2 * turn + at));
    // A process reads seats again after two seconds (SEAT-4).
    if (turn > 0) await wait(2_000);
    for (const [at, posture] of postures.entries())
      for (const [of, tenant] of tenants.entries()) {
        const defaultPolicy = defaults[(3 * turn + at + 2 * of) % defaults.length] ?? "full";
        await setOrganization(api.deps, testOperator, tenant.org.organizationId, {
          recordsPosture: posture,
          defaultFieldPolicy: defaultPolicy,
        });
        const world = {
          posture,
          defaultPolicy,
          policyOf: policyOf.get(tenant) ?? new Map(),
          isAsserted: tenant.isAsserted,
          today,
        };
        const cases = chooseCases(tenant, world, await tenant.org.keyFor("live"));
        await inTurns(cases, check);
      }
  });

  test("every pair of dimensions has occurred", () => {
    const dimensions: Readonly<Record<string, readonly string[]>> = {
      posture: postures,
      scope: ["Own", "Team", "Office", "All", "Platform"],
      lens: ["none", "Own", "Team", "Office", "All", "Platform", "of nobody"],
      policy: policyKeys.map((key) => key ?? "default"),
      keyKind: keyKinds,
      route: routesOfRows.map(({ id }) => id),
      organization: ["a", "b"],
      connection: ["main", "second"],
    };
    const entries = Object.entries(dimensions);
    const missing = entries.flatMap(([name, values], at) =>
      entries
        .slice(at + 1)
        .flatMap(([other, others]) =>
          values.flatMap((value) =>
            others
              .filter((one) => !pairs.has(`${name}=${value}`, `${other}=${one}`))
              .map((one) => `${name}=${value} ${other}=${one}`),
          ),
        ),
    );
    // The second organization has one connection.
    expect(missing).toEqual(["organization=b connection=second"]);
  });

  test("what is hidden and what does not exist are one answer (REC-43)", () => {
    expect(refusals.get("not_found")?.size).toBe(1);
  });
});

describe("between organizations, and over time", () => {
  const tenantOf = (name: Tenant["name"]): Tenant => {
    const tenant = tenants.find((one) => one.name === name);
    if (tenant === undefined) throw new Error(`no tenant ${name}`);
    return tenant;
  };
  const set = async (tenant: Tenant, posture: Posture): Promise<void> => {
    await setOrganization(api.deps, testOperator, tenant.org.organizationId, {
      recordsPosture: posture,
      defaultFieldPolicy: "full",
    });
  };
  const as = ({ isAsserted }: Tenant, seat: string) => ({
    headers: actingHeaders(
      people.find(({ seat_key }) => seat_key === seat),
      isAsserted,
    ),
  });

  test("rows of another organization are the answer of rows that do not exist (REC-43)", async () => {
    const [a, b] = [tenantOf("a"), tenantOf("b")];
    await set(b, "lit");
    const foreign = a.models.get("main");
    const scoped = b.keys.get("scoped");
    for (const family of ["accounts", "policies", "claims", "documents", "carriers"] as const) {
      const keys = [foreign?.rows(family)[0]?.key ?? "", "none"];
      const answers = await Promise.all(
        keys.map(async (key) => scoped?.get(`/records/${family}/${key}`, as(b, "hal"))),
      );
      expect(answers.map((answer) => [answer?.status, answer?.text])).toEqual([
        [404, answers[1]?.text],
        [404, answers[1]?.text],
      ]);
    }
    const query = { connection_id: foreign?.connectionId ?? "" };
    expect((await scoped?.get("/records/accounts", { ...as(b, "hal"), query }))?.body["code"]).toBe("not_found");
  });

  test("a seat that is switched off is refused within two seconds, its cursors and lenses on it too (SEAT-4, REC-97)", async () => {
    const a = tenantOf("a");
    await set(a, "lit");
    const scoped = a.keys.get("scoped");
    const query = { connection_id: a.models.get("main")?.connectionId ?? "", limit: "1" };
    const read = (seat: string, more: Record<string, string> = {}, lens?: string) =>
      scoped?.get("/records/accounts", {
        query: { ...query, ...more },
        headers: { ...as(a, seat).headers, ...(lens === undefined ? {} : { "x-service-records-lens": lens }) },
      });
    const onCat = "principal:idp|cat";
    const [own, through] = await Promise.all([read("cat"), read("hal", {}, onCat)]);
    const cursors = [own, through].map((answer) => String(answer?.body["next_cursor"]));
    const [cursor = "", lensCursor = ""] = cursors;
    expect((await read("cat", { cursor }))?.status).toBe(200);
    expect((await read("hal", { cursor: lensCursor }, onCat))?.status).toBe(200);
    // A cursor of one's own rights opens nobody else's list, and none through another lens.
    expect((await read("hal", { cursor: lensCursor }))?.body["code"]).toBe("invalid_cursor");
    const { organizationId } = a.org;
    await setSeat(api.deps, testOperator, { organizationId, seatKey: "cat", changes: { active: false } });
    await wait(2_000);
    expect((await read("cat"))?.body["code"]).toBe("identity_unmapped");
    expect((await read("cat", { cursor }))?.body["code"]).toBe("identity_unmapped");
    expect((await read("hal", { cursor: lensCursor }, onCat))?.body["code"]).toBe("lens_target_unknown");
    await setSeat(api.deps, testOperator, { organizationId, seatKey: "cat", changes: { active: true, scope: "Own" } });
    await wait(2_000);
    expect((await read("cat"))?.status).toBe(200);
    expect((await read("cat", { cursor }))?.body["code"]).toBe("invalid_cursor");
  });
});
