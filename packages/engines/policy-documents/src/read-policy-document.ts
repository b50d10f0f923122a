import { labelOf, lineCodes, readWhole, toCents } from "@service/engine-kit";
import type {
  DocumentKind,
  DocumentReading,
  Place,
  PolicyDocument,
  ReadCoverage,
  ReadLine,
  Stated,
  Unread,
} from "./document-reading.ts";

/** Reads lines "Label: value" below the name of a line of business. */
export function readPolicyDocument({ documentKey, pages }: PolicyDocument): DocumentReading {
  const texts = new Map<string, Stated<string>>();
  const lines: { line: string; at: Place; coverages: ReadCoverage[] }[] = [];
  const subjectivities: { text: string; at: Place }[] = [];
  const unread: Unread[] = [];
  let kind: DocumentKind = "other";
  for (const { text, at } of rowsOf(pages)) {
    if (kind === "other") kind = kindOf(text) ?? "other";
    if (/\b(?:ai|language model|assistant)\b.*\b(?:must|ignore|disregard)\b/i.test(text)) {
      unread.push({ field: "text", reason: "instruction", at });
      continue;
    }
    const code = lineCodes.find((each) => labelOf(each).toLowerCase() === text.toLowerCase());
    if (code !== undefined) lines.push({ line: code, at, coverages: [] });
    const [, label = "", value = ""] = /^([^:]{2,80}):\s*(.+)$/.exec(text) ?? [];
    if (label === "") continue;
    const field = fieldOf(label);
    if (field === "subjectivity") subjectivities.push({ text: value, at });
    else if (field !== undefined) texts.set(field, { value, at });
    else lines.at(-1)?.coverages.push(coverageOf(label, value, at, unread));
  }
  const date = (name: string) => readAs(texts.get(name), "date");
  const money = (name: string) => inCents(readAs(texts.get(name), "money"));
  const offered = lines.filter(({ coverages }) => coverages.length > 0);
  return {
    documentKey,
    kind,
    carrier: texts.get("carrier"),
    insured: texts.get("insured"),
    policyNumber: texts.get("policyNumber"),
    effectiveOn: date("effectiveOn"),
    expiresOn: date("expiresOn"),
    quoteValidUntil: date("quoteValidUntil"),
    premium: { base: money("premium"), taxes: money("taxes"), fees: money("fees"), total: money("total") },
    options: [],
    lines: offered satisfies readonly ReadLine[],
    forms: [],
    exclusions: [],
    conditions: [],
    subjectivities,
    unread,
    conflicts: [],
  };
}

function* rowsOf(pages: readonly string[]): Generator<{ readonly text: string; readonly at: Place }> {
  for (const [index, page] of pages.entries())
    for (const found of page.matchAll(/[^\n]+/g)) {
      const text = found[0].trim();
      const start = found.index + found[0].indexOf(text);
      if (text !== "") yield { text, at: { page: index + 1, start, end: start + text.length } };
    }
}

function kindOf(text: string): DocumentKind | undefined {
  const found = /\b(quote|proposal|binder|declarations)\b/i.exec(text)?.[1]?.toLowerCase();
  return (["quote", "proposal", "binder", "declarations"] as const).find((kind) => kind === found);
}

const fields: readonly (readonly [RegExp, string])[] = [
  [/^(?:issuing )?(?:carrier|company|insurer)$/i, "carrier"],
  [/^(?:named )?insured$/i, "insured"],
  [/^policy (?:number|no\.?)$/i, "policyNumber"],
  [/^effective(?: date)?$/i, "effectiveOn"],
  [/^expir(?:es|ation)(?: date)?$/i, "expiresOn"],
  [/^quote valid until$/i, "quoteValidUntil"],
  [/^(?:annual |policy )?premium$/i, "premium"],
  [/^taxes$/i, "taxes"],
  [/^fees$/i, "fees"],
  [/^total(?: premium)?$/i, "total"],
  [/^subject to$/i, "subjectivity"],
];

function fieldOf(label: string): string | undefined {
  return fields.find(([pattern]) => pattern.test(label.trim()))?.[1];
}

function coverageOf(label: string, value: string, at: Place, unread: Unread[]): ReadCoverage {
  if (/^excluded$/i.test(value)) return { label, status: "excluded", at };
  if (/^(?:tbd|if any)$/i.test(value)) {
    unread.push({ field: `limit of ${label}`, reason: "open", at });
    return { label, status: "not_stated", at };
  }
  const limit = inCents(readAs({ value, at }, "money"));
  if (limit === undefined && !/^included$/i.test(value))
    unread.push({ field: `limit of ${label}`, reason: "not_understood", at });
  return { label, status: limit === undefined ? "included" : "covered", at, limit };
}

function readAs(stated: Stated<string> | undefined, kind: "date" | "money"): Stated<string> | undefined {
  const value = stated === undefined ? undefined : readWhole(stated.value, kind);
  return stated === undefined || value === undefined ? undefined : { value: String(value), at: stated.at };
}

function inCents(stated: Stated<string> | undefined): Stated<number> | undefined {
  const cents = stated === undefined ? undefined : toCents(Number(stated.value));
  return stated === undefined || cents === undefined ? undefined : { value: cents, at: stated.at };
}
