import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import type { AnswerRequest, AnswerRule } from "./answer-request.ts";
import { answerQuestion } from "./answer-question.ts";
import type { BookRow } from "./book-source.ts";
import type { Passage } from "./passages/passage.ts";
import { splitWords } from "./split-words.ts";
import { bookOfRows } from "./testing/book-of-rows.ts";

const declineText = "The sources you may see do not answer this.";
const request: Omit<AnswerRequest, "question"> = {
  history: [],
  rules: [],
  subject: {},
  declineText,
  requireCitations: true,
  responseFormat: { type: "text" },
  onNoEvidence: "decline",
};

const row = (key: string, fields: BookRow["fields"]): BookRow => ({ key, fields });
const rows = {
  accounts: [
    row("c1", {
      name: "Blue Harbor Cafe LLC",
      revenue: 850_000,
      phone: "(614) 555-0101",
      mailing_address: { city: "Millford", state: "OH" },
    }),
    row("c2", { name: "Blue Harbor Cafe LLC", mailing_address: { city: "Stoneport", state: "PA" } }),
    row("c3", { name: "Quarry Roofing Inc", revenue: 2_000_000, mailing_address: { city: "Elmgate", state: "OH" } }),
  ],
  policies: [
    row("p1", {
      client_key: "c3",
      policy_number: "SYN-10000001",
      line: "umbrella",
      lines: ["umbrella"],
      status: "active",
      expires_on: "2027-03-01",
      effective_on: "2026-03-01",
      premium: 1200.5,
      carrier_name: "Harbor Mutual",
    }),
    row("p2", {
      client_key: "c3",
      policy_number: "SYN-10000002",
      line: "general_liability",
      lines: ["general_liability"],
      status: "active",
      expires_on: "2026-12-24",
      effective_on: "2025-12-24",
      premium: 4000,
      carrier_name: "Harbor Mutual",
    }),
    row("p3", {
      client_key: "c1",
      policy_number: "SYN-10000003",
      line: "cyber",
      lines: ["cyber"],
      status: "active",
      expires_on: "2027-01-01",
      effective_on: "2026-01-01",
      premium: 900,
    }),
  ],
  coverages: [
    row("v1", {
      client_key: "c3",
      policy_key: "p1",
      line: "umbrella",
      coverage: "umbrella_occurrence",
      included: true,
      limit: 2_000_000,
    }),
    row("v2", {
      client_key: "c3",
      policy_key: "p2",
      line: "general_liability",
      coverage: "each_occurrence",
      included: true,
      limit: 1_000_000,
      deductible: { type: "flat", amount: 500 },
    }),
    row("v3", {
      client_key: "c3",
      policy_key: "p2",
      line: "general_liability",
      coverage: "additional_insured",
      included: false,
    }),
  ],
  claims: [
    row("k1", {
      client_key: "c3",
      policy_key: "p2",
      claim_number: "CL-7000001",
      line: "general_liability",
      status: "open",
      occurred_on: "2026-05-01",
      incurred: 1000,
      paid: 250,
    }),
    row("k2", {
      client_key: "c3",
      policy_key: "p2",
      claim_number: "CL-7000002",
      line: "general_liability",
      status: "closed",
      occurred_on: "2021-05-01",
      incurred: 500.25,
      paid: 500.25,
    }),
  ],
};
const book = bookOfRows(rows);
const ask = (question: string, more: Partial<AnswerRequest> = {}, passages: readonly Passage[] = []) =>
  answerQuestion({ ...request, ...more, question }, { passages, book });

