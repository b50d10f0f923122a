import { describe, expect, test } from "@jest/globals";
import type { BookRow } from "../book-source.ts";
import { bookOfRows } from "../testing/book-of-rows.ts";
import { askPlainly } from "../testing/ask-plainly.ts";

const row = (key: string, fields: BookRow["fields"]): BookRow => ({ key, fields: { client_key: "c1", ...fields } });
const book = bookOfRows({
  accounts: [row("c1", { name: "Quarry Roofing Inc", phone: "(614) 555-0100" })],
  staff: [row("s1", { name: "Nell Brackwater" }), row("s2", { name: "Tobin Ashgrove" })],
  policies: [
    row("p1", {
      policy_number: "SYN-10000001",
      line: "umbrella",
      lines: ["umbrella"],
      status: "active",
      expires_on: "2027-03-01",
      premium: 1200,
    }),
  ],
  activities: [
    row("a1", {
      code: "billing_question",
      subject: "Billing question by phone",
      channel: "call",
      occurred_at: "2026-11-15T10:00:00Z",
      seat_key: "s1",
    }),
    row("a2", {
      code: "renewal_review",
      subject: "Renewal review by mail",
      channel: "email",
      occurred_at: "2026-10-01T10:00:00Z",
      seat_key: "s2",
    }),
  ],
  documents: [
    row("d1", { kind: "loss_runs", title: "Loss run", dated_on: "2026-10-21" }),
    row("d2", { kind: "application", title: "Application", dated_on: "2026-09-02" }),
    row("d3", { kind: "certificate", title: "Certificate", dated_on: "2026-08-02" }),
  ],
  tasks: [
    row("t1", {
      title: "Issue certificates for the county road job",
      status: "open",
      priority: "high",
      due_on: "2026-11-25",
      seat_key: "s1",
    }),
    row("t2", {
      title: "Chase the missing photos",
      status: "open",
      priority: "low",
      due_on: "2026-11-18",
      seat_key: "s2",
    }),
  ],
  claims: [
    row("l1", { claim_number: "C100001", status: "open", paid: 500, incurred: 900, occurred_on: "2026-05-01" }),
    row("l2", { claim_number: "C100002", status: "closed", paid: 70, incurred: 70, occurred_on: "2025-05-01" }),
  ],
  payments: [
    row("m1", { number: "P200001", amount: 300, paid_on: "2026-10-05", method: "card" }),
    row("m2", { number: "P200002", amount: 300, paid_on: "2026-07-05", method: "check" }),
  ],
});

async function answer(question: string, ...before: readonly string[]): Promise<string> {
  return (await askPlainly(question, { book }, { before, declineText: "declined" })).text;
}

describe("another fact of the rows before", () => {
  test.each([
    ["When did we last speak with Quarry Roofing?", "who handled it?", "Nell Brackwater"],
    ["When did we last speak with Quarry Roofing?", "and by what means?", "call"],
    ["Does Quarry Roofing have an open claim?", "how much has been paid on it so far?", "$500"],
    ["Does Quarry Roofing have an open claim?", "and paid to date?", "$500"],
    ["When was the last payment from Quarry Roofing?", "check, card or ACH?", "card"],
    ["When was the last payment from Quarry Roofing?", "by which means was that payment made?", "card"],
    ["Is a loss run on file for Quarry Roofing?", "and how old is it?", "October 21, 2026"],
  ])("ANSWER-71 %s %s", async (before, question, value) => {
    await expect(answer(question, before)).resolves.toContain(value);
  });

  test("ANSWER-71 a field that those rows do not have is the client's", async () => {
    await expect(answer("and their phone number?", "Does Quarry Roofing have an open claim?")).resolves.toContain(
      "(614) 555-0100",
    );
  });
});

describe("work to be done", () => {
  test.each([
    ["quarry roofing: county road job certs, by when?", "November 25, 2026"],
    ["Whose is the road job certificates to-do of Quarry Roofing?", "Nell Brackwater"],
    ["Is the task about the missing photos at Quarry Roofing low, normal or high?", "low"],
    ["Is anything overdue at Quarry Roofing?", "Chase the missing photos"],
  ])("ANSWER-84 %s", async (question, value) => {
    await expect(answer(question)).resolves.toContain(value);
  });

  test("ANSWER-68 a colleague's tasks are those that the colleague was given", async () => {
    await expect(answer("How many open tasks does Tobin Ashgrove have?")).resolves.toContain("1 open task");
  });
});

describe("what was done", () => {
  test.each([
    ["Last contact with Quarry Roofing: when, who and how?", ["November 15, 2026", "Nell Brackwater", "call"]],
    ["Was the last contact with Quarry Roofing a call, an email or a meeting?", ["channel call"]],
    ["How many billing q's are logged for Quarry Roofing?", ["1 billing question"]],
    ["What day was the last renewal review for Quarry Roofing logged?", ["October 1, 2026"]],
  ])("ANSWER-12 %s", async (question, values) => {
    const text = await answer(question);
    for (const value of values) expect(text).toContain(value);
  });

  test("ANSWER-11 how long a call took is in no row", async () => {
    await expect(answer("How long did the last call with Quarry Roofing take?")).resolves.toBe("declined");
  });
});

describe("papers on file", () => {
  test.each([
    ["Do we have loss runs on file for Quarry Roofing, and from what date?", ["Yes", "October 21, 2026"]],
    ["quarry roofing: last thing that went into the file?", ["Loss run"]],
    ["Our application for Quarry Roofing is stale. What day is the one on file from?", ["September 2, 2026"]],
  ])("ANSWER-12 %s", async (question, values) => {
    const text = await answer(question);
    for (const value of values) expect(text).toContain(value);
  });

  test("ANSWER-85 a paper that is only mentioned is not the question", async () => {
    await expect(
      answer("I need to put the umbrella on a cert for Quarry Roofing, what's the number on it?"),
    ).resolves.toContain("SYN-10000001");
    await expect(answer("what is Quarry Roofing's phone number for the application?")).resolves.toContain(
      "(614) 555-0100",
    );
  });

  test("ANSWER-11 who signed a paper is in no row", async () => {
    await expect(answer("Who signed the application of Quarry Roofing?")).resolves.toBe("declined");
  });
});
