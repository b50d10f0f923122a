import { isHidden, memberAt } from "../looked-up.ts";
import { wordsOf } from "../../text/tokens.ts";
import { labelOf } from "@service/engine-kit";
import { isJsonArray, type JsonObject } from "@service/json";
import type { BookFamily, BookRow } from "../../book-source.ts";
import type { Ask } from "../ask.ts";
import type { ReadWord } from "../read-word.ts";
import { means, unexplained, valuesOf } from "../reading.ts";
import type { Condition } from "./condition.ts";
import { conditionsOf } from "./conditions.ts";
import { isHandled, isOfClientAlone, isOfOwner, isOfPolicies, isOwned } from "./families-of-rows.ts";
import { coveringLines, linesOf } from "./policy-lines.ts";
import { listedConditions, valueConditions } from "./value-conditions.ts";

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

/**
 * The rows that the words of a question select; undefined where a word stays without an explanation, where the source has
 * more rows than it reads, or where something that was asked cannot be compared (ANSWER-11).
 * @param options.isCurrent policies are those in force unless the question says otherwise.
 */
export async function select(
  ask: Ask,
  family: BookFamily,
  options: {
    readonly isCurrent: boolean;
    readonly dayField?: string | undefined;
    readonly amountField?: string | undefined;
  },
): Promise<Selection | "hidden" | undefined> {
  const { book, reading, client, policy } = ask;
  if (!book.isReadable(family)) return undefined;
  const own = conditionsOf(ask, family, options);
  const ofOwner = await ownerCondition(ask, family);
  if (own === undefined || ofOwner === undefined || ofOwner === "hidden")
    return ofOwner === "hidden" ? ofOwner : undefined;
  const conditions = [...own, ...ofOwner];
  const hidden = book.hidden(family);
  const compared = conditions.flatMap(({ field, tells = [] }) => [field, ...tells]);
  if (compared.some((field) => isHidden(hidden, field))) return "hidden";
  const isOfPolicy = policy !== undefined && family !== "policies" && family !== "accounts";
  const ofPolicy = isOfPolicy && !isOfClientAlone(family) ? policy.key : undefined;
  const clientKey = client?.key ?? (isOfPolicy ? clientOf(policy) : undefined);
  const found = await book.rows(family, {
    clientKey,
    policyKey: ofPolicy,
    where: Object.fromEntries(conditions.flatMap(({ native }) => Object.entries(native ?? {}))),
  });
  if (!found.isComplete) return undefined;
  // "Because of the price": the reason that is written on what was lost.
  const isOfReason = means(reading, "status", "lost", "declined");
  const listed = listedConditions(
    family,
    found.rows,
    reading.words.filter(
      ({ by, isAside }) =>
        (isAside !== true || isOfReason) && by !== "client" && by !== "number" && by !== "kind" && by !== "choice",
    ),
    hidden,
  );
  conditions.push(...listed, ...(await lineOfPolicies(ask, family)));
  const rows = found.rows.filter(({ fields }) => conditions.every(({ test }) => test(fields)));
  const left = family === "policies" ? await besidePlaces(ask, unexplained(reading)) : unexplained(reading);
  const valued =
    left.length === 0
      ? []
      : (valueConditions(family, rows, left, hidden) ?? (await causesElsewhere(ask, family, left)));
  if (valued === undefined) return undefined;
  const all = [...conditions, ...valued];
  const whereClient: JsonObject = {
    ...(clientKey === undefined ? {} : { client_key: clientKey }),
    ...(ofPolicy === undefined ? {} : { policy_key: ofPolicy }),
  };
  return {
    family,
    rows: rows.filter(({ fields }) => valued.every(({ test }) => test(fields))),
    where: { ...whereClient, ...Object.fromEntries(all.flatMap(({ where }) => Object.entries(where))) },
    before: withoutRepeated(all.flatMap(({ before }) => before ?? [])),
    behind: all.flatMap(({ behind }) => behind ?? []),
    fields: all.map(({ field }) => field),
  };
}

/** Each word once, however it is written: a make and a model of one name. */
function withoutRepeated(words: readonly string[]): readonly string[] {
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
}

function clientOf({ fields }: BookRow): string | undefined {
  const key = fields["client_key"];
  return typeof key === "string" ? key : undefined;
}

