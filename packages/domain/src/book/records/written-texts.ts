import { type JsonObject, parseJsonObject } from "@service/json";
import { hidesAnything, type RecordCopies } from "@service/privacy";
import { familyOf, type FamilyName } from "@service/record-families";
import type { Deps } from "../../deps.ts";
import type { AccountSummary } from "./account-summary.ts";
import { hiddenFields } from "./field-standing.ts";
import type { StoredRow } from "./present-row.ts";
import type { BookRead } from "./read-page.ts";
import { copiesInTexts } from "./record-copies.ts";

/** Fields in which somebody writes what he likes, any value of the client too. */
const writtenFields = ["subject", "body", "description", "title", "cause", "decline_reason", "lost_reason"] as const;

type TextsRead = Pick<BookRead, "connectionId" | "reader">;

/**
 * Rows whose texts repeat no value of their client that the reader does not see in the book (PRIV-25): such a value is what
 * its mask leaves, and words with a denied one are null. A few statements for all rows, none where nothing is hidden.
 */
export async function withoutHiddenTexts<Row extends Pick<StoredRow, "key" | "fields">>(
  deps: Pick<Deps, "db">,
  read: TextsRead,
  family: FamilyName,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const { policy } = read.reader;
  const hidden = hiddenFields(policy, family);
  const names = writtenFields.filter((name) => Object.hasOwn(familyOf(family).fields, name) && !hidden.has(name));
  if (!hidesAnything(policy) || names.length === 0) return rows;
  const parsed = rows.map((row) => ({ row, fields: parseJsonObject(row.fields) }));
  const clientOf = ({ row, fields }: (typeof parsed)[number]): string | undefined => {
    const client = family === "accounts" ? row.key : fields["client_key"];
    return typeof client === "string" && names.some((name) => typeof fields[name] === "string") ? client : undefined;
  };
  const copies = await copiesOfClients(
    deps,
    read,
    parsed.flatMap((each) => clientOf(each) ?? []),
  );
  return parsed.map((each) => {
    const records = copies.get(clientOf(each) ?? "");
    return records === undefined
      ? each.row
      : { ...each.row, fields: JSON.stringify(shown(each.fields, names, records)) };
  });
}

/** The same of the subjects of last touches, by client. */
export async function withoutHiddenSubjects(
  deps: Pick<Deps, "db">,
  read: TextsRead,
  summaries: ReadonlyMap<string, AccountSummary>,
): Promise<ReadonlyMap<string, AccountSummary>> {
  if (!hidesAnything(read.reader.policy)) return summaries;
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
  { connectionId, reader: { policy } }: TextsRead,
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

function shown(fields: JsonObject, names: readonly string[], records: RecordCopies): JsonObject {
  const texts = names.flatMap((name) => {
    const text = fields[name];
    return typeof text === "string" ? [[name, records.shownText(text)] as const] : [];
  });
  return { ...fields, ...Object.fromEntries(texts) };
}
