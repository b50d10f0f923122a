import { describe, expect, test } from "@jest/globals";
import type { BookRow } from "../book-source.ts";
import { bookOfRows } from "../testing/book-of-rows.ts";
import { askPlainly } from "../testing/ask-plainly.ts";

const row = (key: string, fields: BookRow["fields"]): BookRow => ({ key, fields });
const quarry = { client_key: "a1" };
const book = bookOfRows({
  accounts: [row("a1", { name: "Quarry Roofing Inc" }), row("a2", { name: "Elm Street Dental LLC" })],
  carriers: [row("m1", { name: "Northgate Mutual" }), row("m2", { name: "Weststar Casualty" })],
  policies: [
    row("p1", {
      ...quarry,
      policy_number: "SYN-10000001",
      line: "general_liability",
      lines: ["general_liability"],
      status: "active",
      expires_on: "2027-03-01",
      premium: 4000,
      carrier_name: "Northgate Mutual",
    }),
  ],
  claims: [
    row("k1", {
      ...quarry,
      policy_key: "p1",
      claim_number: "CL-5550001",
      line: "general_liability",
      status: "open",
      cause: "wind",
      occurred_on: "2026-05-02",
      reported_on: "2026-05-09",
      paid: 1000,
      reserved: 2500,
      incurred: 3500,
    }),
    row("k2", {
      ...quarry,
      policy_key: "p1",
      claim_number: "CL-5550002",
      line: "workers_compensation",
      status: "closed",
      cause: "strain injury",
      occurred_on: "2025-02-03",
      reported_on: "2025-02-04",
      paid: 800,
      reserved: 0,
      incurred: 800,
    }),
  ],
  invoices: [
    row("i1", {
      ...quarry,
      policy_key: "p1",
      number: "INV-7000001",
      amount: 300,
      balance: 0,
      due_on: "2026-08-01",
      paid_on: "2026-08-21",
      status: "paid",
      days_late: 20,
    }),
    row("i2", {
      ...quarry,
      policy_key: "p1",
      number: "INV-7000002",
      amount: 450,
      balance: 450,
      due_on: "2026-11-30",
      status: "open",
    }),
  ],
  payments: [
    row("y1", { ...quarry, number: "PAY-8000001", amount: 300, paid_on: "2026-08-21", method: "check" }),
    row("y2", { ...quarry, number: "PAY-8000002", amount: 900, paid_on: "2026-02-01", method: "card" }),
  ],
  quotes: [
    row("q1", { ...quarry, lines: ["umbrella"], carrier_key: "m1", stage: "quoted", premium: 2100 }),
    row("q2", { ...quarry, lines: ["umbrella"], carrier_key: "m2", stage: "quoted", premium: 1900 }),
    row("q3", {
      client_key: "a2",
      lines: ["cyber"],
      carrier_key: "m2",
      stage: "declined",
      decline_reason: "class of business",
    }),
  ],
  submissions: [
    row("s1", {
      ...quarry,
      lines: ["umbrella"],
      carrier_key: "m1",
      stage: "quoted",
      submitted_on: "2026-10-05",
      effective_on: "2027-03-01",
    }),
  ],
  renewals: [
    row("r1", { ...quarry, lines: ["umbrella"], stage: "outreach", premium: 2000 }),
    row("r2", { client_key: "a2", lines: ["cyber"], stage: "lost", lost_reason: "price", premium: 700 }),
    row("r3", { client_key: "a2", lines: ["crime"], stage: "lost", lost_reason: "moved", premium: 100 }),
  ],
});

const answerTo = (question: string, before: readonly string[] = []) =>
  askPlainly(question, { book }, { before, declineText: "not answered" });

