import { counted, dateInWords, labelOf, listInWords, nameScore, readName, readWhole } from "@service/engine-kit";
import { daysBetween, isDate, type Json, isJsonArray, byText, part, text } from "@service/json";
import { isUsableName } from "../inspect-names.ts";
import { isWellFormedIdentifier, normalizeIdentifier } from "../identifiers.ts";
import type { Document } from "../read-input.ts";
import type { CheckParams } from "../../configuration.ts";
import {
  type CheckContext,
  type CheckResult,
  documentEvidence,
  fail,
  factEvidence,
  notRun,
  pass,
  review,
  subjectOf,
} from "./check.ts";

const sameNameFrom = 0.9;
/** No list says which words are common. */
const allRare = (): number => 1;
const badStatus =
  /\b(?:not|expired|suspended|revoked|inactive|cancell?ed|lapsed|surrendered|terminated|denied|void)\b/i;
const goodStatus = /\b(?:active|valid|in good standing|current|approved|issued)\b/i;
const statusFields = ["status", "license_status", "licence_status"] as const;
const expiryFields = ["expires_on", "expiration_date", "expiry_date", "expires", "valid_to"] as const;
/** How far behind its label a status or a date is searched in a text. */
const statusInText = /\bstatus\b[^A-Za-z0-9]{0,10}([A-Za-z][A-Za-z ]{2,30})/i;
const expiryLabel = String.raw`\b(?:expire[sd]?(?: on)?|expiration(?: date)?|expiry(?: date)?|exp\.?(?: date)?|(?:valid|good) (?:to|until|through|thru))`;
const monthOrDay = String.raw`[A-Za-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}(?:st|nd|rd|th)? [A-Za-z]{3,9}\.?,? \d{4}`;
/** The date behind its label, in whatever form: also one that cannot be read. */
const expiryInText = new RegExp(
  String.raw`${expiryLabel}[^A-Za-z0-9]{0,10}(\d{4}-\d{2}-\d{2}|${monthOrDay}|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4})(?!\d)`,
  "i",
);

/** Whether identifiers of one type have the form they must have. */
export function identifierFormat(context: CheckContext, { type }: CheckParams<"identifier_format">): CheckResult {
  const { input } = context;
  const whose = `${labelOf(type)} of ${subjectOf(context)}`;
  const own = input.subject.identifiers.filter((identifier) => identifier.type === type);
  const fact = `input.subject.identifiers[${type}]`;
  if (own.length === 0) return notRun(`The ${whose} is not on file.`, [fact]);
  const malformed = own.filter(({ value }) => !isWellFormedIdentifier(type, value)).length;
  return malformed === 0
    ? pass(`The ${whose} is well formed.`, [factEvidence(fact)])
    : fail(
        `The ${whose} is not well formed${malformed === 1 ? "" : ` in ${counted(malformed, "place")}`}.`,
        [factEvidence(fact)],
        {
          kind: "correct_data",
          title: `Correct the ${whose}`,
        },
      );
}