describe("rules", () => {
  const rule = (key: string, priority: number, when: AnswerRule["when"]): AnswerRule => ({
    key,
    priority,
    when,
    reply: `reply of ${key}`,
  });

  test("the lower priority comes first, then the key (ANSWER-2)", async () => {
    const rules = [
      rule("c", 2, { any: ["hours"] }),
      rule("b", 1, { any: ["hours"] }),
      rule("a", 1, { any: ["hours"] }),
    ];
    expect(await ask("Your HOURS?", { rules })).toMatchObject({ method: "rule", text: "reply of a" });
  });

  test.each<[AnswerRule["when"], string, boolean]>([
    [{ all: ["opening hours", "office"] }, "What are the office's opening hours?", true],
    [{ all: ["opening hours", "office"] }, "What are the opening hours?", false],
    [{ any: ["hour"] }, "What are the hours?", false],
    [{ any: ["hours"], none: ["weekend"] }, "hours on the weekend", false],
    [{ pattern: "^re(fund|turn)s?\\b" }, "Refunds, please", true],
    [{ pattern: "(a+)+$" }, `${"a".repeat(2_000)}b`, false],
    [{ any: ["ｈｏｕｒｓ"] }, "Hours", true],
    [{}, "anything", false],
  ])("every member of when must hold: %j of %j is %j (ANSWER-2)", async (when, question, isMet) => {
    expect((await ask(question, { rules: [rule("a", 1, when)] })).method === "rule").toBe(isMet);
  });

  test("a reply cites the passages that it names (ANSWER-3)", async () => {
    const passage: Passage = {
      kind: "knowledge",
      ref: { key: "hours", passage: 1 },
      title: "Hours",
      locator: null,
      text: "Open from 8 to 5.",
    };
    const answer = await ask("opening hours", { rules: [{ ...rule("a", 1, { any: ["hours"] }), cite: "hours" }] }, [
      passage,
    ]);
    expect(answer.text).toBe("reply of a [1]");
    expect(answer.citations).toEqual([
      {
        n: 1,
        source: { kind: "knowledge", ref: { key: "hours", passage: 1 }, title: "Hours", locator: null },
        quote: "Open from 8 to 5.",
        span: { start: 0, end: 10 },
      },
    ]);
  });
});

