import { addDays } from "@service/json";
import type {
  Conflict,
  DocumentKind,
  DocumentReading,
  PolicyDocument,
  ReadLine,
  ReadWording,
  Stated,
} from "./document-reading.ts";
import { readTables } from "./csv/read-tables.ts";
import { applyGeneral } from "./facts/apply-general.ts";
import { chooseName } from "./facts/choose-names.ts";
import { type CoverageFact, type Draft, type Facts, noFacts } from "./facts/facts.ts";
import { mergeCoverages } from "./facts/merge-coverages.ts";
import { premiumOf, takePartPremiums } from "./facts/premiums.ts";
import type { Scope } from "./facts/scope.ts";
import { walkPages } from "./facts/walk.ts";
import { type TextPage, textPages } from "./pages/text-lines.ts";
import { lineOf } from "./words/line-words.ts";
import { votedLine } from "./words/vote-line.ts";
import { type Mail, mailOf, readProse } from "./prose/read-prose.ts";

/**
 * Reads a quote, binder, declarations page or schedule: names, dates, premium, coverages by line, location and option,
 * forms and conditions, each with its place (READ-1). What has no single reading is in `unread`, what the document states
 * twice differently in `conflicts`. Pure, and linear in the text.
 */
export function readPolicyDocument(document: PolicyDocument): DocumentReading {
  const { pages, unread } = textPages(document);
  const mail = mailOf(pages[0]?.text ?? "");
  const { facts, scope, isCsv } = walked(pages, mail);
  for (const each of unread) facts.unread.unshift(each);
  if (!isCsv) readProse(pages, facts, mail, scope?.documentLine);
  applyGeneral(facts);
  takePartPremiums(facts);
  return assembled(document, pages, facts, scope);
}

/** Perils and offers that stand in documents of many lines. */
const ofAnyProperty: ReadonlySet<string> = new Set(["other", "flood", "earthquake"]);

/** What tables and rows state. Where no title names a line of business, it is that of the coverages, read again under it. */
function walked(
  pages: readonly TextPage[],
  mail: Mail | undefined,
): { readonly facts: Facts; readonly scope: Scope | undefined; readonly isCsv: boolean } {
  const facts = noFacts();
  if (readTables(pages, facts)) return { facts, scope: undefined, isCsv: true };
  const scope = walkPages(pages, facts, mail?.line);
  const isPlaced =
    scope.documentLine !== undefined || facts.coverages.some(({ line }) => !ofAnyProperty.has(line ?? ""));
  const voted = isPlaced ? undefined : votedLine(scope.unplaced, scope.isHousehold);
  if (voted === undefined) return { facts, scope, isCsv: false };
  const again = noFacts();
  return { facts: again, scope: walkPages(pages, again, voted), isCsv: false };
}

function assembled(
  document: PolicyDocument,
  pages: readonly TextPage[],
  facts: Facts,
  scope: Scope | undefined,
): DocumentReading {
  const conflicts: Conflict[] = [...facts.conflicts];
  const coverages = mergeCoverages(ofOneLine(facts), conflicts);
  const options = [...facts.options].filter(([option]) => !option.startsWith("("));
  const main = premiumOf(facts, undefined);
  for (const [field, values] of main.conflicts) conflicts.push({ field, values });
  const name = (field: Parameters<typeof chooseName>[1]): Stated<string> | undefined =>
    chooseName(facts, field, conflicts);
  const lines = linesOf(coverages, facts, scope);
  const shared =
    options.length < 2
      ? {}
      : sharedPremium(
          facts,
          options.map(([option]) => option),
        );
  return {
    documentKey: document.documentKey,
    kind: kindOf(document, pages),
    carrier: name("carrier"),
    insured: name("insured"),
    policyNumber: name("policyNumber"),
    effectiveOn: name("effectiveOn"),
    expiresOn: name("expiresOn"),
    quoteValidUntil: name("quoteValidUntil") ?? validByDays(facts),
    premium: options.length < 2 ? main.premium : { ...main.premium, ...shared },
    options:
      options.length < 2
        ? []
        : options.map(([option, at]) => {
            const { premium, conflicts: differing } = premiumOf(facts, option);
            for (const [field, values] of differing) conflicts.push({ field: `${field} of option ${option}`, values });
            return { option, premium, at };
          }),
    lines: [
      ...withPremiums(lines, main.premium.base, facts, options.length >= 2, scope?.hasOpenLine === true),
      ...facts.policies,
    ],
    forms: onceByNumber(formsOf(facts)),
    exclusions: onceByText([...facts.exclusions, ...excludedPerils(coverages)]),
    conditions: onceByText(facts.conditions),
    subjectivities: onceByText(facts.subjectivities),
    unread: facts.unread,
    conflicts,
  };
}

