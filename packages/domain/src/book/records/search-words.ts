import { fail } from "@service/contract";
import type { Sensitivity } from "@service/privacy";
import { type FamilyName, familyNames, familyOf, questionWords } from "@service/record-families";
import type { BookView } from "../seats/index.ts";
import { standingOf } from "./field-standing.ts";
import { inSnapshot, type SqlText } from "./sql-text.ts";
import { probed, type ReadAt } from "./visibility.ts";

/** What a client is looked for by: folded words, and the terms that the viewer does not find by. */
export interface SearchWords {
  readonly words: readonly string[];
  readonly deniedClasses: readonly Sensitivity[];
  readonly maskedFields: readonly string[];
}

const wordsMax = 10;
const charsMin = 2;

/**
 * The words of `q` (REC-30).
 * @throws `invalid_request` when it has fewer than two letters and digits or too many words.
 */
export function readSearchWords(q: string, { policy }: Pick<BookView, "policy">): SearchWords {
  const words = wordsOf(q);
  const refusal = refusalOf(words);
  if (refusal !== undefined) throw refused(refusal);
  const masked = new Set(
    familyNames.flatMap((family) =>
      Object.entries(familyOf(family).fields)
        .filter(
          ([name, { search }]) =>
            search !== undefined && !["shown", "denied"].includes(standingOf(policy, family, name)),
        )
        .map(([name]) => name),
    ),
  );
  return { words, deniedClasses: policy.denied, maskedFields: [...masked] };
}

/** Whether a search takes these words; of a word that stands there twice, one counts. */
export function isSearchable(q: string): boolean {
  return refusalOf(wordsOf(q)) === undefined;
}

function wordsOf(q: string): readonly string[] {
  return [...new Set(questionWords(q))];
}

function refusalOf(words: readonly string[]): string | undefined {
  if ([...words.join("")].length < charsMin) return `must have at least ${charsMin} letters or digits`;
  return words.length > wordsMax ? `must have at most ${wordsMax} words` : undefined;
}

function refused(message: string) {
  return fail("invalid_request", { message: `q ${message}.`, details: [{ field: "q", message }] });
}

/** The condition that a term begins with a word, is in the snapshot, and may be found by. */
export function termBegins(sql: SqlText, read: ReadAt, term: string, words: SearchWords, word: string): string {
  const { deniedClasses, maskedFields } = words;
  return [
    `${term}.connection_id = ${sql.value(read.connectionId, "uuid")}`,
    // The highest code point: a range of the index instead of a pattern.
    `${term}.term >= ${sql.value(word, "text")} and ${term}.term < ${sql.value(`${word}\u{10FFFF}`, "text")}`,
    inSnapshot(term, sql.value(read.seq, "int")),
    ...(deniedClasses.length === 0
      ? []
      : [`(${term}.class is null or ${term}.class <> all(${sql.value(deniedClasses, "text[]")}))`]),
    ...(maskedFields.length === 0 ? [] : [`${term}.field <> all(${sql.value(maskedFields, "text[]")})`]),
  ].join(" and ");
}

/**
 * The condition that the terms of one client that the viewer may find by are visible to the seat: the owner of one
 * policy finds the client by its names and by that policy (SEAT-12).
 */
export function termVisible(sql: SqlText, read: ReadAt & { readonly viewer: BookView }, term: string): string {
  const { grants, enforced } = read.viewer;
  if (grants === null || !enforced) return "true";
  return `exists (select from book.grants g where g.connection_id = ${sql.value(read.connectionId, "uuid")}
    and g.client_key = ${term}.client_key and g.grant_key = any(${sql.value(grants, "text[]")})
    and (g.policy_key = '' or ${term}.family = 'accounts' or g.policy_key = ${term}.policy_key
      or (${term}.family = 'policies' and g.policy_key = ${term}.row_key))
    and ${inSnapshot("g", sql.value(read.seq, "int"))}${probed})`;
}

/** Under shadow: the condition that posture lit would show the row and find it by the words (SEAT-50). */
export function seenByWords(
  sql: SqlText,
  read: ReadAt & { readonly viewer: BookView },
  visible: string,
  found: Parameters<typeof wordsMatch>[2],
): string {
  const { viewer } = read;
  if (viewer.enforced || viewer.grants === null) return visible;
  return `(${visible} and ${wordsMatch(sql, { ...read, viewer: { ...viewer, enforced: true } }, found)})`;
}

/**
 * The condition that every word begins a term of the row or of its client. Terms of other rows of the row's own family do
 * not count: a policy is not found by the number of another.
 */
export function wordsMatch(
  sql: SqlText,
  read: ReadAt & { readonly viewer: BookView },
  { family, words, row }: { readonly family: FamilyName; readonly words: SearchWords; readonly row: string },
): string {
  const client = family === "accounts" ? `${row}.row_key` : `${row}.client_key`;
  const own = family === "accounts" ? "" : ` and (s.family <> '${family}' or s.row_key = ${row}.row_key)`;
  return words.words
    .map(
      (word) =>
        `exists (select from book.terms s where s.client_key = ${client}${own} and ${termBegins(sql, read, "s", words, word)}
          and ${termVisible(sql, read, "s")}${probed})`,
    )
    .join(" and ");
}
