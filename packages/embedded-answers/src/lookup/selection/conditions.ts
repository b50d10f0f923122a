import { labelOf, stateName } from "@service/engine-kit";
import { isJsonArray } from "@service/json";
import { stem } from "../../text/stem.ts";
import { wordsOf } from "../../text/tokens.ts";
import type { BookFamily, BookRow } from "../../book-source.ts";
import type { Ask } from "../ask.ts";
import { asksSentOn } from "../requested-values.ts";
import { familyOf, fieldLabel } from "../families.ts";
import { frameOf } from "../question-frame.ts";
import { memberAt } from "../looked-up.ts";
import type { Bound } from "../amounts.ts";
import type { Period } from "../periods.ts";
import { ratingIn } from "../ratings.ts";
import { means, valuesOf } from "../reading.ts";
import { isMoney } from "../values.ts";
import type { Condition } from "./condition.ts";
import { isHandled, isOfOwner, isOfPolicies, isOwned } from "./families-of-rows.ts";
import { linesOf } from "./policy-lines.ts";
import { statusCondition } from "./status-conditions.ts";
import { holdsStems } from "./value-conditions.ts";

/** What the words of a question compare; undefined where the family cannot be compared so. */
export function conditionsOf(
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
  // "GL and umbrella policies" are of the one or the other line.
  const requestedLines = reading.lines.length > 1 && family === "policies" ? [reading.lines.flat()] : reading.lines;
  // What a contract requires of a line is a field of it.
  for (const lines of isOfPolicies(family) || family === "contracts" || family === "locations" ? [] : requestedLines) {
    const condition = lineCondition(family, lines, reading.lines);
    if (condition === undefined) return undefined;
    made.push(condition);
  }
  const statuses = valuesOf(reading, "status");
  if (family === "staff" && ask.colleague === undefined) made.push(...roleConditions(reading));
  if (family === "carriers" && carrier === undefined) made.push(...carrierConditions(reading));
  if (ask.unit !== undefined) {
    const condition = unitCondition(family, ask.unit);
    if (condition === undefined) return undefined;
    made.push(condition);
  }
  for (const status of statuses) {
    if (isOfOwner(family, status)) continue;
    // The principals of the agency.
    if (family === "staff" && status === "primary") continue;
    // "When was it sent": on a day, whatever became of it.
    if (status === "sent" && (frameOf(reading) === "when" || asksSentOn(reading))) continue;
    const condition = statusCondition(family, status, ask);
    if (condition === undefined) return undefined;
    made.push(condition);
  }
  const isStatusNamed = made.some(({ field }) => field === "status");
  if (family === "policies" && isCurrent && !isStatusNamed) {
    const active = statusCondition(family, "active", ask);
    if (active !== undefined) made.push(active);
  }
  if (!isOwned(family) && reading.states.length > 0) {
    const ofStates = reading.states.flatMap((state) => stateCondition(family, state) ?? []);
    if (ofStates.length < reading.states.length) return undefined;
    // "Clients in Ohio and Kentucky" are in one of them; a carrier may be admitted in both.
    const isOneOf = /\bor\b/i.test(reading.core) || family !== "carriers";
    made.push(...(isOneOf ? [oneOf(ofStates)] : ofStates));
  }
  if (carrier !== undefined) {
    if (!["policies", "quotes", "submissions", "renewals"].includes(family)) return undefined;
    const { name = carrier.key } = carrier.fields;
    made.push({
      where: { carrier_key: carrier.key },
      field: "carrier_key",
      // A policy without a key has its carrier by name (ANSWER-95).
      test: ({ carrier_key, carrier_name = null }) =>
        typeof carrier_key === "string" ? carrier_key === carrier.key : carrier_name !== null && carrier_name === name,
      behind: `with ${typeof name === "string" ? name : carrier.key}`,
    });
  }
  const isOfColleague = family === "policies" || isHandled(family) || !isOwned(family);
  if (ask.colleague !== undefined && family !== "staff" && isOfColleague) {
    const condition = colleagueCondition(family, ask.colleague);
    if (condition === undefined) return undefined;
    made.push(condition);
  }
  if (family === "invoices" && amountField === "balance" && statuses.length === 0) {
    const open = statusCondition(family, "open", ask);
    if (open !== undefined) made.push(open);
  }
  if (family === "locations") made.push(...placeConditions(reading));
  for (const period of reading.periods) {
    // "The 2022 Carrow": the year that it was made.
    if (family === "vehicles" && period.from?.slice(0, 4) === period.to?.slice(0, 4)) {
      const year = Number(period.from?.slice(0, 4));
      made.push({ where: { year }, field: "year", test: ({ year: held }) => held === year, before: String(year) });
      continue;
    }
    const field = dayField ?? familyOf(family).day;
    if (field === undefined) return undefined;
    made.push(periodCondition(family, field, period));
  }
  if (reading.bound !== undefined) {
    const field = amountField ?? familyOf(family).amount;
    if (field === undefined) return undefined;
    made.push(boundCondition(field, reading.bound));
  }
  if (family === "contacts" && ask.person !== undefined) {
    const { key, fields } = ask.person;
    made.push({
      where: { contact_key: key },
      field: "name",
      test: ({ name }) => name === fields["name"],
      behind: `called ${typeof fields["name"] === "string" ? fields["name"] : key}`,
    });
  }
  for (const role of valuesOf(reading, "role")) {
    if (family !== "contacts") return undefined;
    // "Is that the owner or the bookkeeper": of somebody who is named the role is asked for.
    if (ask.person !== undefined) continue;
    const stems = wordsOf(role).map(stem);
    made.push({ where: { role }, field: "role", test: ({ role: held }) => holdsStems(held, stems), before: role });
  }
  const kinds = valuesOf(reading, "kind");
  if (kinds.length > 0) {
    if (family !== "documents" && family !== "activities") return undefined;
    made.push(kindCondition(family, kinds));
  }
  if (family === "renewals" && /\bquoted\b/iu.test(reading.core))
    made.push({
      where: { stage: "quoted" },
      field: "stage",
      test: ({ stage }) => stage === "quoted",
      before: "quoted",
    });
  return made;
}

