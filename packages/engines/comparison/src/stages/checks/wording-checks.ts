import { counted, fromCents, labelOf, listInWords, paragraph, sentence } from "@service/engine-kit";
import { itemEvidence, coverageEvidence } from "../evidence-sources.ts";
import { coverageInWords, listed, offerName } from "../in-words.ts";
import { formsIn, withoutForms } from "../form-numbers.ts";
import type { CoverageFacts, Item, Wording, WordingKind } from "../item.ts";
import type { NormalizedItem } from "../normalize.ts";
import { partsLost } from "../cells.ts";
import { partsOfExclusion, type TakenPart } from "../labels/taken-away.ts";
import type { CheckContext, StructuralCheck } from "./check.ts";
import { Findings } from "./check.ts";
import { hasPartner, meaningOf, type ReadTopic, type WordingMeaning } from "./wording-meaning.ts";

const comparedKinds = ["exclusions", "conditions"] as const satisfies readonly WordingKind[];
const nounOf = { exclusions: "exclusion", conditions: "condition" } as const;
const effectOf = { exclusions: "is narrower in what it covers", conditions: "asks for more before it pays" } as const;
const shownMax = 5;
const titleCharsMax = 160;
const partsCharsMax = 60;

/** Exclusions and conditions of an item; an endorsement that excludes something counts as an exclusion. */
type Meanings = Readonly<Record<(typeof comparedKinds)[number], readonly WordingMeaning[]>> & {
  /** Everything that may be a partner: carriers list the same wording in different places. */
  readonly all: readonly WordingMeaning[];
};

/**
 * An exclusion or condition in some items only, by meaning (CMP-53). With a baseline: one that the baseline lacks, so
 * that other items cannot change the outcome; without: one that at least one other item lacks.
 */
export const oneSidedExclusion: StructuralCheck = ({ items, baseline, rows, topics }, severity) => {
  const findings = new Findings();
  const meanings = new Map(items.map((each) => [each.item.key, meaningsOf(each, topics)]));
  for (const kind of comparedKinds) {
    for (const [index, { item }] of items.entries()) {
      if (item === baseline?.item) continue;
      // What a row reports as taken away is that finding, not a second one.
      const reported = reportedParts(rows, index).map((text) => meaningOf(wordingOf(text), topics));
      const own = (meanings.get(item.key)?.[kind] ?? []).filter((meaning) => !hasPartner(meaning, reported));
      const others = (baseline === undefined ? items.filter((other) => other.item !== item) : [baseline]).flatMap(
        (other) => meanings.get(other.item.key) ?? [],
      );
      const lone = own.filter((meaning) => others.some((other) => !hasPartner(meaning, other.all)));
      if (lone.length === 0) {
        if (own.length > 0 || others.some((other) => other[kind].length > 0)) findings.pass();
        continue;
      }
      const name = offerName(item);
      const wordings = lone.map(({ wording }) => wording);
      const against = baseline === undefined ? "other offers do" : `${offerName(baseline.item)} does`;
      const parts = kind === "exclusions" ? partsExcluded(wordings) : [];
      findings.hit({
        itemKey: item.key,
        suffix: kind,
        severity,
        status: "gap",
        title: titleWithParts(`${name} has ${counted(lone.length, nounOf[kind])} that ${against} not have`, parts),
        detail: paragraph(sentence(`${name} ${effectOf[kind]}`), listed(wordings)),
        recommendation: `Read the ${lone.length === 1 ? nounOf[kind] : `${nounOf[kind]}s`}${ofExclusions(parts)} with the client, and ask the carrier to remove what matters to their business`,
        parts,
        evidence: wordings.slice(0, shownMax).map(({ code, text }) => itemEvidence(item, kind, code ?? null, text)),
        workKind: "review_gap",
      });
    }
  }
  return findings.report();
};

