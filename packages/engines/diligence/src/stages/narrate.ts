import { capitalized, counted, type EvidenceCollector, listInWords } from "@service/engine-kit";
import { clipped } from "@service/json";
import type { NarrativeSentence } from "@service/models";
import type { Decision } from "../codes.ts";
import type { Answer } from "./answer.ts";
import { factEvidence, listEvidence } from "./checks/check.ts";
import { hitEvidence } from "./checks/index.ts";
import { hitDetail } from "./hit-words.ts";
import type { Hit } from "./screen-party.ts";

const narratedHitsMax = 5;
const narratedChecksMax = 5;

const decisionWords: { readonly [Name in Decision]: string } = {
  clear: "has nothing open",
  review: "needs a review",
  escalate: "must be escalated",
  incomplete: "could not be screened in full",
};

/** One sentence without its full stop: what is suggested for the subject, and what speaks for it (WORD-7). */
export function headlineOf({ input, decision, screening, outcomes }: Answer): string {
  const failed = outcomes.filter(({ result }) => result.status === "fail").length;
  const { strong, possible } = screening ?? { strong: 0, possible: 0 };
  const parts = [
    ...(strong === 0 ? [] : [counted(strong, "strong match")]),
    ...(possible === 0 ? [] : [counted(possible, "possible match")]),
    ...(failed === 0 ? [] : [counted(failed, "failed check")]),
  ];
  const reasons = parts.length === 0 ? "" : `: ${listInWords(parts)}`;
  return capitalized(clipped(`${clipped(input.subject.name, 110)} ${decisionWords[decision]}${reasons}`, 200));
}

/** Headline, what was searched, the gravest hits, the checks that did not pass. */
export function narrate(
  answer: Answer,
  headline: string,
  hits: readonly Hit[],
  evidence: EvidenceCollector,
): readonly NarrativeSentence[] {
  const { input, lists, screening, outcomes } = answer;
  const subject = evidence.addAll([factEvidence("input.subject.name", clipped(input.subject.name, 300))]);
  const searched = screening === undefined ? [] : lists.screened;
  const sentences: NarrativeSentence[] = [{ text: `${headline}.`, evidenceIds: subject }];
  if (searched.length > 0) {
    const parties = `${counted(input.parties.length, "party")} ${input.parties.length === 1 ? "was" : "were"}`;
    sentences.push({
      text: `${parties} searched in ${counted(searched.length, "list")}.`,
      evidenceIds: evidence.addAll(searched.slice(0, 5).map(listEvidence)),
    });
  }
  for (const list of lists.unavailable.slice(0, 5)) {
    sentences.push({
      text: `The list ${list.label} was not available.`,
      evidenceIds: evidence.addAll([factEvidence(`lists.${list.listKey}`)]),
    });
  }
  for (const hit of hits.filter(({ suppressedBy }) => suppressedBy === undefined).slice(0, narratedHitsMax)) {
    sentences.push({
      text: hitDetail(hit),
      evidenceIds: evidence.addAll([hitEvidence(hit)]),
    });
  }
  const open = outcomes.filter(
    ({ result, isRequested }) =>
      isRequested && result.isCoveredByHits !== true && (result.status === "fail" || result.status === "review"),
  );
  for (const { result } of open.slice(0, narratedChecksMax)) {
    sentences.push({
      text: result.detail,
      evidenceIds: evidence.addAll(result.evidence.slice(0, 4)),
    });
  }
  return sentences;
}
