import { describe, expect, test } from "@jest/globals";
import { answerTypeOf, holdsCount, lacksDay, saysType } from "./answer-type.ts";
import type { Passage } from "./passage.ts";
import { askPlainly } from "../testing/ask-plainly.ts";

// Which sentence of a paper answers, and when none does.

const paper = (key: string, title: string, text: string): Passage => ({
  kind: "knowledge",
  ref: { key },
  title,
  locator: null,
  text,
});
const passages = [
  paper(
    "calls",
    "Telephone Standards",
    "Calls are picked up by the third ring. Voice messages are returned within two hours. The front desk keeps a log of all callers. Tess Moran looks after the log and removes entries after a year.",
  ),
  paper(
    "complaints",
    "Complaints",
    "A complaint is anything that a client says in dissatisfaction. Complaints go to Marian Reed, who answers in writing within five business days. A complaint through the regulator is handed to the principal at once.",
  ),
  paper(
    "contract",
    "Insurance Requirements of Osprey Builders",
    "Subcontractors carry general liability with limits of $1,000,000. Coverage for completed operations is kept for six years after the job. Osprey may buy lapsed coverage and deduct its price. Tools are at the risk of the subcontractor.",
  ),
  paper(
    "leave",
    "Leave",
    "Full-time employees earn 15 days of vacation a year. A sick employee brings a note from the fourth day on. Gifts worth more than $75 are declined.",
  ),
];
const ask = (question: string) => askPlainly(question, { passages });

describe("words that stand for one another find the sentence (ANSWER-20)", () => {
  test.each([
    ["How soon do we have to call back someone who left a voicemail?", "Voice messages are returned within two hours."],
    [
      "How long must coverage for completed ops be maintained?",
      "Coverage for completed operations is kept for six years",
    ],
    ["How many days off do staff get in a year?", "Full-time employees earn 15 days of vacation a year."],
    ["Above what value do we refuse a present?", "Gifts worth more than $75 are declined."],
    ["Who maintains the log?", "Tess Moran looks after the log"],
  ])("%s", async (question, sentence) => {
    expect((await ask(question)).text).toContain(sentence);
  });
});

describe("a heading is context of what it stands above, and no sentence itself (ANSWER-20)", () => {
  const handbook = paper(
    "staff",
    "Staff Handbook",
    [
      "Training",
      "Continuing education courses are reimbursed up to $600 a year.",
      "Do I need a licence?",
      "Every producer holds one. It is renewed every two years by the office.",
      "3. Working from home",
      "Two days a week are allowed after the first quarter.",
    ].join("\n\n"),
  );
  const quotesOf = async (question: string) =>
    (await askPlainly(question, { passages: [handbook, ...passages] })).citations.map(({ quote }) => quote);

  test.each([
    ["How much of training courses is reimbursed?", "Continuing education courses are reimbursed up to $600 a year."],
    ["How many days a week are allowed from home?", "Two days a week are allowed after the first quarter."],
    ["How often does the office renew a licence?", "It is renewed every two years by the office."],
  ])("%s", async (question, sentence) => {
    const quotes = await quotesOf(question);
    expect(quotes[0]).toBe(sentence);
    for (const heading of ["Training", "Do I need a licence?", "3. Working from home"])
      expect(quotes).not.toContain(heading);
  });

  test.each([
    ["## Who signs the binder?\nDana Ortiz signs the binder.", "Who signs the binder?", "Dana Ortiz signs the binder."],
    ["# FAQ\n\n## What is the grace period?\n\nThe grace period is 12 days.", "What is the grace period?", "12 days"],
    ["ELEVATOR INSPECTION IS DUE IN MARCH", "When is the elevator inspection due?", "IN MARCH"],
    ["OFFICE IS CLOSED\n\nPARKING IS FREE\n\nDOORS ARE LOCKED", "Is parking free?", "PARKING IS FREE"],
    ["For glass call extension 5 ext. 4 for help.", "Which extension is for glass?", "ext. 4 for help."],
  ])("%j answers for itself", async (text, question, answer) => {
    const found = await askPlainly(question, { passages: [paper("self", "Notes", text), ...passages] });
    expect(found.citations.map(({ quote }) => quote).join("\n")).toContain(answer);
  });

  test("a line of a list is no heading", async () => {
    const list = paper("list", "Closing", "Fire doors are shut\nLights are off\nAlarm is set by the last to leave");
    expect((await askPlainly("Who sets the alarm?", { passages: [list] })).text).toContain("Alarm is set by the last");
  });
});

