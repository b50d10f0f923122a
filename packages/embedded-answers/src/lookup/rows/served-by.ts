import { isJsonArray } from "@service/json";
import { AnswerText } from "../../answer-text.ts";
import type { BookRow } from "../../book-source.ts";
import { type Ask, nameOf } from "../ask.ts";
import { fieldLabel } from "../families.ts";
import { asOf, type LookedUp, lookedUp, placeOfField } from "../looked-up.ts";
import { means } from "../reading.ts";
import { valueInWords } from "../values.ts";
import { referredTo } from "./referred.ts";

/** Whether a colleague produces or serves a client, with whoever does. */
export async function servedBy(
  ask: Ask,
  client: BookRow,
  colleague: BookRow,
): Promise<LookedUp | "hidden" | undefined> {
  const { book, reading } = ask;
  const isProducer = means(reading, "field", "producer");
  const isServicer = means(reading, "field", "servicer");
  const fields = ["producer_seat", "servicer_seats"].filter(
    (field) => isProducer === isServicer || (field === "producer_seat") === isProducer,
  );
  if (fields.some((field) => book.hidden("accounts").has(field))) return "hidden";
  const isSo = fields.some((field) => {
    const value = client.fields[field];
    return value === colleague.key || (Array.isArray(value) && value.includes(colleague.key));
  });
  const text = new AnswerText().add(`${isSo ? "Yes" : "No"}: ${asOf(book).replace(/^A/, "a")}`);
  let count = 0;
  for (const field of fields) {
    const words = await referredTo(book, field, client.fields[field]);
    if (words === undefined) continue;
    text.add(`${count === 0 ? "" : "; "}the ${fieldLabel(field)} of ${nameOf({ client }) ?? client.key} is `);
    text.cited(words, placeOfField(book, "accounts", client, field, words));
    count += 1;
  }
  return count === 0 ? undefined : lookedUp(text.add("."), isSo);
}

/** "The account manager's email", "who services them and their email": the address of the colleague, not the client's. */
export function asksOfServer({ reading }: Ask): boolean {
  return !/\b(?:e-?mail|phone|number|address)\b\W*(?:,|and|&|\+|plus)\s*(?:the |their |our )?(?:account manager|am|csr|producer|servicer|service rep)\b/iu.test(
    reading.core,
  );
}

/** The address of whoever produces or serves a client. */
export async function addressOfServer(
  { book }: Ask,
  client: BookRow,
  field: string,
): Promise<LookedUp | "hidden" | undefined> {
  if (book.hidden("accounts").has(field) || book.hidden("staff").has("email")) return "hidden";
  const value = client.fields[field];
  const key = value !== undefined && isJsonArray(value) ? value[0] : value;
  const colleague = typeof key === "string" && book.isReadable("staff") ? await book.row("staff", key) : undefined;
  const words = valueInWords("email", colleague?.fields["email"]);
  const name = colleague === undefined ? undefined : await referredTo(book, field, colleague.key);
  if (colleague === undefined || words === undefined || name === undefined) return undefined;
  const text = new AnswerText().add(`${asOf(book)}the ${fieldLabel(field)} of ${nameOf({ client }) ?? client.key} is `);
  text.cited(name, placeOfField(book, "accounts", client, field, name)).add(", email ");
  text.cited(words, placeOfField(book, "staff", colleague, "email"));
  return lookedUp(text.add("."), words);
}
