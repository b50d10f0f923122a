import { round } from "../harness/measure.ts";
import { measureInTurn, medianOf, ratioOf } from "../harness/rounds.ts";
import {
  listReads,
  type Person,
  readOf,
  readsWithoutMatch,
  rowReads,
  type ScopeName,
  scopeNames,
  searchReads,
  seatOf,
} from "./list-reads.ts";
import { count, type Note } from "./measure-imports.ts";
import type { OneRead } from "./read-shapes.ts";
import { runImport } from "./run-import.ts";
import { type MeasuredReads, runReads } from "./run-reads.ts";
import type { SampleBook } from "./sample-book.ts";
import { startBareRoute, type World } from "./world.ts";

export interface ReadPart {
  readonly world: World;
  readonly book: SampleBook;
  /** `http://host:port` */
  readonly api: string;
  /** Of one measurement. */
  readonly seconds: number;
  readonly note: Note;
}

const perSecond = 100;
const connections = 64;
/** Reads of one organization that a process performs at once; one more would wait for its turn. */
const connectionsAtSaturation = 32;
const saturationRounds = 3;

function personOf({ world, book, api }: ReadPart, scope: ScopeName): Person {
  const [email = ""] = seatOf(book.seats, scope).emails;
  return { api, headers: { authorization: `Bearer ${world.apiKey}`, "x-service-acting-email": email } };
}

/** The part `reads`: lists of each scope, filters without a match, single rows. */
export async function measureReads(part: ReadPart): Promise<void> {
  for (const scope of scopeNames) {
    const person = personOf(part, scope);
    await measured(part, `lists, scope ${scope}`, await listReads(person), "p50 <= 10 ms, p99 <= 80 ms");
    await measured(part, `filters without a match, scope ${scope}`, readsWithoutMatch(person), "<= 350 ms", 10);
    await measured(part, `one row, scope ${scope}`, await rowReads(person), "p99 <= 15 ms");
  }
}

/** The part `q`. */
export async function measureSearches(part: ReadPart): Promise<void> {
  for (const scope of scopeNames)
    await measured(part, `q, scope ${scope}`, await searchReads(personOf(part, scope)), "p99 <= 80 ms");
}

async function measured(
  { seconds, note }: ReadPart,
  what: string,
  reads: readonly OneRead[],
  bar: string,
  pace = perSecond,
): Promise<void> {
  if (reads.length === 0) {
    // In a small book a seat may have no client.
    note(what, "nothing to read", bar);
    return;
  }
  // Once over each before: the first read of a seat counts its clients, and connections are opened.
  await runReads({ reads: [...reads], perSecond: pace, connections, seconds: Math.min(5, seconds) });
  const result = await runReads({ reads: [...reads], perSecond: pace, connections, seconds });
  note(`${what}, ${pace}/s`, timesOf(result), bar);
  for (const { index, p50Ms, maxMs } of result.slowest) {
    const { pathname, search } = new URL(reads[index]?.url ?? "");
    console.log(`    ${round(p50Ms, 1)} ms, at most ${round(maxMs, 1)}: ${pathname}${search.slice(0, 160)}`);
  }
}

function timesOf({ count: reads, failed, p50Ms, p99Ms, maxMs }: MeasuredReads): string {
  const refused = failed === 0 ? "" : `, ${count(failed)} failed`;
  return `p50 ${round(p50Ms, 1)} ms, p99 ${round(p99Ms, 1)} ms, at most ${round(maxMs, 1)} ms (${count(reads)} reads${refused})`;
}

const samePages = [
  { page: "accounts-all", scope: "All", family: "accounts", query: { sort: "name" } },
  { page: "accounts-office", scope: "Office", family: "accounts", query: { sort: "name" } },
  { page: "policies-all", scope: "All", family: "policies", query: { sort: "expires_on", status: "active" } },
  { page: "policies-office", scope: "Office", family: "policies", query: { sort: "expires_on", status: "active" } },
] as const;

/** The part `saturation`: ours and the bare route in turn, each page by itself. */
export async function measureSaturation(part: ReadPart): Promise<void> {
  const { world, book, seconds, note } = part;
  const bare = await startBareRoute(world);
  try {
    for (const { page, scope, family, query } of samePages) {
      const grant = `office:${seatOf(book.seats, "Office").office_key}`;
      const words = new URLSearchParams({ connection: world.connectionId, grant });
      const ours = readOf(personOf(part, scope), family, query);
      const theirs = { url: `${bare.url}/${page}?${words.toString()}`, headers: {} };
      const rate = async (read: OneRead): Promise<number> =>
        (await runReads({ reads: [read], connections: connectionsAtSaturation, seconds: seconds / saturationRounds }))
          .perSecond;
      const measured = await measureInTurn(
        { rounds: saturationRounds },
        { ours: () => rate(ours), theirs: () => rate(theirs) },
      );
      const of = (perSecondOfSide: number): number => perSecondOfSide;
      const ratio = ratioOf(measured, ["ours", "theirs"], of);
      const [mine, their] = [medianOf(measured, "ours", of), medianOf(measured, "theirs", of)];
      note(
        `saturation, ${page}: ours / bare route`,
        `${round(ratio, 2)} (${count(mine)} / ${count(their)} per second)`,
        ">= 0.5",
      );
    }
  } finally {
    await bare.stop();
  }
}

/** The part `during`: lists of all scopes together, first alone, then while deliveries are imported. */
export async function measureDuring(part: ReadPart & { readonly databasePid: number }): Promise<void> {
  const { world, book, databasePid, seconds, note } = part;
  const reads = (await Promise.all(scopeNames.map((scope) => firstPages(personOf(part, scope))))).flat();
  await runReads({ reads, perSecond, connections, seconds: Math.min(5, seconds) });
  const alone = await runReads({ reads, perSecond, connections, seconds });
  note("first pages of all scopes, 100/s", timesOf(alone));
  // One of the two serves already: importing it changes nothing, and the other one follows.
  const imports = runImport(world, book.first, databasePid).then((first) =>
    first.state === "unchanged" ? runImport(world, book.next, databasePid) : first,
  );
  const during = await runReads({ reads, perSecond, connections, seconds: 3_600 }, imports);
  await imports;
  note("the same during an import", timesOf(during));
  note("p99 during an import / without", round(during.p99Ms / alone.p99Ms, 2), "<= 3");
}

/** First pages do not end with a snapshot. */
async function firstPages(person: Person): Promise<OneRead[]> {
  return (await listReads(person)).filter(({ url }) => !url.includes("cursor="));
}
