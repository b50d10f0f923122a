import type { JsonObject } from "@service/json";
import { textOf } from "./fields.ts";
import { footer } from "./plan.ts";
import { sentence } from "./organization.ts";

/** Documents in a layout of our own; amounts as people write them. Each ends with the line that says what it is. */
const paper = (title: string, lines: readonly string[]): string =>
  [title.toUpperCase(), "", ...lines, "", footer, ""].join("\n");

const dollars = (amount: number): string => `$${Math.round(amount).toLocaleString("en-US")}`;
const yesNo = (value: boolean): string => (value ? "Yes" : "No");

export function declarations(insured: string, policy: JsonObject, coverages: readonly JsonObject[]): string {
  return paper("Declarations", [
    `Named insured: ${insured}`,
    `Policy number: ${textOf(policy.policy_number)}`,
    `Policy period: ${textOf(policy.effective_on)} to ${textOf(policy.expires_on)}`,
    `Writing company: ${textOf(policy.writing_company)}`,
    "",
    ...coverages.map((row) => {
      const limit =
        typeof row.limit === "number" ? dollars(row.limit) : row.included === true ? "included" : "not included";
      return `${sentence(textOf(row.coverage))}: ${limit}`;
    }),
    "",
    `Total premium: ${dollars(Number(policy.premium))}`,
  ]);
}

export function lossRuns(insured: string, valuedOn: string, claims: readonly JsonObject[]): string {
  return paper("Loss run", [
    `Named insured: ${insured}`,
    `Losses valued: ${valuedOn}`,
    "",
    ...(claims.length === 0
      ? ["No losses reported."]
      : claims.map(
          (claim) =>
            `${textOf(claim.occurred_on)}  ${textOf(claim.claim_number)}  ${textOf(claim.status)}  paid ${dollars(Number(claim.paid))}  reserved ${dollars(Number(claim.reserved))}  ${textOf(claim.cause)}`,
        )),
  ]);
}

export function contract(insured: string, party: string, terms: JsonObject): string {
  return paper("Insurance requirements", [
    `Between ${party} and ${insured}`,
    `General liability, each occurrence: ${dollars(Number(terms.gl_occurrence_required))}`,
    `General liability, aggregate: ${dollars(Number(terms.gl_aggregate_required))}`,
    `Automobile liability: ${dollars(Number(terms.auto_required))}`,
    `${party} is to be an additional insured on a primary and noncontributory basis: ${yesNo(terms.additional_insured === true)}`,
    `Waiver of subrogation: ${yesNo(terms.waiver === true)}`,
    `Notice of cancellation: ${textOf(terms.notice_days)} days`,
  ]);
}

/**
 * An application states what somebody wrote into it; `answers` are facts by the name that engines know. Every agency words its
 * questions differently: `wording` picks one of the usual ways.
 */
export function application(insured: string, answers: JsonObject, wording: (count: number) => number): string {
  const lines = Object.entries(answers).flatMap(([name, value]) => {
    const question = questions[name];
    if (question === undefined) return [];
    const [write, ...ways] = question;
    return [`${ways[wording(ways.length)] ?? name}${write(value)}`];
  });
  return paper("Application for insurance", [`Applicant name: ${insured}`, ...lines]);
}

type Question = readonly [write: (value: unknown) => string, ...ways: readonly string[]];

const plainNumber = (value: unknown): string => `: ${String(value)}`;
const amount = (value: unknown): string => `: ${dollars(Number(value))}`;
const answered = (value: unknown): string => ` ${yesNo(value === true)}`;

const questions: { readonly [name: string]: Question } = {
  employees: [
    plainNumber,
    "Number of employees",
    "Total employees",
    "No. of employees",
    "Employees (full and part time)",
  ],
  revenue: [amount, "Annual revenue", "Annual gross sales", "Gross annual receipts", "Estimated annual revenue"],
  payroll: [amount, "Estimated payroll", "Annual payroll", "Total payroll", "Estimated annual payroll"],
  years_in_business: [plainNumber, "Years in business"],
  employees_drive: [
    answered,
    "Employees drive their own cars on business:",
    "Do employees use personal vehicles for company errands?",
    "Employees use own vehicles on business?",
  ],
  alcohol_receipts: [amount, "Alcohol receipts", "Alcohol sales", "Liquor receipts", "Receipts from alcohol"],
  stores_personal_data: [
    answered,
    "Stores personal data:",
    "Does the applicant store personal information?",
    "Stores personal information?",
  ],
  professional_fees: [amount, "Professional fees", "Fee income", "Annual fee income"],
};

/** Facts an application can state in words. */
export const statedInText: ReadonlySet<string> = new Set(Object.keys(questions));