function meaningsOf({ item: { wordings }, facts }: NormalizedItem, topics: readonly ReadTopic[]): Meanings {
  const read = (each: Wording): WordingMeaning => meaningOf(each, topics);
  const excluding = wordings.endorsements.filter(({ text }) => /\bexclu(?:sion|des?|ded|ding)\b/i.test(text));
  const exclusions = [...wordings.exclusions, ...excluding].map(read);
  const conditions = wordings.conditions.map(read);
  // What a label or a note takes away is a partner too (CMP-107).
  const taken = [...facts.values()].flatMap(({ taken: parts = [] }) =>
    parts.length === 0 ? [] : [parts.map(({ text }) => text).join(" and "), ...parts.map(({ text }) => text)],
  );
  const stated = taken.map((text) => read(wordingOf(text)));
  return { exclusions, conditions, all: [...exclusions, ...conditions, ...stated] };
}

function wordingOf(text: string): Wording {
  return { code: undefined, text, resolved: false };
}

/** Parts of covers of an item that findings of its rows name (CMP-107): each alone, and those of a row together. */
function reportedParts(rows: CheckContext["rows"], index: number): readonly string[] {
  return rows.flatMap(({ reference, cells, differences }) => {
    const cell = cells[index];
    const difference = differences[index];
    if (cell === undefined || difference?.material !== true || difference.status !== "worse") return [];
    const texts = partsLost(reference, cell).map(({ text }) => text);
    return texts.length === 0 ? [] : [texts.join(" and "), ...texts];
  });
}

/** As many parts as a title holds, and how many more there are. */
function titleWithParts(title: string, parts: readonly TakenPart[]): string {
  const names = parts.map(({ text }) => text);
  for (const named of [4, 3, 2, 1]) {
    const text = `${title}: ${listInWords(names, named)}`;
    if (names.length > 0 && text.length <= titleCharsMax) return text;
  }
  return title;
}

/** " of work above three stories": the names of two exclusions at most; empty where they are long. */
function ofExclusions(parts: readonly TakenPart[]): string {
  const names = listInWords(
    parts.map(({ text }) => text),
    2,
  );
  return parts.length === 0 || names.length > partsCharsMax ? "" : ` of ${names}`;
}

/** What exclusions take away, as a reader calls it: "work above three stories". */
function partsExcluded(wordings: readonly Wording[]): readonly TakenPart[] {
  const parts = wordings.flatMap(({ text }) => partsOfExclusion(withoutForms(text)));
  return [...new Map(parts.map((part) => [part.key, part])).values()];
}

/**
 * A limit that is shared where the baseline gives it to each location or project, or that a wording calls shared. The
 * input has no field for it: "shared" together with "aggregate" or "limit" counts.
 */
