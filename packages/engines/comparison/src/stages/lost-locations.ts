import { counted, labelOf, paragraph, sentence } from "@service/engine-kit";
import { type DraftFinding, findingKeyOf } from "./draft-finding.ts";
import { coverageEvidence } from "./evidence-sources.ts";
import { coverageInWords, offerName } from "./in-words.ts";
import type { CoverageFacts } from "./item.ts";
import type { NormalizedItem } from "./normalize.ts";

const listedMax = 3;

type Fewer = { readonly before: CoverageFacts; readonly now: CoverageFacts };

/**
 * Schedules of the baseline for which an offer states fewer locations (CMP-97), one finding for a line: a limit that is
 * as high may stand for all locations, or for one.
 */
export function lostLocations(item: NormalizedItem, baseline: NormalizedItem | undefined): readonly DraftFinding[] {
  if (baseline === undefined || item === baseline) return [];
  const byLine = new Map<string, Fewer[]>();
  for (const before of baseline.facts.values()) {
    const now = item.find(before.line, before.coverage).fact;
    if (now?.included !== true || countOf(now) >= countOf(before) || isBlanket(now)) continue;
    byLine.set(before.line, [...(byLine.get(before.line) ?? []), { before, now }]);
  }
  return [...byLine].map(([line, fewer]) => findingOf(line, fewer, item, baseline));
}

function findingOf(
  line: string,
  fewer: readonly Fewer[],
  { item }: NormalizedItem,
  { item: expiring }: NormalizedItem,
) {
  const name = offerName(item);
  const [first, ...others] = fewer.map(
    ({ before, now }) =>
      `${coverageInWords(line, before.coverage)} for ${counted(countOf(now), "location")} and ${offerName(expiring)} for ${countOf(before)}`,
  );
  return {
    findingKey: findingKeyOf("lost_location", item.key, line),
    ruleKey: "lost_location",
    itemKey: item.key,
    dimension: "coverage",
    severity: "medium",
    status: "review",
    title: `${name} lists fewer locations under ${labelOf(line)} than ${offerName(expiring)}`,
    detail: paragraph(
      sentence(`${name} states ${first ?? ""}`),
      others.length === 0
        ? undefined
        : sentence(`So it is with ${counted(others.length, "other coverage")} under ${labelOf(line)}`),
    ),
    recommendation: `Ask the carrier which locations are insured under ${labelOf(line)}, and whether one limit stands for all`,
    target: { line },
    confidence: 1,
    evidence: fewer
      .slice(0, listedMax)
      .flatMap(({ before, now }) => [
        coverageEvidence(expiring, before, "limit", counted(countOf(before), "location")),
        coverageEvidence(item, now, "limit", counted(countOf(now), "location")),
      ]),
    work: { kind: "verify_fact", dueOn: undefined },
  } as const satisfies DraftFinding;
}

/** A blanket limit stands for all locations, and lists none. */
function isBlanket({ label, notes }: CoverageFacts): boolean {
  return /\bblanket\b/i.test(`${label ?? ""} ${notes ?? ""}`);
}

function countOf({ schedule }: CoverageFacts): number {
  return schedule?.count ?? 1;
}
