import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { answerQuestion, type BookSource } from "@service/embedded-answers";
import { familyNames } from "@service/record-families";
import { openBookReads } from "../../../book/records/index.ts";
import { createTestBook, openTestDeps, type TestBook, type TestDeps, testView } from "../../../testing/index.ts";
import { openBookSource } from "./index.ts";

const organizationId = randomUUID();
let deps: TestDeps;
let book: TestBook;

beforeAll(async () => {
  deps = await openTestDeps();
  book = await createTestBook(deps.db, { organizationId });
  await book.write({
    puts: [
      { family: "accounts", sourceId: "A", fields: { name: "Quarry Roofing LLC" } },
      {
        family: "policies",
        sourceId: "P1",
        fields: {
          client_key: book.keyOf("accounts", "A"),
          policy_number: "SYN-55500001",
          line: "cyber",
          lines: ["cyber"],
          status: "active",
          effective_on: "2026-01-01",
          expires_on: "2027-01-01",
          premium: 1000,
        },
      },
      {
        family: "contracts",
        sourceId: "T1",
        fields: { client_key: book.keyOf("accounts", "A"), party: "Millford County", notice_days: 30 },
      },
    ],
  });
  await book.serve(new Date("2026-11-20T12:00:00Z"));
});
afterAll(async () => {
  await deps.close();
});

async function source(): Promise<BookSource> {
  const reads = { ...deps, book: openBookReads(deps.db) };
  const { signal } = new AbortController();
  const opened = await openBookSource(reads, { viewer: testView(organizationId), connectionId: undefined, signal });
  if (opened === undefined) throw new Error("no book");
  return opened;
}

test.each([...familyNames, "tasks", "opportunities"] as const)(
  "rows of one policy can be asked of %s (ANSWER-12)",
  async (family) => {
    const { rows } = await (await source()).rows(family, { policyKey: book.keyOf("policies", "P1") });
    expect(rows).toEqual([]);
  },
);

test("a family that names no policies does not say that a policy has none of its rows (ANSWER-11)", async () => {
  const wanted = { policyKey: book.keyOf("policies", "P1") };
  expect(await (await source()).rows("contracts", wanted)).toEqual({ rows: [], isComplete: false });
  expect(await (await source()).rows("claims", wanted)).toEqual({ rows: [], isComplete: true });
});

test.each(["renewals on 2/2", "policies effective 1/1", "' OR 1=1; --", "L L C", "x x", "a b c d e f g h i j k l m n"])(
  "words that no search takes are answered or declined, and never a failure: %s (ANSWER-11)",
  async (question) => {
    const answer = await answerQuestion(
      {
        question,
        history: [],
        rules: [],
        subject: {},
        declineText: "The sources you may see do not answer this.",
        requireCitations: true,
        responseFormat: { type: "text" },
        onNoEvidence: "decline",
      },
      { passages: [], book: await source() },
    );
    expect(["declined", "lookup"]).toContain(answer.method);
    expect(await (await source()).accountsNamed(question.split(" "), 20)).toEqual(expect.any(Array));
  },
);

test.each([
  "got a notice for policy SYN-55500001, which client does it belong to?",
  "SYN-55500001 came in the mail. whose is it?",
  "who is the insured on SYN-55500001?",
])("the client of a policy that is named by its number: %s (ANSWER-12)", async (question) => {
  const answer = await answerQuestion(
    {
      question,
      history: [],
      rules: [],
      subject: {},
      declineText: "The sources you may see do not answer this.",
      requireCitations: true,
      responseFormat: { type: "text" },
      onNoEvidence: "decline",
    },
    { passages: [], book: await source() },
  );
  expect(answer.text).toContain("Quarry Roofing LLC");
  expect(answer.citations[0]?.source.ref).toMatchObject({ family: "policies", key: book.keyOf("policies", "P1") });
});
