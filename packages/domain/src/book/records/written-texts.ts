import { type JsonObject, type JsonSchema, parseJsonObject } from "@service/json";
import { type FieldPolicy, hidesAnything, type RecordCopies } from "@service/privacy";
import { type FamilyName, familyNames, familyOf } from "@service/record-families";
import type { Deps } from "../../deps.ts";
import type { AccountSummary } from "./account-summary.ts";
import { hiddenFields } from "./field-standing.ts";
import type { StoredRow } from "./present-row.ts";
import type { BookRead } from "./read-page.ts";
import { copiesInTexts } from "./record-copies.ts";

/** Fields in which somebody writes what he likes, any value of the client too. */
const writtenFields = ["subject", "body", "description", "title", "cause", "decline_reason", "lost_reason"] as const;

/** Clients whose values are read for texts of a whole book, which takes a fifth of a second. */
const clientsOfBookMax = 200;

type TextsRead = Pick<BookRead, "connectionId" | "viewer">;

/**
 * Rows whose texts repeat no value of their client that the viewer does not see in the book (PRIV-25): such a value is what
 * its mask leaves, and words with a denied one are null. A few statements for all rows, none where nothing is hidden.
 *
 * @param extent of a whole book the rows may have more clients than can be checked: then strings that may hold a value are null.
 */
export async function withoutHiddenTexts<Row extends Pick<StoredRow, "key" | "fields">>(
  deps: Pick<Deps, "db">,
  read: TextsRead,
  family: FamilyName,
  rows: readonly Row[],
  extent: "clients" | "book" = "clients",
): Promise<readonly Row[]> {
  const { policy } = read.viewer;
  const names = textsThatMayRepeat(policy, family);
  if (names.length === 0) return rows;
  const areOnlyDigitsHidden = hidesDigitsAlone(policy);
  const named = (fields: JsonObject): readonly string[] =>
    names.filter((name) => {
      const text = fields[name];
      return typeof text === "string" && (!areOnlyDigitsHidden || /\p{N}/u.test(text));
    });
  const parsed = rows.map((row) => {
    const fields = parseJsonObject(row.fields);
    const texts = named(fields);
    const client = family === "accounts" ? row.key : fields["client_key"];
    return { row, fields, texts, client: texts.length > 0 && typeof client === "string" ? client : undefined };
  });
  const clients = new Set(parsed.flatMap(({ client }) => client ?? []));
  const isTooMany = extent === "book" && clients.size > clientsOfBookMax;
  const copies = isTooMany ? undefined : await copiesOfClients(deps, read, [...clients]);
  return parsed.map(({ row, fields, texts, client }) => {
    const records = copies?.get(client ?? "");
    if (client === undefined || (records === undefined && !isTooMany)) return row;
    return { ...row, fields: JSON.stringify(shown(fields, texts, records)) };
  });
}

/** Fields that the viewer sees, whose texts may repeat what is hidden: rows show them checked, one by one (PRIV-25). */
export function textsThatMayRepeat(policy: FieldPolicy, family: FamilyName): readonly string[] {
  if (!hidesAnything(policy)) return [];
  const hidden = hiddenFields(policy, family);
  return writtenFields.filter((name) => Object.hasOwn(familyOf(family).fields, name) && !hidden.has(name));
}

/** Numbers, days and numbers of authorities: a string without a digit repeats none of them. */
function hidesDigitsAlone(policy: FieldPolicy): boolean {
  return familyNames.every((family) => {
    const { fields } = familyOf(family);
    return [...hiddenFields(policy, family).keys()].every((name) => {
      const schema: JsonSchema = fields[name]?.schema ?? {};
      const isNumber = schema["type"] === "number" || schema["type"] === "integer";
      return name === "fein" || isNumber || schema["format"] === "date" || schema["format"] === "date-time";
    });
  });
}

/** The same of the subjects of last touches, by client. */
export async function withoutHiddenSubjects(
  deps: Pick<Deps, "db">,
  read: TextsRead,
  summaries: ReadonlyMap<string, AccountSummary>,
): Promise<ReadonlyMap<string, AccountSummary>> {
  if (!hidesAnything(read.viewer.policy)) return summaries;
  const copies = await copiesOfClients(deps, read, [...summaries.keys()]);
  return new Map(
    [...summaries].map(([client, summary]) => {
      const records = copies.get(client);
      const { lastTouch } = summary;
      if (records === undefined || lastTouch === null || lastTouch.subject === null) return [client, summary];
      return [client, { ...summary, lastTouch: { ...lastTouch, subject: records.shownText(lastTouch.subject) } }];
    }),
  );
}

async function copiesOfClients(
  deps: Pick<Deps, "db">,
  { connectionId, viewer: { policy } }: TextsRead,
  clients: readonly string[],
): Promise<ReadonlyMap<string, RecordCopies | undefined>> {
  const each = [...new Set(clients)];
  const copies = await copiesInTexts(
    deps,
    policy,
    each.map((clientKey) => ({ connectionId, clientKey })),
  );
  return new Map(each.map((client, index) => [client, copies[index]]));
}

/** Without `records` what the texts repeat is not known. */
function shown(fields: JsonObject, names: readonly string[], records: RecordCopies | undefined): JsonObject {
  const texts = names.flatMap((name) => {
    const text = fields[name];
    return typeof text === "string" ? [[name, records?.shownText(text) ?? null] as const] : [];
  });
  return { ...fields, ...Object.fromEntries(texts) };
}
