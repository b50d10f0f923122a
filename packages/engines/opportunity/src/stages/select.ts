import { severities } from "@service/engine-kit";
import { uuidV5 } from "@service/contract";
import { dayNumber, isJsonObject, type JsonObject, byText, text } from "@service/json";
import type { Bench, Candidate } from "./candidate.ts";
import { offerKinds, opportunityStatuses, type OpportunityStatus } from "../codes.ts";
import type { Skipped } from "../output.ts";
import type { Book } from "./load-book.ts";
import { onePerNeed } from "./one-per-need.ts";

/** A listed opportunity with an id that is stable between runs. */
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
 * One per need and per client, kind and line or policy (OPP-59, OPP-87); without those that people have dismissed or
 * are working on (OPP-60); at most so many offers per account, and at most so many rows in all (OPP-61). Cut from the
 * least valuable end at every step. `found` is per account: all but the last step compare an account with itself only,
 * so a large book is never sorted as a whole.
 */
export function select(
  found: readonly (readonly Candidate[])[],
  bench: Bench,
  namespace: string,
  resultsMax: number,
): Selection {
  const { book, settings } = bench;
  const isFollowed = book.previous !== undefined || book.annotations.length > 0 || book.tasks.length > 0;
  const idOf = (candidate: Candidate, ruleKey?: string): string => uuidV5(namespace, nameOf(candidate, ruleKey));
  const listedBefore = new Set((book.previous ?? []).flatMap(listedId));
  const foundIds = new Set<string>();
  const annotations = new Map(book.annotations.map((row) => [text(row, "opportunity_id"), row]));
  const tasked = openTasks(book, settings.openTaskDays);
  const skips = new SkipLog();
  const kept: Ranked[] = [];
  for (const candidates of found) {
    const open: Selected[] = [];
    for (const candidate of onePerPlace(onePerNeed(candidates, byWorth))) {
      // Ten thousand digests are computed only when something refers to them.
      const ids = isFollowed ? idsOf(candidate, idOf) : [];
      const id = keptId(ids, listedBefore);
      if (isFollowed) foundIds.add(id);
      const joined = isFollowed ? candidate.joined.map((each) => idOf(each)) : [];
      const reason = suppressedBy(candidate, [...ids, ...joined], annotations, tasked, bench);
      if (reason === undefined) open.push({ candidate, id, status: statusOf(annotations.get(id)) });
      else skips.note(reason, candidate.account.clientKey);
    }
    kept.push(...withinCap(open, settings.perAccountCap, skips));
  }
  kept.sort(byStanding);
  const cut = kept.length - resultsMax;
  if (cut > 0) skips.note("max_results", null, cut);
  const listed = withinResults(kept, resultsMax).map(({ selected }) =>
    selected.id === "" ? { ...selected, id: idOf(selected.candidate) } : selected,
  );
  return { listed, skipped: skips.list(), foundIds };
}

/**
 * The rows of the answer, in their order. Lapses take at most half of them while others wait, and the best row of every
 * other kind comes before the second one of any, so that a book with many lapses still shows the rest (OPP-61).
 */
function withinResults(ranked: readonly Ranked[], resultsMax: number): readonly Ranked[] {
  if (ranked.length <= resultsMax) return ranked;
  const isLapse = ({ selected }: Ranked): boolean => selected.candidate.isLapse === true;
  const lapses = ranked.filter(isLapse);
  const others = ranked.filter((row) => !isLapse(row));
  const kinds = new Set<string>();
  const bestOfKind = others.filter(({ selected: { candidate } }) => {
    const isFirst = !kinds.has(candidate.kind);
    kinds.add(candidate.kind);
    return isFirst;
  });
  const inTurn = [...lapses.slice(0, Math.ceil(resultsMax / 2)), ...bestOfKind, ...others, ...lapses];
  const chosen = new Set<Ranked>();
  for (const row of inTurn) if (chosen.size < resultsMax) chosen.add(row);
  return ranked.filter((row) => chosen.has(row));
}

/** An account's row with the score at which it stands: what has a date or a danger stands before its offers (OPP-86). */
type Ranked = { readonly selected: Selected; readonly standing: number };

