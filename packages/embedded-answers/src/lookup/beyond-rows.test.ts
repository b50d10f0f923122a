import { describe, expect, test } from "@jest/globals";
import { bookOfRows } from "../testing/book-of-rows.ts";
import { askPlainly } from "../testing/ask-plainly.ts";

const book = bookOfRows({
  accounts: [{ key: "c1", fields: { name: "Quarry Roofing Inc", mailing_address: { city: "Elmgate", state: "OH" } } }],
  policies: [
    {
      key: "p1",
      fields: {
        client_key: "c1",
        policy_number: "SYN-10000001",
        line: "umbrella",
        lines: ["umbrella"],
        status: "active",
        expires_on: "2027-03-01",
        effective_on: "2026-03-01",
        premium: 1200,
        commission: 120,
        carrier_name: "Harbor Mutual",
        carrier_key: "r1",
        producer_seat: "s1",
      },
    },
  ],
  documents: [
    { key: "d1", fields: { client_key: "c1", kind: "application", title: "Application", dated_on: "2026-02-01" } },
  ],
  contracts: [{ key: "n1", fields: { client_key: "c1", party: "Lowfield Development", dated_on: "2026-01-05" } }],
  activities: [
    {
      key: "a1",
      fields: { client_key: "c1", code: "billing_question", channel: "phone", occurred_at: "2026-11-01T10:00:00Z" },
    },
  ],
  staff: [{ key: "s1", fields: { name: "Ines Calloway", role: "producer" } }],
  carriers: [{ key: "r1", fields: { name: "Harbor Mutual", rating: "A" } }],
});

async function methodOf(question: string): Promise<string> {
  return (await askPlainly(question, { book })).method;
}

describe("what sounds like the desk and is in no row", () => {
  test.each([
    "is Quarry Roofing paying too much for the umbrella?",
    "do you think Quarry Roofing renews the umbrella?",
    "what do other brokers charge for an umbrella?",
    "who is our best carrier?",
    "what does Ines Calloway earn?",
    "home phone of Ines Calloway",
    "who signed the application of Quarry Roofing?",
    "who typed in the umbrella of Quarry Roofing?",
    "how long did the last call with Quarry Roofing take?",
    "at what time of day did Quarry Roofing last call?",
    "what's the form number of Quarry Roofing's umbrella?",
    "how much is Quarry Roofing's contract worth?",
    "how much did Quarry Roofing's umbrella go up?",
    "what is the share price of Harbor Mutual?",
  ])("is declined: %s (ANSWER-80)", async (question) => {
    expect(await methodOf(question)).toBe("declined");
  });

  test.each([
    "how much does Quarry Roofing pay for the umbrella?",
    "who writes Quarry Roofing's umbrella?",
    "any chance you have Quarry Roofing's umbrella carrier?",
  ])("does not keep what is in a row from being looked up: %s (ANSWER-80)", async (question) => {
    expect(await methodOf(question)).toBe("lookup");
  });
});
