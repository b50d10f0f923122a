import { counted, dateInWords, inDays, moneyInWords, paragraph, percentInWords, sentence } from "@service/engine-kit";
import { addDays, daysBetween, roundHalfAwayFromZero } from "@service/json";
import { itemEvidence } from "../evidence-sources.ts";
import { listed, offerName } from "../in-words.ts";
import type { StructuralCheck } from "./check.ts";
import { Findings, milder } from "./check.ts";

/** Gap or overlap between the expiring policy (the baseline, when it is a policy) and the offered term. */
export const termGap: StructuralCheck = ({ items, baseline }, severity) => {
  const findings = new Findings();
  if (baseline?.item.kind !== "policy") return findings.report();
  const expiring = baseline.item;
  const { expiresOn } = expiring;
  for (const { item } of items) {
    const { effectiveOn } = item;
    if (item === expiring || item.kind === "policy" || effectiveOn === undefined || expiresOn === undefined) continue;
    const days = daysBetween(expiresOn, effectiveOn);
    if (days === undefined) continue;
    // An offer from the expiring policy's first day replaces that term instead of following it.
    if (days === 0 || (expiring.effectiveOn !== undefined && effectiveOn <= expiring.effectiveOn)) {
      findings.pass();
      continue;
    }
    const isGap = days > 0;
    const length = counted(Math.abs(days), "day");
    const name = offerName(item);
    findings.hit({
      itemKey: item.key,
      severity: isGap ? severity : milder(severity),
      status: isGap ? "gap" : "conflict",
      title: isGap
        ? `${name} leaves ${length} without coverage`
        : `${name} overlaps the expiring policy, which gives ${length} of double coverage`,
      detail: sentence(
        `${offerName(expiring)} expires on ${dateInWords(expiresOn)} and ${name} starts on ${dateInWords(effectiveOn)}`,
      ),
      recommendation: isGap
        ? "Ask for an effective date on the expiration date, or extend the expiring policy"
        : "Move the effective date, or cancel the expiring policy from that date",
      evidence: [itemEvidence(expiring, "expires_on", expiresOn), itemEvidence(item, "effective_on", effectiveOn)],
      workKind: "correct_data",
      dueOn: expiresOn,
    });
  }
  return findings.report();
};

/** A quote that has lapsed, or lapses within the configured days. */
export const quoteExpiry: StructuralCheck = ({ items, asOfDay, parameters }, severity) => {
  const findings = new Findings();
  for (const { item } of items) {
    if (item.kind === "policy" || item.quoteValidUntil === undefined) continue;
    const left = daysBetween(asOfDay, item.quoteValidUntil);
    if (left === undefined) continue;
    if (left > parameters.quoteExpiryDays) {
      findings.pass();
      continue;
    }
    const expired = left < 0;
    const name = offerName(item);
    findings.hit({
      itemKey: item.key,
      severity: expired ? severity : milder(severity),
      status: expired ? "fail" : "review",
      title: expired ? `${name} has expired` : `${name} expires ${inDays(left)}`,
      detail: sentence(
        `${name} ${expired ? "was" : "is"} valid until ${dateInWords(item.quoteValidUntil)}, and this comparison is as of ${dateInWords(asOfDay)}`,
      ),
      recommendation: "Ask the carrier to confirm or extend the quote before it is presented",
      evidence: [itemEvidence(item, "quote_valid_until", item.quoteValidUntil)],
      workKind: "contact_client",
      dueOn: expired ? asOfDay : item.quoteValidUntil,
    });
  }
  return findings.report();
};

/** Premium that is kept on cancellation. */
export const minimumEarned: StructuralCheck = ({ items, parameters }, severity) => {
  const findings = new Findings();
  for (const { item } of items) {
    if (item.minimumEarned === undefined) continue;
    if (item.minimumEarned <= parameters.minimumEarnedMax) {
      findings.pass();
      continue;
    }
    const share = percentInWords(item.minimumEarned);
    const kept = roundHalfAwayFromZero(item.premium.baseCents * item.minimumEarned, 0) / 100;
    const amount = kept === 0 ? "" : ` (${moneyInWords(kept, item.currency)})`;
    const name = offerName(item);
    findings.hit({
      itemKey: item.key,
      severity,
      status: "review",
      title: `${name} has a minimum earned premium of ${share}`,
      detail: sentence(`${name} keeps at least ${share} of the premium${amount} when the policy is cancelled`),
      recommendation: "Tell the client of the minimum earned premium before binding, or ask for a lower one",
      evidence: [itemEvidence(item, "minimum_earned", item.minimumEarned)],
      workKind: "contact_client",
    });
  }
  return findings.report();
};

/** Conditions that the carrier has not lifted yet. */
export const openSubjectivity: StructuralCheck = ({ items, asOfDay }, severity) => {
  const findings = new Findings();
  for (const { item } of items) {
    const open = item.subjectivities.filter((subjectivity) => !subjectivity.resolved);
    if (open.length === 0) {
      if (item.subjectivities.length > 0) findings.pass();
      continue;
    }
    const name = offerName(item);
    findings.hit({
      itemKey: item.key,
      severity,
      status: "review",
      title: `${name} has ${counted(open.length, "open subjectivity")}`,
      detail: paragraph(sentence(`${name} depends on what the carrier still asks for`), listed(open)),
      recommendation: "Collect what the carrier still asks for before binding",
      evidence: open.slice(0, 5).map(({ code, text }) => itemEvidence(item, "subjectivities", code ?? null, text)),
      workKind: "request_document",
      dueOn:
        item.effectiveOn !== undefined && item.effectiveOn > asOfDay
          ? item.effectiveOn
          : (addDays(asOfDay, 7) ?? asOfDay),
    });
  }
  return findings.report();
};
