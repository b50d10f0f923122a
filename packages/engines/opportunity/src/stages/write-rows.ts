import { capitalized, type EvidenceCollector, evidenceMax, fromCents, lowered, sentence } from "@service/engine-kit";
import {
  canonicalJson,
  clipped,
  dateFromDayNumber,
  type Json,
  type JsonObject,
  roundHalfAwayFromZero,
  text,
  textsIn,
} from "@service/json";
import type { OpportunityKind } from "../codes.ts";
import type { Opportunity } from "../output.ts";
import type { Bench, Candidate, Description } from "./candidate.ts";
import { nameOfPolicy } from "./phrases.ts";
import { instantOf } from "./row-fields.ts";
import type { Selected, Selection } from "./select.ts";
import { taskOf } from "./task-of.ts";

/** One row of `opportunities[]` (OPP-75), with the members that findings and work items repeat. */
export type Row = {
  readonly row: Opportunity;
  readonly selected: Selected;
  readonly evidenceIds: readonly string[];
  readonly recommendation: string;
};

const evidencePerRowMax = 4;
const becauseMax = 10;

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
    const description = candidate.describe();
    const joined = candidate.joined.map((each) => each.describe());
    const joinedEvidence = joined.flatMap((each) => each.evidence.filter(({ kind }) => kind === "peer_stat"));
    const evidenceIds = evidence.addAll([...joinedEvidence, ...description.evidence].slice(0, perRow));
    const dueOn = dateOfDay(dueOf(candidate, book.todayDay));
    const content = contentOf(candidate, description.talkingPoints);
    const before = previous.get(id);
    const isListedBefore = before !== undefined && text(before, "change") !== "resolved";
    const because = reasonsOf(candidate, description, joined);
    const row: Opportunity = {
      opportunity_id: id,
      ...content,
      ...carrierNameOf(candidate),
      status,
      because,
      score: candidate.score,
      urgency: roundHalfAwayFromZero(candidate.urgency, 4),
      expected_value: amountOf(candidate.expectedCents),
      ...(dueOn === undefined ? {} : { due_on: dueOn }),
      evidence: evidenceIds.flatMap((evidenceId) => evidence.list()[Number(evidenceId.slice(1)) - 1] ?? []),
      suggested_commands: [suggestedCommand(candidate, id, dueOn)],
      first_seen_at: (isListedBefore ? instantOf(before, "first_seen_at") : undefined) ?? book.asOf,
      last_seen_at: book.asOf,
      change: !isListedBefore ? "new" : isSame(content, before) ? "unchanged" : "updated",
    };
    return { row, selected, evidenceIds, recommendation: description.recommendation };
  });
}

/** Deadline, what is known and absent, money, peers, then what else was found in the same place (OPP-92). */
function reasonsOf(candidate: Candidate, description: Description, joined: readonly Description[]): readonly string[] {
  const reasons = [
    ...description.deadline,
    ...description.facts,
    ...joined.flatMap(({ facts }) => facts),
    ...(description.money ?? []),
    candidate.premium.sentence(),
    ...(description.peers ?? []),
    ...joined.flatMap(({ peers }) => peers ?? []),
    ...candidate.also.map((title) => samePlace(candidate, title)),
  ].filter((reason) => reason !== "");
  return [...new Set(reasons)].slice(0, becauseMax).map((reason) => clipped(capitalized(reason), 300));
}

/** What else was found in the place of a row: said to be there, so that it does not read as another policy (OPP-94). */
function samePlace({ policy, account }: Candidate, title: string): string {
  const found = title.startsWith(account.label) ? title : lowered(title);
  return sentence(policy === undefined ? "In the same line," : `Under the same ${nameOfPolicy(policy)},`, found);
}

/** An amount of the output; null where it is not known. */
function amountOf(cents: number | undefined): number | null {
  return cents === undefined ? null : fromCents(cents);
}

/** What makes an opportunity updated when it differs from the previous run. */
type Content = Omit<
  Opportunity,
  | "opportunity_id"
  // Its key says whether the carrier is another one.
  | "carrier_name"
  | "status"
  | "because"
  | "score"
  | "urgency"
  | "expected_value"
  | "due_on"
  | "evidence"
  | "suggested_commands"
  | "first_seen_at"
  | "last_seen_at"
  | "change"
>;

function carrierNameOf({ policy }: Candidate): Pick<Opportunity, "carrier_name"> {
  return policy?.carrierName === undefined ? {} : { carrier_name: clipped(policy.carrierName, 200) };
}

function contentOf(candidate: Candidate, talkingPoints: readonly string[]): Content {
  const { account, policy, line } = candidate;
  const expiresOn = dateOfDay(nextExpirationOf(candidate));
  return {
    kind: candidate.kind,
    client_key: account.clientKey,
    account_name: clipped(account.name, 200),
    ...(policy?.key === undefined ? {} : { policy_key: policy.key }),
    ...(line === undefined ? {} : { line }),
    ...(policy?.carrierKey === undefined ? {} : { carrier_key: policy.carrierKey }),
    title: titleOf(candidate),
    propensity: roundHalfAwayFromZero(candidate.propensity, 4),
    est_premium: amountOf(candidate.premium.cents),
    est_revenue: amountOf(candidate.revenueCents),
    ...(expiresOn === undefined ? {} : { next_expiration: expiresOn }),
    producer_seat: account.producerSeat ?? null,
    office_key: account.officeKey ?? null,
    rule_key: candidate.ruleKey,
    talking_points: talkingPoints,
  };
}

/** Score, urgency and dates change with the calendar: only a change of content makes an opportunity updated. */
function isSame(content: Content, before: JsonObject): boolean {
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

/** At most 160 characters, as rows and findings carry it. */
export function titleOf({ title }: Candidate): string {
  return clipped(capitalized(title), 160);
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

function dateOfDay(day: number | undefined): string | undefined {
  return day === undefined ? undefined : dateFromDayNumber(day);
}

const workflows: { readonly [Kind in OpportunityKind]?: string } = {
  renewal_prep: "renewal",
  remarket: "remarket",
  claim_followup: "claim_followup",
};

/** A ledger command without its idempotency key (OPP-79, TYPE-52), ready for a person to post. */
function suggestedCommand(
  candidate: Candidate,
  id: string,
  dueOn: string | undefined,
): Opportunity["suggested_commands"][number] {
  const { kind, account, policy } = candidate;
  const workflow = workflows[kind];
  const entity: JsonObject =
    policy?.key === undefined
      ? { kind: "account", key: account.clientKey, client_key: account.clientKey }
      : { kind: "policy", key: policy.key, client_key: account.clientKey, policy_key: policy.key };
  const due: JsonObject = dueOn === undefined ? {} : { due_on: dueOn };
  const heading = taskOf(candidate);
  const payload: JsonObject =
    workflow === undefined
      ? {
          title: heading,
          ...due,
          priority: candidate.score >= 70 ? "high" : "normal",
          category: kind,
          source: { opportunity_id: id },
        }
      : { workflow_type: workflow, title: heading, ...due };
  return { type: workflow === undefined ? "create_task" : "start_workflow", entity, payload };
}
