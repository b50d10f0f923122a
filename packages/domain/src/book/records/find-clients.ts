import { foldText } from "@service/record-families";
import type { BookDeps } from "./book-reads.ts";
import { hiddenFields } from "./field-standing.ts";
import { type BookRead, type PageQuery, type PageRow, readPage } from "./read-page.ts";
import { type SearchWords, termBegins, termVisible } from "./search-words.ts";
import { SqlText } from "./sql-text.ts";

/**
 * A word with more terms finds too many clients to list them; the list is then read in its own order. Measured, an office of
 * 6,000 of 30,000 clients and two words with 2,000 terms each: 40 ms from the clients, 310 ms along the list.
 */
const rareTermsMax = 6_000;

/** What `q` makes of a page: one of the clients that the words find, where one of them is rare. */
export async function pageByWords(
  deps: BookDeps,
  read: BookRead,
  query: PageQuery & { readonly words: SearchWords },
): Promise<PageQuery> {
  const clients = await clientsFound(deps, read, query.words);
  if (clients === undefined) return query;
  const { enforced, grants } = read.viewer;
  // Only terms that the viewer may see found these clients, so nothing is left to ask of their headers.
  const isDecided = query.family === "accounts" && (enforced || grants === null);
  return { ...query, clients, words: isDecided ? undefined : query.words };
}

/**
 * The clients that every word finds, where one of the words is rare; undefined where all are frequent.
 */
async function clientsFound(
  deps: BookDeps,
  read: BookRead,
  words: SearchWords,
): Promise<readonly string[] | undefined> {
  const counting = new SqlText();
  const counts = words.words.map(
    (word) =>
      `(select count(*)::int from (select from book.terms s where ${termBegins(counting, read, "s", words, word)} limit ${rareTermsMax + 1}) s)`,
  );
  const [counted] = await deps.book.query<{ counts: number[] }>(
    { text: `select array[${counts.join(", ")}] as counts`, values: counting },
    read.signal,
  );
  const byCount = words.words
    .map((word, index) => ({ word, count: counted?.counts[index] ?? 0 }))
    .toSorted((left, right) => left.count - right.count);
  const [rarest, ...others] = byCount;
  if (rarest === undefined || rarest.count > rareTermsMax) return undefined;
  const values = new SqlText();
  // Scalar subqueries and `offset 0`: the rare word first, then one index probe for each of its terms and other word. As
  // semi-joins a generic plan began with the frequent word (measured: 300 ms instead of 1 ms).
  const conditions = [
    termVisible(values, read, "s"),
    ...others.map(
      ({ word }) =>
        `(select true from book.terms o where o.client_key = s.client_key and ${termBegins(values, read, "o", words, word)}
          and ${termVisible(values, read, "o")} limit 1)`,
    ),
  ];
  const rare = `select s.client_key, s.family, s.row_key, s.policy_key from book.terms s
    where ${termBegins(values, read, "s", words, rarest.word)} offset 0`;
  const found = await deps.book.query<{ client: string }>(
    { text: `select distinct s.client_key as client from (${rare}) s where ${conditions.join(" and ")}`, values },
    read.signal,
  );
  return found.map(({ client }) => client);
}

/** Where a client was found: a field of one of its rows. */
export interface FoundIn {
  readonly client: string;
  readonly family: string;
  readonly field: string;
  readonly key: string;
}

const placesMax = 5;

/**
 * Clients that `q` finds, best first (REC-31): those of that name, those whose name begins with it, all others by name;
 * equal names by key. Not complete where all words are frequent and few clients have them together.
 */
export async function searchClients(
  deps: BookDeps,
  read: BookRead,
  {
    q,
    words,
    limit,
    today,
  }: { readonly q: string; readonly words: SearchWords; readonly limit: number; readonly today: string },
): Promise<readonly PageRow[]> {
  const isNameShown = !hiddenFields(read.viewer.policy, "accounts").has("name");
  const query: PageQuery = {
    family: "accounts",
    order: { field: isNameShown ? "name" : undefined, direction: "asc" },
    filters: {},
    today,
  };
  const page = { limit, after: undefined };
  const name = foldText(q);
  const named = isNameShown ? await readPage(deps, read, { ...query, nameBegins: name }, page) : { rows: [] };
  const others = await readPage(deps, read, await pageByWords(deps, read, { ...query, words }), page);
  const isNamedExactly = ({ fields }: PageRow): boolean => foldText(nameIn(fields)) === name;
  const best = [...named.rows.filter(isNamedExactly), ...named.rows.filter((row) => !isNamedExactly(row))];
  const keys = new Set(best.map(({ key }) => key));
  return [...best, ...others.rows.filter(({ key }) => !keys.has(key))].slice(0, limit);
}

/** In which fields the words were found, a few for each client. */
export async function placesFound(
  deps: BookDeps,
  read: BookRead,
  words: SearchWords,
  clients: readonly string[],
): Promise<readonly FoundIn[]> {
  if (clients.length === 0) return [];
  const values = new SqlText();
  const begins = words.words.map((word) => `(${termBegins(values, read, "s", words, word)})`).join(" or ");
  const text = `
    select c.client, s.family, s.field, s.key from unnest(${values.value(clients, "text[]")}) c(client)
    cross join lateral (
      select distinct s.family, s.field, s.row_key as key from book.terms s
      where s.client_key = c.client and (${begins}) and ${termVisible(values, read, "s")}
      order by s.family, s.field, s.row_key limit ${placesMax}) s`;
  return deps.book.query<FoundIn>({ text, values }, read.signal);
}

function nameIn(fields: string): string {
  const parsed: unknown = JSON.parse(fields);
  const name: unknown = typeof parsed === "object" && parsed !== null && "name" in parsed ? parsed.name : undefined;
  return typeof name === "string" ? name : "";
}
