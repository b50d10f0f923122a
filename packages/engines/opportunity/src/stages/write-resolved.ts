import {
  byText,
  clipped,
  dayNumber,
  isDate,
  type JsonObject,
  number,
  roundHalfAwayFromZero,
  text,
} from "@service/json";
import { opportunityKinds, type OpportunityKind } from "../codes.ts";
import type { Opportunity } from "../output.ts";
import type { Account } from "./account.ts";
import type { Bench } from "./candidate.ts";
import { instantOf } from "./row-fields.ts";
import type { Selection } from "./select.ts";

const resolvedMax = 2000;

/**
 * Opportunities of the previous run that are gone: their client was scanned, their kind was requested, and they were
 * not found again. Those hidden by a cap, a dismissal, a filter or a shorter horizon are not gone.
 */
export function writeResolved(
  selection: Selection,
  bench: Bench,
  kinds: ReadonlySet<OpportunityKind>,
  accounts: ReadonlyMap<string, Account>,
): Opportunity[] {
  const { book, horizonDays } = bench;
  const resolved: Opportunity[] = [];
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
  return resolved.sort((a, b) => byText(a.opportunity_id, b.opportunity_id)).slice(0, resolvedMax);
}

function resolvedRow(
  id: string,
  kind: OpportunityKind,
  before: JsonObject,
  account: Account,
  asOf: string,
): Opportunity {
  const [policyKey, line, carrierKey] = ["policy_key", "line", "carrier_key"].map((name) => text(before, name));
  const carrierName = text(before, "carrier_name");
  const share = (name: string): number => roundHalfAwayFromZero(within(number(before, name), 0, 1), 4);
  const amount = (name: string): number | null => {
    const value = number(before, name);
    return value === undefined ? null : roundHalfAwayFromZero(within(value, 0, 90_071_992_547_409), 2);
  };
  const expires = text(before, "next_expiration");
  return {
    opportunity_id: clipped(id, 64),
    kind,
    status: "resolved",
    client_key: account.clientKey,
    account_name: clipped(account.name, 200),
    ...(policyKey === undefined ? {} : { policy_key: clipped(policyKey, 128) }),
    ...(line === undefined ? {} : { line: clipped(line, 128) }),
    ...(carrierKey === undefined ? {} : { carrier_key: clipped(carrierKey, 128) }),
    ...(carrierName === undefined ? {} : { carrier_name: clipped(carrierName, 200) }),
    title: clipped(text(before, "title") ?? `What was found for ${account.label} is resolved`, 160),
    because: [`This run no longer finds what an earlier one found for ${account.label}.`],
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
