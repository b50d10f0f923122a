import { describe, expect, test } from "@jest/globals";
import type { BookRow } from "../book-source.ts";
import { bookOfRows } from "../testing/book-of-rows.ts";
import { askPlainly } from "../testing/ask-plainly.ts";

// Questions within a conversation, as they were asked in trials: what stands on something that was said before.

const row = (key: string, fields: BookRow["fields"]): BookRow => ({ key, fields });
const policy = (key: string, client: string, carrier: string, more: BookRow["fields"] = {}): BookRow =>
  row(key, {
    client_key: client,
    policy_number: `SYN-4000000${key.slice(1)}`,
    line: "commercial_auto",
    lines: ["commercial_auto"],
    status: "active",
    effective_on: "2026-02-01",
    expires_on: "2027-02-01",
    premium: 1000,
    carrier_key: carrier,
    carrier_name: carrier === "m1" ? "Keasagant Mutual" : "Weststar Casualty",
    ...more,
  });
const claim = (key: string, incurred: number): BookRow =>
  row(key, { client_key: "a1", claim_number: `CL-880000${key.slice(1)}`, status: "closed", incurred });
const invoice = (key: string, status: string): BookRow =>
  row(key, {
    client_key: "a1",
    number: `INV-99000${key.slice(1)}`,
    status,
    amount: 100,
    balance: status === "open" ? 100 : 0,
  });
const book = bookOfRows({
  accounts: [
    row("a1", {
      name: "Vadara Market LLC",
      email: "office@example.org",
      status: "active",
      producer_seat: "s1",
      servicer_seats: ["s2"],
      total_premium: 2000,
    }),
    row("a2", { name: "Elm Street Dental LLC", producer_seat: "s1", servicer_seats: ["s3"], total_premium: 900 }),
  ],
  staff: [
    row("s1", { name: "Damum Kruvilyov", role: "producer", email: "damum@example.org" }),
    row("s2", { name: "Lovei Bristad", role: "account_manager", email: "lovei@example.org" }),
    row("s3", { name: "Nanei Nuridge", role: "account_manager", email: "nanei@example.org" }),
  ],
  carriers: [
    row("m1", { name: "Keasagant Mutual", rating: "B++", appointed: false, admitted_states: ["OH"] }),
    row("m2", { name: "Weststar Casualty", rating: "A", appointed: true, admitted_states: ["KY"] }),
  ],
  policies: [
    policy("p1", "a1", "m1"),
    policy("p2", "a2", "m2"),
    policy("p3", "a1", "m1", {
      status: "expired",
      effective_on: "2025-02-01",
      expires_on: "2026-02-01",
      premium: 800,
      policy_number: "SYN-40000001-1",
    }),
    policy("p4", "a1", "m1", {
      status: "expired",
      effective_on: "2024-02-01",
      expires_on: "2025-02-01",
      premium: 700,
      policy_number: "SYN-40000001-2",
    }),
  ],
  claims: [claim("k1", 500), claim("k2", 250)],
  invoices: [invoice("i1", "paid"), invoice("i2", "paid"), invoice("i3", "open")],
  activities: [
    row("e1", { client_key: "a1", code: "certificate", subject: "Certificate", occurred_at: "2026-06-26T10:00:00Z" }),
  ],
  documents: [row("d1", { client_key: "a1", title: "Loss run", kind: "loss_runs", dated_on: "2026-10-27" })],
});

const given = (question: string, before: readonly string[] = [], source = book) =>
  askPlainly(question, { book: source }, { before });

describe("a carrier or colleague that was named is meant by what points back (ANSWER-71)", () => {
  test.each([
    ["Is it appointed?", ["What is the rating of Keasagant Mutual?"], "No: as of"],
    ["How many policies do we have with it?", ["What is the rating of Keasagant Mutual?"], "1 policy in force with"],
    ["What is her email?", ["Who is the account manager of Vadara Market?"], "lovei@example.org"],
    [
      "What is the email of Nanei Nuridge?",
      ["Who is the account manager of Vadara Market?"],
      "the email of Nanei Nuridge is nanei@example.org",
    ],
    ["What did they cost?", ["How many claims does Vadara Market have?"], "amount incurred of 2 claims"],
    ["When did it expire?", ["What was the premium of the auto of Vadara Market last year?"], "February 1, 2026"],
  ])("%s after %j", async (question, history, expected) => {
    expect((await given(question, history)).text).toContain(expected);
  });
});

test.each([
  ["who produces it?", ["Which client has the most claims?"]],
  ["Which of those are admitted in Ohio?", ["Which carriers are rated A?"]],
  ["who is the client?", ["How many auto policies do we have?"]],
  ["how many clients does he produce?", ["Who is the producer of Vadara Market?"]],
])(
  "what stands on nothing that was named is nobody's, and not the whole book's: %s after %j (ANSWER-67)",
  async (question, history) => {
    expect((await given(question, history)).method).toBe("declined");
  },
);

test.each([" ", "...", "ok thanks", "\u200B", "Great, thank you!"])(
  "nothing, or nothing but thanks, asks nothing again: %j (ANSWER-71)",
  async (question) => {
    expect((await given(question, ["What is the premium of Vadara Market's auto?"])).method).toBe("declined");
  },
);

describe("states, papers and certificates (ANSWER-12)", () => {
  test.each([
    ["How many paid invoices does Vadara Market have?", "2 paid invoices"],
    ["How many invoices of Vadara Market are paid?", "2 paid invoices"],
    ["What papers do we have on file for Vadara Market?", "1 document"],
    ["Did Vadara Market get a certificate this year?", "Yes: as of"],
    ["What was the premium of Vadara Market's auto in 2024?", "$700"],
    ["How many policies does Vadara Market have, and which is the oldest?", "the earliest"],
  ])("%s", async (question, expected) => {
    expect((await given(question)).text).toContain(expected);
  });
});

test("equal groups are all the first (ANSWER-66)", async () => {
  const { text } = await given("Which account manager has the most clients?");
  expect(text).toContain("Lovei Bristad has with others the most: 1 client");
  expect(text).toContain("Nanei Nuridge has with others the most: 1 client");
  expect((await given("Which account manager has the second most clients?")).method).toBe("declined");
});

test("clients of an account manager are cited by who serves them (ANSWER-74)", async () => {
  const { citations } = await given("How many clients does Lovei Bristad serve?");
  expect(citations[0]?.source.ref).toMatchObject({ where: { servicer_seats: "s2" }, count: 1 });
});

test("what would tell a hidden field is not counted either (ANSWER-15)", async () => {
  const hiding = bookOfRows(
    { accounts: [row("a1", { name: "Vadara Market LLC" })], invoices: [invoice("i1", "paid"), invoice("i3", "open")] },
    { hidden: { invoices: ["status"] } },
  );
  for (const question of [
    "How many invoices of Vadara Market are open?",
    "How many paid invoices does Vadara Market have?",
  ]) {
    const { text } = await given(question, [], hiding);
    expect(text).toContain("The status of Vadara Market LLC is not available to you");
  }
});

test("what the policy hides is named, and no other field (ANSWER-15)", async () => {
  const hiding = bookOfRows(
    { accounts: [row("a1", { name: "Vadara Market LLC" })], policies: [policy("p1", "a1", "m1")] },
    { hidden: { policies: ["status"] } },
  );
  const { text } = await given("How many active policies does Vadara Market have?", [], hiding);
  expect(text).not.toContain("premium");
});
