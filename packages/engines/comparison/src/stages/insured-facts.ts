import { type AutoLimit, autoLimitCoverages, autoLimitOf, familiesOf, familyOf, lineCodes } from "@service/engine-kit";
import { byText } from "@service/json";
import { pairKey } from "./item.ts";
import type { CoverageFacts } from "./item.ts";

/** Where an item states a coverage. `via`: the line it stands on, when it is another than was asked for. */
type Found = {
  readonly fact: CoverageFacts | undefined;
  readonly via?: string;
  /** Endorsed to a policy that does not hold the family as its own (COVER-3). */
  readonly isEndorsed: boolean;
};

/** What an item insures, whatever its policies are called (CMP-85, COVER-1). */
export type InsuredFacts = {
  readonly find: (line: string, coverage: string) => Found;
  /** The auto limit of the line's family in cents, when all of it is stated. */
  readonly autoLimit: (line: string) => AutoLimit | undefined;
  /** Which coverage states the auto limit: the combined one, else one of a split limit. */
  readonly autoCoverage: (line: string) => string | undefined;
};

const lineRank = new Map<string, number>(lineCodes.map((code, index) => [code, index]));

/** Looks coverages up by family; each answer is one map read. */
export function insuredFacts(facts: ReadonlyMap<string, CoverageFacts>): InsuredFacts {
  const byFamily = new Map<string, CoverageFacts[]>();
  const auto = new Map<string, CoverageFacts[]>();
  const ordered = [...facts.values()].sort(
    (a, b) => (lineRank.get(a.line) ?? 999) - (lineRank.get(b.line) ?? 999) || byText(a.pair, b.pair),
  );
  for (const fact of ordered) {
    if (!fact.included) continue;
    const family = familyOf(fact.line, fact.coverage);
    put(byFamily, pairKey(family, fact.coverage), fact);
    if (autoLimitCoverages.has(fact.coverage)) put(auto, family, fact);
  }
  const autoFacts = (line: string): readonly CoverageFacts[] => {
    const all = auto.get(familyOf(line, "combined_single_limit")) ?? [];
    const own = all.filter((fact) => fact.line === line);
    return own.length > 0 ? own : all.filter((fact) => fact.line === all[0]?.line);
  };
  const search = (line: string, coverage: string): Found => {
    const exact = facts.get(pairKey(line, coverage));
    if (exact?.included === true) return { fact: exact, isEndorsed: false };
    const family = familyOf(line, coverage);
    const candidates = byFamily.get(pairKey(family, coverage)) ?? [];
    const held = candidates.find((fact) => familiesOf(fact.line).includes(family));
    const found = held ?? candidates[0];
    if (found === undefined) return { fact: exact, isEndorsed: false };
    // A need of a package's own endorsement is met by any line, by endorsement or not.
    const isEndorsed = held === undefined && familiesOf(line).includes(family);
    return { fact: found, via: found.line, isEndorsed };
  };
  const cached = new Map<string, Found>();
  return {
    find: (line, coverage) => {
      const pair = pairKey(line, coverage);
      const answer = cached.get(pair) ?? search(line, coverage);
      cached.set(pair, answer);
      return answer;
    },
    autoLimit: (line) =>
      autoLimitOf(autoFacts(line).map(({ coverage, limitCents }) => ({ coverage, limit: limitCents }))),
    autoCoverage: (line) => {
      const stated = autoFacts(line).map(({ coverage }) => coverage);
      return stated.find((coverage) => coverage === "combined_single_limit") ?? stated[0];
    },
  };
}

function put(lists: Map<string, CoverageFacts[]>, key: string, fact: CoverageFacts): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [fact]);
  else list.push(fact);
}
