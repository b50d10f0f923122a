import type { Conflict, Stated } from "../document-reading.ts";
import type { Facts, NameFact, NameField } from "./facts.ts";

/** The one statement of a name or a date; differing ones of equal rank are a conflict (READ-16). */
export function chooseName(facts: Facts, field: NameField, conflicts: Conflict[]): Stated<string> | undefined {
  const stated = facts.names.filter((fact) => fact.field === field);
  const rank = Math.max(...stated.map((fact) => fact.rank));
  const best = stated.filter((fact) => fact.rank === rank);
  const [first] = best;
  // A company that heads one page may be anybody.
  if (first === undefined || (field === "insured" && rank === 0 && best.length < 2)) return undefined;
  const chosen =
    field === "carrier" ? carrierAmong(best, stated) : field === "insured" ? longestAlike(best) : sameValue(best);
  if (chosen === undefined) {
    conflicts.push({ field, values: distinct(best) });
    return undefined;
  }
  return { value: chosen.value, at: chosen.at };
}

function sameValue(facts: readonly NameFact[]): NameFact | undefined {
  const [first] = facts;
  return facts.every((fact) => plain(fact.value) === plain(first?.value ?? "")) ? first : undefined;
}

/** Of spellings that begin alike, the first; "Bayou Teche Roofing" repeats a longer name. */
function longestAlike(facts: readonly NameFact[]): NameFact | undefined {
  const [first] = facts;
  const longest = [...facts].sort((a, b) => b.value.length - a.value.length)[0];
  if (first === undefined || longest === undefined) return undefined;
  const isOne = facts.every((fact) => plain(longest.value).startsWith(plain(fact.value)));
  return isOne ? (plain(first.value) === plain(longest.value) ? first : longest) : undefined;
}

/**
 * Several carriers: the one that is named at least twice as often as any other. A name in the title counts only when no
 * label gives one, and the first of the titles comes before repetitions elsewhere.
 */
function carrierAmong(best: readonly NameFact[], all: readonly NameFact[]): NameFact | undefined {
  const same = longestAlike(best);
  if (same !== undefined) return same;
  const groups: NameFact[][] = [];
  for (const fact of all.slice(0, factsMax)) {
    const own = groups.find((group) => group.some((other) => isAlike(other.value, fact.value)));
    if (own === undefined) groups.push([fact]);
    else own.push(fact);
  }
  const [most = [], next = []] = groups.sort((a, b) => b.length - a.length);
  if (most.length < 2 * next.length || !most.some((fact) => best.includes(fact))) return undefined;
  return [...most].sort((a, b) => b.value.length - a.value.length)[0];
}

/** Names that are compared with one another. */
const factsMax = 300;

function isAlike(a: string, b: string): boolean {
  const [one, other] = [plain(a), plain(b)];
  return one.startsWith(other) || other.startsWith(one);
}

function plain(value: string): string {
  return value.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function distinct(facts: readonly NameFact[]): readonly Stated<string>[] {
  return [...new Map(facts.map(({ value, at }) => [plain(value), { value, at }])).values()];
}
