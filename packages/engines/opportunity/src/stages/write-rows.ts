import { type EvidenceCollector, evidenceMax, fromCents } from "@service/engine-kit";
import {
  canonicalJson,
  dateFromDayNumber,
  dayNumber,
  isDate,
  isInstant,
  type Json,
  type JsonObject,
  roundHalfAwayFromZero,
  clipped,
  number,
  text,
  textsIn,
} from "@service/json";
import type { Account } from "./account.ts";
import type { Bench, Candidate } from "./candidate.ts";
import { opportunityKinds, type OpportunityKind } from "../codes.ts";
import type { Selected, Selection } from "./select.ts";

/** One row of `opportunities[]` (OPP-75), with the members that findings and work items repeat. */
export type Row = {
  readonly row: JsonObject;
  readonly selected: Selected;
  readonly evidenceIds: readonly string[];
  readonly recommendation: string;
};

const evidencePerRowMax = 4;
const becauseMax = 10;
const resolvedMax = 2000;

/**
 * Rows in the shape of the resource. Without `engine_id` and `run_id`: the same input must give the same bytes in every
 * run (OPP-75, TYPE-2); the resource adds them, and the annotation, on read. The evidence of an output is bounded, so
 * more rows have fewer pieces each.
 */
export function writeRows(selection: Selection, bench: Bench, evidence: EvidenceCollector): Row[] {
  const { book } = bench;
  const perRow = Math.max(
    1,
    Math.min(evidencePerRowMax, Math.floor(evidenceMax / Math.max(1, selection.listed.length))),
  );
  const previous = new Map((book.previous ?? []).map((row) => [text(row, "opportunity_id"), row]));
  return selection.listed.map((selected) => {
    const { candidate, id, status } = selected;
    const said = candidate.describe();
    const evidenceIds = evidence.addAll(said.evidence.slice(0, perRow));
    const due = dueOf(candidate, book.todayDay);
    const content: JsonObject = {
      kind: candidate.kind,
      client_key: candidate.account.clientKey,
      account_name: clipped(candidate.account.name, 200),
      ...(candidate.policy?.key === undefined ? {} : { policy_key: candidate.policy.key }),
      ...(candidate.line === undefined ? {} : { line: candidate.line }),
      ...(candidate.policy?.carrierKey === undefined ? {} : { carrier_key: candidate.policy.carrierKey }),
      title: clipped(candidate.title, 160),
      propensity: roundHalfAwayFromZero(candidate.propensity, 4),
      est_premium: fromCents(candidate.premiumCents),
      est_revenue: fromCents(candidate.revenueCents),
      ...dateMember("next_expiration", nextExpirationOf(candidate)),
      producer_seat: candidate.account.producerSeat ?? null,
      office_key: candidate.account.officeKey ?? null,
      rule_key: candidate.ruleKey,
      talking_points: [...said.talkingPoints],
    };
    const before = previous.get(id);
    const isKnown = before !== undefined && text(before, "change") !== "resolved";
    const because = [...said.because, ...candidate.also.map((title) => `also: ${title}`), ...sourceOf(candidate)];
    const row: JsonObject = {
      opportunity_id: id,
      ...content,
      status,
      because: because.slice(0, becauseMax).map((reason) => clipped(reason, 300)),
      score: candidate.score,
      urgency: roundHalfAwayFromZero(candidate.urgency, 4),
      expected_value: fromCents(candidate.expectedCents),
      ...dateMember("due_on", due),
      evidence: evidenceIds.map((evidenceId) => evidence.list()[Number(evidenceId.slice(1)) - 1] ?? {}),
      suggested_commands: [suggestedCommand(candidate, id, due)],
      first_seen_at: (isKnown ? instantOf(before, "first_seen_at") : undefined) ?? book.asOf,
      last_seen_at: book.asOf,
      change: !isKnown ? "new" : isSame(content, before) ? "unchanged" : "updated",
    };
    return { row, selected, evidenceIds, recommendation: said.recommendation ?? candidate.title };
  });
}

/**
 * Opportunities of the previous run that are gone: their client was scanned, their kind was requested, and they were
 * not found again. Those hidden by a cap, a dismissal, a filter or a shorter horizon are not gone.
 */
export function writeResolved(
  selection: Selection,
  bench: Bench,
  kinds: ReadonlySet<OpportunityKind>,
  accounts: ReadonlyMap<string, Account>,
): JsonObject[] {
  const { book, horizonDays } = bench;
  const resolved: JsonObject[] = [];
  const seen = new Set<string>();
  for (const before of book.previous ?? []) {
    const id = text(before, "opportunity_id");
    const account = accounts.get(text(before, "client_key") ?? "");
    const kind = opportunityKinds.find((word) => word === before.kind);
    if (id === undefined || account === undefined || kind === undefined || !kinds.has(kind)) continue;
    if (text(before, "change") === "resolved" || selection.foundIds.has(id) || seen.has(id)) continue;
    const expires = dayNumber(text(before, "next_expiration") ?? "");
    if (expires !== undefined && expires - book.todayDay > horizonDays) continue;
    seen.add(id);
    resolved.push(resolvedRow(id, kind, before, account, book.asOf));
  }
  return resolved
    .sort((a, b) => {
      const [left, right] = [text(a, "opportunity_id") ?? "", text(b, "opportunity_id") ?? ""];
      return left < right ? -1 : left > right ? 1 : 0;
    })
    .slice(0, resolvedMax);
}

