import { dateOf } from "@service/json";
import type { Place, ReadCoverage, Stated, StatedDeductible } from "../document-reading.ts";
import type { Draft, Facts, PremiumKind } from "../facts/facts.ts";
import { takeValidDays } from "../facts/names.ts";
import { takeMinimumEarned } from "../facts/premiums.ts";
import { valuesOf } from "../rows/free-rows.ts";
import { datePattern, isoInYear, isoOf, yearBehind } from "../terms/dates.ts";
import { termsIn } from "../terms/terms.ts";
import type { TextPage } from "../pages/text-lines.ts";
import { labelKind } from "../words/label-kinds.ts";
import { embracesOthers, linesNamedIn, ofGeneralLiability } from "../words/line-words.ts";
import { valuationOf } from "../words/status-words.ts";
import { dollarsInWords, numberOfWords } from "./number-words.ts";
import { paragraphsOf, type Sentence, sentencesOf } from "./paragraphs.ts";

/** An e-mail: the year it was sent, its subject with the place of it, and the line of business that the subject names. */
export type Mail = {
  readonly year: number | undefined;
  readonly subject: string;
  readonly start: number;
  readonly line: string | undefined;
  readonly lines: readonly string[];
};

/** Reads running text (READ-18): exclusions anywhere; names, dates, premium and coverages in the sentences of an e-mail. */
export function readProse(
  pages: readonly TextPage[],
  facts: Facts,
  mail: Mail | undefined,
  documentLine: string | undefined,
): void {
  const line = mail !== undefined && mail.lines.length > 1 ? undefined : (documentLine ?? mail?.line);
  if (mail !== undefined) takeProseNames(facts, { text: mail.subject, start: mail.start, page: 1 }, mail);
  if (mail !== undefined) takeProseDates(facts, { text: mail.subject, start: mail.start, page: 1 }, mail, 1);
  let last: string | undefined = line;
  for (const page of pages) {
    for (const sentence of page.lines.length === 0 ? [] : paragraphsOf(page).flatMap(sentencesOf)) {
      takeExclusion(facts, sentence);
      takeMinimumEarned(facts, sentence);
      takeValidity(facts, sentence, mail?.year);
      takeNeeds(facts, sentence);
      takeNamedExclusions(facts, sentence);
      if (mail === undefined) takeInsurer(facts, sentence);
      if (mail !== undefined) last = takeSentence(facts, sentence, mail, line, last);
    }
  }
}

/** What an e-mail is about is said at its beginning. */
const openingChars = 260;

/** The head of an e-mail; `undefined` for any other page. */
export function mailOf(text: string): Mail | undefined {
  const top = text.slice(0, 2000);
  if (!/^\s*from:/im.test(top) || !/^\s*(?:to|subject|sent|date):/im.test(top)) return undefined;
  const sent = /^\s*(?:date|sent):.*?\b((?:19|20)\d{2})\b/im.exec(top)?.[1];
  const match = /^\s*subject:\s*(.*)$/im.exec(top);
  const subject = match?.[1] ?? "";
  const start = match === null ? 0 : match.index + match[0].length - subject.length;
  const lines = linesNamedIn(subject);
  const opening = linesNamedIn(text.slice(start + subject.length, start + subject.length + openingChars));
  const line = lines.length === 1 ? lines[0] : lines.length === 0 && opening.length === 1 ? opening[0] : undefined;
  return { year: sent === undefined ? undefined : Number(sent), subject, start, line, lines };
}

const excludedList =
  /\b(?:following\b.{0,40}\b(?:is|are)\s+excluded|excluded (?:is|are)(?: the following)?|option \S{1,3}\s+(?:also\s+)?excludes)\b:?\s+/i;

/** "The following are excluded: punitive damages; wrap-ups.", "Option 2 excludes assault, and products abroad." */
function takeExcludedList(facts: Facts, sentence: Sentence): boolean {
  const led = excludedList.exec(sentence.text);
  if (led === null) return false;
  const from = led.index + led[0].length;
  for (const { words, index } of itemsOf(sentence.text.slice(from)))
    facts.exclusions.push({ text: words, at: placeOf(sentence, from + index, words) });
  return true;
}

