import { labelOf, linesCovering, stateName } from "@service/engine-kit";
import { isJsonArray, type Json, type JsonObject } from "@service/json";
import { stem } from "../text/stem.ts";
import { wordsOf } from "../text/tokens.ts";
import type { BookFamily, BookRow, RowFilter } from "../book-source.ts";
import type { Ask } from "./ask.ts";
import { familyOf } from "./families.ts";
import { memberAt } from "./looked-up.ts";
import type { Period } from "./periods.ts";
import type { ReadWord } from "./read-word.ts";
import { unexplained, valuesOf } from "./reading.ts";

/** The rows that a question means. */
export interface Selection {
  readonly family: BookFamily;
  readonly rows: readonly BookRow[];
  /** What was compared, by query parameter or field, as a citation holds it. */
  readonly where: JsonObject;
  /** Words of the comparison before the noun: `open`, `general liability`. */
  readonly before: readonly string[];
  /** And behind it: `in force`, `expiring within 30 days`. */
  readonly behind: readonly string[];
  /** Fields that were compared. */
  readonly fields: readonly string[];
}

interface Condition {
  readonly where: { readonly [name: string]: Json };
  readonly native?: RowFilter;
  readonly field: string;
  readonly test: (fields: JsonObject) => boolean;
  readonly before?: string;
  readonly behind?: string;
}

/** Text fields of which a value may stand in a question, by family. */
const namedValues: { readonly [Name in BookFamily]?: readonly string[] } = {
  claims: ["cause", "adjuster", "description"],
  contacts: ["role", "name"],
  vehicles: ["make", "model", "use"],
  drivers: ["name"],
  activities: ["code", "subject", "channel"],
  documents: ["kind", "title"],
  locations: ["name", "address.city", "occupancy", "construction"],
  invoices: ["status"],
  payments: ["method", "status"],
  contracts: ["party", "kind"],
  quotes: ["stage", "decline_reason"],
  submissions: ["stage"],
  renewals: ["stage"],
  accounts: ["description", "mailing_address.city", "entity_type"],
  policies: ["carrier_name", "market", "kind"],
  tasks: ["title", "category", "status"],
  opportunities: ["kind", "title", "status"],
};

/**
 * The rows that the words of a question select; undefined where a word stays without an explanation, where the source has
 * more rows than it reads, or where something that was asked cannot be compared (ANSWER-11).
 * @param asked.isCurrent policies are those in force unless the question says otherwise.
 */
export async function select(
  ask: Ask,
  family: BookFamily,
  asked: {
    readonly isCurrent: boolean;
    readonly dayField?: string | undefined;
    readonly amountField?: string | undefined;
  },
): Promise<Selection | "hidden" | undefined> {
  const { book, reading, client, policy } = ask;
  if (!book.isReadable(family)) return undefined;
  const conditions = conditionsOf(ask, family, asked);
  if (conditions === undefined) return undefined;
  const hidden = book.hidden(family);
  if (conditions.some(({ field }) => hidden.has(field.split(".")[0] ?? field))) return "hidden";
  const ofPolicy = policy !== undefined && family !== "policies" && family !== "accounts" ? policy.key : undefined;
  const found = await book.rows(family, {
    clientKey: client?.key,
    policyKey: ofPolicy,
    where: Object.fromEntries(conditions.flatMap(({ native }) => Object.entries(native ?? {}))),
  });
  if (!found.isComplete) return undefined;
  const rows = found.rows.filter(({ fields }) => conditions.every(({ test }) => test(fields)));
  const left = unexplained(reading);
  const valued = left.length === 0 ? [] : valueConditions(family, rows, left, hidden);
  if (valued === undefined) return undefined;
  const all = [...conditions, ...valued];
  const whereClient: JsonObject = {
    ...(client === undefined ? {} : { client_key: client.key }),
    ...(ofPolicy === undefined ? {} : { policy_key: ofPolicy }),
  };
  return {
    family,
    rows: rows.filter(({ fields }) => valued.every(({ test }) => test(fields))),
    where: { ...whereClient, ...Object.fromEntries(all.flatMap(({ where }) => Object.entries(where))) },
    before: all.flatMap(({ before }) => before ?? []),
    behind: all.flatMap(({ behind }) => behind ?? []),
    fields: all.map(({ field }) => field),
  };
}

