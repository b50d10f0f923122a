import { isPropertyLine } from "../words/line-words.ts";
import type { CoverageFact, Facts, GeneralTerm } from "./facts.ts";

const mainProperty =
  /^(?:[a-d]\s+)?(?:your |blanket(?: limit)?,? |scheduled )*(?:buildings?|dwelling|structures?|other structures|contents|(?:business )?personal property|bpp|equipment|new construction)\b(?!.*(?:income|glass|off premises|newly|in transit))/i;
const mainLiability =
  /\beach (?:occurrence|claim|incident|wrongful act|loss|common cause)\b|\bper (?:occurrence|claim)\b|\boccurrence\b|^limits? of liability|^combined single/i;

/**
 * Gives the coverages of a line what the line states for all of them, where it can mean nothing else (READ-15): a
 * deductible to buildings and contents or to the limit a claim, a valuation to property, a retroactive date to the only
 * coverage. What finds no coverage stays unread.
 */
export function applyGeneral(facts: Facts): void {
  const byPlace = new Map<string, GeneralTerm[]>();
  for (const term of facts.general) {
    const key = [term.kind, term.line, term.location, term.option].join("|");
    const own = byPlace.get(key);
    if (own === undefined) byPlace.set(key, [term]);
    else own.push(term);
  }
  for (const terms of byPlace.values()) {
    const [term] = terms;
    // Terms of one kind in one place that differ: none of them is given.
    if (term === undefined || new Set(terms.map(({ value }) => JSON.stringify(value.value))).size > 1) continue;
    const own = facts.coverages.filter((fact) => isUnder(fact, term) && isGiven(fact));
    const targets = targetsOf(term, own);
    for (const { coverage } of targets) give(term, coverage);
    if (targets.length === 0)
      facts.unread.push({ field: `${term.kind} (${term.label})`, reason: "not_understood", at: term.value.at });
  }
}

function isUnder(fact: CoverageFact, term: GeneralTerm): boolean {
  const isLine = term.line === undefined || fact.line === term.line;
  const isPlace = term.location === undefined || term.location === fact.location;
  return isLine && isPlace && (term.option === undefined || term.option === fact.option);
}

function isGiven({ coverage }: CoverageFact): boolean {
  return (
    coverage.status === "covered" &&
    (coverage.limit !== undefined || coverage.aggregate !== undefined || coverage.split !== undefined)
  );
}

function targetsOf(term: GeneralTerm, own: readonly CoverageFact[]): readonly CoverageFact[] {
  const limited = own.filter(({ coverage }) => coverage.limit !== undefined);
  const count = (facts: readonly CoverageFact[]) => {
    const byOption = new Map<string | undefined, number>();
    for (const { option } of facts) byOption.set(option, (byOption.get(option) ?? 0) + 1);
    return byOption;
  };
  const main = limited.filter(({ coverage }) => mainLiability.test(coverage.label));
  const [limits, mains] = [count(limited), count(main)];
  const isOnly = ({ option }: CoverageFact) => limits.get(option) === 1;
  switch (term.kind) {
    case "deductible":
      return [
        ...own.filter(({ line, coverage }) => isPropertyLine(line) && mainProperty.test(coverage.label)),
        ...limited.filter(
          (fact) =>
            !isPropertyLine(fact.line) &&
            (isOnly(fact) || (mains.get(fact.option) === 1 && mainLiability.test(fact.coverage.label))),
        ),
      ];
    case "valuation":
      return limited.filter(({ line }) => isPropertyLine(line));
    case "coinsurance":
      return own.filter(({ line, coverage }) => isPropertyLine(line) && mainProperty.test(coverage.label));
    case "retro_date":
      return term.line === undefined ? [] : limited.filter(isOnly);
    case "trigger":
      return limited;
  }
}

function give(term: GeneralTerm, coverage: CoverageFact["coverage"]): void {
  if (term.kind === "deductible") coverage.deductible ??= term.value;
  else if (term.kind === "valuation") coverage.valuation ??= term.value;
  else if (term.kind === "coinsurance") coverage.coinsurance ??= term.value;
  else if (term.kind === "retro_date") coverage.retroDate ??= term.value;
  else coverage.trigger ??= term.value;
}