export const aggregateShared: StructuralCheck = ({ items, baseline, topics }, severity) => {
  const findings = new Findings();
  for (const normalized of items) {
    const { item } = normalized;
    const name = offerName(item);
    if (normalized === baseline) continue;
    for (const fact of normalized.facts.values()) {
      if (!fact.included || fact.limitCents === undefined) continue;
      const before = baseline?.find(fact.line, fact.coverage).fact;
      const wasSeparate = before?.limitBasis === "per_location" || before?.limitBasis === "per_project";
      const lost =
        before === undefined || baseline === undefined ? undefined : lostBasis(normalized, fact, baseline, before);
      if (lost !== undefined) {
        findings.hit({
          itemKey: item.key,
          suffix: fact.pair,
          severity,
          status: "review",
          title: `${name} does not state that the ${coverageInWords(fact.line, fact.coverage)} stands for ${labelOf(lost)}`,
          detail: sentence(
            `${offerName(baseline?.item ?? item)} has the limit for ${labelOf(lost)}, and ${name} names no such wording`,
          ),
          recommendation: `Ask the carrier for the endorsement, or check that one ${coverageInWords(fact.line, fact.coverage)} for all is enough`,
          target: { line: fact.line, coverage: fact.coverage },
          evidence: [coverageEvidence(item, fact, "limit_basis", fromCents(fact.limitCents))],
          workKind: "verify_fact",
        });
        continue;
      }
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
        title: `${name} shares the ${coverageInWords(fact.line, fact.coverage)}`,
        detail: isShared
          ? sentence(`${name} says that the ${coverageInWords(fact.line, fact.coverage)} is shared`)
          : sentence(
              `${name} has one ${coverageInWords(fact.line, fact.coverage)} for all, where it stood for ${labelOf(before?.limitBasis ?? "per_location")} before`,
            ),
        recommendation: `Ask for a limit per location or project, or check that one ${coverageInWords(fact.line, fact.coverage)} for all is enough`,
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
    const shared = sharedWordings(item, baseline, topics);
    if (shared.length === 0) continue;
    findings.hit({
      itemKey: item.key,
      suffix: "wording",
      severity,
      status: "gap",
      title: `${name} has a wording that shares a limit`,
      detail: paragraph(sentence(`${name} shares a limit with others`), listed(shared)),
      recommendation: "Check with whom the limit is shared and whether it is enough for all",
      evidence: shared
        .slice(0, shownMax)
        .map(({ code, text }) => itemEvidence(item, "endorsements", code ?? null, text)),
      workKind: "review_gap",
    });
  }
  return findings.report();
};

type Separate = "per_project" | "per_location";

/** For what a general aggregate stood alone, and an offer that does not say what it stands for names nothing of it. */
function lostBasis(
  item: NormalizedItem,
  fact: CoverageFacts,
  baseline: NormalizedItem,
  before: CoverageFacts,
): Separate | undefined {
  if (fact.coverage !== "general_aggregate" || fact.limitBasis === "aggregate") return undefined;
  const was = separateBasis(baseline, before);
  return separateBasis(item, fact) === undefined ? was : undefined;
}

const separateWords: readonly (readonly [Separate, form: string, pattern: RegExp])[] = [
  ["per_project", "cg2503", /\b(?:per|each|designated)[ -](?:construction )?projects?\b/i],
  ["per_location", "cg2504", /\b(?:per|each|designated)[ -]locations?\b/i],
];

/** By the basis of the limit, its own words and form, or an endorsement about a general aggregate. */
function separateBasis({ item }: NormalizedItem, fact: CoverageFacts): Separate | undefined {
  if (fact.limitBasis === "per_project" || fact.limitBasis === "per_location") return fact.limitBasis;
  const endorsements = item.wordings.endorsements.map(({ code, text }) => `${code ?? ""} ${text}`);
  const texts = [
    `${fact.form ?? ""} ${fact.label ?? ""} ${fact.notes ?? ""}`,
    ...endorsements.filter(
      (text) => /\baggregate\b/i.test(text) || formsIn(text).some((form) => form.startsWith("cg250")),
    ),
  ];
  const found = separateWords.find(([, form, pattern]) =>
    texts.some((text) => pattern.test(text) || formsIn(text).includes(form)),
  );
  return found?.[0];
}

function sharedWordings(
  item: Item,
  baseline: NormalizedItem | undefined,
  topics: readonly ReadTopic[],
): readonly Wording[] {
  const baselineMeanings = (baseline === undefined ? [] : limiting(baseline.item)).map((wording) =>
    meaningOf(wording, topics),
  );
  return limiting(item).filter(
    (wording) => saysShared(wording.text) && !hasPartner(meaningOf(wording, topics), baselineMeanings),
  );
}

function limiting(item: Item): readonly Wording[] {
  return [...item.wordings.endorsements, ...item.wordings.conditions];
}

function saysShared(text: string | undefined): boolean {
  return text !== undefined && /\bshar(?:e|ed|es|ing)\b/i.test(text) && /\b(?:aggregates?|limits?)\b/i.test(text);
}
