import { isJsonArray, type Json, type JsonObject } from "@service/json";
import type { FamilyName } from "@service/record-families";
import type { BookDeps } from "./book-reads.ts";
import { hiddenFields } from "./field-standing.ts";
import { presentRow } from "./present-row.ts";
import type { BookRead } from "./read-page.ts";
import { type ClientRow, rowsOfClients } from "./rows-of-clients.ts";

/** What is held of one client (REC-45); null where the viewer may not see a field that it is made of. */
export interface AccountSummary {
  readonly linesHeld: readonly string[] | null;
  readonly premiumByLine: { readonly [line: string]: number } | null;
  readonly nextExpirations:
    | readonly {
        readonly policyKey: string;
        readonly policyNumber: string | null;
        readonly line: string | null;
        readonly expiresOn: string;
        readonly premium: number | null;
      }[]
    | null;
  readonly lossFacts: {
    readonly claims: number;
    readonly openClaims: number | null;
    readonly paid: number | null;
    readonly reserved: number | null;
    readonly incurred: number | null;
    readonly lastOccurredOn: string | null;
  };
  readonly lastTouch: { readonly at: string; readonly activityKey: string; readonly subject: string | null } | null;
}

/** The families that a summary is made of. */
export const summaryFamilies = ["policies", "claims", "activities"] as const satisfies readonly FamilyName[];

/** Rows of one client that a summary reads of each family. */
const rowsMax = 1_000;
const expirationsMax = 5;
const openStatuses = /^(?:open|reopened|pending)/i;

/** Summaries of some clients by their keys, of the rows that the viewer may see. */
export async function summarizeClients(
  deps: BookDeps,
  read: BookRead,
  { clients, today }: { readonly clients: readonly string[]; readonly today: string },
): Promise<ReadonlyMap<string, AccountSummary>> {
  const of = (family: FamilyName) => rowsOfClients(deps, read, family, { clients, perClient: rowsMax });
  const [policies, claims, activities] = await Promise.all(summaryFamilies.map(of));
  const shown = (family: FamilyName, rows: readonly ClientRow[] | undefined): ReadonlyMap<string, JsonObject[]> => {
    const byClient = new Map<string, JsonObject[]>();
    for (const row of rows ?? []) {
      const list = byClient.get(row.clientKey) ?? [];
      list.push(presentRow(family, row, { ...read, policy: read.viewer.policy }));
      byClient.set(row.clientKey, list);
    }
    return byClient;
  };
  const byClient = {
    policies: shown("policies", policies),
    claims: shown("claims", claims),
    activities: shown("activities", activities),
  };
  return new Map(
    clients.map((client) => [
      client,
      summaryOf(read, today, {
        policies: byClient.policies.get(client) ?? [],
        claims: byClient.claims.get(client) ?? [],
        activities: byClient.activities.get(client) ?? [],
      }),
    ]),
  );
}

type Rows = { readonly [Family in (typeof summaryFamilies)[number]]: readonly JsonObject[] };

function summaryOf(read: BookRead, today: string, rows: Rows): AccountSummary {
  const { policy } = read.viewer;
  return summaryOfRows(rows, today, (family, ...fields) =>
    fields.every((field) => !hiddenFields(policy, family).has(field)),
  );
}

/** The summary of rows as they are shown, `key` among their members; parts of hidden fields are null. */
export function summaryOfRows(
  { policies, claims, activities }: Rows,
  today: string,
  isShown: (family: FamilyName, ...fields: readonly string[]) => boolean = () => true,
): AccountSummary {
  const areHeldShown = isShown("policies", "line", "lines", "status", "effective_on", "expires_on");
  const held = policies.filter((row) => isHeld(row, today));
  const dated = held.flatMap((row) => {
    const expiresOn = textOf(row["expires_on"]);
    return expiresOn !== null && expiresOn >= today ? [{ row, expiresOn }] : [];
  });
  return {
    linesHeld: areHeldShown ? [...new Set(held.flatMap(linesOf))].sort() : null,
    premiumByLine: areHeldShown && isShown("policies", "premium") ? premiumsOf(held) : null,
    nextExpirations: areHeldShown
      ? dated
          .toSorted((left, right) => (left.expiresOn < right.expiresOn ? -1 : 1))
          .slice(0, expirationsMax)
          .map(({ row, expiresOn }) => ({
            policyKey: textOf(row["key"]) ?? "",
            policyNumber: textOf(row["policy_number"]),
            line: textOf(row["line"]),
            expiresOn,
            premium: numberOf(row["premium"]),
          }))
      : null,
    lossFacts: {
      claims: claims.length,
      openClaims: isShown("claims", "status")
        ? claims.filter((row) => openStatuses.test(textOf(row["status"]) ?? "")).length
        : null,
      paid: isShown("claims", "paid") ? sumOf(claims, "paid") : null,
      reserved: isShown("claims", "reserved") ? sumOf(claims, "reserved") : null,
      incurred: isShown("claims", "incurred") ? sumOf(claims, "incurred") : null,
      lastOccurredOn: isShown("claims", "occurred_on") ? latestOf(claims, "occurred_on") : null,
    },
    lastTouch: isShown("activities", "occurred_at") ? lastTouchOf(activities) : null,
  };
}

/** In force: said to be active, or without a status and within its term. */
function isHeld(row: JsonObject, today: string): boolean {
  const status = textOf(row["status"]);
  if (status !== null) return status === "active";
  const [from, to] = [textOf(row["effective_on"]), textOf(row["expires_on"])];
  return from !== null && from <= today && (to === null || to >= today);
}

function linesOf(row: JsonObject): readonly string[] {
  const lines = isJsonArray(row["lines"]) ? row["lines"] : [];
  return [row["line"], ...lines].flatMap((line) => textOf(line) ?? []);
}

/** A premium counts for the line of its policy; one of several lines, without a line of its own, for `other`. */
function premiumsOf(held: readonly JsonObject[]): { readonly [line: string]: number } {
  const premiums = new Map<string, number>();
  for (const row of held) {
    const lines = linesOf(row);
    const line = textOf(row["line"]) ?? (lines.length === 1 ? lines[0] : undefined) ?? "other";
    const premium = numberOf(row["premium"]);
    if (premium !== null) premiums.set(line, cents((premiums.get(line) ?? 0) + premium));
  }
  return Object.fromEntries([...premiums].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function lastTouchOf(activities: readonly JsonObject[]): AccountSummary["lastTouch"] {
  const last = activities
    .flatMap((row) => {
      const at = textOf(row["occurred_at"]);
      return at === null ? [] : [{ row, at }];
    })
    .toSorted((left, right) => (left.at < right.at ? 1 : -1))[0];
  return last === undefined
    ? null
    : { at: last.at, activityKey: textOf(last.row["key"]) ?? "", subject: textOf(last.row["subject"]) };
}

function latestOf(rows: readonly JsonObject[], field: string): string | null {
  return rows
    .map((row) => textOf(row[field]))
    .reduce((last, one) => (one !== null && (last === null || one > last) ? one : last), null);
}

function sumOf(rows: readonly JsonObject[], field: string): number {
  return cents(rows.reduce((sum, row) => sum + (numberOf(row[field]) ?? 0), 0));
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function numberOf(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}