/** Items that semicolons part, or else commas with "and" or "or" before the last. */
function itemsOf(list: string): readonly { readonly words: string; readonly index: number }[] {
  const mark = list.includes(";")
    ? /;\s*/g
    : /,\s+(?:and|or)\s+|,\s+|\s+and\s+(?=(?:an?|the|signed|completed|proof|cop(?:y|ies))\s)/g;
  const cuts = [...list.matchAll(mark)];
  const starts = [0, ...cuts.map((cut) => cut.index + cut[0].length)];
  return starts.flatMap((from, at) => {
    const piece = list.slice(from, cuts[at]?.index);
    const lead = /^(?:and|or)\s+/i.exec(piece)?.[0].length ?? 0;
    const words = piece.slice(lead).replace(/[\s,;.]+$/, "");
    return /\p{L}{3}/u.test(words) ? [{ words, index: from + lead }] : [];
  });
}

/** "The policy will carry our contractual liability exclusion and a cryptocurrency exclusion." */
function takeNamedExclusions(facts: Facts, sentence: Sentence): void {
  if (!/\bwill (?:carry|include|contain|have|attach)\b/i.test(sentence.text)) return;
  for (const match of sentence.text.matchAll(/\b(?:our|an?|the)\s+(\p{L}[\p{L}\s'&/-]{2,50}?\sexclusion)\b/giu)) {
    const words = match[1] ?? "";
    const at = placeOf(sentence, match.index + match[0].length - words.length, words);
    facts.exclusions.push({ text: words, at });
  }
}

/** "Wildfire: both options exclude loss while ...", "We exclude work above four stories." */
function takeExclusion(facts: Facts, sentence: Sentence): void {
  if (takeExcludedList(facts, sentence)) return;
  const { text, start, page } = sentence;
  if (
    !/\b(?:we|options?|policy|quote|coverage|carrier|insurer|company)\s+(?:also\s+)?(?:excludes?|will exclude)\s+\p{L}/iu.test(
      text,
    ) ||
    text.length > 300
  )
    return;
  const words = text.replace(/\s*\([A-Z]{1,5}[ -]\d[^)]*\)/g, "").replace(/[.\s]+$/, "");
  facts.exclusions.push({ text: words, at: { page, start, end: start + text.length } });
}

function takeSentence(
  facts: Facts,
  sentence: Sentence,
  mail: Mail,
  line: string | undefined,
  last: string | undefined,
): string | undefined {
  takeProseNames(facts, sentence, mail);
  takeProseDates(facts, sentence, mail, 2);
  takeProsePremium(facts, sentence);
  return takeProseCoverage(facts, sentence, line ?? mail.lines, last);
}

function placeOf({ page, start }: Sentence, index: number, words: string): Place {
  return { page, start: start + index, end: start + index + words.length };
}

const legalName =
  /(?:\p{Lu}[\p{L}\d&'-]*\s+(?:(?:of|and|&)\s+)?){1,6}(?:\p{Lu}[\p{L}&'-]*,?\s+)?(?:Inc|LLC|L\.L\.C|LP|LLP|PLLC|P\.C|PC|Corp|Corporation|Co|Ltd)\b\.?/gu;
const carrierName =
  /(?:\p{Lu}[\p{L}&'-]+\s+){1,5}(?:Insurance|Assurance|Casualty|Indemnity|Specialty|Mutual|Marine|Surety)(?:\s+(?:Insurance|Company|Co\.?|Corporation|Exchange|Group))+/gu;

function takeProseNames(facts: Facts, sentence: Sentence, { subject }: Mail): void {
  const { text } = sentence;
  for (const match of text.matchAll(carrierName)) {
    facts.names.push({ field: "carrier", value: match[0], at: placeOf(sentence, match.index, match[0]), rank: 1 });
  }
  for (const match of text.matchAll(legalName)) {
    const lead = /^(?:The|We|For|On|If|Dear|Hi|I)\s+/.exec(match[0])?.[0].length ?? 0;
    const name = match[0].slice(lead).replace(/,$/, "");
    // The insured is whom the subject names.
    if (!subject.toLowerCase().includes((name.split(/\s+/)[0] ?? "").toLowerCase()) || /\binsurance\b/i.test(name))
      continue;
    const value =
      /\b(?:Inc|Co|Corp|Ltd|P\.C)$/.test(name) && text[match.index + match[0].length] === "." ? `${name}.` : name;
    facts.names.push({ field: "insured", value, at: placeOf(sentence, match.index + lead, value), rank: 1 });
  }
}

/** "Thank you for insuring with ...", "coverage is provided by ...". */
function takeInsurer(facts: Facts, sentence: Sentence): void {
  const led =
    /\b(?:insur(?:ed|ing) with|underwritten by|provided by|issued by|written (?:by|with|through)|on behalf of)\s+/i.exec(
      sentence.text,
    );
  if (led === null) return;
  const from = led.index + led[0].length;
  const [match] = sentence.text.slice(from).matchAll(carrierName);
  if (match?.index !== 0) return;
  facts.names.push({ field: "carrier", value: match[0], at: placeOf(sentence, from, match[0]), rank: 2 });
}

const someDate = String.raw`(${datePattern}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}(?:st|nd|rd|th)?\b|\d{1,2}/\d{1,2}\b)`;
const fromPattern = new RegExp(
  String.raw`\b(?:(for (?:a|one) year) from|effective|eff\.?|from|incepting|starting|for the (?:policy )?term)\s+(?:on\s+)?${someDate}(?:\s*(?:to|through|until|-)\s*${someDate})?`,
  "i",
);
const untilPattern = new RegExp(
  String.raw`\b(?:open|valid|good|firm|stands|hold|honou?r\w*|expires?)\b.{0,40}?\b(?:until|through|thru|to|on)\s+${someDate}`,
  "i",
);

function isoOrInYear(words: string | undefined, year: number | undefined): string | undefined {
  if (words === undefined) return undefined;
  return isoOf(words) ?? (year === undefined ? undefined : isoInYear(words, year));
}

function takeValidity(facts: Facts, sentence: Sentence, year: number | undefined): void {
  const until = untilPattern.exec(sentence.text);
  const valid = isoOrInYear(until?.[1], year);
  if (
    /\b(?:quot\w*|offer|terms?|price|indication|proposal)\b.{0,30}\b(?:open|valid|good|firm|hold|honou?r\w*)\b/i.test(
      sentence.text,
    )
  )
    takeValidDays(facts, sentence);
  if (
    until === null ||
    valid === undefined ||
    !/\b(?:quot\w*|offer|terms?|price|indication|proposal)\b|^(?:good|valid|open|firm)\b/i.test(sentence.text)
  )
    return;
  facts.names.push({ field: "quoteValidUntil", value: valid, at: placeOf(sentence, until.index, until[0]), rank: 2 });
}

function takeProseDates(facts: Facts, sentence: Sentence, { year }: Mail, rank: number): void {
  const from = fromPattern.exec(sentence.text);
  const start = isoOrInYear(from?.[2], year);
  if (from === null || start === undefined) return;
  const at = placeOf(sentence, from.index, from[0]);
  facts.names.push({ field: "effectiveOn", value: start, at, rank });
  const after = sentence.text.slice(from.index + from[0].length);
  const isYear = from[1] !== undefined || /^,?\s+for (?:a|one)(?: \(1\))? year\b/i.test(after);
  const end = isoOrInYear(from[3], year) ?? yearBehind(start, after) ?? (isYear ? yearLater(start) : undefined);
  if (end !== undefined) facts.names.push({ field: "expiresOn", value: end, at, rank });
}

function yearLater(date: string): string | undefined {
  return dateOf(`${Number(date.slice(0, 4)) + 1}${date.slice(4)}`);
}

const amount = String.raw`\$\s?\d(?:[\d,]*\d)?(?:\.\d{2})?(?:\s?[km]\b)?`;
const premiumPattern = new RegExp(
  String.raw`\bpremium\s+(?:of|is|would be|will be|comes (?:in at|to)|at|:)\s+(${amount})`,
  "i",
);

const totalPattern = new RegExp(
  String.raw`\b(?:total (?:of|is|due is|cost of|cost is|comes to)|totals|for a total of)\s+(${amount})`,
  "i",
);

/** "$9,850 for the GL and $3,400 for the liquor": the premiums of lines. */
function linePremiumsIn(sentence: Sentence): Facts["linePremiums"] {
  const pattern = new RegExp(String.raw`(${amount})\s+for\s+(?:the\s+)?([\p{L}&/ ]{2,30}?)(?=\s+and\b|[,.;]|$)`, "giu");
  return [...sentence.text.matchAll(pattern)].flatMap((match) => {
    const [line, other] = linesNamedIn(match[2] ?? "");
    const [value, at] = [centsOf(match[1] ?? ""), placeOf(sentence, match.index, match[1] ?? "")];
    const isOne = line !== undefined && other === undefined && value !== undefined;
    return isOne ? [{ line, lineAt: at, location: undefined, option: undefined, value, at }] : [];
  });
}

function takeProsePremium(facts: Facts, sentence: Sentence): void {
  const { text } = sentence;
  if (/\b(?:expiring|last year|prior|current|minimum)\b.{0,30}\bpremium\b/i.test(text)) return;
  const add = (kind: PremiumKind, value: number | undefined, index: number, words: string) => {
    if (value !== undefined)
      facts.premiums.push({ kind, label: "premium", value, at: placeOf(sentence, index, words), option: undefined });
  };
  const stated = premiumPattern.exec(text);
  const parts = stated === null ? [] : linePremiumsIn(sentence);
  facts.linePremiums.push(...parts);
  const all = /(\$\s?[\d,]+(?:\.\d{2})?)\s+(?:in all|all in|combined|altogether)\b/i.exec(text);
  if (parts.length > 0 && all?.[1] !== undefined) add("base", centsOf(all[1]), all.index, all[1]);
  const whole = totalPattern.exec(text);
  if (whole?.[1] !== undefined && /\b(?:tax|fee|premium)/i.test(text))
    add("total", centsOf(whole[1]), whole.index + whole[0].length - whole[1].length, whole[1]);
  if (stated?.[1] !== undefined && parts.length === 0)
    add("base", centsOf(stated[1]), stated.index + stated[0].length - stated[1].length, stated[1]);
  for (const match of text.matchAll(dollarsInWords)) {
    const dollars = numberOfWords(match[1] ?? "");
    if (dollars !== undefined && /\bpremium\s+(?:of|is|at)\s+$/i.test(text.slice(0, match.index)))
      add("base", dollars * 100, match.index, match[0]);
  }
  for (const match of text.matchAll(
    new RegExp(String.raw`(${amount})\s+(?:(?!and\b|plus\b)\w+\s+){0,2}?(fee|tax)\b`, "gi"),
  )) {
    add(match[2]?.toLowerCase() === "tax" ? "tax" : "fee", centsOf(match[1] ?? ""), match.index, match[0]);
  }
  for (const match of text.matchAll(
    new RegExp(String.raw`\b(fee|tax)(?:e?s)?\s+(?:(?:is|are|of|at|come to|total|totals?)\s+)?(${amount})`, "gi"),
  )) {
    const [whole, kind, stated = ""] = match;
    const index = match.index + whole.length - stated.length;
    add(kind?.toLowerCase() === "tax" ? "tax" : "fee", centsOf(stated), index, stated);
  }
  for (const match of text.matchAll(
    new RegExp(String.raw`(${amount})\s+in\s+(?:\w+\s+){0,3}?(fee|tax)(?:e?s)?\b`, "gi"),
  ))
    add(match[2]?.toLowerCase() === "tax" ? "tax" : "fee", centsOf(match[1] ?? ""), match.index, match[0]);
  const none = /\bno\s+(?:surplus lines\s+|state\s+)?tax(?:es)?\b/i.exec(text);
  if (none !== null) add("tax", 0, none.index, none[0]);
}

function centsOf(words: string): number | undefined {
  const [term] = termsIn(words, 0);
  return term?.kind === "money" ? term.cents : undefined;
}

/** "They'd need to give me (i) serial numbers and (ii) a signed statement": what the offer depends on. */
function takeNeeds(facts: Facts, sentence: Sentence): void {
  const { text } = sentence;
  if (!/\b(?:needs?|needed|requires?|required|must (?:receive|have)|subject to|conditioned|contingent)\b/i.test(text))
    return;
  const marks = [...text.matchAll(/\((?:[ivx]{1,4}|\d|[a-e])\)\s+/g)];
  for (const [index, mark] of marks.entries()) {
    const from = mark.index + mark[0].length;
    const words = text
      .slice(from, marks[index + 1]?.index)
      .replace(/[\s,;.]+$/, "")
      .replace(/[,;]?\s+and$/, "");
    facts.subjectivities.push({ text: words, at: placeOf(sentence, from, words) });
  }
  if (marks.length === 0) takeNamedNeeds(facts, sentence);
}

/** "Terms are subject to a signed application, TRIA form, and five years of loss runs." */
function takeNamedNeeds(facts: Facts, sentence: Sentence): void {
  const led =
    /\b(?:terms|quote|quotation|offer|binding|bind|this)\b[^,.]{0,30}\bsubject to\s+(?:receipt of\s+)?|^(?:needed|required) (?:to bind|before binding|prior to binding):\s+|^(?:before|to|in order to) (?:\w+ (?:can |may )?)?bind\w*,?\s+(?:\w+ ){1,3}?(?:needs?|requires?|must (?:have|receive))\s+/i.exec(
      sentence.text,
    );
  if (led === null) return;
  const from = led.index + led[0].length;
  const list = sentence.text.slice(from);
  if (/[$%]|\b(?:tax|audit|deductible|minimum|change|the following)\b/i.test(list)) return;
  for (const { words, index } of itemsOf(list))
    facts.subjectivities.push({ text: words, at: placeOf(sentence, from + index, words) });
}

const verbs = String.raw`(?:is|are|would be|will be|comes|has|carries)`;
const notCoverage =
  /\b(?:deductible|premium|quote|fee|tax(?:es)?|coinsurance|commission|it|this|that|they|which|who|insured|there|he|she|form|attached|policy|minimum)\b/i;
const subject = String.raw`((?:the\s+)?\p{L}[\p{L}'/&-]*(?:\s+(?!is\b|are\b)[\p{L}'/&-]+){0,6}?)`;
const statedPattern = new RegExp(
  String.raw`^(?:and\s+)?${subject}\s+${verbs}\s+(?:.{0,40}?\s)??(?=\$|\d[\d,]*k?\b)`,
  "iu",
);
/** "Professional liability, claims-made, with a limit of $2M each claim" */
const withLimitPattern = new RegExp(
  String.raw`^${subject}(?:,[^,$]{2,30})?,?\s+with\s+an?\s+limits?\s+of\s+(?=\$|\d)`,
  "iu",
);
const outPattern = new RegExp(
  String.raw`^${subject}\s+${verbs}\s+(?:not\s+(?:included|covered|offered|available)|excluded|declined|out)\b`,
  "iu",
);
const inPattern = new RegExp(String.raw`^${subject}\s+(?:I have put in|is in\b|${verbs} included\b(?!\s+at))`, "iu");

/** A sentence as a coverage: "<subject> is <amount>", "is out", "No cover for <subject>", "let me know". */
function takeProseCoverage(
  facts: Facts,
  sentence: Sentence,
  line: string | readonly string[],
  last: string | undefined,
): string | undefined {
  const { text } = sentence;
  if (/^deductible\b|\bdeductible\s+(?:is|of|would be)\b/i.test(text)) takeProseDeductible(facts, sentence, last);
  if (takeListed(facts, sentence, line)) return facts.coverages.at(-1)?.line ?? last;
  for (const clause of clausesOf(sentence)) takeClause(facts, clause, line);
  return facts.coverages.at(-1)?.line ?? last ?? (typeof line === "string" ? line : undefined);
}

const listedPattern = new RegExp(
  String.raw`(?:^|,\s+(?:and\s+)?|\b(?:offer|provide|quote|do|write)\s+)(\p{L}[\p{L}'/&-]*(?:\s+[\p{L}'/&-]+){0,4}?)\s+at\s+(?=\$)`,
  "giu",
);

/** "We can offer Dwelling at $265,000 on replacement cost, Other Structures at $10,000, and Fair Rental Value at $18,000." */
function takeListed(facts: Facts, sentence: Sentence, line: string | readonly string[]): boolean {
  const found = [...sentence.text.matchAll(listedPattern)];
  if (found.length < 2) return false;
  for (const [at, match] of found.entries()) {
    const label = match[1] ?? "";
    const from = match.index + match[0].lastIndexOf(label);
    const words = sentence.text.slice(from, found[at + 1]?.index);
    takeClause(
      facts,
      {
        ...sentence,
        text: words.replace(/\s+at\s+(?=\$)/, (mark) => " is".padEnd(mark.length, " ")),
        start: sentence.start + from,
      },
      line,
    );
  }
  return true;
}

function clausesOf(sentence: Sentence): readonly Sentence[] {
  const parts: Sentence[] = [];
  let from = 0;
  for (const mark of sentence.text.matchAll(
    /,\s+and\s+(?:there's\s+(?:the\s+)?(?:usual\s+)?)?|;\s+|\s+and\s+(?=\p{L}[\p{L}\s]{2,30}\s(?:is|are)\s\$)/gu,
  )) {
    // "Products and completed operations is $2,000,000": one label.
    const piece = sentence.text.slice(from, mark.index);
    if (/^\s+and\s+$/.test(mark[0]) && !/[$\d]|\b(?:is|are)\b/i.test(piece)) continue;
    parts.push({ ...sentence, text: piece, start: sentence.start + from });
    from = mark.index + mark[0].length;
  }
  return [...parts, { ...sentence, text: sentence.text.slice(from), start: sentence.start + from }];
}

/** The line of a mail; where its subject names several, general liability for what it alone has. */
function lineForLabel(line: string | readonly string[], label: string): string | undefined {
  if (typeof line === "string") return line;
  return line.includes("general_liability") && ofGeneralLiability.test(label) ? "general_liability" : undefined;
}

function takeClause(facts: Facts, clause: Sentence, lines: string | readonly string[]): void {
  const line = typeof lines === "string" ? lines : undefined;
  const { text } = clause;
  const at = placeOf(clause, 0, text);
  const add = (label: string, more: Partial<Draft<ReadCoverage>>) => {
    const plain = label.replace(/^(?:the|our|an?)\s+/i, "").trim();
    const own = linesNamedIn(plain)[0];
    const named =
      own === undefined ||
      (line !== undefined && embracesOthers(line)) ||
      own === "flood" ||
      own === "earthquake" ||
      own === "other"
        ? lineForLabel(lines, plain)
        : own;
    if (named === undefined || notCoverage.test(plain) || labelKind(plain) !== "coverage") return;
    facts.coverages.push({
      line: named,
      lineAt: at,
      location: undefined,
      option: undefined,
      coverage: { label: plain, status: "covered", at, ...more },
      indent: 0,
      isOffer: false,
    });
  };
  const [, also] = /^(?:and\s+)?so\s+(?:is|are)\s+(?:the\s+)?(\p{L}[\p{L}\s'/-]{2,40}?)[.\s]*$/iu.exec(text) ?? [];
  const before = facts.coverages.at(-1)?.coverage;
  if (also !== undefined && before?.at.page === at.page && at.start - before.at.end < 10) {
    if (before.status === "excluded") facts.exclusions.push({ text: also, at });
    if (before.status === "excluded" || before.status === "included") add(also, { status: before.status });
    return;
  }
  const none = /^no\s+cover(?:age)?\s+for\s+([\p{L}][\p{L}\s'/-]{2,50}?)(?=[,.;]|$)/iu.exec(text);
  if (none?.[1] !== undefined) {
    add(none[1], { status: "excluded" });
    facts.exclusions.push({ text: none[1], at });
    return;
  }
  const open =
    /^([\p{L}][\p{L}\s'/&-]{2,50}?):?\s+(?:-\s+)?(?:let me know|is open|to be determined|tbd)\b|^if they (?:take|want|need|elect)\s+([\p{L}][\p{L}\s]{2,30}?)\s+(?:it's|it is|add)\b/iu.exec(
      text,
    );
  if (open !== null) {
    const label = open[1] ?? open[2] ?? "";
    if (labelKind(label) === "terrorism" && line !== undefined) {
      facts.coverages.push({
        line,
        lineAt: at,
        location: undefined,
        option: undefined,
        coverage: { label, status: "not_stated", at },
        indent: 0,
        isOffer: false,
      });
    } else add(label, { status: "not_stated" });
    facts.unread.push({ field: `limit of ${label}`, reason: "open", at });
    return;
  }
  const part = /\b(\p{L}[\p{L}\s]{2,30}?)\s+for\s+\d{1,3}\s+days\s+at\s+(\d{1,3})\s?%\s+of\b/iu.exec(text);
  if (part?.[1] !== undefined) {
    add(part[1], { limitRatio: { value: Number(part[2]) / 100, at: placeOf(clause, part.index, part[0]) } });
    return;
  }
  const both = new RegExp(String.raw`^${subject}\s+is\s+out\b(.{3,60}?)\bbut\s+in\b.*?(?=\$)`, "iu").exec(text);
  const out = outPattern.exec(text);
  if (out?.[1] !== undefined && both === null) {
    const words = out[0].slice(out[0].search(/\b(?:not|excluded|declined|out)\b/i));
    if (/^(?:excluded|out)/i.test(words)) facts.exclusions.push({ text: out[1], at });
    add(out[1], {
      status: "excluded",
      limitText: { value: words, at: placeOf(clause, out[0].length - words.length, words) },
    });
    return;
  }
  const borne = new RegExp(String.raw`^${subject}\s+(?:carries|has|is subject to|takes)\s+an?\s+(?=[\d$])`, "iu").exec(
    text,
  );
  if (borne?.[1] !== undefined && /\bdeductible\b/i.test(text)) {
    const deductible = deductibleIn(text.slice(borne[0].length), clause.start + borne[0].length, clause.page);
    if (deductible !== undefined) add(borne[1], { deductible });
    return;
  }
  const within = inPattern.exec(text);
  const behind = within === null ? "" : text.slice(within[0].length);
  if (within?.[1] !== undefined && (!behind.includes("$") || /\bdeductible\b/i.test(behind))) {
    const deductible = behind.includes("$")
      ? deductibleIn(behind, clause.start + within[0].length, clause.page)
      : undefined;
    add(within[1], { status: "included", deductible });
    return;
  }
  const stated = both ?? statedPattern.exec(text) ?? withLimitPattern.exec(text);
  if (stated?.[1] === undefined) return;
  if (both?.[2] !== undefined)
    facts.exclusions.push({ text: `${both[1] ?? ""}${both[2]}`.replace(/\s+/g, " ").trim(), at });
  add(stated[1], limitsIn(clause, text.slice(stated[0].length), stated[0].length));
}

function limitsIn(clause: Sentence, words: string, offset: number): Partial<Draft<ReadCoverage>> {
  const start = clause.start + offset;
  const cell = { text: words, start, end: start + words.length, box: 0 };
  const more: Partial<Draft<ReadCoverage>> = {};
  for (const { term, role } of valuesOf(cell, termsIn(words, start), "")) {
    if (term.kind === "hours" && /\bwaiting\b/i.test(words)) {
      more.deductible = {
        value: { amount: { hours: term.hours }, kind: "deductible" },
        at: { page: clause.page, start: term.start, end: term.end },
      };
    }
    if (term.kind !== "money" || !term.isSure) continue;
    const stated: Stated<number> = { value: term.cents, at: { page: clause.page, start: term.start, end: term.end } };
    if (role === "aggregate") more.aggregate ??= stated;
    else if (role === "retention" || role === "deductible")
      more.deductible ??= { value: { amount: { cents: term.cents }, kind: role }, at: stated.at };
    else if (role === undefined || role === "limit") more.limit ??= stated;
  }
  const share = /\b(\d{2,3})\s?%\s+co-?insurance\b/i.exec(words);
  if (share !== null)
    more.coinsurance = {
      value: Number(share[1]) / 100,
      at: { page: clause.page, start: start + share.index, end: start + share.index + share[0].length },
    };
  const basis = /\bon an?\s+([\w\s]{2,25}?)\s+basis\b|\bat\s+(actual cash value|replacement cost|agreed value)\b/i.exec(
    words,
  );
  const valuation = valuationOf(basis?.[1] ?? basis?.[2] ?? "");
  if (basis !== null && valuation !== undefined)
    more.valuation = {
      value: valuation,
      at: { page: clause.page, start: start + basis.index, end: start + basis.index + basis[0].length },
    };
  return more;
}

/** "Deductible is 1% of the item's value, with a floor of $2,500, except theft, which is a flat $10k." */
function takeProseDeductible(facts: Facts, sentence: Sentence, line: string | undefined): void {
  const { text, page } = sentence;
  const except =
    /,?\s+except\s+(?:for\s+)?([\p{L}\s]{3,30}?),?\s+(?:which|where it)\s+is\s+(?:a\s+)?(?:flat\s+)?(?=\$)/iu.exec(
      text,
    );
  const main = except === null ? text : text.slice(0, except.index);
  const place: { line: string | undefined; lineAt: Place; location: undefined; option: undefined } = {
    line,
    lineAt: placeOf(sentence, 0, text),
    location: undefined,
    option: undefined,
  };
  const value = deductibleIn(main, sentence.start, page);
  if (value !== undefined) facts.general.push({ ...place, kind: "deductible", value, label: "deductible" });
  const [own] =
    except === null
      ? []
      : termsIn(text.slice(except.index + except[0].length), sentence.start + except.index + except[0].length);
  if (except?.[1] === undefined || own?.kind !== "money" || line === undefined) return;
  const deductible = {
    value: { amount: { cents: own.cents }, kind: "deductible" as const },
    at: { page, start: own.start, end: own.end },
  };
  const at = { page, start: sentence.start + except.index, end: own.end };
  facts.coverages.push({
    ...place,
    coverage: { label: except[1].trim(), status: "covered", at, deductible },
    indent: 0,
    isOffer: false,
  });
}

/** The first share or amount of a phrase, with the amount that it is at least. */
function deductibleIn(words: string, start: number, page: number): Stated<StatedDeductible> | undefined {
  const [first, second] = termsIn(words, start);
  if (first?.kind === "hours")
    return {
      value: { amount: { hours: first.hours }, kind: "deductible" },
      at: { page, start: first.start, end: first.end },
    };
  if (first?.kind !== "percent" && first?.kind !== "money") return undefined;
  const minimum = second?.kind === "money" && /\b(?:floor|minimum|min)\b/i.test(words) ? second : undefined;
  const amount =
    first.kind === "money"
      ? { cents: first.cents }
      : { ratio: first.ratio, ...(minimum === undefined ? {} : { minimumCents: minimum.cents }) };
  return { value: { amount, kind: "deductible" }, at: { page, start: first.start, end: (minimum ?? first).end } };
}
