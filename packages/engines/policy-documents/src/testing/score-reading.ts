import { type JsonObject, number, objects, part, text, texts } from "@service/json";
import type { DocumentReading, PolicyDocument, ReadPremium, Stated } from "../document-reading.ts";
import { scoreCoverages } from "./score-coverages.ts";
import { sameName, sameOption, sameWords, squeezed, type Tally, wordsShared } from "./tally.ts";

/** A document with the truth about it; the truth is that of the reading set (money in dollars, ratios 0 to 1). */
export type LabelledDocument = {
  readonly id: string;
  readonly traits: readonly string[];
  readonly document: PolicyDocument;
  readonly truth: JsonObject;
};

/** A line of a reading set; `undefined` for a row without pages or truth. */
export function labelledDocument(row: JsonObject): LabelledDocument | undefined {
  const [id = "", truth] = [text(row, "id"), part(row, "truth")];
  const pages = texts(row, "pages");
  if (Object.keys(truth).length === 0 || pages.length === 0) return undefined;
  return { id, traits: texts(row, "traits"), document: { documentKey: id, kind: text(row, "kind"), pages }, truth };
}

/** Scores one reading against the truth, field by field (READ-20). */
export function scoreReading({ document, truth }: LabelledDocument, reading: DocumentReading, tally: Tally): void {
  scoreNames(truth, reading, tally);
  scoreDates(truth, reading, tally);
  const terrorism = objects(truth, "lines").find((line) => text(line, "line") === "terrorism");
  scorePremium("premium", part(truth, "premium"), reading.premium, tally, number(terrorism ?? {}, "premium"));
  for (const option of objects(truth, "options")) {
    const name = text(option, "option") ?? "";
    const read = reading.options.find((other) => sameOption(other.option, name));
    scorePremium(`option ${name} premium`, part(option, "premium"), read?.premium ?? {}, tally);
  }
  scoreCoverages(truth, document, reading, tally);
  scoreForms(truth, reading, tally);
  const excluded = objects(truth, "lines")
    .flatMap((line) => objects(line, "coverages"))
    .flatMap((row) => (text(row, "status") === "excluded" ? [text(row, "label") ?? ""] : []));
  const titles = objects(truth, "forms").flatMap((form) =>
    /exclu/i.test(text(form, "title") ?? "") ? [text(form, "title") ?? ""] : [],
  );
  scoreWordings("exclusions", texts(truth, "exclusions"), reading.exclusions, tally, [...excluded, ...titles]);
  scoreWordings("subjectivities", texts(truth, "subjectivities"), reading.subjectivities, tally);
  scoreMasked(truth, reading, tally);
}

function scoreNames(truth: JsonObject, reading: DocumentReading, tally: Tally): void {
  for (const field of ["carrier", "insured"] as const) {
    tally.compare(field, text(truth, field), reading[field]?.value, sameName);
  }
  tally.compare("policy_number", text(truth, "policy_number"), reading.policyNumber?.value, sameName);
}

function scoreDates(truth: JsonObject, reading: DocumentReading, tally: Tally): void {
  tally.compare("effective_on", text(truth, "effective_on"), reading.effectiveOn?.value, (a, b) => a === b);
  tally.compare("expires_on", text(truth, "expires_on"), reading.expiresOn?.value, (a, b) => a === b);
  const until = text(truth, "quote_valid_until");
  if (until === undefined) return;
  tally.compare("quote_valid_until", until, reading.quoteValidUntil?.value, (a, b) => a === b);
}

function scorePremium(field: string, truth: JsonObject, read: ReadPremium, tally: Tally, terrorism = 0): void {
  const dollars = (value: Stated<number> | undefined) => (value === undefined ? undefined : value.value / 100);
  const same = (a: number, b: number) => Math.abs(a - b) < 0.005;
  tally.compare(`${field}.base`, number(truth, "base"), dollars(read.base), (wanted, value) =>
    [wanted, wanted + terrorism, wanted - terrorism].some((base) => same(base, value)),
  );
  tally.compare(`${field}.taxes`, number(truth, "taxes"), dollars(read.taxes), same);
  tally.compare(`${field}.fees`, number(truth, "fees"), dollars(read.fees), same);
  tally.compare(`${field}.total`, number(truth, "total"), dollars(read.total), same);
  const earned = number(truth, "minimum_earned_ratio");
  tally.compare(`${field}.minimum_earned`, earned, read.minimumEarned?.value, same);
}

function scoreForms(truth: JsonObject, reading: DocumentReading, tally: Tally): void {
  const left = new Set(reading.forms);
  for (const form of objects(truth, "forms")) {
    const spelled = [
      [text(form, "number") ?? "", text(form, "edition") ?? ""],
      [text(form, "number_clean") ?? "", text(form, "edition_clean") ?? ""],
    ];
    const accepted = spelled.flatMap(([name = "", edition = ""]) => [squeezed(name), squeezed(name + edition)]);
    const read = [...left].find((other) => accepted.includes(squeezed(other.number ?? "")));
    if (read !== undefined) left.delete(read);
    tally.add("forms", read === undefined ? "unread" : "right", text(form, "number") ?? "");
    const title = text(form, "title");
    if (read !== undefined && title !== undefined)
      tally.compare("form titles", title, read.text === "" ? undefined : read.text, sameWords);
  }
  for (const form of left) tally.add("forms", "wrong", `${form.number ?? ""} ${form.text} is no form`);
}

function scoreWordings(
  field: string,
  wanted: readonly string[],
  read: readonly { readonly text: string }[],
  tally: Tally,
  neutral: readonly string[] = [],
): void {
  const left = new Set(read);
  for (const words of wanted) {
    const [best] = [...left]
      .map((other) => ({ other, share: wordsShared(words, other.text) }))
      .filter(({ share }) => share >= 0.6)
      .sort((a, b) => b.share - a.share);
    if (best !== undefined) left.delete(best.other);
    tally.add(field, best === undefined ? "unread" : "right", words);
  }
  for (const { text: words } of left) {
    if ([...neutral, ...wanted].some((label) => wordsShared(label, words) >= 0.6)) continue;
    tally.add(field, "wrong", words);
  }
}

/** A figure that is struck, withdrawn or addressed to an AI, read as a value. */
function scoreMasked(truth: JsonObject, reading: DocumentReading, tally: Tally): void {
  const truths = JSON.stringify({ ...truth, superseded: null, injected: null });
  const values = JSON.stringify({ ...reading, unread: [], conflicts: [] });
  for (const field of ["superseded", "injected"]) {
    for (const words of texts(truth, field)) {
      const figure = /\$\s?([\d,]+(?:\.\d+)?)/.exec(words)?.[1];
      if (figure === undefined) continue;
      const amount = Number(figure.replaceAll(",", ""));
      if (new RegExp(`[^\\d.]${amount}[^\\d.]`).test(truths)) continue;
      const isRead = values.includes(`"value":${amount * 100},`) || values.includes(`"cents":${amount * 100}}`);
      if (isRead) tally.add(field, "wrong", words);
    }
  }
}
