import { counted, roundHalfAwayFromZero } from "@service/json";
import type { CheckParams } from "../../configuration.ts";
import { type CheckContext, type CheckResult, fail, factEvidence, notRun, pass, review } from "./check.ts";

/** Whether enough of the subject's ownership is known; a person has no owners. */
export function ownershipKnown(
  { input, ownership }: CheckContext,
  params: CheckParams<"ownership_known">,
): CheckResult {
  if (input.subject.kind === "person" && ownership.ownerCount === 0) return pass("The subject is a person.");
  const { min_known: minKnown } = params;
  const evidence = [factEvidence("input.related_parties", shown(ownership.known))];
  const share = percent(ownership.known);
  return ownership.known >= minKnown
    ? pass(`Owners of ${share} are known.`, evidence)
    : review(`Owners of ${share} are known; at least ${percent(minKnown)} are expected.`, evidence, {
        kind: "contact_client",
        title: "Ask for the owners of the subject",
      });
}

/** Whether parties with a strong hit own so much together that the subject counts as theirs. */
export function ownershipBlocked(context: CheckContext, { threshold }: CheckParams<"ownership_blocked">): CheckResult {
  const { input, ownership, screening } = context;
  if (screening === undefined) return notRun("No list could be searched.", ["lists"]);
  const evidence = ownership.blocked
    .slice(0, 20)
    .map(({ key, share }) => factEvidence(`input.related_parties[${key}].ownership`, shown(share)));
  if (ownership.blockedShare >= threshold) {
    return fail(
      `Listed parties own ${percent(ownership.blockedShare)} of the subject; from ${percent(threshold)} on it counts as listed itself.`,
      evidence,
      { kind: "approve", title: "Have compliance decide on the listed owners" },
    );
  }
  if (ownership.unknownOwners.length > 0) {
    const owners = ownership.unknownOwners
      .slice(0, 20)
      .map((key) => factEvidence(`input.related_parties[${key}].ownership`));
    return review(
      `The share of ${counted(ownership.unknownOwners.length, "listed owner", "listed owners")} is not stated.`,
      owners,
      { kind: "contact_client", title: "Ask for the share of the listed owner" },
    );
  }
  if (ownership.blockedShare > 0) {
    return review(`Listed parties own ${percent(ownership.blockedShare)} of the subject.`, evidence, {
      kind: "review_match",
      title: "Review the listed minority owner",
    });
  }
  if (input.owners.length === 0) return pass("No related party was named.");
  return pass("No listed party owns a share of the subject.", [factEvidence("input.related_parties")]);
}

function shown(share: number): number {
  return roundHalfAwayFromZero(share, 4);
}

function percent(ratio: number): string {
  return `${Math.round(ratio * 10_000) / 100}%`;
}
