import { toCents } from "@service/engine-kit";
import { asWritten, byText, daysBetween, type JsonObject } from "@service/json";
import { exposureBases } from "../codes.ts";
import {
  currencyOf,
  inputSchema,
  isInline,
  type ReadableItem,
  type Requirement,
  type WrittenCoverage,
  type WrittenItem,
  type WrittenScenario,
} from "../input.ts";
import type { DocumentItem, DocumentItems } from "./documents/open-document-items.ts";
import type { RecordItems } from "./read-record.ts";
import type { Deductible, Item, ItemReference, Scenario, StatedCoverage, Wording } from "./item.ts";

/** Names the type of an input, which is the same under every input contract. */
const inputShape = inputSchema({});

/** The input as the stages use it: money in cents, every list in the order of its keys. */
export type ReadInput = {
  readonly asOf: string;
  readonly currency: string;
  readonly subject: { readonly key: string; readonly clientKey: string | undefined; readonly label: string };
  readonly baselineKey: string | undefined;
  readonly items: readonly Item[];
  /** Items in the system of record whose policy was not loaded. */
  readonly references: readonly ItemReference[];
  /** What the items with documents were read as, those that cannot be compared included. */
  readonly documentItems: readonly (DocumentItem & { readonly key: string })[];
  readonly requirements: readonly Requirement[];
  readonly scenarios: readonly Scenario[];
};

/**
 * Reads a valid input (`validateInput` found no problem). Sorts every list by its keys, here and nowhere else, so that
 * no later stage depends on the order of the input (CMP-16, TYPE-3). The baseline comes first.
 */
export function readInput(
  document: JsonObject,
  createdAt: string,
  records: RecordItems,
  documents: DocumentItems,
): ReadInput {
  const input = asWritten(inputShape, document);
  const { subject, baseline_key: baselineKey } = input;
  const currency = currencyOf(input);
  // An item in the system of record is read like an inline one, where its policy was loaded.
  const items = input.items.map((item) => (item.records_ref === undefined ? item : (records.itemOf(item) ?? item)));
  const documentItems = input.items
    .filter((item) => item.documents !== undefined)
    .map((item) => ({ key: item.key, ...documents.itemOf(item) }));
  const byBaselineThenKey = (a: { readonly key: string }, b: { readonly key: string }): number =>
    Number(b.key === baselineKey) - Number(a.key === baselineKey) || byText(a.key, b.key);
  return {
    asOf: input.as_of ?? createdAt,
    currency,
    subject: { key: subject.key, clientKey: subject.client_key, label: subject.label },
    baselineKey,
    items: [
      ...items.filter(isInline).map((item) => readItem(item, currency)),
      ...documentItems.flatMap((each) => readDocumentItem(each, currency)),
    ].sort(byBaselineThenKey),
    documentItems: documentItems.sort(byBaselineThenKey),
    references: items.flatMap(readReference).sort(byBaselineThenKey),
    requirements: [...(input.requirements ?? [])].sort((a, b) => byText(a.key, b.key)),
    scenarios: (input.scenarios ?? []).map(readScenario).sort((a, b) => byText(a.key, b.key)),
  };
}

/** A scenario of the input or of the configuration. */
export function readScenario(scenario: WrittenScenario): Scenario {
  const { key, label, line, coverage, loss, annual_probability: annualProbability } = scenario;
  return { key, label, line, coverage, lossCents: toCents(loss) ?? 0, annualProbability };
}

function readReference({ key, records_ref: reference }: WrittenItem): readonly ItemReference[] {
  return reference === undefined ? [] : [{ key, policyKey: reference.policy_key }];
}

/** An item of documents goes the way of an inline one, with the words that state each coverage. */
function readDocumentItem(read: DocumentItem, currency: string): readonly Item[] {
  if (read.kind === "excluded") return [];
  const { excerpts, documents } = read;
  const item = readItem(read.item, currency);
  const coverages = item.coverages.map((coverage, index) => {
    const excerpt = excerpts[index];
    return excerpt === undefined ? coverage : { ...coverage, excerpt };
  });
  return [{ ...item, coverages, documents }];
}

function readItem(item: ReadableItem, currency: string): Item {
  const { carrier, premium, effective_on: effectiveOn, expires_on: expiresOn } = item;
  return {
    key: item.key,
    kind: item.kind,
    label: item.label,
    carrierName: carrier.name,
    currency,
    rating: carrier.rating,
    admitted: carrier.admitted,
    effectiveOn,
    expiresOn,
    termDays:
      effectiveOn === undefined || expiresOn === undefined ? undefined : (daysBetween(effectiveOn, expiresOn) ?? 365),
    quoteValidUntil: item.quote_valid_until,
    premium: {
      baseCents: cents(premium.base) ?? 0,
      taxesCents: cents(premium.taxes),
      feesCents: cents(premium.fees),
      totalCents: cents(premium.total),
    },
    minimumEarned: item.minimum_earned,
    coverages: item.coverages.map(readCoverage),
    wordings: {
      endorsements: readWordings(item.endorsements),
      exclusions: readWordings(item.exclusions),
      conditions: readWordings(item.conditions),
    },
    subjectivities: readWordings(item.subjectivities),
    ratingBasis: Object.fromEntries(
      exposureBases.flatMap((name) => {
        const exposure = item.rating_basis?.[name];
        return exposure === undefined ? [] : [[name, exposure]];
      }),
    ),
    documentText: item.document_text,
  };
}

function readCoverage(line: WrittenCoverage): StatedCoverage {
  return {
    line: line.line,
    coverage: line.coverage,
    label: line.label,
    included: line.included,
    limitCents: cents(line.limit),
    limitBasis: line.limit_basis,
    deductible: line.deductible === undefined ? undefined : readDeductible(line.deductible),
    valuation: line.valuation,
    coinsurance: line.coinsurance,
    retroDate: line.retro_date,
    trigger: line.trigger,
    premiumCents: cents(line.premium),
    form: line.form,
    notes: line.notes,
    source: line.source,
  };
}

function readDeductible({ type, amount }: NonNullable<WrittenCoverage["deductible"]>): Deductible {
  return { type, amount, cents: type === "flat" || type === "sir" ? toCents(amount) : undefined };
}

function readWordings(wordings: WrittenItem["endorsements"] = []): readonly Wording[] {
  return wordings
    .map(({ code, text, resolved = false }) => ({ code, text, resolved }))
    .sort((a, b) => byText(a.code ?? "", b.code ?? "") || byText(a.text, b.text));
}

function cents(amount: number | undefined): number | undefined {
  return amount === undefined ? undefined : toCents(amount);
}
