import { fromCents } from "@service/engine-kit";
import { itemEvidence, coverageEvidence } from "../evidence-sources.ts";
import type { Item, Wording, WordingKind } from "../item.ts";
import { words } from "../item.ts";
import type { NormalizedItem } from "../normalize.ts";
import type { StructuralCheck } from "./check.ts";
import { Findings } from "./check.ts";

const comparedKinds = ["exclusions", "conditions"] as const satisfies readonly WordingKind[];
const shownMax = 5;

/**
 * An exclusion or condition in some items only. With a baseline: one that the baseline lacks, so that other items
 * cannot change the outcome; without: one that at least one other item lacks.
 */
export const oneSidedExclusion: StructuralCheck = ({ items, baseline }, severity) => {
  const findings = new Findings();
  for (const kind of comparedKinds) {
    const marks = new Map(items.map(({ item }) => [item.key, marksOf(item.wordings[kind])]));
    for (const { item } of items) {
      if (item === baseline?.item) continue;
      const others = baseline === undefined ? items.filter((other) => other.item !== item) : [baseline];
      const lone = item.wordings[kind].filter((wording) =>
        others.some((other) => !marksOfOne(wording).some((mark) => marks.get(other.item.key)?.has(mark))),
      );
      if (lone.length === 0) {
        if (item.wordings[kind].length > 0 || others.some((other) => other.item.wordings[kind].length > 0))
          findings.pass();
        continue;
      }
      const noun = lone.length === 1 ? kind.slice(0, -1) : kind;
      findings.hit({
        itemKey: item.key,
        suffix: kind,
        severity,
        status: "gap",
        title: `${item.label}: ${lone.length} ${noun} ${baseline === undefined ? "that other offers do not have" : `not in ${baseline.item.label}`}`,
        detail: lone
          .slice(0, shownMax)
          .map(({ text }) => text)
          .join("; "),
        recommendation:
          "Read the wording with the client, and ask the carrier to remove what matters to their business.",
        evidence: lone.slice(0, shownMax).map(({ code, text }) => itemEvidence(item, kind, code ?? null, text)),
        workKind: "review_gap",
      });
    }
  }
  return findings.report();
};

/**
 * A limit that is shared where the baseline gives it to each location or project, or that a wording calls shared. The
 * input has no field for it: "shared" together with "aggregate" or "limit" counts.
 */
export const aggregateShared: StructuralCheck = ({ items, baseline }, severity) => {
  const findings = new Findings();
  for (const normalized of items) {
    const { item } = normalized;
    if (normalized === baseline) continue;
    for (const fact of normalized.facts.values()) {
      if (!fact.included || fact.limitCents === undefined) continue;
      const before = baseline?.facts.get(fact.pair);
      const wasSeparate = before?.limitBasis === "per_location" || before?.limitBasis === "per_project";
      const isShared = saysShared(fact.notes) && !saysShared(before?.notes);
      if (!isShared && !(wasSeparate && fact.limitBasis === "aggregate")) {
        if (wasSeparate || fact.limitBasis !== undefined || fact.notes !== undefined) findings.pass();
        continue;
      }
      findings.hit({
        itemKey: item.key,
        suffix: fact.pair,
        severity,
        status: "gap",
        title: `${item.label}: ${words(fact.coverage)} is shared`,
        detail: isShared
          ? "The coverage line says that its limit is shared."
          : `The limit was ${words(before?.limitBasis ?? "separate")} and is now one aggregate for all.`,
        recommendation: "Ask for a limit per location or project, or check that one limit for all is enough.",
        target: { line: fact.line, coverage: fact.coverage },
        evidence: [
          coverageEvidence(
            item,
            fact,
            isShared ? "notes" : "limit_basis",
            fact.limitBasis ?? fromCents(fact.limitCents),
          ),
        ],
        workKind: "review_gap",
      });
    }
    const shared = sharedWordings(item, baseline);
    if (shared.length === 0) continue;
    findings.hit({
      itemKey: item.key,
      suffix: "wording",
      severity,
      status: "gap",
      title: `${item.label}: a wording shares a limit`,
      detail: shared
        .slice(0, shownMax)
        .map(({ text }) => text)
        .join("; "),
      recommendation: "Check with whom the limit is shared and whether it is enough for all.",
      evidence: shared
        .slice(0, shownMax)
        .map(({ code, text }) => itemEvidence(item, "endorsements", code ?? null, text)),
      workKind: "review_gap",
    });
  }
  return findings.report();
};

function sharedWordings(item: Item, baseline: NormalizedItem | undefined): readonly Wording[] {
  const known = marksOf(baseline === undefined ? [] : limiting(baseline.item));
  return limiting(item).filter(
    (wording) => saysShared(wording.text) && !marksOfOne(wording).some((mark) => known.has(mark)),
  );
}

function limiting(item: Item): readonly Wording[] {
  return [...item.wordings.endorsements, ...item.wordings.conditions];
}

function saysShared(text: string | undefined): boolean {
  return text !== undefined && /\bshar(?:e|ed|es|ing)\b/i.test(text) && /\b(?:aggregates?|limits?)\b/i.test(text);
}

function marksOf(wordings: readonly Wording[]): ReadonlySet<string> {
  return new Set(wordings.flatMap(marksOfOne));
}

/** Two wordings are the same when their codes agree or their words do, whatever the order, case or punctuation. */
function marksOfOne({ code, text }: Wording): readonly string[] {
  const fingerprint = [
    ...new Set(
      text
        .normalize("NFKD")
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    ),
  ]
    .sort()
    .join(" ")
    .trim();
  return code === undefined ? [`text:${fingerprint}`] : [`code:${code.trim().toLowerCase()}`, `text:${fingerprint}`];
}