describe("questions about claims, invoices, payments, quotes and renewals", () => {
  test.each([
    ["number of the open claim of Quarry Roofing", "CL-5550001"],
    ["when did Quarry Roofing phone in the GL loss", "May 9, 2026"],
    ["how did the GL loss at Quarry Roofing come about", "wind"],
    ["GL claim of Quarry Roofing, paid plus reserve?", "$3,500"],
    ["Quarry Roofing - work comp loss, wrapped up or still open?", "closed"],
    ["which policy is CL-5550001 under", "SYN-10000001"],
    ["CL-5550001, which client?", "Quarry Roofing Inc"],
    ["is CL-5550002 a GL claim", "No: as of November 20, 2026, the line of claim CL-5550002"],
    ["which claim has the most set aside", "CL-5550001"],
    ["how many losses has Quarry Roofing had, open and closed", "2 claims"],
    ["what's still held back on the open claim of Quarry Roofing", "$2,500"],
  ])("a claim is found by everyday words: %s (ANSWER-10)", async (question, value) => {
    expect((await answerTo(question)).text).toContain(value);
  });

  test.each([
    ["INV-7000001 paid? y/n", "Yes:"],
    ["has INV-7000002 been settled yet", "No:"],
    ["what day did the money come in for INV-7000001", "August 21, 2026"],
    ["was INV-7000001 paid late", "20"],
    ["by when does Quarry Roofing have to pay its open bill", "November 30, 2026"],
    ["the bill Quarry Roofing hasn't paid, # and amt", "INV-7000002"],
    ["does Quarry Roofing owe us anything", "Yes: as of November 20, 2026, the total balance of 1 open invoice"],
    ["Quarry Roofing last pymt - when + how much", "$300"],
    ["Quarry Roofing's most recent payment - check or card?", "method check"],
    ["how did Quarry Roofing pay the last time", "method check"],
    ["biggest pymt ever, how much", "$900"],
  ])("an invoice or a payment is found by everyday words: %s (ANSWER-10)", async (question, value) => {
    expect((await answerTo(question)).text).toContain(value);
  });

  test.each([
    ["who came in cheapest on the umbrella for Quarry Roofing", "Weststar Casualty"],
    ["what did Northgate come back with on the umbrella for Quarry Roofing", "$2,100"],
    ["which carrier passed on Elm Street Dental", "Weststar Casualty"],
    ["why did Weststar turn down Elm Street Dental", "class of business"],
    ["when was the umbrella submission of Quarry Roofing sent", "October 5, 2026"],
    ["how come we lost the Elm Street Dental cyber renewal", "price"],
    ["how many renewals did we lose because of the price", "1 lost price renewal"],
    ["lost renewals by reason", "moved: 1"],
    ["how many renewals in each stage", "outreach: 1"],
  ])("work on the book is found by everyday words: %s (ANSWER-10)", async (question, value) => {
    expect((await answerTo(question)).text).toContain(value);
  });

  test("a sum over one row cites the row as well (ANSWER-12)", async () => {
    const { citations } = await answerTo("how much was paid on the GL claim of Quarry Roofing");
    expect(citations.map(({ source }) => source.ref["key"])).toContain("k1");
  });

  test("a short question goes on from a claim that was named by its number (ANSWER-71)", async () => {
    expect((await answerTo("and paid?", ["what was the cause of claim CL-5550001?"])).text).toContain("$1,000");
  });

  test.each([
    "check number on PAY-8000001",
    "is the Northgate quote for Quarry Roofing a good deal?",
    "what late fee did we charge on INV-7000001",
    "who is the CEO of Northgate Mutual",
    "what is the deductible on CL-5550001",
    "why is Quarry Roofing late on its bill",
  ])("what no row says is declined: %s (ANSWER-11)", async (question) => {
    expect((await answerTo(question)).method).toBe("declined");
  });

  test.each([
    ["what is still reserved on the wind claim, CL-5550001?", ["$2,500"]],
    ["when did the wind loss (CL-5550001) happen?", ["May 2, 2026"]],
    ["which Quarry Roofing claim cost the most", ["CL-5550001", "$3,500"]],
    ["what are the claim payments for CL-5550001?", ["$1,000"]],
    ["Quarry Roofing umbrella submission - sent on?", ["October 5, 2026"]],
    [
      "list the umbrella quotes of Quarry Roofing with premium",
      ["Northgate Mutual", "$2,100", "Weststar Casualty", "$1,900"],
    ],
  ])("a row is found by its number, and several offers by their carriers: %s (ANSWER-12)", async (question, values) => {
    const { text } = await answerTo(question);
    for (const value of values) expect(text).toContain(value);
  });

  test("who else has talked with a client is in no row (ANSWER-80)", async () => {
    expect((await answerTo("Has Quarry Roofing been talking with another broker?")).method).toBe("declined");
  });
});
