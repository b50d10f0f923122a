import { type BookRead, readSearchWords, SqlText } from "../records/index.ts";
import type { BookView } from "../seats/index.ts";
import type { OpportunityDeps } from "./opportunity.ts";
import type { OpportunityFilters, OpportunityScope } from "./opportunity-filters.ts";

/** A word with more terms finds too many opportunities to read them all; the list is then read in its own order. */
const rareTermsMax = 2_000;

/**
 * The folded words of `q`, none without one.
 * @throws `invalid_request` when it has too few letters and digits, or too many words.
 */
export function wordsOf({ q }: OpportunityFilters, viewer: Pick<BookView, "policy">): readonly string[] {
  return q === undefined ? [] : readSearchWords(q, viewer).words;
}

/** The condition that a term begins with a word: a range of the index. */
export function beginsWith(sql: SqlText, term: string, word: string): string {
  // Behind the highest code point no word begins with this one.
  return `${term} >= ${sql.value(word, "text")} and ${term} < ${sql.value(`${word}\u{10FFFF}`, "text")}`;
}

/** The conditions that every word begins a word of the client's name or of the title of a row `o` (OPPS-4). */
export function hasWords(sql: SqlText, words: readonly string[]): readonly string[] {
  return words.map(
    (word) => `exists (select from opportunity_terms w where w.organization_id = o.organization_id
      and w.environment_id = o.environment_id and w.engine_id = o.engine_id and w.opportunity_id = o.opportunity_id
      and ${beginsWith(sql, "w.term", word)} offset 0)`,
  );
}

/** The word that finds fewest; undefined where every word finds many. */
export async function rarestWord(
  deps: OpportunityDeps,
  read: BookRead,
  { environmentId, engineIds }: OpportunityScope,
  words: readonly string[],
): Promise<string | undefined> {
  const values = new SqlText();
  const counts = words.map(
    (word) => `(select count(*)::int from (
        select from unnest(${values.value(engineIds, "uuid[]")}) e(id) join opportunity_terms w on w.engine_id = e.id
          and w.environment_id = ${values.value(environmentId, "uuid")} and ${beginsWith(values, "w.term", word)}
        limit ${rareTermsMax + 1}) w)`,
  );
  const [found] = await deps.book.query<{ counts: number[] }>(
    { text: `select array[${counts.join(", ")}] as counts`, values },
    read.signal,
  );
  const [rarest] = words
    .map((word, at) => ({ word, count: found?.counts[at] ?? 0 }))
    .toSorted((left, right) => left.count - right.count);
  return rarest !== undefined && rarest.count <= rareTermsMax ? rarest.word : undefined;
}
