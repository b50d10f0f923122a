import { capitalized, counted, type EvidenceCollector, listInWords, namedOnceAmong } from "@service/engine-kit";
import { clipped } from "@service/json";
import type { NarrativeSentence } from "@service/models";
import type { Decision } from "../codes.ts";
import type { Answer } from "./answer.ts";
import { ageInWords, factEvidence, listEvidence } from "./checks/check.ts";
import type { CheckOutcome } from "./decide.ts";
import { hitEvidence } from "./checks/index.ts";
import { isNamed } from "./inspect-names.ts";
import { hitDetail } from "./hit-words.ts";
import type { Hit } from "./screen-party.ts";

const narratedHitsMax = 5;
const narratedChecksMax = 5;
const nameChars = 60;

const decisionWords: { readonly [Name in Decision]: string } = {
  clear: "has nothing open",
  review: "needs a review",
  escalate: "must be escalated",
  incomplete: "could not be screened in full",
};

/** One sentence without its full stop: what is suggested for the subject, and what speaks for it (WORD-7). */
export function headlineOf({ input, decision, lists, screening, outcomes }: Answer): string {
  // A check that fails by its matches is counted by them.
  const failed = outcomes.filter(({ result }) => result.status === "fail" && result.isCoveredByHits !== true).length;
  const open = outcomes.filter(isOpen).length;
  const { strong, possible } = screening ?? { strong: 0, possible: 0 };
  const parts = [
    ...(strong === 0 ? [] : [counted(strong, "strong match")]),
    ...(possible === 0 ? [] : [counted(possible, "possible match")]),
    ...(failed === 0 ? [] : [counted(failed, "failed check")]),
  ];
  // Beside graver reasons open checks are left to the findings; alone they are the reason.
  if (open > 0 && (decision === "clear" || parts.length === 0)) parts.push(counted(open, "open check"));
  // "Nothing open" would clear somebody of a list that nobody has read.
  const unread = lists.unavailable.length;
  if (unread > 0) parts.push(`${counted(unread, "list")} that could not be searched`);
  const isClearBut = decision === "clear" && parts.length > 0;
  const reasons = parts.length === 0 ? "" : `${isClearBut ? "" : ":"} ${listInWords(parts)}`;
  const verdict = isClearBut ? "is clear but for" : decisionWords[decision];
  return capitalized(clipped(`${clipped(input.subject.name, 110)} ${verdict}${reasons}`, 200));
}

/** A check that somebody has to look at: one to be reviewed, or one that lacks what it needs and asks for it. */
function isOpen({ setting, result, isRequested }: CheckOutcome): boolean {
  if (!isRequested || result.isCoveredByHits === true) return false;
  return (
    result.status === "review" || (result.status === "not_run" && (setting.required || result.workItem !== undefined))
  );
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
    const named = input.parties.filter(isNamed).length;
    const parties = `${counted(named, "party")} ${named === 1 ? "was" : "were"}`;
    sentences.push({
      text: `${parties} searched in ${counted(searched.length, "list")}.`,
      evidenceIds: evidence.addAll(searched.slice(0, 5).map(listEvidence)),
    });
  }
  const open = outcomes.filter(
    ({ result, isRequested }) =>
      isRequested && result.isCoveredByHits !== true && (result.status === "fail" || result.status === "review"),
  );
  const isReported = (sentence: string): boolean => open.some(({ result }) => result.detail.includes(sentence));
  for (const list of searched.filter((one) => one.isStale && !isReported(ageInWords(one))).slice(0, 5)) {
    sentences.push({ text: ageInWords(list), evidenceIds: evidence.addAll([listEvidence(list)]) });
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
  for (const { result } of open.slice(0, narratedChecksMax)) {
    sentences.push({
      text: result.detail,
      evidenceIds: evidence.addAll(result.evidence.slice(0, 4)),
    });
  }
  return namedAmong(merged(sentences), clipped(input.subject.name, nameChars));
}

/** The headline names the subject, and nothing after it does (WORD-8). */
function namedAmong(sentences: readonly NarrativeSentence[], name: string): readonly NarrativeSentence[] {
  const texts = namedOnceAmong(
    sentences.map(({ text }) => text),
    name,
  );
  return sentences.map(({ evidenceIds }, index) => ({ text: texts[index] ?? "", evidenceIds }));
}

/** Every sentence once, with the evidence of all that say it: entries of one name are found alike. */
function merged(sentences: readonly NarrativeSentence[]): readonly NarrativeSentence[] {
  return [...Map.groupBy(sentences, ({ text }) => text)].map(([text, same]) => ({
    text,
    evidenceIds: [...new Set(same.flatMap(({ evidenceIds }) => evidenceIds))],
  }));
}
