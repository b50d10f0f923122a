import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openBookReads } from "../records/index.ts";
import { testView } from "@service/domain/testing";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { listOpportunities, type OpportunityListRequest } from "./list-opportunities.ts";
import { projectRuns } from "./project-runs.ts";
import { createPlace, finishedRun, type Place } from "./test-kit.ts";

const clients = 12;
const names = ["Harbor Mill", "Harbor Foods", "Ärzte O’Hara GmbH", "ИП Ромашка"];
const titles = ["The policy expires soon", "Cyber is missing"];
const large = { entriesMax: 10_000, pageMs: 10_000, smallSeatClients: 100, mediumSeatClients: 200, firstEntries: 100 };
const calm = new AbortController().signal;

let deps: TestDeps;
let place: Place;
/** Each as its run wrote it. */
const all = Array.from({ length: 60 }, (_, at) => ({
  id: randomUUID(),
  client: `c${1 + (at % clients)}`,
  members: {
    score: (at * 7) % 20,
    due_on: at % 5 === 0 ? null : `2027-01-${10 + (at % 7)}`,
    account_name: names[at % 4] ?? "",
    title: titles[at % 2] ?? "",
    kind: at % 3 === 0 ? "cross_sell" : "renewal_prep",
  },
}));
/** The seat of a client. */
const seatOf = (client: string): string => `S-${1 + (Number(client.slice(1)) % 3)}`;

beforeAll(async () => {
  deps = await openTestDeps();
  place = await createPlace(deps, { clients });
  await place.book.write({
    puts: Array.from({ length: clients }, (_, at) => ({
      family: "accounts" as const,
      sourceId: `c${at + 1}`,
      fields: { name: `Client ${at + 1}`, producer_seat: seatOf(`c${at + 1}`) },
    })),
  });
  await place.book.serve();
  await finishedRun(deps, place, { rows: all, submittedAt: 0 });
  await projectRuns(deps);
});
afterAll(() => deps.close());

const withLimits = (limits: typeof large): TestDeps => ({ ...deps, book: openBookReads(deps.db, { limits }) });

/** Ids of all pages. */
async function listed(
  given: TestDeps,
  { seat, ...request }: Pick<OpportunityListRequest, "filters" | "sort"> & { readonly seat?: string | undefined },
): Promise<{ readonly ids: string[]; readonly pages: number }> {
  const { organizationId, environmentId, engineId } = place;
  const viewer = testView(organizationId, seat === undefined ? {} : { posture: "lit", grants: [`seat:${seat}`] });
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const { rows, nextCursor } = await listOpportunities(
      given,
      { viewer, signal: calm },
      {
        ...request,
        route: "test",
        scope: { organizationId, environmentId, engineIds: [engineId] },
        connectionId: undefined,
        limit: 4,
        cursor,
      },
    );
    ids.push(...rows.map(({ opportunityId }) => opportunityId));
    if (nextCursor === null) return { ids, pages };
    cursor = nextCursor;
  }
}

const byScore = { by: "score", isDescending: true } as const;
const byDay = { by: "due_on", isDescending: false } as const;

/** What a list must show. */
function expected({ filters: { q, kinds }, sort, seat }: Parameters<typeof listed>[1]): string[] {
  const words = q?.split(" ") ?? [];
  const fold = (text: string): string[] => text.toLowerCase().replace("ä", "a").replace("’", "").split(" ");
  const place = ({ members: { score, due_on } }: (typeof all)[number]): string =>
    sort.by === "score" ? String(score).padStart(4, "0") : (due_on ?? "infinity");
  const ids = all
    .filter(({ client }) => seat === undefined || seatOf(client) === seat)
    .filter(({ members: { kind } }) => kinds === undefined || kinds.includes(kind))
    .filter(({ members: { account_name, title } }) =>
      words.every((word) => fold(`${account_name} ${title}`).some((one) => one.startsWith(word))),
    )
    .toSorted((left, right) => (`${place(left)} ${left.id}` < `${place(right)} ${right.id}` ? -1 : 1))
    .map(({ id }) => id);
  return sort.isDescending ? ids.toReversed() : ids;
}

test.each([
  ["from the clients of a seat", large],
  ["along the index, then from the clients", { ...large, smallSeatClients: 0, firstEntries: 7 }],
  ["along the index", { ...large, smallSeatClients: 0, mediumSeatClients: 0, entriesMax: 9 }],
  [
    "along the index, in short pages",
    { ...large, smallSeatClients: 0, mediumSeatClients: 0, entriesMax: 5, pageMs: 0 },
  ],
])("a list read %s has every entry once, in its order (OPPS-8)", async (_, limits) => {
  const given = withLimits(limits);
  for (const seat of [undefined, "S-2"])
    for (const sort of [byScore, byDay])
      for (const filters of [{}, { q: "harb" }, { q: "mill expi" }, { q: "mill cyber" }, { kinds: ["cross_sell"] }])
        expect([seat, sort.by, filters, (await listed(given, { seat, sort, filters })).ids]).toEqual([
          seat,
          sort.by,
          filters,
          expected({ seat, sort, filters }),
        ]);
});

test("a page of a seat that the statements do not fill in time is short, and the next goes on (OPPS-8)", async () => {
  const few = { ...large, smallSeatClients: 0, mediumSeatClients: 0, entriesMax: 5, pageMs: 0 };
  const { ids, pages } = await listed(withLimits(few), { seat: "S-2", sort: byScore, filters: {} });
  expect(ids).toEqual(expected({ seat: "S-2", sort: byScore, filters: {} }));
  expect(pages).toBeGreaterThan(Math.ceil(ids.length / 4));
});

test("words are those of the row as it stands, folded as a question is (OPPS-4)", async () => {
  const found = async (q: string): Promise<number> =>
    (await listed(deps, { sort: byScore, filters: { q } })).ids.length;
  expect(await found("arzte")).toBe(15);
  expect(await found("ÄRZTE o'hara")).toBe(15);
  expect(await found("ром")).toBe(15);
  const one = all.find(({ members: { account_name } }) => account_name === "ИП Ромашка")?.id ?? "";
  const { pool } = deps.db;
  await pool.query("update opportunities set words = 'Søren’s yard' where opportunity_id = $1", [one]);
  expect([await found("ром"), await found("sørens"), await found("cyber")]).toEqual([14, 1, 29]);
  await pool.query("delete from opportunities where opportunity_id = $1", [one]);
  const { rowCount } = await pool.query("select from opportunity_terms where opportunity_id = $1", [one]);
  expect([await found("sørens"), rowCount]).toEqual([0, 0]);
});
