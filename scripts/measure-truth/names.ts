import { isJsonArray, isJsonObject, type JsonObject, text } from "@service/json";
import { type Figure, figure } from "./figure.ts";
import { readTruth } from "./read-truth.ts";
import { type FoundHit, Screening, type Searched } from "./screen-names.ts";
import { variationsOf } from "./vary-names.ts";

const exactWanted = 1;
const recallWanted = 0.97;
const classWanted = 0.92;
const innocentCompaniesWanted = 0.01;
const innocentsWanted = 0.01;
const strongInnocentsWanted = 0.0025;
const reviewFrom = 0.75;
const otherScoreFrom = 0.7;

/** Classes of changes that nobody can undo without more than a name: shown, not asked for. */
const shownOnly: ReadonlySet<string> = new Set(["first name as initial", "country added"]);
/** Every so manyth listed name is asked as it stands. */
const exactStep = 8;
const latin = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Screening against the lists and names of a folder of facts: recall, false hits, labelled pairs. */
export function measureNames(folder: string): Promise<readonly Figure[]> {
  const list = readTruth(folder, "sdn");
  if (list.length === 0) return Promise.resolve([]);
  const screening = new Screening(list);
  return Promise.resolve([
    ...measureListed(list, screening),
    ...measureVariations([...readTruth(folder, "variations"), ...variationsOf(list)], screening),
    ...measureInnocents(folder, screening),
    ...measurePairs(list, readTruth(folder, "name-pairs")),
  ]);
}

function measureListed(list: readonly JsonObject[], screening: Screening): readonly Figure[] {
  const names = list
    .flatMap((row) =>
      namesOf(row).map((name) => ({ kind: text(row, "kind") ?? "", name, entryId: text(row, "entry_id") ?? "" })),
    )
    .filter(({ kind }, at) => at % exactStep === 0 && (kind === "person" || kind === "organization"));
  const found = screening.screen(names);
  const misses = names
    .filter(({ entryId }, at) => !hasEntry(found[at], entryId))
    .map(({ name, entryId }) => `${name} (${entryId})`);
  return [
    figure("listed names and aliases as they stand", 1 - misses.length / names.length, ">=", exactWanted, misses),
  ];
}

function measureVariations(rows: readonly JsonObject[], screening: Screening): readonly Figure[] {
  const searched = rows.map((row) => ({
    ...searchedOf(row, "query"),
    entryId: text(row, "entry_id") ?? "",
    category: text(row, "category") ?? "",
  }));
  const found = screening.screen(searched);
  const byCategory = new Map<string, { all: number; misses: string[] }>();
  for (const [at, { category, name, entryId }] of searched.entries()) {
    const own = byCategory.get(category) ?? { all: 0, misses: [] };
    byCategory.set(category, own);
    own.all += 1;
    if (!hasEntry(found[at], entryId)) own.misses.push(`${name} (${entryId})`);
  }
  const classes = [...byCategory].sort(([a], [b]) => (a < b ? -1 : 1));
  const isAltered = (category: string): boolean => !shownOnly.has(category) && !isAsListed(category);
  const altered = classes.filter(([category]) => isAltered(category)).map(([, counts]) => counts);
  const [all, missed] = [sumOf(altered, ({ all: count }) => count), sumOf(altered, ({ misses }) => misses.length)];
  return [
    ...(all === 0 ? [] : [figure("names written differently, all classes", 1 - missed / all, ">=", recallWanted)]),
    ...classes.map(([category, { all: count, misses }]) => {
      const wanted = shownOnly.has(category) ? undefined : isAsListed(category) ? exactWanted : classWanted;
      return figure(`  ${category}`, 1 - misses.length / count, ">=", wanted, misses);
    }),
  ];
}

