import { fromCents, type Tower, towerLimit, type UmbrellaPolicy } from "@service/engine-kit";
import { pairKey } from "./item.ts";
import type { NormalizedItem } from "./normalize.ts";

const umbrellaLines = ["umbrella", "personal_umbrella"];

/** How wordings name the lines under an umbrella. */
const lineWords: readonly (readonly [line: string, pattern: RegExp])[] = [
  ["general_liability", /\b(?:general liability|c?gl)\b/],
  ["commercial_auto", /\b(?:auto|automobile)s?\b/],
  ["workers_compensation", /\bemployers? liability|\bworkers comp/],
  ["business_owners", /\bbusiness ?owners\b|\bbop\b/],
  ["garage", /\bgarage\b/],
  ["liquor_liability", /\bliquor\b/],
  ["professional_liability", /\bprofessional\b/],
];

/** The primary limit of an item with its umbrellas over it (COVER-7, CMP-87). Money in units of the currency. */
export function towerOf(item: NormalizedItem, line: string, coverage: string, primary: number | undefined): Tower {
  return towerLimit({ line, coverage, primary, umbrellas: umbrellasOf(item) });
}

function umbrellasOf(item: NormalizedItem): readonly UmbrellaPolicy[] {
  return umbrellaLines.flatMap((line): UmbrellaPolicy[] => {
    const limitOf = (coverage: string): number | undefined => {
      const fact = item.facts.get(pairKey(line, coverage));
      return fact?.included === true && fact.limitCents !== undefined ? fromCents(fact.limitCents) : undefined;
    };
    const occurrence = limitOf("umbrella_occurrence");
    const aggregate = limitOf("umbrella_aggregate");
    if (occurrence === undefined && aggregate === undefined) return [];
    const schedule = readSchedule(wordingsOf(item, line));
    return [{ occurrence, aggregate, ...(schedule === undefined ? {} : { schedule }) }];
  });
}

function wordingsOf({ item, facts }: NormalizedItem, line: string): readonly string[] {
  const notes = [...facts.values()].flatMap((fact) =>
    fact.line === line && fact.notes !== undefined ? [fact.notes] : [],
  );
  const wordings = [...item.wordings.endorsements, ...item.wordings.conditions].map(({ text }) => text);
  return [...notes, ...wordings.filter((text) => /\bumbrella\b|\bexcess\b/i.test(text))];
}

/**
 * The lines that the schedule of an umbrella names, `undefined` while no wording speaks of a schedule: "Scheduled
 * underlying: general liability and employers liability; auto is not scheduled".
 */
export function readSchedule(texts: readonly string[]): readonly string[] | undefined {
  const named = new Set<string>();
  const leftOut = new Set<string>();
  for (const text of texts) {
    for (const sentence of text.toLowerCase().split(/[.;\n]/)) {
      if (!/\bschedul|\bunderlying\b/.test(sentence)) continue;
      const [listed = "", denied = ""] = sentence.split(
        /\b(?:except|excluding|excludes|without|but not|not|no)\b(.*)/s,
      );
      const isSubjectDenied = /\bnot (?:scheduled|listed|included|covered)\b/.test(sentence);
      for (const [line, pattern] of lineWords) {
        if (pattern.test(denied) || (isSubjectDenied && pattern.test(listed))) leftOut.add(line);
        else if (pattern.test(listed)) named.add(line);
      }
    }
  }
  if (named.size === 0 && leftOut.size === 0) return undefined;
  const lines = named.size > 0 ? [...named] : lineWords.map(([line]) => line);
  return lines.filter((line) => !leftOut.has(line));
}
