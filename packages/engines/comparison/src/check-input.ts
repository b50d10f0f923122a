import { checkDocumentText, duplicateKeys, toCents, unknownCurrency } from "@service/engine-kit";
import { checkCondition } from "@service/conditions";
import { type InputIssue, type JsonObject, issuesMax, uncarriable } from "@service/json";
import {
  type ComparisonInput,
  inlineItemRequired,
  type WrittenDocument,
  type WrittenItem,
  currencyOf,
} from "./input.ts";

/**
 * Problems of an input that a schema cannot express (CMP-5): duplicate keys, an unknown baseline, terms that end before
 * they begin, mixed or unknown currencies, sums beyond exact cents. At most 50 problems.
 */
export function checkInput(input: ComparisonInput): InputIssue[] {
  const issues: InputIssue[] = [];
  const { items, requirements = [], scenarios = [], baseline_key: baselineKey } = input;
  for (const [name, list] of Object.entries({ items, requirements, scenarios })) {
    duplicateKeys(list, name, "key", issues);
  }
  if (baselineKey !== undefined && !items.some(({ key }) => key === baselineKey)) {
    issues.push({ field: "baseline_key", message: "names no item" });
  }
  unknownCurrency(input, "", issues);
  const currency = currencyOf(input);
  for (const [index, item] of items.entries()) checkItem(item, `items[${index}]`, currency, issues);
  const [connection, ...others] = new Set(
    items.flatMap(({ records_ref: reference }) => reference?.connection_id ?? []),
  );
  if (connection !== undefined && others.length > 0)
    issues.push({ field: "items", message: "all records_ref must name one connection" });
  for (const [index, { op, value }] of requirements.entries()) {
    const rule: JsonObject = { fact: "item.value", op, ...(op === "exists" || op === "missing" ? {} : { value }) };
    for (const { message } of checkCondition(rule, "", ["item"])) {
      issues.push({ field: `requirements[${index}].value`, message });
    }
  }
  uncarriable(input, "", issues);
  return issues.slice(0, issuesMax);
}

function checkItem(item: WrittenItem, at: string, currency: string, issues: InputIssue[]): void {
  if (item.records_ref !== undefined) {
    for (const name of Object.keys(item)) {
      if (name !== "key" && name !== "records_ref")
        issues.push({ field: `${at}.${name}`, message: "cannot be combined with records_ref" });
    }
    return;
  }
  if (item.documents !== undefined) checkDocuments(item.documents, `${at}.documents`, issues);
  else {
    for (const name of inlineItemRequired) {
      if (item[name] === undefined) issues.push({ field: `${at}.${name}`, message: "is required" });
    }
    if (item.option !== undefined)
      issues.push({ field: `${at}.option`, message: "is chosen among those of documents" });
  }
  const { effective_on: effectiveOn, expires_on: expiresOn, currency: own, premium, coverages = [] } = item;
  if (effectiveOn !== undefined && expiresOn !== undefined && expiresOn <= effectiveOn) {
    issues.push({ field: `${at}.expires_on`, message: "must be after effective_on" });
  }
  unknownCurrency(item, `${at}.`, issues);
  if (own !== undefined && own !== currency) {
    issues.push({ field: `${at}.currency`, message: `all items must be in one currency (${currency})` });
  }
  const cents = [premium?.base, premium?.taxes, premium?.fees].reduce<number>(
    (sum, amount) => sum + (toCents(amount ?? 0) ?? Number.NaN),
    0,
  );
  if (!Number.isSafeInteger(cents))
    issues.push({ field: `${at}.premium`, message: "is more money than can be computed exactly" });
  for (const [index, { deductible }] of coverages.entries()) {
    if (deductible?.type === "percent" && deductible.amount > 100) {
      issues.push({ field: `${at}.coverages[${index}].deductible.amount`, message: "a percentage is at most 100" });
    }
  }
}

/** CMP-111: documents by keys of their own, each with one text. */
function checkDocuments(documents: readonly WrittenDocument[], at: string, issues: InputIssue[]): void {
  duplicateKeys(documents, at, "document_key", issues);
  for (const [index, document] of documents.entries()) {
    const stated = [document.pages, document.text, document.source_blob_ref].filter((each) => each !== undefined);
    if (stated.length !== 1)
      issues.push({ field: `${at}[${index}]`, message: "must have one of pages, text and source_blob_ref" });
    else checkDocumentText(document, `${at}[${index}]`, issues);
  }
}