function measureInnocents(folder: string, screening: Screening): readonly Figure[] {
  const sets = ["innocent-companies", "innocent-us", "innocent-global", "innocent-congress"].map((name) => {
    const searched = readTruth(folder, name).map((row) => searchedOf(row, "name"));
    return { name, searched, found: screening.screen(searched) };
  });
  const linesOf = (chosen: typeof sets, isCounted: (hit: FoundHit) => boolean): string[] =>
    chosen.flatMap(({ searched, found }) =>
      searched.flatMap(({ name }, at) => {
        const hit = found[at]?.find(isCounted);
        return hit === undefined ? [] : [`${name} = ${hit.name} (${hit.score})`];
      }),
    );
  const share = (chosen: typeof sets, lines: readonly string[]): number =>
    lines.length /
    Math.max(
      1,
      sumOf(chosen, ({ searched }) => searched.length),
    );
  const any = (): boolean => true;
  const companies = sets.slice(0, 1);
  const [ofCompanies, ofAll] = [linesOf(companies, any), linesOf(sets, any)];
  const strong = linesOf(sets, ({ band }) => band === "strong");
  return [
    figure("innocent companies with a hit", share(companies, ofCompanies), "<=", innocentCompaniesWanted, ofCompanies),
    ...sets
      .slice(1)
      .map((set) => figure(`  ${set.name} with a hit`, share([set], linesOf([set], any)), "<=", undefined)),
    figure("all innocents with a hit", share(sets, ofAll), "<=", innocentsWanted, ofAll),
    figure("all innocents with a strong hit", share(sets, strong), "<=", strongInnocentsWanted, strong),
  ];
}

/** Labelled pairs: every listed name stands in the list, and the score of its own entry decides. */
function measurePairs(list: readonly JsonObject[], rows: readonly JsonObject[]): readonly Figure[] {
  const pairs = rows.filter((row) => latin.test(text(row, "query") ?? "") && latin.test(text(row, "listed") ?? ""));
  if (pairs.length === 0) return [];
  const entries = pairs.map((row, at) => ({
    entry_id: `pair-${at}`,
    kind: text(row, "kind") ?? "",
    names: [{ name: text(row, "listed") ?? "", strength: "strong" }],
    version: 1,
  }));
  const searched = pairs.map((row) => searchedOf(row, "query"));
  const found = new Screening([...list, ...entries]).screen(searched);
  const scores = found.map((hits, at) => hits.find(({ entryId }) => entryId === `pair-${at}`)?.score ?? 0);
  const isMatch = pairs.map((row) => row["match"] === true);
  const others = pairs.map((row) => Number(row["logic_v2"]));
  const misses = pairs.flatMap((row, at) =>
    (scores[at] ?? 0) >= reviewFrom === isMatch[at]
      ? []
      : [
          `${isMatch[at] === true ? "not found" : "not the same"}: ${text(row, "query")} = ${text(row, "listed")} (${scores[at]})`,
        ],
  );
  const wanted = f1(others, isMatch, otherScoreFrom);
  return [
    figure(
      `${pairs.length} labelled pairs in Latin letters, F1`,
      f1(scores, isMatch, reviewFrom),
      ">=",
      wanted,
      misses,
    ),
  ];
}

function f1(scores: readonly number[], isMatch: readonly boolean[], from: number): number {
  const right = scores.filter((score, at) => score >= from && isMatch[at] === true).length;
  const called = scores.filter((score) => score >= from).length;
  const matches = isMatch.filter(Boolean).length;
  return right === 0 ? 0 : (2 * right) / (called + matches);
}

function namesOf(row: JsonObject): readonly string[] {
  const names = row["names"];
  return isJsonArray(names) ? names.filter(isJsonObject).map((name) => text(name, "name") ?? "") : [];
}

function searchedOf(row: JsonObject, field: string): Searched {
  return { kind: text(row, "kind") ?? "person", name: text(row, field) ?? "" };
}

function isAsListed(category: string): boolean {
  return category.includes("as listed");
}

function hasEntry(hits: readonly FoundHit[] | undefined, entryId: string): boolean {
  return hits?.some((hit) => hit.entryId === entryId) === true;
}

function sumOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0);
}
