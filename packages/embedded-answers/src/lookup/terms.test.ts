import { expect, test } from "@jest/globals";
import { bookOfRows } from "../testing/book-of-rows.ts";
import { askPlainly } from "../testing/ask-plainly.ts";

const policy = (key: string, number: string, fields: object) => ({
  key,
  fields: {
    client_key: "c1",
    policy_number: number,
    line: "umbrella",
    lines: ["umbrella"],
    carrier_name: "Harbor Mutual",
    term_months: 12,
    billing: "agency",
    kind: "renewal",
    commission_rate: 0.1,
    commission_amount: 130,
    ...fields,
  },
});
const term = (key: string, number: string, year: number, status: string, premium: number, prior?: string) =>
  policy(key, number, {
    status,
    effective_on: `${year}-03-01`,
    expires_on: `${year + 1}-03-01`,
    premium,
    ...(prior === undefined ? {} : { prior_policy_key: prior }),
  });
const book = bookOfRows({
  accounts: [{ key: "c1", fields: { name: "Quarry Roofing Inc" } }],
  policies: [
    term("p0", "SYN-10000001-2", 2024, "expired", 1100),
    term("p1", "SYN-10000001-1", 2025, "expired", 1200, "p0"),
    term("p2", "SYN-10000001", 2026, "active", 1300, "p1"),
    term("p3", "SYN-10000009", 2027, "future", 1400, "p2"),
    policy("p4", "SYN-10000005", {
      line: "cyber",
      lines: ["cyber"],
      status: "cancelled",
      effective_on: "2026-01-01",
      expires_on: "2027-01-01",
      cancelled_on: "2026-06-13",
      premium: 900,
    }),
  ],
});
const ask = (question: string) => askPlainly(question, { book });

test.each([
  ["What did Quarry Roofing pay for the umbrella in the previous term?", ["$1,200"]],
  ["Quarry Roofing umbrella, last yr prem?", ["$1,200"]],
  ["What was Quarry Roofing's umbrella premium a year ago?", ["$1,200"]],
  ["How much was Quarry Roofing's umbrella before the last renewal?", ["$1,200"]],
  ["Prior policy number of Quarry Roofing's umbrella?", ["is SYN-10000001-1"]],
  ["Quarry Roofing umbrella premium now vs last term", ["$1,300", "$1,200"]],
  ["Compare Quarry Roofing's current umbrella premium with last year's", ["$1,300", "$1,200"]],
  ["What is the premium of the next umbrella term of Quarry Roofing?", ["$1,400"]],
])("the requested term: %s (ANSWER-69)", async (question, values) => {
  const { method, text } = await ask(question);
  expect(method).toBe("lookup");
  for (const value of values) expect(text).toContain(value);
  for (const other of ["$1,100", "$1,200", "$1,300", "$1,400"].filter((each) => !values.includes(each)))
    expect(text).not.toContain(other);
});

test.each([
  "What was Quarry Roofing's umbrella premium in the term before last?",
  "Did Quarry Roofing have claims in the previous term?",
  "How many policies were in force last year?",
  "What is the next policy term for Quarry Roofing's cyber?",
])("a term that no row states is not guessed: %s (ANSWER-11)", async (question) => {
  expect(await ask(question)).toMatchObject({ method: "declined" });
});

test.each([
  ["Quarry Roofing cyber: still in force?", "cyber policy SYN-10000005 (cancelled) was cancelled on June 13, 2026"],
  [
    "Is Quarry Roofing's cyber active?",
    "No: as of November 20, 2026, Quarry Roofing Inc has no cyber policies in force",
  ],
  ["When was Quarry Roofing's cyber cancelled?", "June 13, 2026"],
  ["Quarry Roofing cyber cancel date", "June 13, 2026"],
  ["Has Quarry Roofing's cyber lapsed?", "Yes: as of November 20, 2026, cyber policy SYN-10000005 (cancelled) was"],
  [
    "Has Quarry Roofing's umbrella lapsed?",
    "No: as of November 20, 2026, umbrella policy SYN-10000001 is in force until",
  ],
])("what became of a policy: %s (ANSWER-86)", async (question, words) => {
  const { method, text } = await ask(question);
  expect([method, text]).toEqual(["lookup", expect.stringContaining(words)]);
});

test.each([
  ["Is Quarry Roofing's umbrella a 6 or a 12 month policy?", ["is 12"]],
  ["Quarry Roofing umbrella term length?", ["is 12"]],
  ["Quarry Roofing umbrella: DB or AB?", ["agency"]],
  ["Does Quarry Roofing pay us or the carrier for the umbrella?", ["agency"]],
  ["What % do we make on Quarry Roofing's umbrella?", ["10 %"]],
  ["Is Quarry Roofing's umbrella new business or did it renew?", ["is renewal"]],
  ["Who has Quarry Roofing's umbrella and what do they pay for it?", ["Harbor Mutual", "$1,300"]],
  ["When does Quarry Roofing's umbrella expire and who is it with?", ["March 1, 2027", "Harbor Mutual"]],
])("facts of a policy in everyday words: %s (ANSWER-12)", async (question, values) => {
  const { text } = await ask(question);
  for (const value of values) expect(text).toContain(value);
});

test.each([
  ["How many policies were cancelled in June?", "1 cancelled policy in June 2026"],
  ["Which client pays the least for the umbrella?", "umbrella policy SYN-10000001 of Quarry Roofing Inc"],
  ["Who pays us the most for the umbrella, and what do they pay?", "$1,300"],
  ["Which of Quarry Roofing's policies costs the most?", "the largest policy in force of Quarry Roofing Inc"],
  ["Everybody on the books with an umbrella", "1 client with umbrella policies in force"],
  ["Quarry Roofing umbrella - y/n?", "Yes: "],
  ["Umbrella number for Quarry Roofing?", "is SYN-10000001 ["],
  ["How long does Quarry Roofing's umbrella run?", "is 12"],
  ["What is the billing on Quarry Roofing's umbrella?", "is agency"],
  ["When was Quarry Roofing's cyber cancelled and who was the carrier?", "June 13, 2026"],
])("policies of a client and of the book in everyday words: %s (ANSWER-12)", async (question, words) => {
  const { method, text } = await ask(question);
  expect([method, text]).toEqual(["lookup", expect.stringContaining(words)]);
});

test("whether somebody pays too much is in no row (ANSWER-11)", async () => {
  expect(await ask("Is Quarry Roofing paying too much for the umbrella?")).toMatchObject({ method: "declined" });
});
