import { counted, coverageCodes, fromCents, labelOf, listInWords, type Warning } from "@service/engine-kit";
import {
  coveragesOf,
  type DocumentReading,
  type DocumentReport,
  type PlacedCoverage,
  type PlacedDocument,
  readPolicyDocument,
  reportOf,
} from "@service/engine-policy-documents";
import { type JsonObject, text } from "@service/json";
import { comparisonRules } from "@service/packs";
import type { CaseDocument } from "./open-documents.ts";

/** What the documents of a file declare (ENT-88). */
export type PolicyDocuments = {
  readonly policies: readonly JsonObject[];
  readonly coverages: readonly JsonObject[];
  readonly reports: readonly DocumentReport[];
  readonly warnings: readonly Warning[];
};

/** A declarations page or a binder says what is in force; a quote does not. */
const inForceKinds: ReadonlySet<string> = new Set(["declarations", "binder"]);
/** What the caller calls such a document, where its words do not say what it is. */
const callersKinds: ReadonlySet<string> = new Set([...inForceKinds, "policy"]);

/**
 * Policies and coverages of the declarations and binders among documents whose pages are known, one policy for each
 * document under the key `document:<document_key>`. The coverages of a line are listed only when the wording of each is
 * known: an unknown one among them would look as if it were not insured.
 */
export function policiesOfDocuments(documents: readonly CaseDocument[]): PolicyDocuments {
  const policies: JsonObject[] = [];
  const coverages: JsonObject[] = [];
  const reports: DocumentReport[] = [];
  const warnings: Warning[] = [];
  for (const { key: documentKey, kind, pages, sourceBlobRef, isCut } of documents) {
    if (pages === undefined) continue;
    const document = { documentKey, sourceBlobRef, pages };
    const reading = readPolicyDocument({ documentKey, kind, pages });
    if (reading.kind === "other" && reading.lines.length === 0) continue;
    reports.push(reportOf({ document, reading, isCut }, undefined));
    const isInForce = reading.kind === "other" ? callersKinds.has(kind) : inForceKinds.has(reading.kind);
    if (!isInForce || reading.lines.length === 0) continue;
    const { listed, openLines } = listedCoverages(reading, document);
    policies.push(policyOf(reading));
    coverages.push(...listed);
    if (openLines.length > 0) warnings.push(openWarning(documentKey, openLines));
  }
  return { policies, coverages, reports, warnings };
}

function keyOf({ documentKey }: Pick<DocumentReading, "documentKey">): string {
  return `document:${documentKey}`;
}

function policyOf(reading: DocumentReading): JsonObject {
  const lines = [...new Set(reading.lines.map(({ line }) => line))];
  const premium = reading.premium.total ?? reading.premium.base;
  const { policyNumber, carrier, effectiveOn, expiresOn } = reading;
  return {
    policy_key: keyOf(reading),
    lines,
    ...(policyNumber === undefined ? {} : { policy_number: policyNumber.value }),
    ...(carrier === undefined ? {} : { carrier_name: carrier.value }),
    ...(effectiveOn === undefined ? {} : { effective_on: effectiveOn.value }),
    ...(expiresOn === undefined ? {} : { expires_on: expiresOn.value }),
    ...(premium === undefined ? {} : { premium: fromCents(premium.value) }),
  };
}

function listedCoverages(
  reading: DocumentReading,
  document: PlacedDocument,
): { readonly listed: readonly JsonObject[]; readonly openLines: readonly string[] } {
  const { coverages, open } = coveragesOf(reading, document, undefined);
  const openLines = new Set([
    ...open.map(({ line }) => line),
    ...coverages.filter((coverage) => codeOf(coverage) === undefined).map(({ written }) => written.line),
  ]);
  const policyKey = keyOf(reading);
  const listed = coverages.flatMap((coverage, index) => {
    const { source: _source, ...written } = coverage.written;
    const code = codeOf(coverage);
    if (code === undefined || openLines.has(written.line)) return [];
    return [{ coverage_key: `${policyKey}:${index}`, policy_key: policyKey, ...written, coverage: code }];
  });
  return { listed, openLines: [...openLines] };
}

/** The one code that a wording has on its line, by name or in the pack. */
function codeOf({ written: { line, coverage } }: PlacedCoverage): string | undefined {
  const codes = codesByWording().get(`${line}|${folded(coverage)}`) ?? codesByWording().get(folded(coverage));
  const [code, ...others] = codes ?? [];
  return others.length === 0 ? code : undefined;
}

let wordings: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Codes by wording of a line, and by name on any line. Built once. */
function codesByWording(): ReadonlyMap<string, ReadonlySet<string>> {
  if (wordings !== undefined) return wordings;
  const found = new Map<string, Set<string>>();
  const add = (wording: string, code: string): void => {
    const codes = found.get(wording);
    if (codes === undefined) found.set(wording, new Set([code]));
    else codes.add(code);
  };
  for (const code of coverageCodes) {
    add(folded(code), code);
    add(folded(labelOf(code)), code);
  }
  for (const alias of comparisonRules.aliases) {
    const [line, wording, code] = [text(alias, "line"), text(alias, "alias"), text(alias, "coverage")];
    if (wording !== undefined && code !== undefined) add(`${line ?? ""}|${folded(wording)}`, code);
  }
  return (wordings = found);
}

function folded(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function openWarning(documentKey: string, lines: readonly string[]): Warning {
  const named = listInWords(
    lines.map((line) => labelOf(line)),
    3,
  );
  return {
    code: "label_unaligned",
    message: `Document ${documentKey} states coverages of ${counted(lines.length, "line")} in words that are not known or leaves them open, so those of ${named} are not listed.`,
    stage: "load",
    severity: "warning",
    path: documentKey,
  };
}
