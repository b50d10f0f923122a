import { isJsonArray, type Json, type JsonObject } from "@service/json";
import { type BookModel, clientOf, compareTexts, folded, type Version, stringOf } from "./book-model.ts";
import { searchedWords, expectedList, hasWords, type Reader, termsOf } from "./expected-list.ts";
import type { Family } from "./fixture.ts";
import { isShown, shownField, shownRow } from "./shown-row.ts";

/** What is shown of a client besides its rows. */

interface AccountRequest {
  readonly model: BookModel;
  readonly reader: Reader;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** The rows of a client that the reader sees, by key. */
export function rowsOf({ model, reader }: AccountRequest, family: Family, client: string): readonly Version[] {
  return model
    .rows(family)
    .filter((one) => clientOf(one) === client && (reader.posture !== "lit" || model.sees(reader.person, one)))
    .toSorted((left, right) => compareTexts(left.key, right.key));
}

export function expectedSummary(request: AccountRequest, client: string): JsonObject {
  const { reader, today } = request;
  const { policy } = reader;
  const policies = rowsOf(request, "policies", client);
  const claims = rowsOf(request, "claims", client);
  const areHeldShown = isShown(policy, "policies", "line", "lines", "status", "effective_on", "expires_on");
  const isPremiumShown = isShown(policy, "policies", "premium");
  const held = policies.filter(({ fields }) => isInForce(fields, today));
  const premiums: { [line: string]: number } = {};
  for (const { fields } of held)
    if (typeof fields["premium"] === "number") {
      const line = premiumLine(fields);
      premiums[line] = cents((premiums[line] ?? 0) + fields["premium"]);
    }
  const sumOf = (field: string): number | null =>
    isShown(policy, "claims", field)
      ? cents(claims.reduce((sum, { fields }) => sum + Number(fields[field] ?? 0), 0))
      : null;
  const days = claims.map(({ fields }) => fields["occurred_on"]).filter((one) => typeof one === "string");
  return {
    lines_held: areHeldShown ? [...new Set(held.flatMap(({ fields }) => linesOf(fields)))].toSorted() : null,
    premium_by_line: areHeldShown && isPremiumShown ? premiums : null,
    next_expirations: areHeldShown ? expirationsOf(held, request) : null,
    loss_facts: {
      claims: claims.length,
      open_claims: isShown(policy, "claims", "status")
        ? claims.filter(({ fields }) => fields["status"] === "open").length
        : null,
      paid: sumOf("paid"),
      reserved: sumOf("reserved"),
      incurred: sumOf("incurred"),
      last_occurred_on: isShown(policy, "claims", "occurred_on") ? (days.toSorted().at(-1) ?? null) : null,
    },
    open_tasks: 0,
    last_touch: lastTouch(request, client),
    open_opportunities: 0,
  };
}

function isInForce({ status, effective_on: begin = null, expires_on: end = null }: JsonObject, today: string): boolean {
  if (typeof status === "string") return status === "active";
  return typeof begin === "string" && begin <= today && (end === null || stringOf(end) >= today);
}

function linesOf({ line, lines }: JsonObject): readonly string[] {
  return [line ?? [], isJsonArray(lines ?? null) ? (lines ?? []) : []].flat().filter((one) => typeof one === "string");
}

function premiumLine(fields: JsonObject): string {
  const lines = linesOf(fields);
  if (typeof fields["line"] === "string") return fields["line"];
  return lines.length === 1 ? (lines[0] ?? "other") : "other";
}

function expirationsOf(held: readonly Version[], request: AccountRequest): Json {
  const {
    reader: { policy },
    today,
  } = request;
  return held
    .filter(({ fields }) => typeof fields["expires_on"] === "string" && fields["expires_on"] >= today)
    .toSorted((left, right) => compareTexts(stringOf(left.fields["expires_on"]), stringOf(right.fields["expires_on"])))
    .slice(0, 5)
    .map((one) => ({
      policy_key: one.key,
      policy_number: shownField(policy, one, "policy_number"),
      line: shownField(policy, one, "line"),
      ...carrierOf(request, one),
      expires_on: one.fields["expires_on"] ?? null,
      premium: shownField(policy, one, "premium"),
    }));
}

/** The name of the carrier that a policy has by its key, where each step to it is shown (REC-139). */
function carrierOf({ model, reader: { policy } }: AccountRequest, { fields }: Version): JsonObject {
  const isNamed =
    isShown(policy, "policies", "carrier_name", "carrier_key") && isShown(policy, "carriers", "carrier_key", "name");
  const name = isNamed && model.find("carriers", stringOf(fields["carrier_key"]))?.fields["name"];
  return typeof name === "string" ? { carrier_name: name } : {};
}

function lastTouch(request: AccountRequest, client: string): Json {
  const { policy } = request.reader;
  if (!isShown(policy, "activities", "occurred_at")) return null;
  const [last] = rowsOf(request, "activities", client)
    .filter(({ fields }) => typeof fields["occurred_at"] === "string")
    .toSorted((left, right) =>
      compareTexts(stringOf(right.fields["occurred_at"]), stringOf(left.fields["occurred_at"])),
    );
  if (last === undefined) return null;
  return {
    at: last.fields["occurred_at"] ?? null,
    activity_key: last.key,
    subject: shownField(policy, last, "subject"),
  };
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

const events = [
  ["activity", "activities", "occurred_at", ["subject", "code"]],
  ["claim", "claims", "occurred_on", ["claim_number", "cause"]],
  ["policy_term", "policies", "effective_on", ["policy_number", "line"]],
  ["document", "documents", "dated_on", ["title", "kind"]],
] as const;

export const timelineFamilies: readonly Family[] = events.map(([, family]) => family);

/** Newest first; what has no time, or one that is not shown, stands last. */
export function expectedTimeline(
  request: AccountRequest,
  client: string,
): readonly { readonly event: JsonObject; readonly version: Version }[] {
  const { policy } = request.reader;
  return events
    .flatMap(([kind, family, time, titles]) =>
      rowsOf(request, family, client).map((version) => {
        const at = isShown(policy, family, time) ? (version.fields[time] ?? null) : null;
        const title = titles.map((name) => shownField(policy, version, name)).find((one) => typeof one === "string");
        const { key } = version;
        const carrier = family === "policies" ? carrierOf(request, version) : {};
        return { version, event: { at, kind, key, title: title ?? null, ...carrier, ref: { family, key } } };
      }),
    )
    .toSorted(
      ({ event: left }, { event: right }) =>
        timeOf(right.at) - timeOf(left.at) || compareTexts(right.kind, left.kind) || compareTexts(right.key, left.key),
    );
}

function timeOf(at: Json): number {
  return typeof at === "string" ? Date.parse(at) : -1;
}

/** Clients that `q` finds, best first, each with where it was found. */
export function expectedSearch(
  request: AccountRequest,
  q: string,
  limit: number,
): readonly { readonly row: JsonObject; readonly version: Version }[] {
  const { model, reader } = request;
  const { policy } = reader;
  const listed = expectedList(request, { family: "accounts", query: {}, under: {} }) ?? [];
  const rank = ({ fields }: Version): number => {
    const name = folded(stringOf(fields["name"]));
    if (!isShown(policy, "accounts", "name")) return 2;
    return name === folded(q) ? 0 : name.startsWith(folded(q)) ? 1 : 2;
  };
  return listed
    .map(({ version }) => version)
    .filter((version) => rank(version) < 2 || hasWords(model, reader, version, q))
    .toSorted((left, right) => rank(left) - rank(right))
    .slice(0, limit)
    .map((version) => ({
      version,
      row: { ...shownRow(model, policy, version), matched: placesOf(request, version.key, q) },
    }));
}

function placesOf({ model, reader }: AccountRequest, client: string, q: string): Json {
  const places = new Map<string, JsonObject>();
  for (const { version, field, term } of termsOf(model, reader, client))
    if (searchedWords(q).some((word) => term.startsWith(word)))
      places.set(`${version.family} ${field} ${version.key}`, { family: version.family, field, key: version.key });
  return [...places]
    .toSorted(([left], [right]) => compareTexts(left, right))
    .slice(0, 5)
    .map(([, place]) => place);
}
