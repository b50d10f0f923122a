import { agreesByInitial, type NameSearch, originalWords, type ReadName } from "@service/engine-kit";
import { roundHalfAwayFromZero, byText } from "@service/json";
import { comparisonBound } from "./comparison-bound.ts";
import type { ListEntry } from "./list-entry.ts";
import type { IndexedName } from "./list-index.ts";
import type { ScreenedList } from "./load-lists.ts";
import { type Feature, mostAdded, qualify } from "./qualify.ts";
import { type Clearance, clearanceKey, type Party, type PartyName, type ReadInput } from "./read-input.ts";
import { type IdentifierType, type ListSeverity, listSeverities } from "../codes.ts";
import type { Matching } from "../settings.ts";

/** Strength of a match by its score alone (DIL-32). */
type Strength = "strong" | "possible";

/** One party resembling one entry of one list. */
export type Hit = {
  readonly hitKey: string;
  readonly list: ScreenedList;
  readonly entry: ListEntry;
  readonly party: Party;
  /** Unrounded; outputs show `shownScore`. */
  readonly score: number;
  readonly strength: Strength;
  /** The name of the entry that matched, and the spelling that was searched. */
  readonly nameMatched: string;
  readonly nameSearched: string;
  /** Whether the name is the listed one, whatever the qualifiers made of it. */
  readonly isEqualName: boolean;
  readonly features: readonly Feature[];
  /** The prior clearance that suppresses the hit; it stays listed. */
  readonly suppressedBy: Clearance | undefined;
  /** Whether an equal identifier of this type was found. */
  readonly identifier: IdentifierType | undefined;
};

/** The score as outputs write it. */
export function shownScore({ score }: Hit): number {
  return roundHalfAwayFromZero(score, 4);
}

export type Screening = {
  /** Gravest first; at most `hitsPerListMax` per party and list. */
  readonly hits: readonly Hit[];
  readonly strong: number;
  readonly possible: number;
  readonly suppressed: number;
  /** Hits found and not listed, all weaker than those listed for the same party and list. */
  readonly cut: number;
  /** Searches for which more names share words than are compared in one run (DIL-85). */
  readonly partial: readonly PartialSearch[];
};

/** A party that was compared with a part of the names of a list that may be its own. */
type PartialSearch = { readonly party: Party; readonly list: ScreenedList; readonly leftOut: number };

/** DIL-74, DIL-85: every party against every list. `comparisonsMax`: names compared in the run. */
export function screenParties(
  input: ReadInput,
  lists: readonly ScreenedList[],
  matching: Matching,
  comparisonsMax?: number,
): Screening {
  const hits: Hit[] = [];
  const partial: PartialSearch[] = [];
  const boundOf = comparisonBound(
    input.parties.flatMap(({ names }) => names.map(({ read }) => read)),
    lists.map(({ index }) => index),
    comparisonsMax,
  );
  let [strong, possible, suppressed, cut] = [0, 0, 0, 0];
  for (const party of input.parties) {
    for (const list of lists) {
      const { hits: found, leftOut } = screenParty(party, list, matching, input.clearances, boundOf);
      if (leftOut > 0) partial.push({ party, list, leftOut });
      for (const hit of found) {
        if (hit.suppressedBy !== undefined) suppressed += 1;
        else if (hit.strength === "strong") strong += 1;
        else possible += 1;
      }
      hits.push(...bestOf(found, matching.hitsPerListMax));
      cut += Math.max(0, found.length - matching.hitsPerListMax);
    }
  }
  return { hits: hits.sort(inOrderOfGravity), strong, possible, suppressed, cut, partial };
}

/** The hits that are listed: equal names are not left out for graver ones that only resemble (DIL-34). */
function bestOf(found: readonly Hit[], max: number): readonly Hit[] {
  if (found.length <= max) return found;
  return found
    .toSorted((a, b) => Number(b.isEqualName) - Number(a.isEqualName) || inOrderOfGravity(a, b))
    .slice(0, max);
}

/** The best name of an entry so far, and the name of the party that it was compared with. */
type Best = { score: number; name: IndexedName | undefined; searched: PartyName | undefined };
type EntryMatch = {
  readonly strong: Best;
  readonly weak: Best;
  /** Whether a name agrees as far as an initial goes (NAME-62). */
  isByInitial: boolean;
};

function screenParty(
  party: Party,
  list: ScreenedList,
  matching: Matching,
  clearances: ReadInput["clearances"],
  boundOf: (name: ReadName) => number,
): { readonly hits: readonly Hit[]; readonly leftOut: number } {
  const identified = identifiedEntries(party, list);
  const hits: Hit[] = [];
  const { matches, leftOut } = matchesOf(party, list, matching, identified, boundOf);
  for (const [entry, match] of matches) {
    const { strong, weak } = match;
    const identifier = identified.get(entry);
    const scores = { strong: strong.score, weak: weak.score, isByInitial: match.isByInitial };
    const { score, features } = qualify(party, entry, scores, identifier, matching);
    if (score < matching.review) continue;
    const best = weak.score > strong.score ? weak : strong;
    const isBySound = identifier === undefined && isReadBySound(best);
    const clearance = clearanceOf(clearances, list.listKey, entry, party);
    hits.push({
      hitKey: `${party.key}:${list.listKey}:${entry.entryId}`,
      list,
      entry,
      party,
      score,
      strength: score >= matching.strong && !isBySound ? "strong" : "possible",
      nameMatched: best.name?.name ?? entry.names[0]?.name ?? "",
      nameSearched: best.searched?.read.written ?? party.name,
      isEqualName: best.score === 1,
      features: [
        ...features,
        ...(isBySound ? [readBySound] : []),
        ...(clearance === "outdated" ? [outdatedClearance] : []),
      ],
      suppressedBy: clearance === "outdated" ? undefined : clearance,
      identifier,
    });
  }
  return { hits: hits.sort(inOrderOfGravity), leftOut };
}

