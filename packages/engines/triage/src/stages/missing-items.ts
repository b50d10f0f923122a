import { clipped } from "@service/json";
import type { MissingItem } from "../output.ts";
import { type Finding, findingAbout } from "./finding.ts";
import { describeMissing } from "./judge-readiness.ts";
import type { QueueEntry } from "./queue-entry.ts";
import { counted } from "./wording.ts";

const detailItemsMax = 20;

/** TRI-70: a work item per group of what is missing. */
const missingGroups = [
  { group: "documents", kind: "request_document", verb: "Request", one: "document", many: "documents" },
  { group: "facts", kind: "verify_fact", verb: "Find out", one: "fact", many: "facts" },
] as const;

export function missingFindings(entry: QueueEntry): Finding[] {
  const { submission, action } = entry;
  const wanted = missingOf(entry);
  return missingGroups.flatMap(({ group, kind, verb, one, many }) => {
    const items = wanted.filter((item) => item.kind === one);
    if (items.length === 0) return [];
    const count = counted(items.length, one, many);
    const content = {
      severity: action === "chase_info" ? "medium" : "low",
      status: "gap",
      title: `${submission.key} lacks ${count}`,
      detail: listed(items),
      recommendation: "Ask the producer for what is missing",
      workItem: { kind, title: clipped(`${verb} ${count} for ${submission.key}`, 160), detail: listed(items) },
    } as const;
    return [findingAbout(entry, "missing_items", content, group)];
  });
}

/**
 * The items that readiness asks for, with the facts that would decide the fit and the priority of a chased submission.
 */
export function missingOf({ submission, readiness, fit, priority, action }: QueueEntry): readonly MissingItem[] {
  const items = [...readiness.missing];
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

function listed(items: readonly MissingItem[]): string {
  const listed = items.slice(0, detailItemsMax).map(describeMissing).join(", ");
  const rest = items.length - detailItemsMax;
  return clipped(rest > 0 ? `${listed} and ${rest} more` : listed, 1000);
}
