import { describe, expect, test } from "@jest/globals";
import type { BookRow } from "../book-source.ts";
import { bookOfRows } from "../testing/book-of-rows.ts";
import { askPlainly } from "../testing/ask-plainly.ts";

// Questions as colleagues type them who have not read how look-ups work.

const row = (key: string, fields: BookRow["fields"]): BookRow => ({ key, fields });
const quarry = { client_key: "a1" };
const policy = (key: string, line: string, premium: number, more: BookRow["fields"] = {}): BookRow =>
  row(key, {
    ...quarry,
    policy_number: `SYN-3000000${key.slice(1)}`,
    line,
    lines: [line],
    status: "active",
    effective_on: "2026-03-01",
    expires_on: "2027-03-01",
    premium,
    term_months: 12,
    carrier_name: "Northgate Mutual",
    ...more,
  });
const claim = (key: string, number: string, status: string, incurred: number): BookRow =>
  row(key, {
    ...quarry,
    policy_key: "p1",
    claim_number: number,
    line: "general_liability",
    status,
    occurred_on: "2026-05-02",
    paid: 0,
    reserved: incurred,
    incurred,
  });
const book = bookOfRows({
  accounts: [
    row("a1", { name: "Quarry Roofing Inc", email: "office@example.org", revenue: 900_000, total_premium: 9000 }),
  ],
  carriers: [
    row("m1", { name: "Northgate Mutual", rating: "B++" }),
    row("m2", { name: "Weststar Casualty", rating: "A++" }),
    row("m3", { name: "Harrow Assurance", rating: "B" }),
  ],
  policies: [
    policy("p1", "general_liability", 4000),
    policy("p2", "cyber", 1500),
    policy("p3", "personal_auto", 3500),
    policy("p4", "homeowners", 1200, { status: "expired", effective_on: "2025-03-01", expires_on: "2026-03-01" }),
  ],
  coverages: [
    row("v1", {
      ...quarry,
      policy_key: "p3",
      line: "personal_auto",
      coverage: "bi_per_person",
      included: true,
      limit: 100_000,
    }),
    row("v2", {
      ...quarry,
      policy_key: "p3",
      line: "personal_auto",
      coverage: "bi_per_accident",
      included: true,
      limit: 300_000,
    }),
    row("v3", {
      ...quarry,
      policy_key: "p2",
      line: "cyber",
      coverage: "social_engineering",
      included: true,
      limit: 250_000,
    }),
  ],
  claims: [claim("k1", "CL-7770001", "open", 5200), claim("k2", "CL-7770002", "closed", 900)],
  contacts: [
    row("n1", { ...quarry, name: "Ana Reyes", role: "owner", email: "ana@example.org", is_primary: true }),
    row("n2", { ...quarry, name: "Bo Larsen", role: "bookkeeper", email: "bo@example.org" }),
    row("n3", { ...quarry, name: "Cy Reyes", role: "spouse" }),
  ],
  documents: [
    row("d2", { ...quarry, title: "Declarations", kind: "declarations", dated_on: "2026-03-01" }),
    row("d1", { ...quarry, title: "Loss run", kind: "loss_runs", dated_on: "2026-10-27" }),
  ],
  activities: [
    row("e1", { ...quarry, code: "certificate", subject: "Certificate by mail", occurred_at: "2026-11-14T10:00:00Z" }),
    row("e2", { ...quarry, code: "endorsement", subject: "Endorsement by phone", occurred_at: "2026-07-27T10:00:00Z" }),
  ],
});

const given = (question: string, before: readonly string[] = []) => askPlainly(question, { book }, { before });

describe("the rows behind a figure are named or cited (ANSWER-93)", () => {
  test.each([
    ["Which policy of Quarry Roofing has the highest premium?", "of 3 policies in force of Quarry Roofing Inc [1]"],
    ["What is the biggest premium among Quarry Roofing's policies, and on which line is it?", "the largest is general"],
    ["How many open claims does Quarry Roofing have?", "1 open claim [1]: claim CL-7770001 [2]"],
    ["How many open claims does Quarry Roofing have, and what's the total incurred?", "of 1 open claim"],
    ["How many claims does Quarry Roofing have and what is their total incurred?", "$6,100"],
    ["How much premium does Quarry Roofing bring in across all its current policies?", "$9,000"],
    ["How many cyber policies do we have and what is their total premium?", "of 1 cyber policy in force is $1,500"],
  ])("%s", async (question, expected) => {
    expect((await given(question)).text).toContain(expected);
  });

  test("the greatest of several is cited with all that it was compared with", async () => {
    const { citations } = await given("What's the cheapest policy of Quarry Roofing?");
    expect(citations.slice(0, 2).map(({ source }) => source.ref)).toEqual([
      expect.objectContaining({ family: "policies", where: { client_key: "a1", status: "active" }, count: 3 }),
      expect.objectContaining({ family: "policies", key: "p2" }),
    ]);
  });
});