/** The entries that resemble a party, or share an identifier with it, by their best strong and best weak name. */
function matchesOf(
  party: Party,
  { index }: ScreenedList,
  matching: Matching,
  identified: ReadonlyMap<ListEntry, IdentifierType>,
  boundOf: (name: ReadName) => number,
): { readonly matches: ReadonlyMap<ListEntry, EntryMatch>; readonly leftOut: number } {
  // Below this no qualifier can raise a name to the threshold.
  const keptFrom = matching.review - mostAdded(matching.qualifiers) - 1e-9;
  const matches = new Map<ListEntry, EntryMatch>();
  // What an initial leaves open only another fact can close (DIL-87).
  const mayAgreeFurther = party.kind === "person" && (party.birthDate !== undefined || party.addresses.length > 0);
  let leftOut = 0;
  for (const searched of party.names) {
    const search = index.search(searched.read);
    const candidates = index.candidates(search, boundOf(searched.read));
    leftOut += candidates.leftOut;
    for (const candidate of candidates.names) {
      const score = bestScore(search, candidate);
      const isByInitial = score < matching.review && mayAgreeFurther && meetsByInitial(search, candidate);
      if (score >= keptFrom || isByInitial) keepBest(matches, candidate, score, searched, isByInitial);
    }
    for (const entry of identified.keys()) {
      for (const name of index.namesOf(entry)) keepBest(matches, name, bestScore(search, name), searched);
    }
  }
  return { matches, leftOut };
}

function bestScore(search: NameSearch, { readings }: IndexedName): number {
  let best = 0;
  for (const reading of readings) best = Math.max(best, search.score(reading));
  return best;
}

function meetsByInitial(search: NameSearch, { readings }: IndexedName): boolean {
  return search.readings.some((own) => readings.some((other) => agreesByInitial(own.reading, other.reading)));
}

function keepBest(
  matches: Map<ListEntry, EntryMatch>,
  name: IndexedName,
  score: number,
  searched: PartyName,
  isByInitial = false,
): void {
  let match = matches.get(name.entry);
  if (match === undefined) {
    match = {
      strong: { score: 0, name: undefined, searched: undefined },
      weak: { score: 0, name: undefined, searched: undefined },
      isByInitial: false,
    };
    matches.set(name.entry, match);
  }
  match.isByInitial ||= isByInitial;
  const best = name.isWeak ? match.weak : match.strong;
  // Among equals the text decides, so that the order of candidates does not matter.
  const isBetter =
    score > best.score || (score === best.score && (best.name === undefined || byText(name.name, best.name.name) < 0));
  if (!isBetter) return;
  best.score = score;
  best.name = name;
  best.searched = searched;
}

/** Whether a match rests on letters of another script that were read by their sound (DIL-76). */
function isReadBySound({ name, searched }: Best): boolean {
  if (name === undefined || searched === undefined) return false;
  if (!name.isTransliterated && !searched.read.isTransliterated) return false;
  const words = (written: string): string => [...originalWords(written)].sort().join(" ");
  // A Han name is written with a blank or without.
  const joined = (written: string): string => originalWords(written).join("");
  const searchedName = searched.read.written;
  return words(name.name) !== words(searchedName) && joined(name.name) !== joined(searchedName);
}

const readBySound: Feature = { name: "script", value: "the name was read by its sound from another script", effect: 0 };

function identifiedEntries(party: Party, { index }: ScreenedList): ReadonlyMap<ListEntry, IdentifierType> {
  const found = new Map<ListEntry, IdentifierType>();
  for (const identifier of party.identifiers) {
    for (const entry of index.withIdentifier(identifier)) if (!found.has(entry)) found.set(entry, identifier.type);
  }
  return found;
}

const outdatedClearance: Feature = {
  name: "prior_clearance",
  value: "the entry has changed since it was cleared",
  effect: 0,
};

/** A clearance holds for the reviewed version; a changed entry must be reviewed again (DIL-33). */
function clearanceOf(
  clearances: ReadInput["clearances"],
  listKey: string,
  entry: ListEntry,
  party: Party,
): Clearance | "outdated" | undefined {
  const own = (clearances.get(clearanceKey(listKey, entry.entryId)) ?? []).filter(
    (clearance) => clearance.party === undefined || clearance.party === party.key,
  );
  if (own.length === 0) return undefined;
  return own.find((clearance) => clearance.entryVersion === entry.version) ?? "outdated";
}

function bandRank(hit: Hit): number {
  return hit.suppressedBy !== undefined ? 2 : hit.strength === "possible" ? 1 : 0;
}

function severityRank(severity: ListSeverity): number {
  return listSeverities.indexOf(severity);
}

/** Strong before possible before suppressed, then by severity of the list and score; the subject before its parties. */
function inOrderOfGravity(a: Hit, b: Hit): number {
  return (
    bandRank(a) - bandRank(b) ||
    severityRank(b.list.severity) - severityRank(a.list.severity) ||
    b.score - a.score ||
    Number(b.party.key === "subject") - Number(a.party.key === "subject") ||
    byText(a.hitKey, b.hitKey) ||
    byText(a.entry.version, b.entry.version)
  );
}