function conditionsOf(
  ask: Ask,
  family: BookFamily,
  {
    isCurrent,
    dayField,
    amountField,
  }: { readonly isCurrent: boolean; readonly dayField?: string | undefined; readonly amountField?: string | undefined },
): readonly Condition[] | undefined {
  const { reading, carrier } = ask;
  const made: Condition[] = [];
  for (const lines of reading.lines) {
    const condition = lineCondition(family, lines);
    if (condition === undefined) return undefined;
    made.push(condition);
  }
  const statuses = valuesOf(reading, "status");
  for (const status of statuses) {
    const condition = statusCondition(family, status, ask);
    if (condition === undefined) return undefined;
    made.push(condition);
  }
  const isStatusNamed = made.some(({ field }) => field === "status");
  if (family === "policies" && isCurrent && !isStatusNamed) {
    const active = statusCondition(family, "active", ask);
    if (active !== undefined) made.push(active);
  }
  for (const state of reading.states) {
    const condition = stateCondition(family, state);
    if (condition === undefined) return undefined;
    made.push(condition);
  }
  if (carrier !== undefined) {
    if (!["policies", "quotes", "submissions", "renewals"].includes(family)) return undefined;
    const { name = carrier.key } = carrier.fields;
    made.push({
      where: { carrier_key: carrier.key },
      ...(family === "policies" ? { native: { carrier_key: carrier.key } } : {}),
      field: "carrier_key",
      test: ({ carrier_key }) => carrier_key === carrier.key,
      behind: `with ${typeof name === "string" ? name : carrier.key}`,
    });
  }
  if (ask.colleague !== undefined) {
    const condition = colleagueCondition(family, ask.colleague);
    if (condition === undefined) return undefined;
    made.push(condition);
  }
  if (family === "invoices" && amountField === "balance" && statuses.length === 0) {
    const open = statusCondition(family, "open", ask);
    if (open !== undefined) made.push(open);
  }
  for (const period of reading.periods) {
    const field = dayField ?? familyOf(family).day;
    if (field === undefined) return undefined;
    made.push(periodCondition(family, field, period));
  }
  if (reading.bound !== undefined) {
    const field = amountField ?? familyOf(family).amount;
    if (field === undefined) return undefined;
    const { kind, amount } = reading.bound;
    made.push({
      where: { [`${field}_${kind}`]: amount },
      field,
      test: (fields) => {
        const value = memberAt(fields, field);
        return typeof value === "number" && (kind === "over" ? value > amount : value < amount);
      },
      behind: `${kind} $${amount.toString().replaceAll(/\B(?=(?:\d{3})+$)/g, ",")}`,
    });
  }
  for (const role of valuesOf(reading, "role")) {
    if (family !== "contacts") return undefined;
    const stems = wordsOf(role).map(stem);
    made.push({ where: { role }, field: "role", test: ({ role: held }) => holdsStems(held, stems), before: role });
  }
  for (const kind of valuesOf(reading, "kind")) {
    if (family !== "documents") return undefined;
    const stems = wordsOf(kind.replaceAll("_", " ")).map(stem);
    made.push({
      where: { kind },
      field: "kind",
      test: (fields) => holdsStems(fields["kind"], stems) || holdsStems(fields["title"], stems),
      before: labelOf(kind),
    });
  }
  return made;
}

/** What somebody of the agency produces or serves. */
function colleagueCondition(family: BookFamily, { key, fields: { name } }: BookRow): Condition | undefined {
  const behind = `of ${typeof name === "string" ? name : key}`;
  if (family === "accounts")
    return {
      where: { producer_seat: key },
      field: "producer_seat",
      test: ({ producer_seat, servicer_seats }) =>
        producer_seat === key || (isJsonArray(servicer_seats) && servicer_seats.includes(key)),
      behind,
    };
  if (family !== "policies") return undefined;
  return {
    where: { producer_seat: key },
    field: "producer_seat",
    test: ({ producer_seat, servicer_seat }) => producer_seat === key || servicer_seat === key,
    behind,
  };
}

