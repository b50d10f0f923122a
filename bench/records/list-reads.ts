import { familyOf } from "@service/record-families";
import { z } from "zod";

import type { OneRead } from "./read-shapes.ts";
import type { SampleSeat } from "./sample-book.ts";

export type ScopeName = "Own" | "Team" | "Office" | "All";
export const scopeNames: readonly ScopeName[] = ["Own", "Team", "Office", "All"];

/** The seats of the sample whose scopes have 200, 5,000, 60,000 and all accounts of the large book. */
export function seatOf(seats: readonly SampleSeat[], scope: ScopeName): SampleSeat {
  const seat = seats.find((each) => {
    if (each.scope !== scope) return false;
    if (scope === "Team") return each.team_keys.includes("team-1");
    return scope !== "Office" || each.office_key === "office-1";
  });
  if (seat === undefined) throw new Error(`the sample has no seat of scope ${scope}`);
  return seat;
}

/** A caller of the API on behalf of one person. */
export interface Person {
  readonly api: string;
  readonly headers: Readonly<Record<string, string>>;
}

const families = {
  accounts: [{}, { state: "OH" }, { segment: "commercial", kind: "insured" }],
  policies: [{}, { status: "active" }, { status: "active", line: "general_liability" }],
  activities: [{}, { open: "true" }],
  invoices: [{}, { status: "paid" }],
} as const satisfies Record<string, readonly Readonly<Record<string, string>>[]>;
const familyKeys = ["accounts", "policies", "activities", "invoices"] as const;

/** Filters that no row of the sample passes. */
const withoutMatch = {
  accounts: [{ naics: "999999" }, { state: "WY", segment: "benefits" }],
  policies: [{ carrier_key: "k_aaaaaaaaaaaaaaaaaaaa" }, { status: "quoted", line: "product_recall" }],
  activities: [{ code: "none such" }],
  invoices: [{ status: "none such" }],
} as const satisfies Record<keyof typeof families, readonly Readonly<Record<string, string>>[]>;

const pageShape = z.object({
  data: z.array(z.object({ key: z.string() }).loose()),
  next_cursor: z.string().nullable().optional(),
});
type Page = z.output<typeof pageShape>;

const pageRows = 50;
const farPage = 100;
const stepRows = 200;

/** Every order of every family, each with its filters: the first page, and page 100 or the last before it. */
export async function listReads(person: Person): Promise<readonly OneRead[]> {
  const reads: OneRead[] = [];
  for (const family of familyKeys)
    for (const sort of ordersOf(family))
      for (const filters of families[family]) {
        const query = { sort, ...filters };
        reads.push(readOf(person, family, query));
        const cursor = await cursorOfPage(person, family, query);
        if (cursor !== undefined) reads.push(readOf(person, family, { ...query, cursor }));
      }
  return reads;
}

/** First pages of filters without a match, in every order. */
export function readsWithoutMatch(person: Person): readonly OneRead[] {
  return familyKeys.flatMap((family) =>
    ordersOf(family).flatMap((sort) =>
      withoutMatch[family].map((filters) => readOf(person, family, { sort, ...filters })),
    ),
  );
}

/** Single accounts and policies from all over what the person sees. */
export async function rowReads(person: Person): Promise<readonly OneRead[]> {
  const reads: OneRead[] = [];
  for (const family of ["accounts", "policies"] as const)
    for (const sort of ordersOf(family))
      for (const { key } of (await pageOf(person, family, { sort, limit: String(stepRows) })).data)
        reads.push({ url: `${person.api}/api/v1/records/${family}/${key}`, headers: { ...person.headers } });
  return reads;
}

/** Searches by the beginning of a name, by two words, by a policy number and by a phone number. */
export async function searchReads(person: Person): Promise<readonly OneRead[]> {
  const accounts = await pageOf(person, "accounts", { sort: "key", limit: "60" });
  const policies = await pageOf(person, "policies", { sort: "key", limit: "60" });
  const words = [
    ...accounts.data.flatMap(({ name, phone }) => {
      const [first = "", second = ""] = String(name).split(" ");
      const digits = String(phone).replaceAll(/\D/g, "");
      return [first.slice(0, 4), `${first} ${second.slice(0, 2)}`, ...(digits.length < 10 ? [] : [digits.slice(-7)])];
    }),
    ...policies.data.map(({ policy_number: number }) => String(number)),
  ].filter((q) => q.replaceAll(/[^a-z0-9]/gi, "").length >= 2);
  return words.map((q) => ({
    url: `${person.api}/api/v1/records/search?${new URLSearchParams({ q }).toString()}`,
    headers: { ...person.headers },
  }));
}

function ordersOf(family: keyof typeof families): readonly string[] {
  return ["key", ...familyOf(family).sorts.flatMap((field) => [field, `-${field}`])];
}

export function readOf({ api, headers }: Person, family: string, query: Readonly<Record<string, string>>): OneRead {
  const words = new URLSearchParams({ limit: String(pageRows), ...query });
  return { url: `${api}/api/v1/records/${family}?${words.toString()}`, headers: { ...headers } };
}

/** The cursor of page 100, found in larger pages; of the last page of a shorter list, undefined of one with one page. */
async function cursorOfPage(
  person: Person,
  family: string,
  query: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  let left = (farPage - 1) * pageRows;
  let cursor: string | undefined;
  // Pages may be short, so their number is bounded as well.
  for (let page = 0; page < farPage && left > 0; page += 1) {
    const limit = String(Math.min(stepRows, left));
    const { data, next_cursor: next } = await pageOf(person, family, {
      ...query,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (next === null || next === undefined) break;
    cursor = next;
    left -= data.length;
  }
  return cursor;
}

async function pageOf(person: Person, family: string, query: Readonly<Record<string, string>>): Promise<Page> {
  const { url, headers } = readOf(person, family, query);
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return pageShape.parse(await response.json());
}