/** "Their property at Quillmere": where the client sits says nothing more of its policies (ANSWER-96). */
async function besidePlaces({ book, client }: Ask, left: readonly ReadWord[]): Promise<readonly ReadWord[]> {
  if (client === undefined || left.length === 0) return left;
  const rows = book.isReadable("locations") ? (await book.rows("locations", { clientKey: client.key })).rows : [];
  const own = [
    ...(book.hidden("accounts").has("mailing_address") ? [] : [memberAt(client.fields, "mailing_address.city")]),
    ...(book.hidden("locations").has("address") ? [] : rows.map(({ fields }) => memberAt(fields, "address.city"))),
  ];
  const places = new Set(own.flatMap((city) => (typeof city === "string" ? wordsOf(city) : [])));
  return left.filter(({ word }) => !places.has(word));
}

/** A cause of loss that this client never had, and that others had: then none of its claims has it. */
async function causesElsewhere(
  { book, client }: Ask,
  family: BookFamily,
  left: readonly ReadWord[],
): Promise<readonly Condition[] | undefined> {
  if (family !== "claims" || client === undefined || book.hidden(family).has("cause")) return undefined;
  const { rows, isComplete } = await book.rows(family, {});
  if (!isComplete) return undefined;
  return valueConditions(
    family,
    rows.map(({ key, fields: { cause = null } }) => ({ key, fields: { cause } })),
    left,
    new Map(),
  );
}

/** Rows of policies of the line: `the drivers on the auto policy`. */
async function lineOfPolicies({ book, reading, client }: Ask, family: BookFamily): Promise<readonly Condition[]> {
  if (!isOfPolicies(family) || reading.lines.length === 0) return [];
  const lines = reading.lines.flat();
  const { rows } = await book.rows("policies", { clientKey: client?.key });
  const keys = new Set(
    rows
      .filter(({ fields }) => linesOf(fields).some((line) => coveringLines(lines).includes(line)))
      .map(({ key }) => key),
  );
  return [
    {
      where: { line: lines.length === 1 ? (lines[0] ?? "") : [...lines] },
      field: "policy_key",
      test: ({ policy_key, policy_keys }) =>
        (typeof policy_key === "string" && keys.has(policy_key)) ||
        (policy_keys !== undefined &&
          isJsonArray(policy_keys) &&
          policy_keys.some((key) => typeof key === "string" && keys.has(key))),
      before: labelOf(lines[0] ?? ""),
    },
  ];
}

/** The client's state, segment or colleague, where the question names one; `[]` where it names none. */
async function ownerCondition(ask: Ask, family: BookFamily): Promise<readonly Condition[] | "hidden" | undefined> {
  const { book, reading, client, colleague } = ask;
  // A state beside a client is one of the client's places, which its rows do not show.
  if (isOwned(family) && client !== undefined) return reading.states.length > 0 ? undefined : [];
  if (!isOwned(family)) return [];
  const statuses = valuesOf(reading, "status").filter((status) => isOfOwner(family, status));
  const ofColleague = family === "policies" || isHandled(family) ? undefined : colleague;
  if (statuses.length + reading.states.length === 0 && ofColleague === undefined) return [];
  const meanings = reading.meanings.filter(({ kind, value }) => kind === "status" && statuses.includes(value));
  const conditions = conditionsOf(
    {
      ...ask,
      carrier: undefined,
      colleague: ofColleague,
      reading: { ...reading, meanings, lines: [], periods: [], bound: undefined },
    },
    "accounts",
    { isCurrent: false },
  );
  if (conditions === undefined) return undefined;
  if (conditions.some(({ field }) => book.hidden("accounts").has(field))) return "hidden";
  const accounts = await book.rows("accounts", {
    where: Object.fromEntries(conditions.flatMap(({ native }) => Object.entries(native ?? {}))),
  });
  if (!accounts.isComplete) return undefined;
  const keys = new Set(
    accounts.rows.filter(({ fields }) => conditions.every(({ test }) => test(fields))).map(({ key }) => key),
  );
  return [
    {
      where: Object.fromEntries(
        conditions.flatMap(({ where }) => Object.entries(where)).map(([name, value]) => [`client_${name}`, value]),
      ),
      field: "client_key",
      test: ({ client_key }) => typeof client_key === "string" && keys.has(client_key),
      behind: `of ${[...conditions.flatMap(({ before }) => before ?? []), "clients", ...conditions.flatMap(({ behind }) => behind ?? [])].join(" ")}`,
    },
  ];
}
