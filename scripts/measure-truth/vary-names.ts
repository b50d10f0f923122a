import { isJsonArray, isJsonObject, type JsonObject, text } from "@service/json";
import { linesOf, partsOf, sourceOf } from "../name-tables/sources.ts";

/** A listed name as it may reach a desk. */
export type Variation = {
  readonly category: string;
  readonly query: string;
  readonly kind: string;
  readonly entry_id: string;
};

/** Names of one class that are asked, taken evenly over the list. */
const classMax = 300;

type Vary = (name: string) => string | undefined;
/** The classes, each with the kind of name that it changes. */
const classes: readonly (readonly [category: string, kind: string, vary: Vary])[] = [
  ["article inside, written together", "person", articleJoined],
  ["article inside, written apart", "person", articleApart],
  ["title that is a name, others left out", "person", titleKept],
  ["short given name", "person", shortGivenName],
  ["particle as family name, last", "person", particleLast],
  ["words in reverse order", "person", reversed],
  ["abbreviated words (organizations)", "organization", abbreviated],
];

/** Variations of the names of a list, whatever list it is: the same for the same list. */
export function variationsOf(list: readonly JsonObject[]): readonly Variation[] {
  const names = list.flatMap((row) => {
    const written = isJsonArray(row["names"]) ? row["names"].filter(isJsonObject) : [];
    const [entryId, kind] = [text(row, "entry_id") ?? "", text(row, "kind") ?? ""];
    return written.map((name) => ({ entryId, kind, name: text(name, "name") ?? "" }));
  });
  return classes.flatMap(([category, wanted, vary]) => {
    const all = names.flatMap(({ entryId, kind, name }) => {
      const query = kind === wanted ? vary(name) : undefined;
      return query === undefined || query === name ? [] : [{ category, query, kind, entry_id: entryId }];
    });
    const step = Math.max(1, Math.ceil(all.length / classMax));
    return all.filter((_, at) => at % step === 0);
  });
}

/** Before these the l of the article is written as they are. */
const sunLetters = /^[dtszrn]/i;

function articleJoined(name: string): string | undefined {
  const joined = name.replace(/\b([A-Z][a-z]{2,}) (?:al|ul|el)-([A-Z][a-z]{2,})/i, (_, left: string, right: string) => {
    const [next = ""] = right.toLowerCase();
    return `${left}u${sunLetters.test(right) ? next : "l"}${right.toLowerCase()}`;
  });
  return hasTwoWords(joined) ? joined : undefined;
}

function articleApart(name: string): string | undefined {
  const apart = name.replace(/\babd[aeuo]l([a-z]{4,})/i, (_, right: string) => `Abd al-${right}`);
  return hasTwoWords(name) ? apart : undefined;
}

const titles = new Set(
  linesOf(sourceOf("person-words.txt")).flatMap((line) =>
    line.startsWith("names:") ? partsOf(line.slice(6), " ") : [],
  ),
);

function titleKept(name: string): string | undefined {
  const [family = "", given = ""] = name.split(", ");
  const [title = "", ...others] = given.split(" ");
  return titles.has(title.toLowerCase()) && others.length > 0 ? `${title} ${family}` : undefined;
}

const nicknames = new Map(
  linesOf(sourceOf("nicknames.txt")).map((line) => {
    const [name = "", short = ""] = line.split(":");
    return [name, partsOf(short, " ")] as const;
  }),
);

function shortGivenName(name: string): string | undefined {
  const [family = "", given = ""] = name.split(", ");
  const [first = ""] = given.split(" ");
  const [short] = (nicknames.get(first.toLowerCase()) ?? []).toSorted((a, b) => a.length - b.length);
  return short === undefined ? undefined : `${short} ${family}`;
}

const particles = new Set(
  linesOf(sourceOf("person-words.txt")).flatMap((line) =>
    line.startsWith("particles:") ? partsOf(line.slice("particles:".length), " ") : [],
  ),
);

function particleLast(name: string): string | undefined {
  const [family = "", given] = name.split(", ");
  return given !== undefined && particles.has(family.toLowerCase()) ? `${given} ${family}` : undefined;
}

function reversed(name: string): string | undefined {
  const words = name.replaceAll(",", "").split(" ");
  return words.length > 2 && !name.includes("(") ? words.toReversed().join(" ") : undefined;
}

const abbreviations = new Map(
  linesOf(sourceOf("abbreviations.txt")).flatMap((line) => {
    const [full = "", short = ""] = line.split(":");
    return partsOf(full, " ").map((word) => [word, partsOf(short, " ")] as const);
  }),
);

function abbreviated(name: string): string | undefined {
  return name
    .split(" ")
    .map((word, at) => {
      const short = abbreviations.get(word.toLowerCase()) ?? [];
      // Another one for each place, so that more than the first of each line is tried.
      return short[at % Math.max(1, short.length)]?.toUpperCase() ?? word;
    })
    .join(" ");
}

/** Whether two words of a name would be left. */
function hasTwoWords(name: string): boolean {
  return name.split(/[\s,]+/).filter((word) => word.length > 2).length > 1;
}
