import { builtStatement, type Querying } from "@service/db";
import { isJsonArray, isJsonObject, type Json, parseJsonObject } from "@service/json";
import { WordSearch } from "@service/privacy";
import { families, type FamilyName, familyNames, familyOf, rowTableOf } from "@service/record-families";

/** Shorter strings occur by chance: states, years, grades. */
const textCharsMin = 4;
/** Longer strings of several words are somebody's sentences, not words of a code list. */
const sentenceCharsMin = 24;
const rowsPerPage = 1_000;

/** What tells that something is about one client: keys of its rows, and the values that name it (ERA-1). */
export class ClientTraces {
  readonly keys: ReadonlySet<string>;
  readonly #names: WordSearch;
  readonly #digits: ReadonlySet<string>;

  constructor(keys: ReadonlySet<string>, names: WordSearch, digits: ReadonlySet<string>) {
    this.keys = keys;
    this.#names = names;
    this.#digits = digits;
  }

  /** Whether a string names the client: by a key, or by a value that only it has. */
  isNamedIn(text: string): boolean {
    if (this.keys.has(text)) return true;
    if (this.#names.finds(text.toLowerCase())) return true;
    if (this.#digits.size > 0 && /^[\d\s().+-]{7,}$/.test(text)) return this.#digits.has(text.replaceAll(/\D/g, ""));
    return false;
  }

  /** A quick look at a stored JSON text: false means that nothing in it names the client. */
  mayBeIn(json: string): boolean {
    // An escaped character may hide a name from the search by words.
    return json.includes("\\") || this.#names.finds(json.toLowerCase()) || this.#hasDigits(json);
  }

  #hasDigits(json: string): boolean {
    if (this.#digits.size === 0) return false;
    const digits = json.replaceAll(/[\s().+-]/g, "");
    return [...this.#digits].some((each) => digits.includes(each));
  }
}

/** Reads every kept version of every row of a client. Its own key is a trace even when no row is left. */
export async function tracesOf(
  db: Querying,
  { connectionId, clientKey }: { readonly connectionId: string; readonly clientKey: string },
): Promise<ClientTraces> {
  const keys = new Set([clientKey]);
  const names = new WordSearch();
  const digits = new Set<string>();
  const add = (value: string): void => {
    const text = value.trim().toLowerCase();
    if (text.length < textCharsMin) return;
    names.add(text);
    const only = text.replaceAll(/\D/g, "");
    if (only.length >= 7 && /^[\d\s().+-]+$/.test(text)) digits.add(only);
  };
  for (const family of clientFamilies) {
    for await (const { rowKey, sourceId, fields } of rowsOf(db, family, { connectionId, clientKey })) {
      keys.add(rowKey);
      // A source's id names its row where it is longer than a counter.
      if (sourceId.length >= 6) add(sourceId);
      for (const [name, value] of Object.entries(parseJsonObject(fields))) {
        for (const text of namingTexts(family, name, value)) add(text);
      }
    }
  }
  for (const key of keys) names.add(key);
  return new ClientTraces(keys, names, digits);
}

/** Families whose rows belong to a client. */
export const clientFamilies: readonly FamilyName[] = familyNames.filter((name) => families[name].owner !== "agency");

/** Values that other clients have too: the names of companies that insure them. */
const sharedFields: ReadonlySet<string> = new Set(["carrier_name", "writing_company", "occupancy", "line", "lines"]);

/**
 * The strings of a field that name the client wherever they stand: what it is searched by, what is personal, the number
 * of a document, and sentences. Amounts, dates and words of code lists are blanked only in what is about the client.
 */
function* namingTexts(family: FamilyName, name: string, value: Json): Generator<string> {
  if (sharedFields.has(name) || name.endsWith("_key") || name.endsWith("_keys") || name.endsWith("_seat")) return;
  const field = new Map(Object.entries(familyOf(family).fields)).get(name);
  const isNaming =
    field?.search !== undefined ||
    field?.sensitivity === "pii_identity" ||
    field?.sensitivity === "pii_contact" ||
    (name === "name" && family !== "vehicles") ||
    name.endsWith("_number") ||
    name === "website" ||
    name === "line1" ||
    name === "line2" ||
    name === "street";
  if (typeof value === "string") {
    // Dates say nothing outside what is about the client.
    if (/^\d{4}-\d{2}-\d{2}/.test(value)) return;
    const isSentence = value.length >= sentenceCharsMin && /\s/.test(value);
    const isCode = field === undefined && value.length >= 8 && /\d/.test(value);
    if (isNaming || isSentence || isCode) yield value;
  } else if (isJsonArray(value)) for (const element of value) yield* namingTexts(family, name, element);
  else if (isJsonObject(value))
    for (const [member, of] of Object.entries(value)) yield* namingTexts(family, member, of);
}

interface StoredRow {
  readonly rowKey: string;
  readonly fromSeq: number;
  readonly sourceId: string;
  readonly fields: string;
}

/** Every version of a client's rows in one family, in pages. */
async function* rowsOf(
  db: Querying,
  family: FamilyName,
  { connectionId, clientKey }: { readonly connectionId: string; readonly clientKey: string },
): AsyncGenerator<StoredRow> {
  const page = builtStatement<
    {
      readonly connectionId: string;
      readonly clientKey: string;
      readonly rowKey: string;
      readonly fromSeq: number;
      readonly limit: number;
    },
    StoredRow
  >(
    `select row_key as "rowKey", from_seq as "fromSeq", source_id as "sourceId", fields from ${rowTableOf(family)}
     where connection_id = @connection_id and ${clientColumnOf(family)} = @client_key
       and (row_key, from_seq) > (@row_key, @from_seq)
     order by row_key, from_seq limit @limit`,
  );
  let after: { readonly rowKey: string; readonly fromSeq: number } = { rowKey: "", fromSeq: 0 };
  for (;;) {
    const { rows } = await db.query(
      page({ connectionId, clientKey, rowKey: after.rowKey, fromSeq: after.fromSeq, limit: rowsPerPage }),
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) return;
    after = last;
  }
}

/** The column of a family's table that holds the client's key. */
export function clientColumnOf(family: FamilyName): "row_key" | "client_key" {
  return family === "accounts" ? "row_key" : "client_key";
}
