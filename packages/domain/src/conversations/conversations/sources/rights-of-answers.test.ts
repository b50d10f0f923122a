import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { answerQuestion, type BookRow, type EmbeddedAnswer } from "@service/embedded-answers";
import { fieldPolicyPresets } from "@service/privacy";
import { openBookReads } from "../../../book/records/index.ts";
import { createTestBook, openTestDeps, type TestBook, type TestDeps, testView } from "../../../testing/index.ts";
import type { BookView } from "../../../book/seats/index.ts";
import { openBookSource } from "./index.ts";

const organizationId = randomUUID();
const signal = new AbortController().signal;
let deps: TestDeps;
let book: TestBook;

/** Values that stand nowhere else: whoever may not see them must never read them. */
const planted = {
  revenue: 7_654_321,
  commission: 765.43,
  premium: 98_765.43,
  claim: 34_567.89,
  phone: "(614) 555-0187",
};

beforeAll(async () => {
  deps = await openTestDeps();
  book = await createTestBook(deps.db, { organizationId });
  const client = (id: string, name: string, seat: string) => ({
    family: "accounts" as const,
    sourceId: id,
    fields: {
      name,
      producer_seat: seat,
      revenue: planted.revenue,
      phone: planted.phone,
      mailing_address: { city: "Millford" },
    },
  });
  const policy = (id: string, of: string, premium: number) => ({
    family: "policies" as const,
    sourceId: id,
    fields: {
      client_key: book.keyOf("accounts", of),
      policy_number: `SYN-5550000${id.slice(1)}`,
      line: "cyber",
      lines: ["cyber"],
      status: "active",
      effective_on: "2026-01-01",
      expires_on: "2027-01-01",
      premium,
      commission_amount: planted.commission,
    },
  });
  await book.write({
    puts: [
      client("A", "Quarry Roofing LLC", "S-1"),
      client("B", "Blue Harbor Cafe LLC", "S-2"),
      policy("P1", "A", 1000),
      policy("P2", "B", planted.premium),
      {
        family: "claims",
        sourceId: "K2",
        fields: {
          client_key: book.keyOf("accounts", "B"),
          policy_key: book.keyOf("policies", "P2"),
          claim_number: "CL-5550002",
          status: "open",
          occurred_on: "2026-05-01",
          incurred: planted.claim,
        },
      },
    ],
  });
  await book.serve(new Date("2026-11-20T12:00:00Z"));
});
afterAll(async () => {
  await deps.close();
});

async function ask(viewer: BookView, question: string): Promise<EmbeddedAnswer> {
  const source = await openBookSource(
    { ...deps, book: openBookReads(deps.db) },
    { viewer, connectionId: undefined, signal },
  );
  return answerQuestion(
    {
      question,
      history: [],
      rules: [],
      subject: {},
      declineText: "No.",
      requireCitations: true,
      responseFormat: { type: "text" },
      onNoEvidence: "decline",
    },
    { passages: [], book: source },
  );
}

const questions = [
  "What is the premium of Blue Harbor Cafe's cyber policy?",
  "What does policy SYN-55500002 cost?",
  "Who is the insured on policy SYN-55500002?",
  "Which policy has the highest premium?",
  "What is our total premium?",
  "How much is incurred on claim CL-5550002?",
  "What is the largest claim?",
  "How many clients do we have?",
  "List all clients",
  "How many cyber policies do we have?",
  "Which clients have cyber?",
  "Which client has the most claims?",
  "How many policies expire in January 2027?",
];

test("a seat reads nothing of a client that it does not see, in no value, name or number (ANSWER-13)", async () => {
  const own = testView(organizationId, { posture: "lit", grants: ["seat:S-1"] });
  const all = testView(organizationId);
  const foreign = [book.keyOf("accounts", "B"), book.keyOf("policies", "P2"), book.keyOf("claims", "K2")];
  let answeredCount = 0;
  for (const question of questions) {
    const answer = JSON.stringify(await ask(own, question));
    for (const value of ["98,765.43", "34,567.89", "Blue Harbor", "99,765", ...foreign])
      expect([question, answer]).toEqual([question, expect.not.stringContaining(value)]);
    if (/98,765\.43|34,567\.89|Blue Harbor|2 clients|99,765/.test(JSON.stringify(await ask(all, question))))
      answeredCount += 1;
  }
  // The questions do reach what is planted for somebody who sees it.
  expect(answeredCount).toBeGreaterThanOrEqual(8);
});

test("a count is of the rows that the seat sees (ANSWER-10)", async () => {
  const own = testView(organizationId, { posture: "lit", grants: ["seat:S-1"] });
  expect((await ask(own, "How many clients do we have?")).text).toContain("1 client ");
  expect((await ask(testView(organizationId), "How many clients do we have?")).text).toContain("2 clients ");
  expect((await ask(own, "What is our total premium?")).text).toContain("$1,000 ");
});