describe("look-ups", () => {
  test("a value stands with its day, its client and the field that it is from (ANSWER-5, ANSWER-10)", async () => {
    const answer = await ask("When does Quarry Roofing's umbrella expire?");
    expect(answer).toMatchObject({
      method: "lookup",
      text: "As of November 20, 2026, the expiration date of umbrella policy SYN-10000001 of Quarry Roofing Inc is March 1, 2027 [1].",
    });
    const [citation] = answer.citations;
    expect(citation?.source).toEqual({
      kind: "records",
      ref: { connection_id: book.connectionId, family: "policies", key: "p1", field: "expires_on" },
      title: "Umbrella policy SYN-10000001",
      locator: "expires_on",
    });
    expect(citation?.quote).toContain("March 1, 2027 (2027-03-01)");
    const points = [...answer.text];
    expect(points.slice(citation?.span.start, citation?.span.end).join("")).toBe("March 1, 2027");
  });

  test.each([
    ["How many open claims does Quarry Roofing have?", "has 1 open claim [1]"],
    ["Total incurred of Quarry Roofing's claims in the last 3 years?", "is $1,000 [1]"],
    ["What is Quarry Roofing's each occurrence limit?", "$1,000,000 for each occurrence"],
    ["GL deductible of Quarry Roofing", "$500 for each occurrence"],
    [
      "Is additional insured included for Quarry Roofing?",
      "No: as of November 20, 2026, additional insured is not included",
    ],
    [
      "Does Quarry Roofing have cyber?",
      "No: as of November 20, 2026, Quarry Roofing Inc has no cyber policies in force",
    ],
    ["Which policies expire in the next 60 days?", "3 policies"],
    ["How many policies expire within 45 days?", "2 policies in force expiring within 45 days"],
    ["What does policy SYN-10000002 cost?", "is $4,000 [1]"],
    ["largest claim", "claim CL-7000001"],
    ["How many clients do we have in Ohio?", "2 clients in Ohio"],
    ["What is the premuim of Quarry Roofing's umbrela?", "$1,200.50"],
    ["Wich carier writes Quarry Roofing's umbrela?", "Harbor Mutual"],
  ])("%s (ANSWER-12)", async (question, words) => {
    const answer = await ask(question);
    expect([answer.method, answer.text]).toEqual([
      "lookup",
      expect.stringContaining(words === "3 policies" ? "policies in force expiring within 60 days" : words),
    ]);
  });

  test.each([
    "What is the fax number of Quarry Roofing?",
    "Why does Quarry Roofing's umbrella expire?",
    "What will Quarry Roofing's premium be next year?",
    "What is the premium of Quarry Roofing's aviation policy?",
    "When does policy SYN-99999999 expire?",
    "When does Slate Roofing's umbrella expire?",
    "When does the policy expire?",
    "Who is the owner?",
    "What was Quarry Roofing's revenue in 2019?",
  ])("a word that nothing explains is not passed over: %s (ANSWER-11)", async (question) => {
    expect(await ask(question)).toMatchObject({ method: "declined", text: declineText, citations: [] });
  });

  test.each([
    ["Could you kindly pull up, real quick, exactly when Quarry Roofing's umbrella expires?", "March 1, 2027", 60],
    ["Quarry Roofing umb exp dt", "March 1, 2027", 61],
    ["Quarry Roofing: GL ded?", "$500 for each occurrence", 61],
    ["I'm on the phone with Quarry Roofing about a lawsuit, when does the umbrella expire?", "March 1, 2027", 62],
    ["What is Quarry Roofing's GL premium so that I can finish the fresco for their banker?", "$4,000", 62],
    ["GL premium for Quarry", "$4,000", 63],
    ["Who has Quarry Roofing's GL?", "the carrier of general liability policy SYN-10000002", 64],
    ["When was Quarry Roofing's umbrella written?", "the effective date of umbrella policy SYN-10000001", 64],
    ["Where is Quarry Roofing?", "Elmgate, OH", 64],
    [
      "How many clients have no umbrella?",
      "there is 1 client with other policies in force and no umbrella policies",
      65,
    ],
    ["Which line has the most premium?", "general liability has the most: a total premium of $4,000", 66],
    ["Premium by line", "cyber: $900 [2]; general liability: $4,000 [3]; umbrella: $1,200.50 [4]", 66],
    ["List the claims", "2 claims", 67],
    ["How many open claims do we have in Ohio?", "1 open claim of clients in Ohio", 68],
    ["How many claims occurred in May?", "1 claim that occurred in May 2026", 72],
    ["Which policies expire by December 24?", "1 policy in force expiring by December 24", 72],
    ["How many policies expire before 12/24/2026?", "no policies in force expiring before 12/24/2026", 72],
    ["How many clients have an open claim?", "1 client with open claims", 73],
    ["How many clients have GL and umbrella?", "1 client with general liability and umbrella policies", 73],
    ["How many cyber and umbrella policies do we have?", "2 cyber or umbrella policies", 73],
    [
      "Does Quarry Roofing have liquor liability coverage?",
      "No: as of November 20, 2026, Quarry Roofing Inc has no",
      75,
    ],
  ])("%s: %s (ANSWER-%i)", async (question, words) => {
    expect(await ask(question)).toMatchObject({ method: "lookup", text: expect.stringContaining(words) });
  });

  test.each([
    ["What is the colour of Quarry Roofing's umbrella?", 60],
    ["How tall is Quarry Roofing's umbrella policy?", 60],
    ["I have Zorbu Falconry on the line, how many open claims do they have?", 62],
    ["When does the umbrella of Quarry Falconry expire?", 63],
    ["Who is allowed to bind an umbrella?", 67],
    ["How many open claims do they have?", 67],
  ])("%s: is not looked up (ANSWER-%i)", async (question) => {
    expect(await ask(question)).toMatchObject({ method: "declined", text: declineText });
  });

  test("what goes on from earlier questions is about their client and line (ANSWER-71)", async () => {
    const questions = ["What is the premium of Quarry Roofing's umbrella?", "Who is that with?"];
    const history = questions.map((text) => ({ role: "user" as const, text }));
    expect((await ask("and when does it expire?", { history })).text).toContain("umbrella policy SYN-10000001");
    expect((await ask("Any open claims?", { history })).text).toContain("Quarry Roofing Inc has 1 open claim");
    expect((await ask("How many clients do we have?", { history })).text).toContain("3 clients");
  });

  test("a part of two names is answered with a question (ANSWER-63)", async () => {
    const { method, text } = await ask("Blue Harbor's cyber premium?");
    expect([method, text]).toEqual(["declined", expect.stringContaining("2 clients are called “Blue Harbor”")]);
  });

  test("the prior term is the newest that has ended (ANSWER-69)", async () => {
    const term = (key: string, effective: string, expires: string, premium: number) =>
      row(key, {
        client_key: "c3",
        policy_number: `SYN-${key}`,
        line: "umbrella",
        lines: ["umbrella"],
        status: "expired",
        effective_on: effective,
        expires_on: expires,
        premium,
      });
    const terms = [
      ...rows.policies,
      term("20000001", "2024-03-01", "2025-03-01", 1000),
      term("20000002", "2025-03-01", "2026-03-01", 1100),
    ];
    const priorTerm = { ...request, question: "What did Quarry Roofing pay for the umbrella last term?" };
    const { text } = await answerQuestion(priorTerm, { passages: [], book: bookOfRows({ ...rows, policies: terms }) });
    expect(text).toContain("SYN-20000002");
    expect(text).toContain("$1,100");
  });

  test("two equal names are listed with their city, and neither is answered for (ANSWER-13)", async () => {
    const answer = await ask("What is the revenue of Blue Harbor Cafe?");
    expect(answer.method).toBe("declined");
    expect(answer.text).toContain("Blue Harbor Cafe LLC (Millford) [1] and Blue Harbor Cafe LLC (Stoneport) [2]");
    expect(answer.text).not.toContain("850,000");
    expect((await ask("What is the revenue of Blue Harbor Cafe in Millford?")).text).toContain("$850,000");
  });

  test("the subject is the client, and nobody else's row is read (ANSWER-13)", async () => {
    const subject = { client_key: "c3" };
    expect((await ask("When does the umbrella expire?", { subject })).text).toContain("March 1, 2027");
    for (const question of [
      "What is the cyber premium of Blue Harbor Cafe?",
      "Which client has the largest premium?",
      "How many clients do we have?",
    ])
      expect([question, JSON.stringify((await ask(question, { subject })).citations)]).toEqual([
        question,
        expect.not.stringMatching(/"c1"|"p3"/),
      ]);
  });

  test("a field that the policy hides is not available, whatever it holds (ANSWER-15)", async () => {
    const hidden = bookOfRows(rows, { hidden: { accounts: ["revenue"], policies: ["premium"] } });
    for (const question of [
      "What is Quarry Roofing's revenue?",
      "What is the premium of Quarry Roofing's umbrella?",
      "Which policy has the highest premium?",
      "What is our total premium?",
      "Which policies have a premium over $1,000?",
    ]) {
      const answer = await answerQuestion({ ...request, question }, { passages: [], book: hidden });
      expect([question, answer.text]).toEqual([question, expect.stringMatching(/not available to you|do not answer/)]);
      expect(JSON.stringify(answer)).not.toMatch(/2,000,000|1,200|4,000|1200\.5|5,200/);
    }
  });

  test("words that turn the meaning are not passed over (ANSWER-11)", async () => {
    expect((await ask("How many clients are in Ohio or Pennsylvania?")).text).toContain(
      "3 clients in Pennsylvania or Ohio",
    );
    expect((await ask("Which carrier has the most claims?")).text).not.toContain("Quarry Roofing");
    expect((await ask("What is the oldest policy of Quarry Roofing?")).text).toContain("SYN-10000002");
    const two = await ask("Compare the premiums of Quarry Roofing Inc and Blue Harbor Cafe LLC");
    expect(two.method).toBe("declined");
    expect(two.text).not.toContain("are called");
  });

  test("a short question goes on from the one before it (ANSWER-25)", async () => {
    const history = [
      { role: "user" as const, text: "When does Quarry Roofing's umbrella expire?" },
      { role: "assistant" as const, text: "On March 1, 2027." },
    ];
    expect((await ask("And the GL?", { history })).text).toContain("December 24, 2026");
    expect((await ask("And the premium?", { history })).text).toContain("$1,200.50");
    expect((await ask("How many claims do they have?", { history })).text).toContain("2 claims");
  });

  test("headline, findings and gaps come from the newest run that has them (ANSWER-14)", async () => {
    const runs = {
      newest: async () => [
        {
          runId: "r1",
          engineType: "entity_analysis",
          completedOn: "2026-11-10",
          output: {
            headline: "Two gaps to close",
            gaps: [
              { title: "No cyber policy", severity: "high" },
              { title: "Low umbrella", severity: "medium" },
            ],
          },
        },
      ],
    };
    const given = (question: string) =>
      answerQuestion({ ...request, question, subject: { client_key: "c3" } }, { passages: [], book, runs });
    const gaps = await given("What coverage gaps were found?");
    expect(gaps.text).toContain("No cyber policy (high) [2]; Low umbrella (medium) [3]");
    expect(gaps.citations[1]?.source).toMatchObject({ kind: "run_outputs", ref: { run_id: "r1", pointer: "/gaps/0" } });
    expect((await given("What is the headline of the latest run?")).text).toContain("Two gaps to close");
  });
});

