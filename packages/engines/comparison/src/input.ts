import {
  commissionRateSchema,
  coverageLineSchema,
  coverageSchema,
  freeMapSchema,
  inputContractProperties,
  requiringMap,
  lineSchema,
  policyDocumentSchema,
  ratings,
  submissionStampSchema,
} from "@service/engine-kit";
import {
  booleanSchema,
  closed,
  countSchema,
  currencySchema,
  dateSchema,
  enumSchema,
  instantSchema,
  type JsonObject,
  keySchema,
  listOf,
  moneySchema,
  numberSchema,
  ratioSchema,
  shapeOf,
  textSchema,
  type Written,
} from "@service/json";
import { sensitive } from "@service/privacy";
import { itemKinds, requirementFields } from "./codes.ts";

/** Operators of a requirement; without `matches`, because comparing values needs no caller's pattern. */
const requirementOps = [
  "eq",
  "ne",
  "gt",
  "gte",
  "lt",
  "lte",
  "between",
  "in",
  "not_in",
  "contains",
  "starts_with",
  "exists",
  "missing",
] as const;

/**
 * Required members of an inline item; an item by `records_ref` has none of them, one by `documents` any (checked in
 * check-input.ts).
 */
export const inlineItemRequired = [
  "kind",
  "label",
  "carrier",
  "effective_on",
  "expires_on",
  "premium",
  "coverages",
] as const;

const documentCharsMax = 200_000;

type Scalar = string | number | boolean;

/** JSON Schema of `{input}` (CMP-1). */
export function requestSchema(effective: JsonObject) {
  return closed({ input: inputSchema(effective) }, ["input"]);
}

/** The closed schema of `input`. `input_contract` adds the free map `profile` when it declares fields. */
export function inputSchema(effective: JsonObject) {
  const hasProfile = Object.keys(inputContractProperties(effective, "profile").properties).length > 0;
  const input = closed(
    {
      as_of: instantSchema(),
      currency: currencySchema(),
      subject: closed({ key: keySchema(), client_key: keySchema(), label: textSchema(200) }, ["key", "label"]),
      baseline_key: keySchema(),
      items: listOf(itemSchema(), 20, 2),
      requirements: listOf(requirementSchema(), 200),
      scenarios: listOf(scenarioSchema(), 20),
      submission_stamp: submissionStampSchema(),
      ...(hasProfile ? { profile: freeMapSchema(effective, "profile", 200) } : {}),
    },
    ["subject", "items"],
  );
  return requiringMap(input, effective, "profile");
}

/** A loss scenario; the configuration uses the same shape. */
export function scenarioSchema() {
  return closed(
    {
      key: keySchema(),
      label: textSchema(120),
      line: lineSchema(),
      coverage: coverageSchema(),
      loss: moneySchema(),
      annual_probability: ratioSchema(),
    },
    ["key", "label", "line", "coverage", "loss", "annual_probability"],
  );
}

function itemSchema() {
  return {
    ...closed(
      {
        key: keySchema(),
        kind: enumSchema(itemKinds),
        label: textSchema(120),
        carrier: closed(
          { key: keySchema(), name: textSchema(120), rating: enumSchema(ratings), admitted: booleanSchema() },
          ["name"],
        ),
        currency: currencySchema(),
        effective_on: dateSchema(),
        expires_on: dateSchema(),
        quote_valid_until: dateSchema(),
        premium: closed({ base: moneySchema(), taxes: moneySchema(), fees: moneySchema(), total: moneySchema() }, [
          "base",
        ]),
        minimum_earned: ratioSchema(),
        payment_plan: textSchema(500),
        commission_rate: commissionRateSchema(),
        coverages: listOf(coverageLineSchema(), 300, 1),
        endorsements: listOf(wordingSchema(), 100),
        exclusions: listOf(wordingSchema(), 100),
        conditions: listOf(wordingSchema(), 100),
        subjectivities: listOf(wordingSchema(), 100),
        rating_basis: closed({
          revenue: sensitive(moneySchema(), "financial"),
          payroll: sensitive(moneySchema(), "financial"),
          tiv: sensitive(moneySchema(), "financial"),
          vehicles: countSchema(1_000_000),
        }),
        document_text: textSchema(documentCharsMax),
        documents: listOf(policyDocumentSchema(), 10, 1),
        option: textSchema(120, 1),
        records_ref: closed({ connection_id: textSchema(128, 1), policy_key: textSchema(128, 1) }, ["policy_key"]),
      },
      ["key"],
    ),
    description: `Either ${inlineItemRequired.join(", ")} and what else is known, or documents to read them from, or records_ref alone.`,
  };
}

function wordingSchema() {
  return closed({ code: textSchema(60), text: textSchema(500), resolved: booleanSchema() }, ["text"]);
}

function requirementSchema() {
  return closed(
    {
      key: keySchema(),
      line: lineSchema(),
      coverage: coverageSchema(),
      field: enumSchema(requirementFields),
      op: enumSchema(requirementOps),
      value: shapeOf<Scalar | null | readonly Scalar[]>({
        type: ["string", "number", "boolean", "array", "null"],
        maxLength: 200,
        maxItems: 50,
        items: { type: ["string", "number", "boolean"], maxLength: 200 },
      }),
      mandatory: booleanSchema(),
      weight: numberSchema(0, 100),
      source: textSchema(200),
      umbrella_counts: booleanSchema(),
    },
    ["key", "line", "coverage", "field", "op", "value", "mandatory", "weight", "source"],
  );
}

/** The input of a comparison as a caller writes it. No input contract changes the type of what is read. */
export type ComparisonInput = Written<ReturnType<typeof inputSchema>>;
export type WrittenItem = ComparisonInput["items"][number];
export type WrittenCoverage = NonNullable<WrittenItem["coverages"]>[number];
export type WrittenScenario = Written<ReturnType<typeof scenarioSchema>>;
export type Requirement = NonNullable<ComparisonInput["requirements"]>[number];

export type WrittenDocument = NonNullable<WrittenItem["documents"]>[number];

/** An item whose content is known; a document may leave its term open. */
export type ReadableItem = WrittenItem &
  Required<Pick<WrittenItem, Exclude<(typeof inlineItemRequired)[number], "effective_on" | "expires_on">>>;

/** Whether the item needs no record and no document. */
export function isInline(item: WrittenItem): item is ReadableItem {
  return item.documents === undefined && inlineItemRequired.every((name) => item[name] !== undefined);
}

/** One currency per input (checked with the input), stated once for all or by the items. */
export function currencyOf({ currency, items }: ComparisonInput): string {
  return currency ?? items.find((item) => item.currency !== undefined)?.currency ?? "USD";
}