/** Of a line, or of those that a word may stand for. */
function lineCondition(family: BookFamily, lines: readonly string[]): Condition | undefined {
  const isListed = ["quotes", "submissions", "renewals"].includes(family);
  if (!["policies", "claims", "coverages"].includes(family) && !isListed) return undefined;
  const words = labelOf(lines[0] ?? "");
  return {
    where: { line: lines.length === 1 ? (lines[0] ?? "") : [...lines] },
    ...(lines.length === 1 && (family === "policies" || family === "claims")
      ? { native: { line: lines[0] ?? "" } }
      : {}),
    field: isListed ? "lines" : "line",
    test: (fields) => linesOf(fields).some((line) => lines.includes(line)),
    before: lines.length === 1 ? words : (words.split(" ").at(-1) ?? words),
  };
}

/** The lines of a row: one, or those of a package. */
export function linesOf(fields: JsonObject): readonly string[] {
  const { line, lines } = fields;
  return [
    ...(typeof line === "string" ? [line] : []),
    ...(isJsonArray(lines) ? lines.flatMap((each) => (typeof each === "string" ? each : [])) : []),
  ];
}

/** Lines whose policies answer for these. */
export function coveringLines(lines: readonly string[]): readonly string[] {
  return [
    ...new Set(lines.flatMap((line) => (line === "umbrella" ? [line, "personal_umbrella"] : linesCovering(line)))),
  ];
}

/** Whether a policy is in force: by its status, else by its dates. */
export function isInForce({ status, effective_on, expires_on }: JsonObject, asOf: string): boolean {
  if (typeof status === "string") return status === "active";
  return (
    typeof effective_on === "string" && typeof expires_on === "string" && effective_on <= asOf && asOf < expires_on
  );
}

const claimClosed = /^(?:closed|settled|denied|paid|resolved|withdrawn|done|completed?|cancelled)$/i;

function statusCondition(family: BookFamily, status: string, { book }: Ask): Condition | undefined {
  const equals = (value: string, words: Pick<Condition, "before" | "behind">, native = false): Condition => ({
    where: { status: value },
    ...(native ? { native: { status: value } } : {}),
    field: "status",
    test: (fields) => fields["status"] === value,
    ...words,
  });
  switch (family) {
    case "policies":
      if (status === "active")
        return {
          where: { status },
          field: "status",
          test: (fields) => isInForce(fields, book.asOf),
          behind: "in force",
        };
      if (status === "new")
        return { where: { kind: "new" }, field: "kind", test: ({ kind }) => kind === "new", before: "new" };
      if (status === "agency_bill" || status === "direct_bill") {
        const billing = status === "agency_bill" ? "agency" : "direct";
        return {
          where: { billing },
          field: "billing",
          test: (fields) => fields["billing"] === billing,
          before: `${billing} billed`,
        };
      }
      return ["future", "expired", "cancelled", "non_renewed"].includes(status)
        ? equals(status, { before: labelOf(status) }, true)
        : undefined;
    case "claims": {
      if (status !== "open" && status !== "closed" && status !== "active") return undefined;
      const isOpen = status !== "closed";
      return {
        where: { status: isOpen ? "open" : "closed" },
        field: "status",
        test: ({ status: held }) => typeof held === "string" && claimClosed.test(held) !== isOpen,
        before: isOpen ? "open" : "closed",
      };
    }
    case "accounts":
      if (status === "commercial" || status === "personal")
        return {
          where: { segment: status },
          native: { segment: status },
          field: "segment",
          test: ({ segment }) => segment === status,
          before: status,
        };
      if (["former", "prospect", "insured"].includes(status))
        return {
          where: { kind: status },
          native: { kind: status },
          field: "kind",
          test: ({ kind }) => kind === status,
          before: status,
        };
      return status === "active" ? equals("active", { before: "active" }, true) : undefined;
    case "contacts":
      return status === "primary"
        ? {
            where: { is_primary: true },
            field: "is_primary",
            test: ({ is_primary }) => is_primary === true,
            before: "primary",
          }
        : undefined;
    case "invoices":
      if (status === "overdue")
        return {
          where: { overdue: true },
          field: "balance",
          test: ({ due_on, paid_on, balance, amount }) =>
            typeof due_on === "string" &&
            due_on < book.asOf &&
            (paid_on ?? null) === null &&
            Number(balance ?? amount ?? 0) > 0,
          before: "overdue",
        };
      if (status === "open" || status === "unpaid")
        return {
          where: { status: "open" },
          field: "balance",
          test: ({ balance }) => typeof balance === "number" && balance > 0,
          before: "open",
        };
      return status === "closed"
        ? { where: { status: "paid" }, field: "status", test: ({ status: held }) => held === "paid", before: "paid" }
        : undefined;
    case "tasks":
      if (status === "overdue")
        return {
          where: { status: "open", overdue: true },
          field: "due_on",
          test: ({ status: held, due_on }) => held === "open" && typeof due_on === "string" && due_on < book.asOf,
          before: "overdue",
        };
      return status === "open" || status === "active"
        ? equals("open", { before: "open" })
        : status === "closed"
          ? equals("done", { before: "done" })
          : undefined;
    case "opportunities":
      return status === "open" || status === "active"
        ? {
            where: { status: ["open", "in_progress"] },
            field: "status",
            test: ({ status: held }) => held === "open" || held === "in_progress",
            before: "open",
          }
        : undefined;
    case "quotes":
    case "submissions":
    case "renewals":
      if (status === "open" || status === "active")
        return {
          where: { stage: "open" },
          field: "stage",
          test: ({ stage }) => typeof stage === "string" && !/^(?:completed|lost|bound|declined|closed)$/.test(stage),
          before: "open",
        };
      return {
        where: { stage: status },
        field: "stage",
        test: ({ stage }) => stage === status,
        before: labelOf(status),
      };
    case "drivers":
    case "vehicles":
      return status === "active" ? equals("active", { before: "active" }) : undefined;
    default:
      return undefined;
  }
}

