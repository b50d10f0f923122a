import { expect, test } from "@jest/globals";
import { bookOfRows } from "../testing/book-of-rows.ts";
import { askPlainly } from "../testing/ask-plainly.ts";

const policy = (key: string, line: string, more = {}) => ({
  key,
  fields: {
    client_key: "c1",
    policy_number: `SYN-2000000${key.slice(1)}`,
    line,
    lines: [line],
    status: "active",
    effective_on: "2026-02-01",
    expires_on: "2027-02-01",
    premium: 5000,
    carrier_name: "Harbor Mutual",
    ...more,
  },
});
const coverage = (key: string, policy_key: string, line: string, code: string, more = {}) => ({
  key,
  fields: { client_key: "c1", policy_key, line, coverage: code, included: true, ...more },
});
const gl = "general_liability";
const book = bookOfRows({
  accounts: [{ key: "c1", fields: { name: "Tidewater Joinery LLC" } }],
  policies: [
    policy("p1", gl),
    policy("p2", "commercial_auto"),
    policy("p3", "commercial_property"),
    policy("p4", "cyber"),
    policy("p5", "umbrella"),
    policy("p6", gl, { status: "expired", effective_on: "2025-02-01", expires_on: "2026-02-01" }),
  ],
  coverages: [
    coverage("v01", "p1", gl, "each_occurrence", { limit: 1_000_000, deductible: { type: "flat", amount: 500 } }),
    coverage("v02", "p1", gl, "general_aggregate", { limit: 2_000_000 }),
    coverage("v03", "p1", gl, "medical_expense", { limit: 5000 }),
    coverage("v04", "p1", gl, "additional_insured", { included: false }),
    coverage("v05", "p1", gl, "waiver_of_subrogation"),
    coverage("v06", "p1", gl, "primary_noncontributory"),
    coverage("v07", "p2", "commercial_auto", "combined_single_limit", { limit: 750_000 }),
    coverage("v08", "p2", "commercial_auto", "hired_auto", { limit: 600_000 }),
    coverage("v09", "p2", "commercial_auto", "non_owned_auto", { limit: 650_000 }),
    coverage("v10", "p2", "commercial_auto", "comprehensive", { deductible: { type: "flat", amount: 250 } }),
    coverage("v11", "p2", "commercial_auto", "collision", { deductible: { type: "flat", amount: 1000 } }),
    coverage("v12", "p3", "commercial_property", "building", {
      limit: 800_000,
      valuation: "replacement_cost",
      coinsurance: 0.9,
    }),
    coverage("v13", "p4", "cyber", "cyber_aggregate", {
      limit: 3_000_000,
      deductible: { type: "flat", amount: 10_000 },
      retro_date: "2019-04-01",
      trigger: "claims_made",
    }),
    coverage("v14", "p4", "cyber", "social_engineering", { included: false }),
    coverage("v15", "p5", "umbrella", "umbrella_occurrence", { limit: 4_000_000 }),
    coverage("v16", "p5", "umbrella", "self_insured_retention", { deductible: { type: "sir", amount: 7500 } }),
  ],
});
const ask = async (question: string) =>
  (await askPlainly(question, { book }, { subject: { client_key: "c1" }, declineText: "Not answered." })).text;

test.each([
  ["GL occ/agg", "$1,000,000 for each occurrence", "$2,000,000 for general aggregate"],
  ["cyber: retro + ded", "April 1, 2019", "$10,000"],
  ["umbrella limit and SIR?", "$4,000,000", "$7,500"],
  ["is the building RC or ACV, and what coins?", "replacement cost", "90%"],
  ["comp & coll deductibles", "$250 for comprehensive", "$1,000 for collision"],
  ["HNOA on the auto?", "$600,000", "$650,000"],
])("%s: every coverage and fact that is named is answered (ANSWER-76)", async (question, ...words) => {
  const text = (await ask(question)).replaceAll("\u00a0", " ").replaceAll(" %", "%");
  for (const each of words) expect(text).toContain(each);
});

test.each([
  ["Is AI on the GL?", "No"],
  ["does the GL have an additional insured endorsement", "No"],
  ["AI incl?", "No"],
  ["WOS y/n", "Yes"],
  ["P&NC on the GL, yes or no", "Yes"],
  ["cyber - soc eng included?", "No"],
  ["do they have sewer backup?", "No"],
  ["Is the GL expired?", "No"],
  ["has their general liability lapsed", "No"],
  ["is the umbrella at least $5 million?", "No"],
  ["do they have an umbrella limit of at least $2,000,000?", "Yes"],
  ["is the cyber claims made?", "Yes"],
  ["is the building insured at ACV?", "No"],
])("%s: %s, as the row says (ANSWER-77)", async (question, verdict) => {
  expect((await ask(question)).slice(0, verdict.length + 1)).toBe(`${verdict}:`);
});

test.each([
  ["how high are the limits on the GL", "$1,000,000"],
  ["how much does the umbrella cover?", "$4,000,000"],
  ["what's the building insured for", "$800,000"],
  ["how much do they pay out of pocket on a cyber claim", "$10,000"],
  ["how far back does the cyber go?", "April 1, 2019"],
  ["lender wants the CSL for a cert", "$750,000"],
  ["med pay on the GL?", "$5,000"],
])("%s: everyday words ask for a fact of the coverage (ANSWER-12)", async (question, words) => {
  expect(await ask(question)).toContain(words);
});

test.each([
  "what was the GL limit last year?",
  "which limit did the expired GL have",
  "what is the hurricane deductible",
  "what limit will they need next year?",
])("%s: not of today, or in no row (ANSWER-11)", async (question) => {
  expect(await ask(question)).toBe("Not answered.");
});
