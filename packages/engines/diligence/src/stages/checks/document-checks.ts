import { nameScore, readName } from "@service/engine-kit";
import { daysBetween, isDate, type Json, isJsonArray, byText, counted, part, text } from "@service/json";
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
const expiryInText =
  /\b(?:expires?(?: on)?|expiration date|expiry date|valid (?:to|until))\b[^0-9]{0,10}(\d{4}-\d{2}-\d{2})/i;

/** Whether identifiers of one type have the form they must have. */
export function identifierFormat({ input }: CheckContext, { type }: CheckParams<"identifier_format">): CheckResult {
  const own = input.subject.identifiers.filter((identifier) => identifier.type === type);
  const fact = `input.subject.identifiers[${type}]`;
  if (own.length === 0) return notRun(`The subject states no identifier of type ${type}.`, [fact]);
  const malformed = own.filter(({ value }) => !isWellFormedIdentifier(type, value)).length;
  return malformed === 0
    ? pass(`The identifier of type ${type} is well formed.`, [factEvidence(fact)])
    : fail(
        `${counted(malformed, "identifier", "identifiers")} of type ${type} not well formed.`,
        [factEvidence(fact)],
        {
          kind: "correct_data",
          title: `Correct the identifier of type ${type}`,
        },
      );
}

/** Whether the newest license document is of good standing, not expired, and itself not too old. */
export function licenseStatus({ input }: CheckContext, params: CheckParams<"license_status">): CheckResult {
  const { document_kind: kind, max_age_days: ageMax } = params;
  const newest = newestOf(input.documents, kind);
  if (newest === undefined) {
    return notRun(`No document of kind ${kind} was supplied.`, [`input.documents[${kind}]`], {
      kind: "request_document",
      title: `Request a document of kind ${kind}`,
    });
  }
  const evidence = [documentEvidence(newest)];
  const request = { kind: "request_document", title: `Request a current document of kind ${kind}` } as const;
  const expiry = expiryOf(newest);
  const days = expiry === undefined ? undefined : daysBetween(input.today, expiry);
  if (days !== undefined && days < 0) return fail(`The license expired on ${expiry ?? ""}.`, evidence, request);
  const status = statusOf(newest);
  if (status !== undefined && badStatus.test(status))
    return fail("The license is stated not to be in force.", evidence, request);
  const age = newest.datedOn === undefined ? undefined : daysBetween(newest.datedOn, input.today);
  if (age !== undefined && age < 0) return review("The license document is dated in the future.", evidence, request);
  if (ageMax !== undefined && age !== undefined && age > ageMax) {
    return review(`The license document is ${age} days old; at most ${ageMax} are allowed.`, evidence, request);
  }
  const isGood = status !== undefined && goodStatus.test(status);
  if (!isGood && days === undefined) {
    return review("The license document states neither a status nor an expiry date.", evidence, request);
  }
  if (ageMax !== undefined && age === undefined && days === undefined) {
    return review("The license document is undated.", evidence, request);
  }
  return pass(
    days === undefined ? "The license is stated to be in force." : `The license is in force until ${expiry ?? ""}.`,
    evidence,
  );
}

/** Whether a document of a kind was supplied at all. */
export function documentPresent({ input }: CheckContext, params: CheckParams<"document_present">): CheckResult {
  const { document_kind: kind } = params;
  const found = input.documents.filter((document) => document.kind === kind);
  return found.length > 0
    ? pass(
        `${counted(found.length, "document", "documents")} of kind ${kind} supplied.`,
        found.slice(0, 10).map((document) => documentEvidence(document)),
      )
    : fail(`No document of kind ${kind} was supplied.`, [factEvidence(`input.documents[${kind}]`)], {
        kind: "request_document",
        title: `Request a document of kind ${kind}`,
      });
}

/** Whether the newest document of a kind is young enough. */
export function documentAge({ input }: CheckContext, params: CheckParams<"document_age">): CheckResult {
  const { document_kind: kind, max_age_days: ageMax } = params;
  const newest = newestOf(input.documents, kind);
  const request = { kind: "request_document", title: `Request a current document of kind ${kind}` } as const;
  if (newest === undefined)
    return notRun(`No document of kind ${kind} was supplied.`, [`input.documents[${kind}]`], request);
  const evidence = [documentEvidence(newest)];
  const age = newest.datedOn === undefined ? undefined : daysBetween(newest.datedOn, input.today);
  if (age === undefined) return review(`The document of kind ${kind} is undated.`, evidence, request);
  if (age < 0) return review(`The document of kind ${kind} is dated in the future.`, evidence, request);
  return age <= ageMax
    ? pass(`The document of kind ${kind} is ${age} days old.`, evidence)
    : fail(`The document of kind ${kind} is ${age} days old; at most ${ageMax} are allowed.`, evidence, request);
}

/** Whether subject, declarations, identifiers and documents agree wherever two of them state the same field. */
export function fieldConsistency({ input }: CheckContext, { fields }: CheckParams<"field_consistency">): CheckResult {
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
    return fail(`Sources differ on ${differing.join(", ")}.`, evidence, {
      kind: "verify_fact",
      title: `Clear up ${differing.join(", ")}`,
    });
  }
  return agreeing.length > 0
    ? pass(`Sources agree on ${agreeing.join(", ")}.`, evidence)
    : notRun(
        "No field is stated by two sources.",
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
    if (written !== "") statements.push({ value: written, source });
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

function isSameValue(field: string, a: string, b: string): boolean {
  if (field.endsWith("name")) {
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

/** The newest document of a kind; undated ones only when there is no other. */
function newestOf(documents: readonly Document[], kind: string): Document | undefined {
  return documents
    .filter((document) => document.kind === kind)
    .toSorted((a, b) => byText(b.datedOn ?? "", a.datedOn ?? "") || byText(a.key, b.key))[0];
}

function expiryOf(document: Document): string | undefined {
  for (const name of expiryFields) {
    const value = text(document.fields, name)?.slice(0, 10);
    if (value !== undefined && isDate(value)) return value;
  }
  const found = expiryInText.exec(document.text ?? "")?.[1];
  return found !== undefined && isDate(found) ? found : undefined;
}

function statusOf(document: Document): string | undefined {
  for (const name of statusFields) {
    const value = text(document.fields, name);
    if (value !== undefined) return value;
  }
  return statusInText.exec(document.text ?? "")?.[1];
}