/** Whether the newest license document is of good standing, not expired, and itself not too old. */
export function licenseStatus(context: CheckContext, params: CheckParams<"license_status">): CheckResult {
  const { input } = context;
  const { document_kind: kind, max_age_days: ageMax } = params;
  const whose = `license of ${subjectOf(context)}`;
  const newest = newestOf(input.documents, kind);
  if (newest === undefined) {
    return notRun(absent(context, kind), [`input.documents[${kind}]`], requestOf(context, kind));
  }
  const evidence = [documentEvidence(newest)];
  const request = requestOf(context, kind, "current");
  const expiry = expiryOf(newest);
  const days = expiry === undefined || expiry === "unreadable" ? undefined : daysBetween(input.today, expiry);
  if (days !== undefined && days < 0)
    return fail(`The ${whose} expired on ${dateInWords(expiry ?? "")}.`, evidence, request);
  const status = statusOf(newest);
  if (status !== undefined && badStatus.test(status))
    return fail(`The ${whose} is stated not to be in force.`, evidence, request);
  const age = newest.datedOn === undefined ? undefined : daysBetween(newest.datedOn, input.today);
  if (age !== undefined && age < 0) return review(`The ${whose} is dated in the future.`, evidence, request);
  if (ageMax !== undefined && age !== undefined && age > ageMax) {
    return review(`The ${whose} on file is ${tooOld(age, ageMax)}.`, evidence, request);
  }
  if (expiry === "unreadable") {
    return review(`The ${whose} states an expiry date that cannot be read for sure.`, evidence, request);
  }
  const isGood = status !== undefined && goodStatus.test(status);
  if (!isGood && days === undefined) {
    return review(`The ${whose} states neither a status nor an expiry date.`, evidence, request);
  }
  if (ageMax !== undefined && age === undefined && days === undefined) {
    return review(`The ${whose} is undated.`, evidence, request);
  }
  return pass(
    days === undefined
      ? `The ${whose} is stated to be in force.`
      : `The ${whose} is in force until ${dateInWords(expiry ?? "")}.`,
    evidence,
  );
}

/** Whether a document of a kind was supplied at all. */
export function documentPresent(context: CheckContext, params: CheckParams<"document_present">): CheckResult {
  const { input } = context;
  const { document_kind: kind } = params;
  const found = input.documents.filter((document) => document.kind === kind);
  return found.length > 0
    ? pass(
        `${subjectOf(context)} has the ${labelOf(kind)} on file.`,
        found.slice(0, 10).map((document) => documentEvidence(document)),
      )
    : fail(absent(context, kind), [factEvidence(`input.documents[${kind}]`)], requestOf(context, kind));
}

/** Whether the newest document of a kind is young enough. */
export function documentAge(context: CheckContext, params: CheckParams<"document_age">): CheckResult {
  const { input } = context;
  const { document_kind: kind, max_age_days: ageMax } = params;
  const newest = newestOf(input.documents, kind);
  const request = requestOf(context, kind, "current");
  if (newest === undefined) return notRun(absent(context, kind), [`input.documents[${kind}]`], request);
  const whose = `newest ${labelOf(kind)} document of ${subjectOf(context)}`;
  const evidence = [documentEvidence(newest)];
  const age = newest.datedOn === undefined ? undefined : daysBetween(newest.datedOn, input.today);
  if (age === undefined) return review(`The ${whose} is undated.`, evidence, request);
  if (age < 0) return review(`The ${whose} is dated in the future.`, evidence, request);
  return age <= ageMax
    ? pass(`The ${whose} is ${counted(age, "day")} old.`, evidence)
    : fail(`The ${whose} is ${tooOld(age, ageMax)}.`, evidence, request);
}

/** Whether subject, declarations, identifiers and documents agree wherever two of them state the same field. */
export function fieldConsistency(context: CheckContext, { fields }: CheckParams<"field_consistency">): CheckResult {
  const { input } = context;
  const inWords = (names: readonly string[]): string =>
    `the ${listInWords(names.map(labelOf), 5)} of ${subjectOf(context)}`;
  const differing: string[] = [];
  const agreeing: string[] = [];
  const evidence: CheckResult["evidence"][number][] = [];
  for (const field of fields) {
    const stated = statementsOf(input, field);
    const [first, ...rest] = stated;
    if (first === undefined || rest.length === 0) continue;
    const isSame = rest.every(({ value }) => isSameValue(field, first.value, value));
    (isSame ? agreeing : differing).push(field);
    evidence.push(...stated.slice(0, 5).map(({ source }) => source));
  }
  if (differing.length > 0) {
    return fail(`The papers differ on ${inWords(differing)}.`, evidence, {
      kind: "verify_fact",
      title: `Clear up ${inWords(differing)}`,
    });
  }
  return agreeing.length > 0
    ? pass(`The papers agree on ${inWords(agreeing)}.`, evidence)
    : notRun(
        `Only one source states ${inWords(fields)}, or none does.`,
        fields.map((field) => `input.${field}`),
      );
}