/** Without the least valuable offers beyond the cap; nothing else is counted. */
function withinCap(open: readonly Selected[], cap: number, skips: SkipLog): readonly Ranked[] {
  const offers = open.filter(isOffer).sort((a, b) => byWorth(a.candidate, b.candidate));
  const best = offers[0]?.candidate.score ?? 0;
  for (const { candidate } of offers.slice(cap)) skips.note("per_account_cap", candidate.account.clientKey);
  // Lapses come before everything: among themselves they stand by their own worth.
  const floor = ({ isLapse }: Candidate): number => (isLapse === true ? 0 : best);
  return [...open.filter((selected) => !isOffer(selected)), ...offers.slice(0, cap)].map((selected) => {
    const { candidate } = selected;
    return { selected, standing: Math.max(isOffer(selected) ? 0 : floor(candidate), candidate.score) };
  });
}

function isOffer({ candidate }: Selected): boolean {
  return offerKinds.has(candidate.kind);
}

/** Lapses first, then by standing; at equal standing what is no offer comes first. */
function byStanding(a: Ranked, b: Ranked): number {
  const [one, other] = [a.selected.candidate, b.selected.candidate];
  return (
    Number(other.isLapse === true) - Number(one.isLapse === true) ||
    b.standing - a.standing ||
    Number(isOffer(a.selected)) - Number(isOffer(b.selected)) ||
    byWorth(one, other)
  );
}

/**
 * The ids under which a candidate may have been listed before, its own first: it has become a lapse since, or another
 * rule of its kind represented the same place or need then.
 */
function idsOf(candidate: Candidate, idOf: (candidate: Candidate, ruleKey?: string) => string): readonly string[] {
  const { formerRuleKey, kind, joined, sharing } = candidate;
  const alike = [...joined, ...sharing].filter((each) => each.kind === kind);
  return [
    idOf(candidate),
    ...(formerRuleKey === undefined ? [] : [idOf(candidate, formerRuleKey)]),
    ...alike.map((each) => idOf(each)),
  ];
}

/** What was listed before keeps its id, so that its annotation stays with it (OPP-62). */
function keptId(ids: readonly string[], listedBefore: ReadonlySet<string>): string {
  return ids.find((id) => listedBefore.has(id)) ?? ids[0] ?? "";
}

function listedId(row: JsonObject): string[] {
  const id = text(row, "opportunity_id");
  return id === undefined || text(row, "change") === "resolved" ? [] : [id];
}

/** A need is suppressed with any offer for it; a lapse only by itself, not by a task of its kind. */
function suppressedBy(
  { account, kind, isLapse }: Candidate,
  ids: readonly string[],
  annotations: ReadonlyMap<string | undefined, JsonObject>,
  tasked: ReadonlySet<string>,
  { book, settings }: Bench,
): "dismissed" | "open_task" | undefined {
  const isHidden = ids.some((id) => {
    const annotation = annotations.get(id);
    return annotation !== undefined && isDismissed(annotation, book, settings.dismissedDays);
  });
  if (isHidden) return "dismissed";
  const isWorkedOn = isLapse !== true && tasked.has(`${account.clientKey}\n${kind}`);
  return isWorkedOn || ids.some((id) => tasked.has(id)) ? "open_task" : undefined;
}

/** The name under the engine from which the id of an opportunity is derived (OPP-62). */
function nameOf({ kind, account, line, policy, ruleKey }: Candidate, formerRuleKey?: string): string {
  return [kind, account.clientKey, line ?? "", policy?.key ?? "", formerRuleKey ?? ruleKey].join("|");
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
    return others.length === 0
      ? [best]
      : [{ ...best, also: [...new Set(others.map((other) => other.title))], sharing: others }];
  });
}

function byWorth(a: Candidate, b: Candidate): number {
  return (
    b.score - a.score ||
    (b.expectedCents ?? 0) - (a.expectedCents ?? 0) ||
    severities.indexOf(b.severity) - severities.indexOf(a.severity) ||
    (b.premium.cents ?? 0) - (a.premium.cents ?? 0) ||
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
  const current = opportunityStatuses.find((word) => word === status);
  return current === undefined || current === "dismissed" || current === "expired" ? "open" : current;
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
