import { stem } from "../../text/stem.ts";
import { vocabulary } from "../../text/vocabulary.ts";
import { thirdParties } from "./third-parties.ts";

/**
 * What words of a question mean to a look-up (ANSWER-10): one meaning to a line, `kind value: phrase | phrase`, which
 * goes on below where it is indented. Phrases are
 * compared by stems, the longest first; of two meanings of one phrase the first in this order counts. A phrase behind `=` is compared as it is written.
 */
const tables: readonly string[] = [
  ...[
    "operations",
    "family-words",
    "policy-fields",
    "coverage-fields",
    "claim-fields",
    "account-fields",
    "property-fields",
    "work-fields",
    "status-words",
    "filler-phrases",
  ].map(vocabulary),
  thirdParties,
];

/** What a phrase means. */
export interface Meaning {
  readonly kind: "op" | "family" | "field" | "status" | "role" | "kind" | "by" | "fill";
  readonly value: string;
}

export interface Phrase {
  readonly stems: readonly string[];
  /** Of a phrase that must stand as it is written: `=payments`, but not a payment. */
  readonly words: readonly string[] | undefined;
  readonly meaning: Meaning;
}

const kinds: ReadonlySet<string> = new Set<Meaning["kind"]>([
  "op",
  "family",
  "field",
  "status",
  "role",
  "kind",
  "by",
  "fill",
]);

function isKind(text: string): text is Meaning["kind"] {
  return kinds.has(text);
}

/** Phrases by their first stem, the longest first. */
export const phrases: ReadonlyMap<string, readonly Phrase[]> = phrasesOf(tables.join("\n"));

/** Words of phrases with five letters or more, by which slips of the pen are set right. */
export const vocabularyWords: ReadonlySet<string> = new Set(
  tables
    .join("\n")
    .split(/[^a-z]+/)
    .filter((word) => word.length >= 5),
);

/** Lines of a table, one meaning to a line: what stands below a line, further in, belongs to it. */
export function meaningsOf(table: string): readonly string[] {
  return table.trim().replaceAll(/\n +/g, " ").split("\n");
}

function phrasesOf(text: string): ReadonlyMap<string, readonly Phrase[]> {
  const byFirst = new Map<string, Phrase[]>();
  for (const line of meaningsOf(text)) {
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const [kind = "", ...rest] = line.slice(0, colon).split(" ");
    if (!isKind(kind)) throw new Error(`no kind of meaning: ${kind}`);
    for (const phrase of line.slice(colon + 1).split("|")) {
      const words = phrase.trim().replace(/^=/, "").split(/\s+/);
      const isExact = phrase.trim().startsWith("=");
      const stems = words.map(stem);
      const [first = ""] = stems;
      const existing = byFirst.get(first) ?? [];
      if (isExact || !existing.some((other) => other.words === undefined && other.stems.join(" ") === stems.join(" ")))
        existing.push({ stems, words: isExact ? words : undefined, meaning: { kind, value: rest.join(" ") } });
      byFirst.set(first, existing);
    }
  }
  for (const list of byFirst.values())
    list.sort(
      (left, right) =>
        right.stems.length - left.stems.length || Number(left.words === undefined) - Number(right.words === undefined),
    );
  return byFirst;
}