/** The day of the quote and the days that it is good for, where each is stated once (READ-9). */
function validByDays({ quotedOn, validDays }: Facts): Stated<string> | undefined {
  const [[day], [days]] = [quotedOn, validDays];
  const isOne =
    quotedOn.every(({ value }) => value === day?.value) && validDays.every(({ value }) => value === days?.value);
  if (day === undefined || days === undefined || !isOne) return undefined;
  const value = addDays(day.value, days.value);
  return value === undefined ? undefined : { value, at: days.at };
}

/** A limit of all lines together belongs to none of several. */
function ofOneLine(facts: Facts): readonly CoverageFact[] {
  const lines = new Set(facts.coverages.map(({ line }) => line));
  const isShared = ({ coverage }: CoverageFact) =>
    lines.size > 1 &&
    /^(?:policy|combined|total|shared|maximum)\b.*\baggregate|\bcombined\b.*\baggregate|\ball coverage (?:sections|parts)\b/i.test(
      coverage.label,
    );
  for (const { coverage } of facts.coverages.filter(isShared))
    facts.unread.push({
      field: `aggregate of all lines (${coverage.label})`,
      reason: "not_understood",
      at: coverage.at,
    });
  return facts.coverages.filter((fact) => fact.line !== undefined && !isShared(fact));
}

/** A fee that is the same under every option is the document's. */
function sharedPremium(facts: Facts, options: readonly string[]): { readonly fees?: Stated<number> } {
  const fees = options.map((option) => premiumOf(facts, option).premium.fees);
  const [first] = fees;
  return first !== undefined && fees.every((fee) => fee?.value === first.value) ? { fees: first } : {};
}

function linesOf(
  coverages: readonly CoverageFact[],
  facts: Facts,
  scope: Scope | undefined,
): readonly Draft<ReadLine>[] {
  const lines = new Map<string, Draft<ReadLine> & { coverages: ReadLine["coverages"][number][] }>();
  for (const { line, lineAt, location, option, coverage, isOffer } of coverages) {
    if (line === undefined) continue;
    const key = [line, location, option].join("|");
    const address = location === undefined ? undefined : scope?.addresses.get(location);
    const own = lines.get(key) ?? {
      line,
      at: lineAt,
      option,
      location:
        location === undefined ? undefined : [location, address].filter((each) => each !== undefined).join(": "),
      coverages: [],
    };
    lines.set(key, own);
    own.coverages.push(isOffer && coverage.status === "covered" ? { ...coverage, status: "not_stated" } : coverage);
  }
  for (const { line, lineAt, option, value, at } of facts.linePremiums) {
    if (line === undefined) continue;
    const same = [...lines.values()].filter((each) => each.line === line && each.option === option);
    if (same.length === 0)
      lines.set(`${line}||${option ?? ""}|${at.start}`, {
        line,
        at: lineAt,
        option,
        premium: { value, at },
        coverages: [],
      });
  }
  return [...lines.values()];
}

/** Each line's own premium; the whole premium where there is one line at one place. */
function withPremiums(
  lines: readonly Draft<ReadLine>[],
  base: Stated<number> | undefined,
  facts: Facts,
  isOptional: boolean,
  isOfSeveral: boolean,
): readonly ReadLine[] {
  // A limit that no line was found for may be another line's.
  const isLeft = facts.unread.some(({ field, reason }) => reason === "not_understood" && field.startsWith("limit of"));
  const insured = lines.filter(
    (line) =>
      line.coverages.some(({ status }) => status !== "excluded" && status !== "not_stated") && line.line !== "other",
  );
  return lines.map((line) => {
    if (line.premium !== undefined) return line;
    const sameLine = lines.filter((other) => other.line === line.line && other.option === line.option);
    const stated = facts.linePremiums.filter((premium) => premium.line === line.line && premium.option === line.option);
    const values = new Set(stated.map(({ value }) => value));
    const [first] = stated;
    if (first !== undefined && values.size === 1) {
      const isOwn =
        line.line !== "other" ||
        line.coverages.some(
          ({ at }) => at.page === first.at.page && at.start <= first.at.start && at.end >= first.at.end,
        );
      return isOwn ? { ...line, premium: { value: first.value, at: first.at } } : line;
    }
    const ofOption = insured.filter(({ option }) => option === line.option);
    if (isOptional && line.option !== undefined && sameLine.length === 1 && ofOption.length < 2) {
      const own = premiumOf(facts, line.option).premium.base;
      return own === undefined ? line : { ...line, premium: own };
    }
    // "Motor Truck Cargo   $100,000   $5,250": the coverage that names its line.
    const priced = line.coverages.filter(({ premium }) => premium !== undefined);
    const [own] = priced;
    if (own?.premium !== undefined && priced.length === 1 && insured.length > 1 && lineOf(own.label) === line.line)
      return { ...line, premium: own.premium };
    const isOnly =
      !isLeft &&
      !isOfSeveral &&
      insured.length === 1 &&
      insured[0] === line &&
      facts.linePremiums.every((premium) => premium.line === "other" || premium.line === undefined);
    return isOnly && base !== undefined && !isOptional ? { ...line, premium: base } : line;
  });
}

