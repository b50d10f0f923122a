import { emptyWords } from "../text/empty-words.ts";
import { stem } from "../text/stem.ts";
import { synonymsOf } from "../text/synonyms.ts";
import { wordsOf } from "../text/tokens.ts";
import { AnswerText } from "../answer-text.ts";
import type { BookFamily, BookRow } from "../book-source.ts";
import { type Ask, nameOf } from "./ask.ts";
import { familyOf, fieldLabel } from "./families.ts";
import { isHidden, asOf, type LookedUp, lookedUp, memberAt, placeOfField } from "./looked-up.ts";
import { means } from "./reading.ts";
import { quotedValue, valueInWords } from "./values.ts";

/** Families of which a client has few rows with facts about itself. */
const families: readonly BookFamily[] = ["accounts", "contracts", "locations"];
/** Of a label's words, how many must stand in the question; every word of the question must stand in the label. */
const leastShare = 0.6;
/** Fields that are references or texts of the system. */
const passed: ReadonlySet<string> = new Set([
  "key",
  "client_key",
  "connection_id",
  "source_id",
  "change_seq",
  "source_updated_at",
  "policy_key",
  "tags",
]);
/** Words of a question about any field. */
const fillers: ReadonlySet<string> = new Set(
  "amount value number figure total annual year client account business company insured".split(" ").map(stem),
);

interface Labelled {
  readonly family: BookFamily;
  readonly row: BookRow;
  readonly field: string;
  readonly share: number;
}

/** The field of the client's rows whose name the words of the question are: `Label: value` (ANSWER-16). */
export async function lookUpLabels({ book, reading, client }: Ask): Promise<LookedUp | undefined> {
  if (client === undefined || means(reading, "op", "max", "min", "latest", "earliest")) return undefined;
  const requested = [
    ...new Set(
      reading.words
        .filter(({ by, word }) => by !== "client" && by !== "period" && !emptyWords.has(word))
        .map((word) => word.stem),
    ),
  ];
  const wanted = requested.filter((each) => !fillers.has(each) && each !== "mani");
  if (wanted.length === 0 || reading.numbers.length > 0 || reading.periods.length > 0) return undefined;
  const found: Labelled[] = [];
  for (const family of families) {
    if (!book.isReadable(family)) continue;
    const rows = family === "accounts" ? [client] : (await book.rows(family, { clientKey: client.key })).rows;
    const hidden = book.hidden(family);
    for (const row of rows.slice(0, 50))
      for (const field of fieldsOf(row)) {
        const share = shareOf(field, wanted);
        if (
          share >= leastShare &&
          !isHidden(hidden, field) &&
          valueInWords(field, memberAt(row.fields, field)) !== undefined
        )
          found.push({ family, row, field, share });
      }
  }
  const best = Math.max(0, ...found.map(({ share }) => share));
  const chosen = found.filter(({ share }) => share === best);
  const [first] = chosen;
  // Two fields that are as near are two answers to nobody's question.
  if (first === undefined || chosen.some(({ field }) => field !== first.field)) return undefined;
  const text = new AnswerText().add(asOf(book));
  for (const [index, { family, row, field }] of chosen.slice(0, 6).entries()) {
    const raw = memberAt(row.fields, field);
    if (index > 0) text.add("; ");
    const title =
      family === "accounts"
        ? (nameOf({ client }) ?? "")
        : `${familyOf(family).title(row.fields)} of ${nameOf({ client }) ?? ""}`;
    text.cited(
      `${fieldLabel(field)} of ${title}: ${valueInWords(field, raw) ?? ""}`,
      placeOfField(book, family, row, field, quotedValue(field, raw)),
    );
  }
  const [only] = chosen;
  return lookedUp(
    text.add("."),
    chosen.length === 1 && only !== undefined ? memberAt(only.row.fields, only.field) : undefined,
  );
}

function fieldsOf({ fields }: BookRow): readonly string[] {
  const attributes = fields["attributes"];
  const own =
    typeof attributes === "object" && attributes !== null && !Array.isArray(attributes) ? Object.keys(attributes) : [];
  return [
    ...Object.keys(fields).filter((name) => name !== "attributes" && !passed.has(name)),
    ...own.map((name) => `attributes.${name}`),
  ];
}

/** How much of a field's name the words are; 0 where one of them is not in it. */
function shareOf(field: string, wanted: readonly string[]): number {
  const label = [
    ...new Set([...wordsOf(field.replace(/^attributes\./, "").replaceAll("_", " ")), ...wordsOf(fieldLabel(field))]),
  ]
    .filter((word) => !emptyWords.has(word))
    .map(stem);
  const names = new Set(label);
  const reached = new Set<string>();
  for (const each of wanted) {
    const held = names.has(each) ? each : synonymsOf(each).find((other) => names.has(other));
    if (held === undefined) return 0;
    reached.add(held);
  }
  return names.size === 0 ? 0 : reached.size / names.size;
}