/** Documents of one of the kinds, or what was done about one. */
function kindCondition(family: "documents" | "activities", kinds: readonly string[]): Condition {
  const stems = kinds.map((kind) => wordsOf(kind.replaceAll("_", " ")).map(stem));
  const field = family === "documents" ? "kind" : "code";
  return {
    where: { [field]: kinds.length === 1 ? (kinds[0] ?? "") : [...kinds] },
    field,
    test: (fields) =>
      stems.some(
        (each) => holdsStems(fields[field], each) || (family === "documents" && holdsStems(fields["title"], each)),
      ),
    before: kinds.map(labelOf).join(" or "),
  };
}

/** Whoever is of a team or an office, and the clients of an office. */
function unitCondition(family: BookFamily, { family: kind, row }: NonNullable<Ask["unit"]>): Condition | undefined {
  const { name } = row.fields;
  const called = typeof name === "string" ? name : row.key;
  if (kind === "teams")
    return family === "staff"
      ? {
          where: { team_key: row.key },
          field: "team_keys",
          test: ({ team_keys }) => team_keys !== undefined && isJsonArray(team_keys) && team_keys.includes(row.key),
          behind: `of ${called}`,
        }
      : undefined;
  return family === "staff" || family === "accounts"
    ? {
        where: { office_key: row.key },
        field: "office_key",
        test: ({ office_key }) => office_key === row.key,
        behind: `of the office ${called}`,
      }
    : undefined;
}

/** Roles of the agency's people by the words for them. */
export function rolesOfAgency(reading: Ask["reading"]): readonly string[] {
  return [
    ...(means(reading, "field", "producer") ? ["producer"] : []),
    ...(means(reading, "field", "servicer") ? ["account manager"] : []),
    ...(/\bprincipals?\b/iu.test(reading.core) ? ["principal"] : []),
    ...(/\boffice (?:leads?|leaders?)\b/iu.test(reading.core) ? ["office lead"] : []),
  ];
}

/** Producers, account managers, principals or who leads an office. */
function roleConditions(reading: Ask["reading"]): readonly Condition[] {
  const [requested, ...more] = rolesOfAgency(reading);
  if (requested === undefined) return [];
  if (more.length > 0)
    return [
      {
        where: { role: [requested, ...more] },
        field: "role",
        test: ({ role }) => typeof role === "string" && [requested, ...more].includes(role),
        before: [requested, ...more].join(" or "),
      },
    ];
  return [{ where: { role: requested }, field: "role", test: ({ role }) => role === requested, before: requested }];
}

/** Carriers of a rating, and those that the agency is appointed with or not. */
function carrierConditions(reading: Ask["reading"]): readonly Condition[] {
  const rating = ratingIn(reading.core, means(reading, "field", "rating"));
  return [
    ...(rating === undefined
      ? []
      : [
          {
            where: { rating },
            field: "rating",
            test: ({ rating: held }) => held === rating,
            behind: `rated ${rating}`,
          } satisfies Condition,
        ]),
    ...(means(reading, "field", "appointed")
      ? [
          {
            where: { appointed: !reading.isNegated },
            field: "appointed",
            test: ({ appointed }) => appointed === !reading.isNegated,
            before: reading.isNegated ? "not appointed" : "appointed",
          } satisfies Condition,
        ]
      : []),
  ];
}