type Statement = { readonly value: string; readonly source: CheckResult["evidence"][number] };

function statementsOf(input: CheckContext["input"], field: string): readonly Statement[] {
  const subject = part(input.raw, "subject");
  const statements: Statement[] = [];
  const add = (value: Json | undefined, source: Statement["source"]): void => {
    const written =
      typeof value === "string"
        ? value.trim()
        : typeof value === "number" || typeof value === "boolean"
          ? String(value)
          : "";
    // "TBD" states no name (NAME-56).
    const isStated = written !== "" && !(isNameField(field) && !isUsableName(readName(written, "unknown")));
    if (isStated) statements.push({ value: written, source });
  };
  add(subject[field], factEvidence(`input.subject.${field}`));
  for (const { type, value } of input.subject.identifiers) {
    if (type === field) add(value, factEvidence(`input.subject.identifiers[${type}]`));
  }
  const declared = part(input.raw, "declarations")[field];
  add(isJsonArray(declared) ? undefined : declared, factEvidence(`input.declarations.${field}`));
  for (const document of input.documents) add(document.fields[field], documentEvidence(document));
  return statements;
}

function isNameField(field: string): boolean {
  return field.endsWith("name");
}

function isSameValue(field: string, a: string, b: string): boolean {
  if (isNameField(field)) {
    const [left, right] = [readName(a, "unknown"), readName(b, "unknown")];
    return Math.max(nameScore(left, right, allRare), nameScore(right, left, allRare)) >= sameNameFrom;
  }
  const [x, y] = [amountOf(a), amountOf(b)];
  if (x !== undefined && y !== undefined) return Math.abs(x - y) <= 1e-9 * Math.max(1, Math.abs(x));
  return normalizeIdentifier(a) === normalizeIdentifier(b);
}

function amountOf(value: string): number | undefined {
  return /^-?\d{1,3}(?:,\d{3})*(?:\.\d+)?$|^-?\d+(?:\.\d+)?$/.test(value)
    ? Number(value.replaceAll(",", ""))
    : undefined;
}

function absent(context: CheckContext, kind: string): string {
  return `${subjectOf(context)} has no ${labelOf(kind)} on file.`;
}

function requestOf(context: CheckContext, kind: string, which = ""): NonNullable<CheckResult["workItem"]> {
  return {
    kind: "request_document",
    title: `Ask ${subjectOf(context)} for the ${which === "" ? "" : `${which} `}${labelOf(kind)}`,
  };
}

function tooOld(days: number, most: number): string {
  return `${counted(days, "day")} old, and at most ${counted(most, "day")} are allowed`;
}

/** The newest document of a kind; undated ones only when there is no other. */
function newestOf(documents: readonly Document[], kind: string): Document | undefined {
  return documents
    .filter((document) => document.kind === kind)
    .toSorted((a, b) => byText(b.datedOn ?? "", a.datedOn ?? "") || byText(a.key, b.key))[0];
}

/** The day on which a document expires; `unreadable` where it states one of two readings or none. */
function expiryOf(document: Document): string | undefined {
  const stated = [
    ...expiryFields.map((name) => text(document.fields, name)),
    expiryInText.exec(document.text ?? "")?.[1],
  ];
  const dates = stated.filter((one) => one !== undefined && one.trim() !== "").map((one) => readDate(one ?? ""));
  return dates.find((date) => date !== undefined) ?? (dates.length > 0 ? "unreadable" : undefined);
}

function readDate(written: string): string | undefined {
  const start = written.slice(0, 10);
  const date = isDate(start) ? start : readWhole(written, "date");
  return typeof date === "string" && isDate(date) ? date : undefined;
}

function statusOf(document: Document): string | undefined {
  for (const name of statusFields) {
    const value = text(document.fields, name);
    if (value !== undefined) return value;
  }
  return statusInText.exec(document.text ?? "")?.[1];
}
