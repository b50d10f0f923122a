import { severities } from "@service/engine-kit";
import { uuidV5 } from "@service/contract";
import { dayNumber, isJsonObject, type JsonObject, byText, text } from "@service/json";
import type { Bench, Candidate } from "./candidate.ts";
import { opportunityStatuses, type OpportunityStatus } from "../codes.ts";
import type { Skipped } from "../output.ts";
import type { Book } from "./load-book.ts";

/** A listed opportunity, in order of score, with an id that is stable between runs. */
export type Selected = {
  readonly candidate: Candidate;
  readonly id: string;
  readonly status: OpportunityStatus;
};

export type Selection = {
  readonly listed: readonly Selected[];
  readonly skipped: readonly Skipped[];
  /** Ids of all candidates, listed or not: these are not resolved. */
  readonly foundIds: ReadonlySet<string>;
};

/**
 * OPP-59, OPP-60, OPP-61: one per client, kind and line or policy; without those that people have dismissed or are
 * working on; at most so many per account; at most so many in all. Cut from the least valuable end at every step.
 * `found` is per account: all but the last step compare an account with itself only, so a large book is never sorted as
 * a whole.
 */
export function select(
  found: readonly (readonly Candidate[])[],
  bench: Bench,
  namespace: string,
  resultsMax: number,
): Selection {
  const { book } = bench;
  const isFollowed = book.previous !== undefined || book.annotations.length > 0 || book.tasks.length > 0;
  const idOf = (candidate: Candidate): string => uuidV5(namespace, nameOf(candidate));
  // Ten thousand digests are computed only when something refers to them.
  const foundIds = new Set(isFollowed ? found.flatMap((candidates) => candidates.map(idOf)) : []);
  const annotations = new Map(book.annotations.map((row) => [text(row, "opportunity_id"), row]));
  const tasked = openTasks(book, bench.settings.openTaskDays);
  const skips = new SkipLog();
  const kept: Selected[] = [];
  for (const candidates of found) {
    let count = 0;
    for (const candidate of onePerPlace(candidates).sort(byWorth)) {
      const id = isFollowed ? idOf(candidate) : "";
      const annotation = annotations.get(id);
      const reason =
        suppressedBy(candidate, id, annotation, tasked, bench) ??
        (count >= bench.settings.perAccountCap ? "per_account_cap" : undefined);
      if (reason !== undefined) {
        skips.note(reason, candidate.account.clientKey);
        continue;
      }
      count += 1;
      kept.push({ candidate, id, status: statusOf(annotation) });
    }
  }
  kept.sort((a, b) => byWorth(a.candidate, b.candidate));
  const cut = kept.length - resultsMax;
  if (cut > 0) skips.note("max_results", null, cut);
  const listed = kept
    .slice(0, resultsMax)
    .map((selected) => (selected.id === "" ? { ...selected, id: idOf(selected.candidate) } : selected));
  return { listed, skipped: skips.list(), foundIds };
}

function suppressedBy(
  candidate: Candidate,
  id: string,
  annotation: JsonObject | undefined,
  tasked: ReadonlySet<string>,
  bench: Bench,
): "dismissed" | "open_task" | undefined {
  if (annotation !== undefined && isDismissed(annotation, bench.book, bench.settings.dismissedDays)) return "dismissed";
  const { account, kind } = candidate;
  return tasked.has(id) || tasked.has(`${account.clientKey}\n${kind}`) ? "open_task" : undefined;
}

/** The name under the engine from which the id of an opportunity is derived (OPP-62). */
function nameOf({ kind, account, line, policy, ruleKey }: Candidate): string {
  return [kind, account.clientKey, line ?? "", policy?.key ?? "", ruleKey].join("|");
}

/** Of several rules about one place the most valuable represents them, the graver one among equals. */
function onePerPlace(candidates: readonly Candidate[]): Candidate[] {
  const places = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const place = `${candidate.kind}\n${candidate.policy?.key ?? candidate.line ?? ""}`;
    const found = places.get(place);
    if (found === undefined) places.set(place, [candidate]);
    else found.push(candidate);
  }
  if (places.size === candidates.length) return [...candidates];
  return [...places.values()].flatMap((found) => {
    const [best, ...others] = found.sort(byWorth);
    if (best === undefined) return [];
    return others.length === 0 ? [best] : [{ ...best, also: [...new Set(others.map((other) => other.title))] }];
  });
}

function byWorth(a: Candidate, b: Candidate): number {
  return (
    b.score - a.score ||
    b.expectedCents - a.expectedCents ||
    severities.indexOf(b.severity) - severities.indexOf(a.severity) ||
    byText(nameOf(a), nameOf(b))
  );
}

/** Ids of opportunities with an open task of these days; tasks without a source count by client and kind. */
function openTasks(book: Book, days: number): ReadonlySet<string> {
  const tasked = new Set<string>();
  for (const task of book.tasks) {
    const created = dayNumber(text(task, "created_at") ?? "");
    if (text(task, "status") !== "open" || created === undefined || book.todayDay - created > days) continue;
    const source = isJsonObject(task.source) ? text(task.source, "opportunity_id") : undefined;
    if (source !== undefined) tasked.add(source);
    else tasked.add(`${text(task, "client_key") ?? ""}\n${text(task, "category") ?? ""}`);
  }
  return tasked;
}

/** OPP-60: until `follow_up_on`, otherwise for a number of days since it was dismissed. */
function isDismissed(annotation: JsonObject, book: Book, days: number): boolean {
  if (text(annotation, "status") !== "dismissed") return false;
  const until = text(annotation, "follow_up_on");
  if (until !== undefined) return book.today < until;
  const since = dayNumber(text(annotation, "updated_at") ?? "");
  return since === undefined || book.todayDay - since < days;
}

/** A person's status is kept; an expired dismissal is open again. */
function statusOf(annotation: JsonObject | undefined): OpportunityStatus {
  const status = annotation === undefined ? undefined : text(annotation, "status");
  const known = opportunityStatuses.find((word) => word === status);
  return known === undefined || known === "dismissed" || known === "expired" ? "open" : known;
}

class SkipLog {
  readonly #entries = new Map<string, { reason: Skipped["reason"]; client_key: string | null; count: number }>();

  note(reason: Skipped["reason"], clientKey: string | null, count = 1): void {
    const key = `${reason}\n${clientKey ?? ""}`;
    const entry = this.#entries.get(key);
    if (entry === undefined) this.#entries.set(key, { reason, client_key: clientKey, count });
    else entry.count += count;
  }

  list(): Skipped[] {
    return [...this.#entries.values()].sort(
      (a, b) => byText(a.reason, b.reason) || byText(a.client_key ?? "", b.client_key ?? ""),
    );
  }
}
