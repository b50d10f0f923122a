import { counted, paragraph } from "@service/engine-kit";
import type { MissingItem } from "../output.ts";
import { type Finding, findingAbout } from "./finding.ts";
import type { QueueEntry } from "./queue-entry.ts";
import { insuredLabel, listedInSentences, submissionLabel, wanted } from "./wording.ts";

const listedMax = 20;

/** TRI-70: a work item per group of what is missing. */
const missingGroups = [
  { group: "documents", kind: "request_document", verb: "Request", noun: "document" },
  { group: "facts", kind: "verify_fact", verb: "Ask for", noun: "fact" },
] as const;

const missingName: MissingItem = { kind: "fact", key: "insured.name", reason: "missing", weight: 0 };

export function missingFindings(entry: QueueEntry): Finding[] {
  const { submission, action } = entry;
  const label = insuredLabel(submission.insuredName);
  const missing = missingOf(entry);
  return missingGroups.flatMap(({ group, kind, verb, noun }) => {
    const items = missing.filter((item) => item.kind === noun);
    if (items.length === 0) return [];
    const count = counted(items.length, noun);
    const detail = describe(submissionLabel(submission), items);
    const content = {
      severity: action === "chase_info" ? "medium" : "low",
      status: "gap",
      title: `${label} lacks ${count}`,
      detail,
      recommendation: "Ask the producer for what is missing.",
      workItem: {
        kind,
        title: `${verb} ${count} ${kind === "verify_fact" ? "about" : "for"} ${label}`,
        steps: stepsOf(items),
      },
    } as const;
    return [findingAbout(entry, "missing_items", content, group)];
  });
}

/**
 * The items that readiness asks for, with the name of an insured that has none (TRI-105) and the facts that would decide
 * the fit and the priority of a chased submission.
 */
export function missingOf({ submission, readiness, fit, priority, action }: QueueEntry): readonly MissingItem[] {
  const items = [...readiness.missing];
  if (submission.identity.names.length === 0) items.unshift(missingName);
  const isTooShort = (path: string): boolean => path === "risk.naics" && submission.naics !== undefined;
  const more = [
    ...(fit.state === "needs_info" ? fit.missing : []),
    ...(action === "chase_info" && priority.score === undefined ? priority.missing : []),
  ];
  for (const path of more) {
    if (!items.some(({ kind, key }) => kind === "fact" && key === path)) {
      items.push({ kind: "fact", key: path, reason: isTooShort(path) ? "too_short" : "missing", weight: 0 });
    }
  }
  return items;
}

/** The list stands in the work item, because a person works from it alone. */
function stepsOf(items: readonly MissingItem[]): string {
  return listedInSentences("Ask the producer", "for", items.slice(0, listedMax).map(wanted));
}

function describe(label: string, items: readonly MissingItem[]): string {
  const rest = items.length - listedMax;
  return paragraph(
    listedInSentences(label, "still needs:", items.slice(0, listedMax).map(wanted)),
    rest > 0 ? `${counted(rest, "more item")} ${rest === 1 ? "is" : "are"} asked for.` : undefined,
  );
}