test("another organization's book is not there (ANSWER-15)", async () => {
  const stranger = testView(randomUUID());
  await expect(ask(stranger, "How many clients do we have?")).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  ["denied", { ...fieldPolicyPresets.full, denied: ["financial", "commission", "pii_contact"] }],
  [
    "masked",
    {
      ...fieldPolicyPresets.full,
      masks: { revenue: "year", commission_amount: "last4", phone: "last4", premium: "last4" },
    },
  ],
] as const)("a field that is %s is not available, whatever the question (ANSWER-15)", async (_, policy) => {
  const viewer = testView(organizationId, { policy });
  const ownQuestions = [
    "What is the revenue of Quarry Roofing?",
    "Quarry Roofing revenue",
    "What commission do we earn on Quarry Roofing's cyber policy?",
    "What is the total commission of our policies?",
    "What is the phone number of Quarry Roofing?",
    "Which client has the highest revenue?",
    "What is the total revenue of all clients?",
  ];
  for (const question of ownQuestions) {
    const answer = await ask(viewer, question);
    expect([question, JSON.stringify(answer)]).toEqual([
      question,
      expect.not.stringMatching(/7,?654,?321|15,?308,?642|765\.43|555-0187|0187/),
    ]);
    expect([question, answer.text]).toEqual([question, expect.stringMatching(/not available to you|^No\.$/)]);
  }
  expect((await ask(viewer, "What is the revenue of Quarry Roofing?")).text).toBe(
    "The revenue of Quarry Roofing LLC is not available to you [1].",
  );
});

describe("what people wrote, over the whole book (PRIV-25)", () => {
  const texts = {
    activity: `Commission of $${planted.commission} agreed`,
    claim: "Ladder fell on a guest",
    account: `A cafe that earns us $${planted.commission}`,
  };
  const viewer = testView(organizationId, { policy: { ...fieldPolicyPresets.full, denied: ["commission"] } });
  const sourceFor = async (view: BookView) => {
    const source = await openBookSource(
      { ...deps, book: openBookReads(deps.db) },
      { viewer: view, connectionId: undefined, signal },
    );
    if (source === undefined) throw new Error("no snapshot serves");
    return source;
  };
  const textsOf = async (view: BookView) => {
    const source = await sourceFor(view);
    const [activities, claims, accounts, named] = await Promise.all([
      source.rows("activities", {}),
      source.rows("claims", {}),
      source.rows("accounts", {}),
      source.accountsNamed(["blue", "harbor"], 5),
    ]);
    const of = (rows: readonly BookRow[], source: string, name: string) =>
      rows.find(({ fields }) => fields["source_id"] === source)?.fields[name];
    return [
      of(activities.rows, "V1", "subject"),
      of(claims.rows, "K3", "description"),
      of(accounts.rows, "B", "description"),
      of(named, "B", "description"),
    ];
  };

  beforeAll(async () => {
    const [a, b] = ["A", "B"].map((id) => book.keyOf("accounts", id));
    await book.write({
      puts: [
        {
          family: "activities",
          sourceId: "V1",
          fields: { client_key: b ?? "", kind: "note", subject: texts.activity },
        },
        { family: "claims", sourceId: "K3", fields: { client_key: a ?? "", description: texts.claim } },
        { family: "accounts", sourceId: "B", fields: { name: "Blue Harbor Cafe LLC", description: texts.account } },
      ],
    });
    await book.serve(new Date("2026-11-21T12:00:00Z"));
  });

  test("shows no value that the policy hides from the asker", async () => {
    expect(await textsOf(testView(organizationId))).toEqual([
      texts.activity,
      texts.claim,
      texts.account,
      texts.account,
    ]);
    expect(await textsOf(viewer)).toEqual([null, texts.claim, null, null]);
  });

  test("is withheld where it may name a value and too many clients would have to be looked at", async () => {
    const puts = Array.from({ length: 201 }, (_, index) => [
      { family: "accounts" as const, sourceId: `M${index}`, fields: { name: `Many ${index}` } },
      {
        family: "activities" as const,
        sourceId: `VM${index}`,
        fields: {
          client_key: book.keyOf("accounts", `M${index}`),
          kind: "note",
          subject: index < 200 ? `Call ${index}` : "Call",
        },
      },
    ]).flat();
    await book.write({ puts });
    await book.serve(new Date("2026-11-22T12:00:00Z"));
    const { rows } = await (await sourceFor(viewer)).rows("activities", {});
    const subjects = rows.map(({ fields }) => fields["subject"]);
    expect([subjects.length, subjects.filter((subject) => subject !== null)]).toEqual([202, ["Call"]]);
  });
});