test("an amount, a limit or a date is stated by a figure (ANSWER-20)", async () => {
  const dec = paper("dec", "Declarations", "Dwelling: $350,000\nPersonal property: $120,000\nValued: 2026-09-15");
  const answerOf = async (question: string) => (await askPlainly(question, { passages: [dec, ...passages] })).text;
  expect(await answerOf("What is the dwelling limit?")).toContain("Dwelling: $350,000");
  expect(await answerOf("What is the valuation date?")).toContain("Valued: 2026-09-15");
});

describe("a sentence without what the form of the question asks for is no answer (ANSWER-28)", () => {
  test.each([
    "How many complaints did we receive last year?",
    "What bonding does Osprey require from subcontractors?",
    "Who is the project manager at Osprey Builders?",
  ])("%s", async (question) => {
    expect((await ask(question)).method).toBe("declined");
  });

  test.each([
    ["How quickly must we answer?", "time"],
    ["A suit came in, by when must it go to the carrier?", "time"],
    ["What's the minimum down payment?", "figure"],
    ["How far may the fleet drive?", "figure"],
    ["When do we remarket an account?", "when"],
    ["I made a mistake; whom do I tell?", "person"],
    ["Who is the sales director?", "name"],
    ["Which bank holds the account?", "name"],
    ["What is the advertising budget?", "figure"],
    ["May a client pay by card?", undefined],
  ])("%s asks for %s", (question, type) => {
    expect(answerTypeOf(question)).toBe(type);
  });

  test.each([
    ["time", "It is sent by noon of the next day.", true],
    ["time", "It is sent to the carrier.", false],
    ["figure", "A fee of $30 is charged.", true],
    ["figure", "There is no charge.", true],
    ["figure", "A fee is charged.", false],
    ["when", "It is sent once the client has signed.", true],
    ["person", "The account manager signs it.", true],
    ["name", "It is signed by Ana Reyes.", true],
    ["name", "The sales director signs it.", false],
    ["person", "It is kept in the safe.", false],
  ] as const)("a %s is stated or not: %s", (type, sentence, isQuoted) => {
    expect(saysType(type, sentence)).toBe(isQuoted);
  });

  test("a fact of a day is in no paper that does not speak of it", () => {
    expect(lacksDay("Who is the director at the moment?")("The director signs it.")).toBe(true);
    expect(lacksDay("How many did we write last year?")("Last year we wrote 40.")).toBe(false);
    expect(lacksDay("How many days does it take?")("It takes two days.")).toBe(false);
  });

  test("a number counts what stands behind it", () => {
    expect(holdsCount("How many days do they have?")("Employees have 15 paid vacation days.")).toBe(true);
    expect(holdsCount("How many complaints are there?")("Complaints are answered within five days.")).toBe(false);
  });
});

test("of two sentences that only share the subject neither is an answer, one that stands out is (ANSWER-29)", async () => {
  const two = paper("w", "Water", "The water desk opens claims. The water desk pays claims.");
  const answerOf = (text: string) => askPlainly(text, { passages: [two] });
  expect((await answerOf("Which adjuster of the desk inspects frozen pipes and claims?")).method).toBe("declined");
  expect((await answerOf("Who opens claims?")).text).toContain("The water desk opens claims.");
});