function stateCondition(family: BookFamily, state: string): Condition | undefined {
  const behind = `in ${stateName(state)}`;
  if (family === "accounts")
    return {
      where: { state },
      native: { state },
      field: "states",
      test: ({ states, mailing_address }) =>
        (isJsonArray(states) && states.includes(state)) ||
        memberAt({ mailing_address: mailing_address ?? null }, "mailing_address.state") === state,
      behind,
    };
  if (family === "locations")
    return {
      where: { state },
      field: "address",
      test: (fields) => memberAt(fields, "address.state") === state,
      behind,
    };
  if (family === "drivers")
    return {
      where: { license_state: state },
      field: "license_state",
      test: ({ license_state }) => license_state === state,
      behind,
    };
  return undefined;
}

function periodCondition(family: BookFamily, field: string, { from, to, words }: Period): Condition {
  const name = field.replace(/_(?:on|at)$/, "");
  const verb =
    {
      expires: "expiring",
      effective: "effective",
      occurred: "that occurred",
      due: "due",
      dated: "dated",
      paid: "paid",
      target: "due",
    }[name] ?? "";
  return {
    where: {
      ...(from === undefined ? {} : { [`${name}_from`]: from }),
      ...(to === undefined ? {} : { [`${name}_to`]: to }),
    },
    ...((family === "policies" && (name === "expires" || name === "effective")) ||
    (family === "claims" && name === "occurred")
      ? {
          native: {
            ...(from === undefined ? {} : { [`${name}_from`]: from }),
            ...(to === undefined ? {} : { [`${name}_to`]: to }),
          },
        }
      : {}),
    field,
    test: (fields) => {
      const value = memberAt(fields, field);
      if (typeof value !== "string") return false;
      const day = value.slice(0, 10);
      return (from === undefined || day >= from) && (to === undefined || day <= to);
    },
    behind: [verb, words].filter((part) => part !== "").join(" "),
  };
}

/** A field of which a value holds every word that is left; undefined: there is none. */
function valueConditions(
  family: BookFamily,
  rows: readonly BookRow[],
  left: readonly ReadWord[],
  hidden: ReadonlyMap<string, unknown>,
): readonly Condition[] | undefined {
  const stems = left.map(({ stem: each }) => each);
  for (const field of namedValues[family] ?? []) {
    if (hidden.has(field.split(".")[0] ?? field)) continue;
    const test = (fields: JsonObject): boolean => holdsStems(memberAt(fields, field), stems);
    if (!rows.some(({ fields }) => test(fields))) continue;
    const words = left.map(({ word }) => word).join(" ");
    return [{ where: { [field]: words }, field, test, before: words }];
  }
  return undefined;
}

function holdsStems(value: Json | undefined, stems: readonly string[]): boolean {
  if (typeof value !== "string") return false;
  const held = new Set(wordsOf(value.replaceAll("_", " ")).map(stem));
  return stems.every((each) => held.has(each));
}