const peril =
  /\b(?:flood|earth ?(?:quake|movement)|wind|hail|named storm|hurricane|mold|fungi|seepage|pollution|punitive|war\b|nuclear|asbestos|lead\b|silica|assault|battery|abuse|molest|firearms|athletic|communicable)/i;

/** Perils that a table calls excluded are exclusions too. */
function excludedPerils(coverages: readonly CoverageFact[]): readonly ReadWording[] {
  return coverages.flatMap(({ coverage }) => {
    const words = coverage.limitText?.value ?? "";
    const isPeril = coverage.status === "excluded" && /^excl/i.test(words) && peril.test(coverage.label);
    const where = /\bat\s.+$/i.exec(words)?.[0].replace(/\s*\(.*$/, "");
    return isPeril
      ? [{ text: where === undefined ? coverage.label : `${coverage.label} ${where}`, at: coverage.at }]
      : [];
  });
}

/** Forms, without policy numbers that look like one. */
function formsOf(facts: Facts): readonly ReadWording[] {
  const plain = (words: string) => words.replaceAll(/[^A-Za-z0-9]/g, "");
  const numbers = facts.names.filter(({ field }) => field === "policyNumber").slice(0, 50);
  const policies = [...new Set(numbers.map(({ value }) => plain(value)))];
  return facts.forms.filter(({ number = "" }) => !policies.some((policy) => policy.startsWith(plain(number))));
}

/** Each form once: with its edition where one statement gives it, and with its title where another one does. */
function onceByNumber(forms: readonly ReadWording[]): readonly ReadWording[] {
  const keyOf = ({ number, text }: ReadWording) => (number ?? text).replaceAll(/[^A-Za-z0-9]/g, "");
  const byNumber = new Map<string, ReadWording>();
  for (const form of forms) {
    const own = byNumber.get(keyOf(form));
    if (own === undefined || (own.text === "" && form.text !== "")) byNumber.set(keyOf(form), form);
  }
  for (const [key, form] of byNumber) {
    const whole = editionsOf(key)
      .map((length) => byNumber.get(key.slice(0, length)))
      .find((each) => each !== undefined);
    if (whole === undefined) continue;
    byNumber.delete(keyOf(whole));
    if (form.text === "") byNumber.set(key, { ...form, text: whole.text });
  }
  return [...byNumber.values()];
}

/** The lengths of a form's number without an edition of three or four digits. */
function editionsOf(key: string): readonly number[] {
  return [4, 3]
    .filter((digits) => /\d{5}/.test(key.slice(-digits - 1)) || /\d{6}$/.test(key))
    .map((digits) => key.length - digits);
}

function onceByText(wordings: readonly ReadWording[]): readonly ReadWording[] {
  return [...new Map(wordings.map((wording) => [wording.text.toLowerCase(), wording])).values()];
}

const kinds: readonly (readonly [DocumentKind, RegExp])[] = [
  ["binder", /\bbinder\b/i],
  ["proposal", /\bproposal\b/i],
  ["declarations", /\bdeclarations?\b|\binformation page\b/i],
  ["quote", /\bquot(?:e|ation)s?\b|\bindication\b/i],
  ["schedule", /\bschedule of (?:locations|values|vehicles)|\bstatement of values\b|\bregister\b/i],
  ["endorsement", /\bendorsements?\b/i],
];

/** By the words of the first page's top; else as the caller names it. */
function kindOf({ kind }: PolicyDocument, pages: readonly TextPage[]): DocumentKind {
  const top = (pages[0]?.text ?? "").slice(0, 1500);
  const found = kinds
    .map(([name, pattern]) => ({ name, at: pattern.exec(top)?.index ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => a.at - b.at)[0];
  if (found !== undefined && Number.isFinite(found.at)) return found.name;
  return kinds.find(([name]) => name === kind)?.[0] ?? "other";
}