function resolvedRow(
  id: string,
  kind: OpportunityKind,
  before: JsonObject,
  account: Account,
  asOf: string,
): JsonObject {
  const optional = (name: string): JsonObject => {
    const value = text(before, name);
    return value === undefined ? {} : { [name]: clipped(value, 128) };
  };
  const share = (name: string): number => roundHalfAwayFromZero(within(number(before, name), 0, 1), 4);
  const amount = (name: string): number =>
    roundHalfAwayFromZero(within(number(before, name), 0, 90_071_992_547_409), 2);
  const expires = text(before, "next_expiration");
  return {
    opportunity_id: clipped(id, 64),
    kind,
    status: "resolved",
    client_key: account.clientKey,
    account_name: clipped(account.name, 200),
    ...optional("policy_key"),
    ...optional("line"),
    ...optional("carrier_key"),
    title: clipped(text(before, "title") ?? kind, 160),
    because: ["no longer found"],
    score: roundHalfAwayFromZero(within(number(before, "score"), 0, 100), 1),
    propensity: share("propensity"),
    urgency: share("urgency"),
    est_premium: amount("est_premium"),
    est_revenue: amount("est_revenue"),
    expected_value: amount("expected_value"),
    ...(expires !== undefined && isDate(expires) ? { next_expiration: expires } : {}),
    producer_seat: account.producerSeat ?? null,
    office_key: account.officeKey ?? null,
    rule_key: clipped(text(before, "rule_key") ?? kind, 200),
    talking_points: [],
    evidence: [],
    suggested_commands: [],
    first_seen_at: instantOf(before, "first_seen_at") ?? asOf,
    last_seen_at: instantOf(before, "last_seen_at") ?? asOf,
    change: "resolved",
  };
}

function within(value: number | undefined, low: number, high: number): number {
  return Math.min(high, Math.max(low, value ?? 0));
}

function instantOf(row: JsonObject, name: string): string | undefined {
  const value = text(row, name);
  return value !== undefined && isInstant(value) ? value : undefined;
}

/** Score, urgency and dates change with the calendar: only a change of content makes an opportunity updated. */
function isSame(content: JsonObject, before: JsonObject): boolean {
  return Object.entries(content).every(([name, value]) => {
    const old: Json | undefined = before[name];
    if (old === undefined) return value === null;
    if (name === "talking_points") return canonicalJson(value) === canonicalJson([...textsIn(old)].map(wellFormed));
    return typeof old === "object" ? old === value : (typeof old === "string" ? wellFormed(old) : old) === value;
  });
}

function wellFormed(value: string): string {
  return value.isWellFormed() ? value : value.toWellFormed();
}

function sourceOf({ premiumFrom, premiumCents, kind }: Candidate): string[] {
  if (premiumFrom !== undefined) return ["premium estimated from the median of peers"];
  return premiumCents === 0 && kind !== "data_quality" ? ["too few peers to estimate a premium"] : [];
}

/** The expiration date of the row: that of its policy, otherwise the account's next x-date. */
function nextExpirationOf({ kind, policy, account }: Candidate): number | undefined {
  const isRenewal = kind === "renewal_risk" || kind === "renewal_prep" || kind === "remarket";
  return isRenewal ? policy?.expiresDay : account.nextExpirationDay;
}

const leadDays = 30;

/** Thirty days before the x-date, or the x-date itself once that has passed. */
function dueOf({ dueDay, xDay }: Candidate, todayDay: number): number | undefined {
  if (dueDay !== undefined) return dueDay;
  if (xDay === undefined) return undefined;
  return xDay - leadDays >= todayDay ? xDay - leadDays : xDay;
}

function dateMember(name: string, day: number | undefined): JsonObject {
  const date = day === undefined ? undefined : dateFromDayNumber(day);
  return date === undefined ? {} : { [name]: date };
}

const workflows: { readonly [Kind in OpportunityKind]?: string } = {
  renewal_prep: "renewal",
  remarket: "remarket",
  claim_followup: "claim_followup",
};

/** A ledger command without its idempotency key (OPP-79, TYPE-52), ready for a person to post. */
function suggestedCommand(candidate: Candidate, id: string, due: number | undefined): JsonObject {
  const { kind, account, policy, title } = candidate;
  const workflow = workflows[kind];
  const entity: JsonObject =
    policy?.key === undefined
      ? { kind: "account", key: account.clientKey, client_key: account.clientKey }
      : { kind: "policy", key: policy.key, client_key: account.clientKey, policy_key: policy.key };
  const heading = clipped(`${title}: ${account.name}`, 200);
  const payload: JsonObject =
    workflow === undefined
      ? {
          title: heading,
          ...dateMember("due_on", due),
          priority: candidate.score >= 70 ? "high" : "normal",
          category: kind,
          source: { opportunity_id: id },
        }
      : { workflow_type: workflow, title: heading, ...dateMember("due_on", due) };
  return { type: workflow === undefined ? "create_task" : "start_workflow", entity, payload };
}
