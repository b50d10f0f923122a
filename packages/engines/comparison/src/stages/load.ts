import type { LoadedDataset, Warning } from "@service/engine-kit";
import { text } from "@service/json";
import type { CoverageAlias } from "./label-index.ts";
import type { excludedReasons } from "../codes.ts";
import { offerName } from "./in-words.ts";
import type { ReadInput } from "./read-input.ts";

export type ExcludedItem = { readonly key: string; readonly reason: (typeof excludedReasons)[number] };

/** The dataset in which an operator extends the coverage codes (DATA-22). */
export const coverageTermsKey = "coverage_terms";

/** Operator-defined coverage codes (dataset `coverage_terms`, DATA-22). */
export type CoverageTerms = {
  readonly dataset: LoadedDataset | undefined;
  readonly codes: readonly string[];
  readonly aliases: readonly CoverageAlias[];
};

/** Above this share of control characters a document was not decoded. */
const brokenShareMax = 0.1;

/**
 * CMP-17, CMP-18, CMP-113: what the run may read. Items in the system of record that were not loaded, and items whose
 * documents say nothing or offer several options, are left out with a warning, and a document without a readable word is
 * reported; all of them degrade the run.
 */
export function loadSources({ items, references, documentItems }: ReadInput): {
  readonly excluded: readonly ExcludedItem[];
  readonly warnings: readonly Warning[];
} {
  const warnings: Warning[] = [];
  for (const { key } of references) {
    warnings.push({
      code: "document_unreadable",
      message: "The record that an item refers to could not be loaded, and the item is left out.",
      stage: "load",
      severity: "warning",
      path: `items[${key}].records_ref`,
    });
  }
  warnings.push(...documentItems.flatMap((item) => item.warnings));
  for (const item of items) {
    const { key, documentText } = item;
    if (documentText === undefined || isReadable(documentText)) continue;
    warnings.push({
      code: "document_unreadable",
      message: `The document of ${offerName(item)} holds no text that can be read.`,
      stage: "load",
      severity: "warning",
      path: `items[${key}].document_text`,
    });
  }
  return {
    excluded: [
      ...references.map(({ key }) => ({ key, reason: "record_not_loaded" }) as const),
      ...documentItems.flatMap((item) => (item.kind === "excluded" ? [{ key: item.key, reason: item.reason }] : [])),
    ],
    warnings,
  };
}

/** Codes and names of the dataset `coverage_terms`, when one is loaded. */
export function loadCoverageTerms(dataset: LoadedDataset | undefined): CoverageTerms {
  const codes: string[] = [];
  const aliases: CoverageAlias[] = [];
  for (const row of dataset?.rows ?? []) {
    const coverage = text(row, "coverage") ?? text(row, "key");
    if (coverage === undefined) continue;
    codes.push(coverage);
    const line = text(row, "line");
    const label = text(row, "label");
    if (line !== undefined && label !== undefined) aliases.push({ alias: label, line, coverage });
  }
  return { dataset, codes, aliases };
}

function isReadable(documentText: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(documentText)) return false;
  // oxlint-disable-next-line eslint/no-control-regex -- control characters are what is counted
  const broken = documentText.match(/[\u0000-\u0008\u000e-\u001f\ufffd]/g)?.length ?? 0;
  return broken <= documentText.length * brokenShareMax;
}