/** What somebody of the agency produces or serves. */
function colleagueCondition(family: BookFamily, { key, fields: { name, role } }: BookRow): Condition | undefined {
  const behind = `of ${typeof name === "string" ? name : key}`;
  const isProducer = role === undefined || role === "producer";
  if (family === "accounts")
    return {
      where: { [isProducer ? "producer_seat" : "servicer_seats"]: key },
      field: isProducer ? "producer_seat" : "servicer_seats",
      test: ({ producer_seat, servicer_seats }) =>
        producer_seat === key || (isJsonArray(servicer_seats) && servicer_seats.includes(key)),
      behind,
    };
  if (isHandled(family))
    return {
      where: { seat_key: key },
      field: "seat_key",
      test: ({ seat_key }) => seat_key === key,
      behind: `${family === "tasks" ? "assigned to" : "by"} ${typeof name === "string" ? name : key}`,
    };
  if (family !== "policies") return undefined;
  return {
    where: { [isProducer ? "producer_seat" : "servicer_seat"]: key },
    field: isProducer ? "producer_seat" : "servicer_seat",
    test: ({ producer_seat, servicer_seat }) => producer_seat === key || servicer_seat === key,
    behind,
  };
}

/** A line in words; of several that one word stands for, what they share. */
function wordsOfLines(lines: readonly string[]): string {
  const words = labelOf(lines[0] ?? "");
  return lines.length === 1 ? words : (words.split(" ").at(-1) ?? words);
}

/** Of a line, or of those that a word may stand for. */
function lineCondition(
  family: BookFamily,
  lines: readonly string[],
  mentions: readonly (readonly string[])[],
): Condition | undefined {
  const isListed = ["quotes", "submissions", "renewals"].includes(family);
  if (!["policies", "claims", "coverages"].includes(family) && !isListed) return undefined;
  return {
    where: { line: lines.length === 1 ? (lines[0] ?? "") : [...lines] },
    ...(lines.length === 1 && (family === "policies" || family === "claims")
      ? { native: { line: lines[0] ?? "" } }
      : {}),
    field: isListed ? "lines" : "line",
    test: (fields) => linesOf(fields).some((line) => lines.includes(line)),
    before:
      mentions.length > 1 && family === "policies" ? mentions.map(wordsOfLines).join(" or ") : wordsOfLines(lines),
  };
}

/** Conditions of one field of which one holds. */
function oneOf(conditions: readonly Condition[]): Condition {
  const [first, ...more] = conditions;
  if (first === undefined) throw new Error("one of no conditions");
  if (more.length === 0) return first;
  const [name = ""] = Object.keys(first.where);
  return {
    where: { [name]: conditions.flatMap(({ where }) => where[name] ?? []) },
    field: first.field,
    test: (fields) => conditions.some(({ test }) => test(fields)),
    behind: [first.behind, ...more.map(({ behind }) => behind?.replace(/^.*?\bin /, ""))].join(" or "),
  };
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
  if (family === "carriers")
    return {
      where: { admitted_state: state },
      field: "admitted_states",
      test: ({ admitted_states }) =>
        admitted_states !== undefined && isJsonArray(admitted_states) && admitted_states.includes(state),
      behind: `admitted ${behind}`,
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

/** "The second location", "premises no. 2": the one of that number. */
function placeConditions({ place }: Ask["reading"]): readonly Condition[] {
  if (place === undefined) return [];
  const test: Condition["test"] = ({ name }) =>
    typeof name === "string" && (name.includes(String(place)) || (place === 1 && /\bmain\b/i.test(name)));
  return [{ where: { number: place }, field: "name", test, behind: `number ${place}` }];
}

/** Fields of what has happened: a month without a year is the last one. */
const happened: ReadonlySet<string> = new Set([
  "cancelled_on",
  "dated_on",
  "occurred_at",
  "occurred_on",
  "paid_on",
  "reported_on",
  "since",
]);

function periodCondition(family: BookFamily, field: string, period: Period): Condition {
  const { from, to, words } = happened.has(field) ? (period.last ?? period) : period;
  const name = field.replace(/_(?:on|at)$/, "");
  const verb =
    {
      expires: "expiring",
      effective: "effective",
      occurred: "that occurred",
      due: "due",
      dated: "dated",
      since: "who joined",
      reported: "reported",
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

function boundCondition(field: string, { from, to, isStrict, words }: Bound): Condition {
  const [above, below] = isStrict ? ["over", "under"] : ["from", "to"];
  return {
    where: {
      ...(from === undefined ? {} : { [`${field}_${above}`]: from }),
      ...(to === undefined ? {} : { [`${field}_${below}`]: to }),
    },
    field,
    test: (fields) => {
      const value = memberAt(fields, field);
      if (typeof value !== "number" || (isStrict && (value === from || value === to))) return false;
      return (from === undefined || value >= from) && (to === undefined || value <= to);
    },
    behind: isMoney(field) ? words(true) : `with ${fieldLabel(field)} ${words(false)}`,
  };
}
