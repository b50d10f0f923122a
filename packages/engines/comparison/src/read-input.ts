import { ratings, toCents } from "@service/engine-kit";
import {
  asWritten,
  byText,
  daysBetween,
  flag,
  isJsonObject,
  type Json,
  type JsonObject,
  listOf,
  number,
  objects,
  oneOf,
  part,
  text,
  type Written,
} from "@service/json";
import {
  type Deductible,
  deductibleTypes,
  type Item,
  type ItemReference,
  type RequirementField,
  type Scenario,
  type StatedCoverage,
  type Wording,
} from "./stages/item.ts";
import { exposureBases, itemKinds, requirementFields } from "./codes.ts";
import { scenarioSchema } from "./input.ts";

export type Requirement = {
  readonly key: string;
  readonly line: string;
  readonly coverage: string;
  readonly field: RequirementField;
  readonly op: string;
  readonly value: Json;
  readonly mandatory: boolean;
  readonly weight: number;
  readonly source: string;
};

export type ComparisonInput = {
  readonly asOf: string;
  readonly currency: string;
  readonly subject: { readonly key: string; readonly clientKey: string | undefined; readonly label: string };
  readonly baselineKey: string | undefined;
  readonly items: readonly Item[];
  /** Items in the system of record; their contents are not known here. */
  readonly references: readonly ItemReference[];
  readonly requirements: readonly Requirement[];
  readonly scenarios: readonly Scenario[];
};

/**
 * Reads a valid input (`validateInput` found no problem). Sorts every list by its keys, here and nowhere else, so that
 * no later stage depends on the order of the input (CMP-16, TYPE-3). The baseline comes first.
 */
export function readInput(input: JsonObject, createdAt: string): ComparisonInput {
  const subject = part(input, "subject");
  const baselineKey = text(input, "baseline_key");
  const byBaselineThenKey = (a: { readonly key: string }, b: { readonly key: string }): number =>
    Number(b.key === baselineKey) - Number(a.key === baselineKey) || byText(a.key, b.key);
  const given = objects(input, "items");
  return {
    asOf: text(input, "as_of") ?? createdAt,
    currency: currencyOf(input),
    subject: {
      key: text(subject, "key") ?? "",
      clientKey: text(subject, "client_key"),
      label: text(subject, "label") ?? "",
    },
    baselineKey,
    items: given
      .filter((item) => !isJsonObject(item["records_ref"]))
      .map(readItem)
      .sort(byBaselineThenKey),
    references: given
      .filter((item) => isJsonObject(item["records_ref"]))
      .map((item) => ({ key: text(item, "key") ?? "", policyKey: text(part(item, "records_ref"), "policy_key") ?? "" }))
      .sort(byBaselineThenKey),
    requirements: objects(input, "requirements")
      .map(readRequirement)
      .sort((a, b) => byText(a.key, b.key)),
    scenarios: asWritten(listOf(scenarioSchema(), 20), input["scenarios"] ?? [])
      .map(readScenario)
      .sort((a, b) => byText(a.key, b.key)),
  };
}

/** One currency per input (checked with the input), stated once for all or by the items. */
export function currencyOf(input: JsonObject): string {
  const stated = objects(input, "items").map((item) => text(item, "currency"));
  return text(input, "currency") ?? stated.find((code) => code !== undefined) ?? "USD";
}

/** A scenario of the input or of the configuration. */
export function readScenario(scenario: Written<ReturnType<typeof scenarioSchema>>): Scenario {
  const { key, label, line, coverage, loss, annual_probability: annualProbability } = scenario;
  return { key, label, line, coverage, lossCents: toCents(loss) ?? 0, annualProbability };
}

function readRequirement(requirement: JsonObject): Requirement {
  return {
    key: text(requirement, "key") ?? "",
    line: text(requirement, "line") ?? "",
    coverage: text(requirement, "coverage") ?? "",
    field: oneOf(requirementFields, requirement["field"]) ?? "included",
    op: text(requirement, "op") ?? "eq",
    value: requirement["value"] ?? null,
    mandatory: flag(requirement, "mandatory") ?? false,
    weight: number(requirement, "weight") ?? 0,
    source: text(requirement, "source") ?? "",
  };
}

function readItem(item: JsonObject): Item {
  const carrier = part(item, "carrier");
  const premium = part(item, "premium");
  const basis = part(item, "rating_basis");
  const key = text(item, "key") ?? "";
  const effectiveOn = text(item, "effective_on") ?? "";
  const expiresOn = text(item, "expires_on") ?? "";
  return {
    key,
    kind: oneOf(itemKinds, item["kind"]) ?? "quote",
    label: text(item, "label") ?? key,
    carrierName: text(carrier, "name") ?? "",
    rating: oneOf(ratings, carrier["rating"]),
    admitted: flag(carrier, "admitted"),
    effectiveOn,
    expiresOn,
    termDays: daysBetween(effectiveOn, expiresOn) ?? 365,
    quoteValidUntil: text(item, "quote_valid_until"),
    premium: {
      baseCents: cents(premium, "base") ?? 0,
      taxesCents: cents(premium, "taxes"),
      feesCents: cents(premium, "fees"),
      totalCents: cents(premium, "total"),
    },
    minimumEarned: number(item, "minimum_earned"),
    coverages: objects(item, "coverages").map(readCoverage),
    wordings: {
      endorsements: readWordings(item, "endorsements"),
      exclusions: readWordings(item, "exclusions"),
      conditions: readWordings(item, "conditions"),
    },
    subjectivities: readWordings(item, "subjectivities"),
    ratingBasis: Object.fromEntries(
      exposureBases.flatMap((name) => {
        const exposure = number(basis, name);
        return exposure === undefined ? [] : [[name, exposure]];
      }),
    ),
    documentText: text(item, "document_text"),
  };
}

function readCoverage(line: JsonObject): StatedCoverage {
  const source = line["source"];
  return {
    line: text(line, "line") ?? "other",
    coverage: text(line, "coverage") ?? "",
    label: text(line, "label"),
    included: flag(line, "included") ?? false,
    limitCents: cents(line, "limit"),
    limitBasis: text(line, "limit_basis"),
    deductible: readDeductible(line["deductible"]),
    valuation: text(line, "valuation"),
    coinsurance: number(line, "coinsurance"),
    retroDate: text(line, "retro_date"),
    trigger: text(line, "trigger"),
    premiumCents: cents(line, "premium"),
    form: text(line, "form"),
    notes: text(line, "notes"),
    source: isJsonObject(source) ? source : undefined,
  };
}

function readDeductible(value: Json | undefined): Deductible | undefined {
  if (!isJsonObject(value)) return undefined;
  const type = oneOf(deductibleTypes, value["type"]);
  const amount = number(value, "amount");
  if (type === undefined || amount === undefined) return undefined;
  return { type, amount, cents: type === "flat" || type === "sir" ? toCents(amount) : undefined };
}

function readWordings(item: JsonObject, key: string): readonly Wording[] {
  return objects(item, key)
    .map((wording) => ({
      code: text(wording, "code"),
      text: text(wording, "text") ?? "",
      resolved: flag(wording, "resolved") ?? false,
    }))
    .sort((a, b) => byText(a.code ?? "", b.code ?? "") || byText(a.text, b.text));
}

function cents(object: JsonObject, key: string): number | undefined {
  const amount = number(object, key);
  return amount === undefined ? undefined : toCents(amount);
}
