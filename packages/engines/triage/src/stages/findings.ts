import { type EvidenceCollector, severities } from "@service/engine-kit";
import { byText, clipped } from "@service/json";
import { clearanceFindings } from "./clearance-findings.ts";
import { type Finding, findingAbout } from "./finding.ts";
import { missingFindings } from "./missing-items.ts";
import type { QueueEntry } from "./queue-entry.ts";
import { factWords } from "./wording.ts";

const findingsMax = 1000;

/** Findings of all entries, gravest first, then by key; at most 1,000. */
export function raiseFindings(entries: readonly QueueEntry[], evidence: EvidenceCollector): readonly Finding[] {
  return entries
    .flatMap((entry) => findingsOf(entry, evidence))
    .sort(
      (a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || byText(a.findingKey, b.findingKey),
    )
    .slice(0, findingsMax);
}

function findingsOf(entry: QueueEntry, evidence: EvidenceCollector): Finding[] {
  const found = clearanceFindings(entry, evidence);
  if (entry.action === "decline_candidate") return [...found, outsideAppetite(entry)];
  // Copies and decline candidates are asked for nothing (TRI-74).
  if (entry.clearance.duplicates.length > 0) return found;
  return [...found, ...openFit(entry), ...missingFindings(entry), ...unscorable(entry), ...nobodyEligible(entry)];
}

function outsideAppetite(entry: QueueEntry): Finding {
  const { submission, fit } = entry;
  return findingAbout(entry, "fit_low", {
    severity: "medium",
    status: "fail",
    title: `${submission.key} is outside the appetite`,
    detail: fit.reasons.join("; "),
    recommendation: "A licensed person decides whether to decline",
    workItem: {
      kind: "approve",
      title: clipped(`Decide on declining ${submission.key}`, 160),
      detail: clipped(fit.reasons.join("; "), 1000),
    },
  });
}

function openFit(entry: QueueEntry): Finding[] {
  const { submission, fit } = entry;
  if (fit.state !== "uncertain" && (fit.state !== "needs_info" || fit.missing.length > 0)) return [];
  return [
    findingAbout(entry, "fit_open", {
      severity: "low",
      status: "review",
      title: `${submission.key}: appetite is not clear`,
      detail: fit.reasons.join("; "),
      recommendation: "A specialist judges the fit",
      confidence: 0.5,
    }),
  ];
}

function unscorable(entry: QueueEntry): Finding[] {
  const { submission, priority } = entry;
  if (priority.score !== undefined) return [];
  return [
    findingAbout(entry, "unscorable", {
      severity: "low",
      status: "review",
      title: `${submission.key} cannot be ranked`,
      detail: `Nothing is known of ${priority.missing.map(factWords).join(", ")}`,
      recommendation: "Find out what its priority is weighed by",
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
      title: `Nobody may take ${submission.key}`,
      detail: `No assignee of route ${entry.route.key} has the state, the lines and the authority it needs`,
      recommendation: "Assign it by hand or extend the route",
    }),
  ];
}
