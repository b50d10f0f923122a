/**
 * Answers the same questions again and again and prints the answers: a test compares what processes with other locales and
 * time zones print (ANSWER-1).
 */
import { answerQuestion } from "../answer-question.ts";
import type { AnswerRequest } from "../answer-request.ts";
import type { Passage } from "../passages/passage.ts";
import { bookOfRows } from "./book-of-rows.ts";

const repeats = 100;

const book = bookOfRows({
  accounts: [
    { key: "c1", fields: { name: "İstanbul Çay Ltd", revenue: 1_234_567.5, mailing_address: { city: "Ankara" } } },
    { key: "c2", fields: { name: "Zebra Ångström AB", revenue: 850_000, mailing_address: { city: "Åre" } } },
    { key: "c3", fields: { name: "Ääkkönen Oy", revenue: 10, mailing_address: { city: "Espoo" } } },
  ],
  policies: ["cyber", "umbrella", "auto"].map((line, index) => ({
    key: `p${index}`,
    fields: {
      client_key: "c1",
      policy_number: `TR-1000000${index}`,
      line,
      lines: [line],
      status: "active",
      effective_on: "2026-01-01",
      expires_on: `2027-0${index + 1}-01`,
      premium: 1_200.5 + index,
      carrier_name: "Harbor Mutual",
    },
  })),
});
const passages: Passage[] = ["i", "ı", "ä", "z", "a"].map((letter) => ({
  kind: "knowledge",
  ref: { key: `k-${letter}`, passage: 1 },
  title: `Titled ${letter}`,
  locator: null,
  text: "The claims desk is open from 8 to 18. DIŞ HEKIMI claims are answered on Monday.",
}));
const request: Omit<AnswerRequest, "question"> = {
  history: [{ role: "user", text: "Tell me about the claims desk" }],
  rules: ["b", "a"].map((key) => ({ key, priority: 1, when: { any: ["MERHABA"] }, reply: `Reply ${key}.` })),
  subject: {},
  declineText: "Not answered.",
  requireCitations: true,
  responseFormat: { type: "text" },
  onNoEvidence: "decline",
};
const questions = [
  "Merhaba!",
  "When is the claims desk open?",
  "Who answers DIŞ HEKIMI claims?",
  "Which policies does İstanbul Çay Ltd have?",
  "What is the premium of the cyber policy of istanbul cay?",
  "List all clients by revenue",
  "When does the umbrella of İstanbul Çay Ltd expire?",
  "How many accounts are there?",
  "What is the weather in Izmir?",
];

const seen = new Set<string>();
for (let time = 0; time < repeats; time += 1) {
  const answers = [];
  for (const question of questions) answers.push(await answerQuestion({ ...request, question }, { passages, book }));
  seen.add(JSON.stringify(answers));
}
for (const answers of seen) process.stdout.write(`${answers}\n`);