describe("answers in JSON", () => {
  const format = (properties: JsonObject, required: readonly string[]) => ({
    responseFormat: { type: "json_schema" as const, schema: { type: "object", properties, required } },
  });

  test("a description that is a question is used as it stands, and a count is no other number (ANSWER-30)", async () => {
    const total = { type: "number", description: "What is the total premium?" };
    const answer = await ask(
      "Please fill this in",
      format({ premium: total, policies: { type: "integer" } }, ["premium"]),
    );
    expect(answer.json).toEqual({
      premium: rows.policies.reduce((sum, { fields }) => sum + Number(fields["premium"]), 0),
      policies: rows.policies.length,
    });
  });

  test("members are filled from the book, and what nothing fills is left out (ANSWER-30)", async () => {
    const answer = await ask(
      "Tell me about Quarry Roofing's umbrella",
      format(
        {
          policy_number: { type: "string" },
          premium: { type: "number" },
          expires_on: { type: "string", format: "date" },
          claims: { type: "integer" },
          shoe_size: { type: "number" },
        },
        ["premium"],
      ),
    );
    expect(answer).toMatchObject({
      method: "lookup",
      json: { policy_number: "SYN-10000001", premium: 1200.5, expires_on: "2027-03-01", claims: 2 },
    });
    expect(JSON.parse(answer.text)).toEqual(answer.json);
    expect(answer.citations.length).toBeGreaterThan(0);
  });

  test("a field of another type fills nothing, and no count stands for it (ANSWER-30)", async () => {
    const properties = {
      premium: { type: "integer" },
      policy_number: { type: "string" },
      lines: { type: "array", items: { type: "string" } },
    };
    const question = "What is the premium of policy SYN-10000001?";
    expect((await ask(question, format(properties, []))).json).toEqual({
      policy_number: "SYN-10000001",
      lines: ["umbrella"],
    });
    expect(await ask(question, format(properties, ["premium"]))).toMatchObject({ failure: "schema_mismatch" });
  });

  test("a required member that nothing fills is a failure (ANSWER-31)", async () => {
    expect(await ask("Quarry Roofing", format({ shoe_size: { type: "number" } }, ["shoe_size"]))).toMatchObject({
      failure: "schema_mismatch",
      json: null,
      text: "",
      citations: [],
    });
  });
});