describe("whether something is so comes first, and the rest of the question behind it (ANSWER-94)", () => {
  test.each([
    ["Is social engineering covered under Quarry Roofing's cyber policy, and up to what limit?", "Yes", "$250,000"],
    ["Quarry Roofing cyber - social engineering included? limit?", "Yes", "$250,000"],
    ["Does Quarry Roofing have an open claim, and under which line?", "Yes", "general liability"],
    ["Quarry Roofing any open claims? which line", "Yes", "general liability"],
    ["Is the GL of Quarry Roofing active and when does it expire?", "Yes", "March 1, 2027"],
    [
      "Quarry Roofing is asking whether social engineering is covered under the cyber policy. Is it?",
      "Yes",
      "$250,000",
    ],
    ["Could you tell me whether claim CL-7770001 is open and what the reserve on it is?", "As of", "is open"],
  ])("%s", async (question, begins, expected) => {
    const { text } = await given(question);
    expect(text).toMatch(new RegExp(`^${begins}`, "u"));
    expect(text).toContain(expected);
  });
});

describe("one name for two coverages (ANSWER-76)", () => {
  test.each([
    "What are the bodily injury limits per person and per accident on Quarry Roofing's auto?",
    "Quarry Roofing auto BI limits per person / per accident",
  ])("%s", async (question) => {
    const { text } = await given(question);
    expect(text).toContain("$100,000");
    expect(text).toContain("$300,000");
  });

  test("one of them alone is answered alone", async () => {
    const { text } = await given("What is the bodily injury limit per accident on Quarry Roofing's auto?");
    expect(text).toContain("$300,000");
    expect(text).not.toContain("$100,000");
  });
});

describe("papers, people and what was done, in everyday words (ANSWER-12)", () => {
  test.each([
    ["What's the date of the loss run we have for Quarry Roofing?", "October 27, 2026"],
    ["What's the loss run we have for Quarry Roofing?", "Loss run"],
    ["When did we last have something logged for Quarry Roofing, and what was it about?", "November 14, 2026"],
    ["What happened last on the account of Quarry Roofing, please?", "Certificate by mail"],
    ["Most recent thing we logged on Quarry Roofing?", "Certificate by mail"],
    ["When did we last handle an endorsement for Quarry Roofing?", "July 27, 2026"],
    ["Quarry Roofing last endorsement - when?", "July 27, 2026"],
    ["I have to send an invoice to Quarry Roofing's bookkeeper, which email do we have?", "bo@example.org"],
    ["Quarry Roofing - who does their books?", "Bo Larsen"],
    ["Who do we have listed as the spouse on the Quarry Roofing account?", "Cy Reyes"],
    ["How long is SYN-30000001 good for?", "March 1, 2027"],
    ["List of B++ carriers", "1 carrier rated B++ [1]: Northgate Mutual"],
    ["A++ carriers?", "Weststar Casualty"],
    ["Who is listed as the owner's spouse at Quarry Roofing?", "Cy Reyes"],
    ["What happened most recently with Quarry Roofing?", "Certificate by mail"],
    ["What is the total premium of all in-force cyber policies?", "$1,500"],
    ["Quarry Roofing: number of dec pages on file", "1 declarations document"],
  ])("%s", async (question, expected) => {
    expect((await given(question)).text).toContain(expected);
  });
});

test.each([
  "What was the premium on Quarry Roofing's home policy for the term that ran from March 1, 2025 to March 1, 2026?",
  "Quarry Roofing homeowners premium 3/1/2025 to 3/1/2026",
])("a term is named by its first and last day (ANSWER-69): %s", async (question) => {
  expect((await given(question)).text).toContain("$1,200");
});

test("what about another line asks for the same of it (ANSWER-71)", async () => {
  const { text } = await given("what about the auto policy?", ["What is the premium on Quarry Roofing's cyber?"]);
  expect(text).toContain("$3,500");
});

test.each([
  "Will Quarry Roofing renew with us next year?",
  "Which carrier will offer Quarry Roofing the lowest price at the next renewal?",
  "What is the website address of Quarry Roofing?",
  "What is the salary of Quarry Roofing's bookkeeper?",
  "What is the name of the underwriter who handles Quarry Roofing at the carrier?",
])("what is in no row is not answered with something near it: %s (ANSWER-80)", async (question) => {
  expect((await given(question)).method).toBe("declined");
});
