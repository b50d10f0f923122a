import { type EvidenceCollector, paragraph, sentence, severities } from "@service/engine-kit";
import { byText } from "@service/json";
import type { Settings } from "../settings.ts";
import { clearanceFindings } from "./clearance-findings.ts";
import { type Finding, findingAbout } from "./finding.ts";
import { missingFindings } from "./missing-items.ts";
import type { QueueEntry } from "./queue-entry.ts";
import { factName, insuredLabel, listedInSentences, submissionLabel } from "./wording.ts";

const findingsMax = 1000;

/** Findings of all entries, gravest first, then by key; at most 1,000. */
export function raiseFindings(
  entries: readonly QueueEntry[],
  evidence: EvidenceCollector,
  { duplicate }: Settings["clearance"],
): readonly Finding[] {
  return entries
    .flatMap((entry) => findingsOf(entry, evidence, duplicate))
    .sort(
      (a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || byText(a.findingKey, b.findingKey),
    )
    .slice(0, findingsMax);
}

function findingsOf(entry: QueueEntry, evidence: EvidenceCollector, sureFrom: number): Finding[] {
  const found = clearanceFindings(entry, evidence, sureFrom);
  if (entry.action === "decline_candidate") return [...found, outsideAppetite(entry)];
  // Copies and decline candidates are asked for nothing (TRI-74).
  if (entry.clearance.duplicates.length > 0) return found;
  return [...found, ...openFit(entry), ...missingFindings(entry), ...unscorable(entry), ...nobodyEligible(entry)];
}

function outsideAppetite(entry: QueueEntry): Finding {
  const { submission, fit } = entry;
  const label = insuredLabel(submission.insuredName);
  const detail = paragraph(`${submissionLabel(submission)} is outside the appetite.`, ...fit.reasons.map(asSentence));
  return findingAbout(entry, "fit_low", {
    severity: "medium",
    status: "fail",
    title: `${label} is outside the appetite`,
    detail,
    recommendation: "A licensed person decides whether to decline.",
    workItem: { kind: "approve", title: `Decide whether to decline ${label}` },
  });
}

function openFit(entry: QueueEntry): Finding[] {
  const { submission, fit } = entry;
  if (fit.state !== "uncertain" && (fit.state !== "needs_info" || fit.missing.length > 0)) return [];
  return [
    findingAbout(entry, "fit_open", {
      severity: "low",
      status: "review",
      title: `The appetite for ${insuredLabel(submission.insuredName)} is not clear`,
      detail: paragraph(`${submissionLabel(submission)} may fit or not.`, ...fit.reasons.map(asSentence)),
      recommendation: "Ask a specialist to judge the fit.",
      confidence: 0.5,
    }),
  ];
}

function unscorable(entry: QueueEntry): Finding[] {
  const { submission, priority } = entry;
  if (priority.score !== undefined) return [];
  const unknown = priority.missing.map(factName);
  return [
    findingAbout(entry, "unscorable", {
      severity: "low",
      status: "review",
      title: `${insuredLabel(submission.insuredName)} cannot be ranked`,
      detail: paragraph(
        `${submissionLabel(submission)} states nothing that its priority is weighed by.`,
        unknown.length === 0
          ? undefined
          : listedInSentences("Not stated", unknown.length === 1 ? "is" : "are", unknown),
      ),
      recommendation: "Ask the producer for what is not stated.",
      confidence: 0.5,
    }),
  ];
}

function nobodyEligible(entry: QueueEntry): Finding[] {
  const { submission, assignment } = entry;
  if (assignment.note !== "nobody_eligible") return [];
  return [
    findingAbout(entry, "nobody_eligible", {
      severity: "low",
      status: "gap",
      title: `Nobody may take ${insuredLabel(submission.insuredName)}`,
      detail: `${submissionLabel(submission)} is routed to "${entry.route.label}". Nobody there has the state, the lines and the authority that it needs.`,
      recommendation: "Assign it by hand or extend the route.",
    }),
  ];
}

/** A reason, which may be an operator's own message. */
function asSentence(reason: string): string {
  return sentence(reason);
}