describe("quotes", () => {
  const passage = (title: string, text: string): Passage => ({
    kind: "attachments",
    ref: { attachment_id: title },
    title,
    locator: "page 1",
    text,
  });

  test("a sentence is quoted as it stands, and one that shares a word with the question does not go along (ANSWER-21)", async () => {
    const answer = await ask("How long is the notice of cancellation?", {}, [
      passage(
        "Contract",
        "INSURANCE\n\nNotice of cancellation: 30 days\nThe notice board hangs in the hall.\nWaiver of subrogation: Yes",
      ),
    ]);
    expect(answer).toMatchObject({ method: "extractive", text: "Notice of cancellation: 30 days [1]" });
    expect(answer.citations.map(({ quote }) => quote)).toEqual(["Notice of cancellation: 30 days"]);
  });

  test("a short question that stands for itself is not answered with the question before (ANSWER-25)", async () => {
    const history = [{ role: "user" as const, text: "When is the claims desk open?" }];
    const passages = [
      passage("Hours", "The claims desk is open from 8 to 18 on weekdays."),
      passage("Fees", "The broker fee is $1,250.00 per year."),
      passage("Fees of the desk", "For calls to the claims desk no fee is due."),
    ];
    expect((await ask("What is the fee?", { history }, passages.slice(0, 2))).text).toBe(
      "The broker fee is $1,250.00 per year. [1]",
    );
    expect((await ask("And the fee?", { history }, passages)).text).toMatch(/^For calls to the claims desk/);
    expect((await ask("And on Sunday?", { history }, passages)).method).toBe("declined");
  });

  test("words that stand nowhere count against an answer (ANSWER-22)", async () => {
    const passages = [passage("Handbook", "Certificates are issued within four hours.\nThe office opens at nine.")];
    expect((await ask("When are certificates issued?", {}, passages)).method).toBe("extractive");
    expect(await ask("Which colour have certificates of origin?", {}, passages)).toMatchObject({
      method: "declined",
      text: `${declineText} Nearest: Handbook.`,
    });
  });

  test("a question of the passage keeps its answer, and a repeated sentence is quoted once (ANSWER-23, ANSWER-24)", async () => {
    const text =
      "Does the applicant store personal data? Yes\nDoes the applicant store personal data? Yes\nIs there a pool? No";
    const answer = await ask("Does the applicant store personal data?", {}, [passage("Application", text)]);
    expect(answer.text).toBe("Does the applicant store personal data? Yes [1]");
  });
});

test("equal requests give equal answers, whatever came between (ANSWER-1)", async () => {
  const questions = [
    "When does Quarry Roofing's umbrella expire?",
    "List all policies",
    "What is the revenue of Blue Harbor Cafe?",
    "What is love?",
  ];
  const first = await Promise.all(questions.map(async (question) => JSON.stringify(await ask(question))));
  for (let time = 0; time < 100; time += 1)
    for (const [index, question] of questions.entries()) expect(JSON.stringify(await ask(question))).toBe(first[index]);
});

test("the words of an answer are the answer (ANSWER-6)", async () => {
  const { text } = await ask("List all policies of Quarry Roofing");
  expect(splitWords(text).join("")).toBe(text);
  expect(splitWords(" a\n b  ").join("")).toBe(" a\n b  ");
});

test.each([
  "",
  " ",
  "?",
  "\u0000",
  "a".repeat(32_000),
  "🦊".repeat(500),
  "' OR 1=1 --",
  "{{variables.x}}",
  "SYN-",
  "$$$ %%% [[[",
])("any text is answered or declined: %j (ANSWER-1)", async (question) => {
  expect(["declined", "lookup", "extractive"]).toContain((await ask(question.slice(0, 32_000))).method);
});
