import { counted, paragraph, percentInWords, sentence } from "@service/engine-kit";
import { clipped, roundHalfAwayFromZero } from "@service/json";
import type { CheckParams } from "../../configuration.ts";
import type { Link } from "../ownership.ts";
import { type CheckContext, type CheckResult, fail, factEvidence, notRun, pass, review } from "./check.ts";

/** Chains of owners that a finding tells, and links of each after the first. */
const chainsShown = 3;
const linksShown = 3;
const detailChars = 1000;

/** Whether enough of the subject's ownership is known; a person has no owners. */
export function ownershipIdentified(
  { input, ownership }: CheckContext,
  params: CheckParams<"ownership_known">,
): CheckResult {
  if (input.subject.kind === "person" && ownership.ownerCount === 0)
    return pass(sentence(`${clipped(input.subject.name, 80)} is a person and has no owners`));
  const { min_known: minShare } = params;
  const evidence = [factEvidence("input.related_parties", shown(ownership.identifiedShare))];
  const subject = clipped(input.subject.name, 80);
  if (ownership.ownerCount === 0) {
    return review(`The owners of ${subject} are not on file.`, evidence, askForOwners(subject));
  }
  if (ownership.identifiedShare === 0) {
    return review(`No owner of ${subject} is known with a share.`, evidence, askForOwners(subject));
  }
  const share = percentInWords(ownership.identifiedShare);
  return ownership.identifiedShare >= minShare
    ? pass(`The owners of ${share} of ${subject} are known.`, evidence)
    : review(
        `The owners of ${share} of ${subject} are known, and at least ${percentInWords(minShare)} are expected.`,
        evidence,
        askForOwners(subject),
      );
}

/**
 * Whether blocked parties own so much of the subject together that it counts as blocked itself (DIL-36). What they own
 * below that, what they may own, and control without ownership make it a review (DIL-84).
 */
export function ownershipBlocked(context: CheckContext, { threshold }: CheckParams<"ownership_blocked">): CheckResult {
  const { input, ownership, screening } = context;
  const subject = clipped(input.subject.name, 80);
  if (screening === undefined) return notRun(`No list could be searched for ${subject}.`, ["lists"]);
  if (ownership.blockedShare >= threshold) return blockedSubject(context, subject, threshold);
  const cautions = ownership.cautions.slice(0, 20).map((key) => {
    const share = ownership.blocked.find((holder) => holder.key === key)?.share;
    return factEvidence(`input.related_parties[${key}].ownership`, share === undefined ? undefined : shown(share));
  });
  if (!ownership.mayBeBlocked && ownership.unknownOwners.length > 0) {
    return review(
      `The share of a party that may be listed is not stated. The known shares of ${subject} leave less than half, so it is not blocked by ownership, but calls for caution.`,
      cautions,
      { kind: "contact_client", title: `Ask ${subject} for the shares of its owners` },
    );
  }
  if (ownership.mayBeBlocked) {
    const owned = ownership.blockedShare > 0 ? `Blocked parties own ${percentInWords(ownership.blockedShare)} of` : "";
    return review(
      owned === ""
        ? `Parties that may be listed could own half or more of ${subject}, because not every share or match is settled.`
        : `${owned} ${subject}, and more is possible, because not every share or match is settled.`,
      cautions,
      ownership.unknownOwners.length > 0
        ? { kind: "contact_client", title: `Ask ${subject} for the shares of its owners` }
        : { kind: "review_match", title: `Clear up who the owners of ${subject} are` },
    );
  }
  const verdict = verdictOf(subject, ownership.identifiedShare);
  if (ownership.blockedShare > 0) {
    return review(`Blocked parties own ${percentInWords(ownership.blockedShare)} of ${subject}. ${verdict}`, cautions, {
      kind: "review_match",
      title: `Review the listed minority owners of ${subject}`,
    });
  }
  if (cautions.length > 0) {
    return review(`A party that may be listed has a role in ${subject} or in one of its owners. ${verdict}`, cautions, {
      kind: "review_match",
      title: `Review the listed parties around ${subject}`,
    });
  }
  if (input.owners.length === 0) return pass(sentence(`no party is named beside ${subject}`));
  return pass(sentence(`no listed party owns a share of ${subject}`), [factEvidence("input.related_parties")]);
}

/** What is said of a subject that is not blocked: of owners who are not on file nobody knows whether they are. */
function verdictOf(subject: string, identifiedShare: number): string {
  return identifiedShare >= 1
    ? `${subject} is not blocked by ownership, but calls for caution.`
    : `The owners of ${percentInWords(1 - identifiedShare)} of ${subject} are not known. By the others it is not blocked, but calls for caution.`;
}

function askForOwners(subject: string): NonNullable<CheckResult["workItem"]> {
  return { kind: "contact_client", title: `Ask ${subject} who owns it` };
}

function blockedSubject({ ownership }: CheckContext, subject: string, threshold: number): CheckResult {
  const share = percentInWords(ownership.blockedShare);
  const rule = `From ${percentInWords(threshold)} on it counts as blocked itself.`;
  const detail = `Blocked parties own ${share} of ${subject}. ${rule}`;
  const evidence = ownership.blocked
    .slice(0, 20)
    .map((holder) => factEvidence(`input.related_parties[${holder.key}].ownership`, shown(holder.share)));
  return {
    ...fail(detail, evidence, { kind: "approve", title: `Have compliance decide on the owners of ${subject}` }),
    findingDetail: longestWithin(detailChars, [detail, ...ownership.chains.slice(0, chainsShown).map(chainInWords)]),
  };
}

/** As many of the texts, from the first, as have room. */
function longestWithin(chars: number, texts: readonly string[]): string {
  const paragraphs = texts.map((_, dropped) => paragraph(...texts.slice(0, texts.length - dropped)));
  return paragraphs.find(({ length }) => length <= chars) ?? clipped(texts[0] ?? "", chars);
}

/** `X owns 50 % of A. A owns 60 % of B.` A long chain is shortened in its middle: a sentence for each link told. */
function chainInWords(chain: readonly Link[]): string {
  const [first, ...rest] = chain;
  if (first === undefined) return "";
  const shownLinks = rest.slice(-linksShown);
  const between = rest.length - shownLinks.length;
  return paragraph(
    linkInWords(first),
    between === 0
      ? undefined
      : `Through ${counted(between, "more holding")} the chain leads to ${clipped(shownLinks[0]?.holder ?? first.held, 80)}.`,
    ...shownLinks.map(linkInWords),
  );
}

function linkInWords({ holder, share, held }: Link): string {
  return sentence(clipped(holder, 80), "owns", percentInWords(share), "of", clipped(held, 80));
}

function shown(share: number): number {
  return roundHalfAwayFromZero(share, 4);
}
