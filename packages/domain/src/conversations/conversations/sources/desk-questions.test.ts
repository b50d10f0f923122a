import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { answerQuestion, type AnswerRequest, type EmbeddedAnswer, type Passage } from "@service/embedded-answers";
import {
  deskFiles,
  handbook,
  handbookQuestions,
  lookUpQuestions,
  type PaperQuestion,
  paperQuestions,
  type Question,
  unanswerableQuestions,
} from "@service/sample-data/desk-questions";
import { textOf } from "@service/sample-data";
import { openBookReads } from "../../../book/records/index.ts";
import { openTestDeps, type TestBook, type TestDeps, testView } from "../../../testing/index.ts";
import { openBookSource } from "./index.ts";
import { createDeskBook } from "./test-kit.ts";

const organizationId = randomUUID();
const signal = new AbortController().signal;
let deps: TestDeps;
let book: TestBook;

beforeAll(async () => {
  deps = await openTestDeps();
  book = await createDeskBook(deps.db, organizationId);
});
afterAll(async () => {
  await deps.close();
});

const request: Omit<AnswerRequest, "question"> = {
  history: [],
  rules: [],
  subject: {},
  declineText: "The sources you may see do not answer this.",
  requireCitations: true,
  responseFormat: { type: "text" },
  onNoEvidence: "decline",
};
const knowledge = handbook.map(({ key, title, text }, index): Passage => ({
  kind: "knowledge",
  ref: { key, passage: index + 1 },
  title,
  locator: null,
  text,
}));

async function ask(question: string, more: Partial<AnswerRequest> = {}, passages = knowledge): Promise<EmbeddedAnswer> {
  const reads = { ...deps, book: openBookReads(deps.db) };
  const source = await openBookSource(reads, {
    viewer: testView(organizationId),
    connectionId: undefined,
    signal,
    clientKey: more.subject?.client_key,
  });
  return answerQuestion({ ...request, ...more, question }, { passages, book: source });
}

/** Right value and right citation. */
function isRight({ method, text, citations }: EmbeddedAnswer, { truth }: Question): boolean {
  const cites = (family: string, name: "key" | "count", value: string | number): boolean =>
    citations.some(({ source: { ref } }) => ref["family"] === family && ref[name] === value);
  return (
    method === "lookup" &&
    truth.says.every((ways) => ways.some((way) => text.includes(way))) &&
    (truth.rows ?? []).every(({ family, id }) => cites(family, "key", book.keyOf(family, id))) &&
    (truth.over === undefined || cites(truth.over.family, "count", truth.over.count))
  );
}

/** Every sentence has a source: its mark, of a citation that is there and whose span is in the text. */
function isGrounded({ method, text, citations }: EmbeddedAnswer): boolean {
  if (method === "declined") return true;
  const length = [...text].length;
  const marks = [...text.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n));
  return (
    citations.length > 0 &&
    citations.every(
      ({ n, quote, span }, index) => n === index + 1 && quote !== "" && span.start < span.end && span.end <= length,
    ) &&
    marks.every((n) => n >= 1 && n <= citations.length) &&
    text.split("\n").every((line) => /\[\d+\]/.test(line))
  );
}

test.each(["tuned", "kept"] as const)(
  "look-ups say the right value with the right citation: %s wordings (ANSWER-50)",
  async (set) => {
    const questions = lookUpQuestions().filter((question) => question.set === set);
    expect(questions.length).toBeGreaterThanOrEqual(132);
    const wrong: string[] = [];
    for (const question of questions) {
      const answer = await ask(question.question);
      expect([question.question, isGrounded(answer)]).toEqual([question.question, true]);
      if (!isRight(answer, question)) wrong.push(`${question.question} -> ${answer.text}`);
    }
    expect(wrong.slice(0, Math.max(0, wrong.length - Math.floor(questions.length * 0.05)))).toEqual([]);
  },
);

test.each(["tuned", "kept"] as const)(
  "the answering sentence is among the quotes: %s questions on papers and prose (ANSWER-51)",
  async (set) => {
    const questions: readonly (Pick<PaperQuestion, "question" | "answer"> & Partial<PaperQuestion>)[] = [
      ...handbookQuestions,
      ...paperQuestions(),
    ].filter((question) => question.set === set);
    expect(questions.length).toBe(30);
    const wrong: string[] = [];
    for (const { question, answer, file } of questions) {
      const papers = (file?.rows.documents ?? []).map((row): Passage => ({
        kind: "catalog_documents",
        ref: { document_key: textOf(row["document_key"]), page: 1 },
        title: textOf(row["title"]),
        locator: "page 1",
        text: textOf(row["text"]),
      }));
      const subject = file === undefined ? {} : { client_key: book.keyOf("accounts", file.clientKey) };
      const given = await ask(question, { subject }, [...papers, ...knowledge]);
      expect([question, isGrounded(given)]).toEqual([question, true]);
      if (!given.citations.some(({ quote }) => quote.includes(answer))) wrong.push(`${question} -> ${given.text}`);
    }
    expect(wrong.slice(0, Math.max(0, wrong.length - Math.floor(questions.length * 0.15)))).toEqual([]);
  },
);

test.each(["tuned", "kept"] as const)("what nothing answers is declined: %s questions (ANSWER-52)", async (set) => {
  const questions = unanswerableQuestions().filter((question) => question.set === set);
  expect(questions.length).toBe(30);
  const answered: string[] = [];
  for (const { question } of questions) {
    const { method, text, citations } = await ask(question);
    if (method !== "declined") answered.push(`${question} -> ${text}`);
    else expect(citations).toEqual([]);
  }
  expect(answered.slice(0, Math.max(0, answered.length - 1))).toEqual([]);
});

test("equal questions have equal answers, byte for byte (ANSWER-1)", async () => {
  const questions = lookUpQuestions().filter((_, index) => index % 60 === 0);
  for (const { question } of questions) {
    const first = JSON.stringify(await ask(question));
    for (let time = 0; time < 3; time += 1) expect(JSON.stringify(await ask(question))).toBe(first);
  }
});

test("a conversation about one client reads no other client (ANSWER-13)", async () => {
  const [own, other] = deskFiles;
  if (own === undefined || other === undefined) throw new Error("no clients");
  const subject = { client_key: book.keyOf("accounts", own.clientKey) };
  for (const question of [
    `What policies does ${other.name} have?`,
    `How many clients do we have?`,
    `Which client has the largest premium?`,
    `What is the phone number of ${other.name}?`,
  ]) {
    const answer = await ask(question, { subject });
    expect([question, JSON.stringify(answer)]).toEqual([
      question,
      expect.not.stringContaining(book.keyOf("accounts", other.clientKey)),
    ]);
    expect(answer.text).not.toContain(textOf(other.rows.policies[0]?.["policy_number"]));
  }
});
