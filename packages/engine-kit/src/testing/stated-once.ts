import { isJsonArray, isJsonObject, type Json, type JsonObject, objectsIn, text } from "@service/json";
import { namedOnce } from "../wording/sentences.ts";

/** What a reader of a result meets twice, or without what it is of (WORD-8 to WORD-11). Used by the sentence tests. */

/** Members that a person reads as one text; everything else is a key, an amount or an item of its own. */
const readMembers: ReadonlySet<string> = new Set([
  "because",
  "body",
  "change",
  "concerns",
  "detail",
  "gap_reason",
  "headline",
  "message",
  "question",
  "reason",
  "reasons",
  "reasons_against",
  "reasons_for",
  "recommendation",
  "strengths",
  "talking_points",
  "text",
  "title",
]);

type Item = { readonly at: string; readonly texts: readonly string[] };

/** Each item of a result with the texts in it: a finding, an opportunity, a place of the queue, the narrative. */
export function itemsIn(value: Json, at: string): readonly Item[] {
  if (isJsonArray(value)) return value.flatMap((one, index) => itemsIn(one, `${at}/${index}`));
  if (!isJsonObject(value)) return [];
  const members = Object.entries(value).filter(([name]) => name !== "evidence");
  const read = members.filter(([name]) => readMembers.has(name)).flatMap(([, member]) => textsOf(member));
  const inner = members.filter(([name]) => !readMembers.has(name));
  return [
    ...(read.length === 0 ? [] : [{ at, texts: read }]),
    ...inner.flatMap(([name, member]) => itemsIn(member, `${at}/${name}`)),
  ];
}

function textsOf(value: Json): readonly string[] {
  if (typeof value === "string") return [value.replace(/\s*\[e\d+(?:, e\d+)*\]/g, "")];
  if (isJsonArray(value)) return value.flatMap(textsOf);
  return isJsonObject(value) ? Object.values(value).flatMap((member) => textsOf(member ?? null)) : [];
}

/** Sentences of more than one word, without citations, stop and case: what differs in these alone is equal to a reader. */
export function sentencesIn(value: Json | undefined): readonly string[] {
  return textsOf(value ?? null).flatMap((one) =>
    one
      .split(/(?<=[.!?]["”)]?)\s+(?=[\p{Lu}\d"“$])/u)
      .map((each) => each.replace(/[.!?\s]+$/, "").toLowerCase())
      .filter((each) => each.includes(" ")),
  );
}

/** Sentences that stand twice in one item. */
export function repeatedInItems(items: readonly Item[]): readonly string[] {
  return items.flatMap(({ at, texts }) => repeated(sentencesIn([...texts])).map((one) => `${at}: ${one}`));
}

/**
 * Sentences that stand in two places of a result: its headline, its findings, its narrative. Words that a document says
 * may stand again, for they are no sentence of ours.
 */
export function repeatedInResult({ headline, narrative, findings }: JsonObject): readonly string[] {
  const ofFindings = objectsIn(findings).flatMap(({ title, detail, recommendation }) =>
    [title, detail, recommendation].flatMap(sentencesIn),
  );
  return repeated([...sentencesIn(headline), ...sentencesIn(text(asObject(narrative), "text")), ...ofFindings]).filter(
    (one) => !one.includes('"'),
  );
}

/** Texts in which a name stands a second time. */
export function namedTwice(items: readonly Item[], names: readonly string[]): readonly string[] {
  return items.flatMap(({ at, texts }) =>
    texts.flatMap((one) =>
      names.filter((name) => namedOnce(one, name) !== one).map((name) => `${at}: ${name}: ${one}`),
    ),
  );
}

const priceShare =
  /\d % (?:cheaper|more expensive|dearer)|\d % of (?:what the others|the median|the premium that)|premium .*(?:by|is) \d[\d.]* % (?:less|more|higher|lower)/;

/** Sentences that say by what share a price differs, and not by how much money. */
export function sharesWithoutMoney(items: readonly Item[]): readonly string[] {
  return items.flatMap(({ at, texts }) =>
    sentencesIn([...texts])
      .filter((one) => priceShare.test(one) && !/\$\d|\b[a-z]{3} \d/.test(one))
      .map((one) => `${at}: ${one}`),
  );
}

function repeated(sentences: readonly string[]): readonly string[] {
  return sentences.filter((one, index) => sentences.indexOf(one) !== index);
}

function asObject(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}
