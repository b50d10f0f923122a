import { describe, expect, test } from "@jest/globals";
import { coverageCodes, lineCodes } from "@service/engine-kit";
import {
  itemsIn,
  namedTwice,
  repeatedInItems,
  repeatedInResult,
  sentenceProblems,
  sharesWithoutMoney,
} from "@service/engine-kit/testing";
import { type JsonObject, objects, textOfJson } from "@service/json";
import { builtInCases } from "./cases/built-in-cases.ts";
import { answer, at, cover, input, list, policy, presetEngine, quote } from "./cases/sample-inputs.ts";
import { fullest, smallest } from "./cases/sentence-inputs.ts";
import { attributes, checkKeys } from "./codes.ts";
import { attributeInWords, coverageInWords, lineInWords, rowLabel } from "./stages/in-words.ts";

/** Every text of a result, rendered with the least and the most that an input may say (CMP-92, WORD-7). */
const engine = presetEngine();
const gl = (terms: JsonObject = {}): JsonObject =>
  cover("general_liability", "each_occurrence", { limit: 1_000_000, ...terms });

type Text = { readonly where: string; readonly text: string; readonly named?: boolean; readonly stop?: boolean };

function textsOf(given: JsonObject): { readonly texts: readonly Text[]; readonly names: readonly string[] } {
  const { output, solutions = [], workItems, warnings } = answer(engine, given);
  const at0 = (where: string, value: unknown, more: Partial<Text> = {}): Text[] =>
    typeof value === "string" ? [{ where, text: value, ...more }] : [];
  const narrative = at(output, "/narrative/text");
  const texts = [
    ...at0("headline", output["headline"]),
    ...(typeof narrative === "string"
      ? narrative.replace(/ \[e[^\]]*\]/g, "").split(/(?<=[.!?])\s+(?=\p{Lu})/u)
      : []
    ).flatMap((text) => at0("narrative", text)),
    ...list(output, "/findings").flatMap(({ finding_key, title, detail, recommendation }) => [
      ...at0(`${textOfJson(finding_key ?? null)} title`, title, { named: true }),
      ...at0(`${textOfJson(finding_key ?? null)} detail`, detail, { named: true, stop: true }),
      ...at0(`${textOfJson(finding_key ?? null)} recommendation`, recommendation, { stop: true }),
    ]),
    ...workItems.flatMap(({ title, detail }) => [
      ...at0("work title", title, { named: true }),
      ...at0("work detail", detail, { named: true, stop: true }),
    ]),
    ...warnings.flatMap(({ message }) => at0("warning", message, { stop: true })),
    ...solutions.flatMap((solution) => [
      ...objects(solution, "breakdown").flatMap(({ because }) => at0("because", because)),
      ...["strengths", "concerns"].flatMap((name) =>
        (Array.isArray(solution[name]) ? solution[name] : []).flatMap((text: unknown) => at0(name, text)),
      ),
    ]),
  ];
  const names = objects(given, "items").flatMap(({ label, carrier }) =>
    [label, at(carrier ?? null, "/name")].filter((name) => typeof name === "string" && name !== ""),
  );
  const subject = textOfJson(at(given, "/subject/label") ?? null);
  return { texts, names: [...names.map(String), subject, "The quote", "The policy", "lease"] };
}

function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => rest.replaceAll(name, "Acme"), text);
}

function problemsIn(given: JsonObject): string[] {
  const { texts, names } = textsOf(given);
  return texts.flatMap(({ where, text, named = false, stop = false }) =>
    sentenceProblems(named ? text : withoutNames(text, names), { endsWithStop: stop, ...(named ? { names } : {}) }).map(
      (problem) => `${where}: ${problem}: ${text}`,
    ),
  );
}

describe("texts of a comparison (CMP-92, WORD-1, WORD-7)", () => {
  test.each([
    ["the fullest input", fullest],
    ["the fullest input without a baseline", { ...fullest, baseline_key: "q2" }],
    ["the smallest input", smallest],
    ["the smallest input with a baseline", { ...smallest, baseline_key: "a" }],
    ...builtInCases().map(({ case_key, input: given }) => [case_key, given] as const),
  ])("of %s read as sentences", (_, given) => {
    expect(problemsIn(given)).toEqual([]);
  });

  test.each([
    ["the fullest input", { ...fullest, requirements: [] }],
    ["the fullest input without a baseline", { ...fullest, requirements: [], baseline_key: "q2" }],
    ...builtInCases().map(({ case_key, input: given }) => [case_key, given] as const),
  ])("of %s say each thing once, and shares of a price with the money (WORD-8, WORD-11)", (_, given) => {
    const { output, solutions = [], workItems } = answer(engine, given);
    const items = itemsIn({ output, solutions: [...solutions], work_items: [...workItems] }, "");
    const labels = objects(given, "items").map(({ label }) => textOfJson(label ?? null));
    const carriers = objects(given, "items").map(({ carrier }) => textOfJson(at(carrier ?? null, "/name") ?? null));
    // Offers of one carrier are distinguished by their labels, which repeat it.
    const names = [
      ...labels,
      ...carriers.filter((name, _, { length }) => new Set(carriers).size === length && name !== ""),
    ];
    expect(repeatedInItems(items)).toEqual([]);
    expect(repeatedInResult(output)).toEqual([]);
    expect(namedTwice(items, [...names, "Blue Harbor Cafe"])).toEqual([]);
    expect(sharesWithoutMoney(items)).toEqual([]);
  });

  test("the fullest input makes every check and every kind of requirement speak", () => {
    const { output } = answer(engine, fullest);
    const rules = new Set(list(output, "/findings").map(({ rule_key }) => rule_key));
    expect(checkKeys.filter((check) => !rules.has(check))).toEqual([]);
    expect(rules).toContain("lost_line");
    const statuses = list(output, "/matrix/rows").flatMap((row) => list(row, "/cells").map(({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set(["same", "better", "worse", "missing", "added", "unknown"]));
    const results = list(output, "/items").flatMap((item) =>
      list(item, "/requirement_results").map(({ result }) => result),
    );
    expect(new Set(results)).toEqual(new Set(["pass", "fail", "unknown"]));
  });

  test("every line, coverage and attribute has words, and no code is shown", () => {
    for (const line of lineCodes) {
      expect(lineInWords(line)).not.toMatch(/_/);
      for (const coverage of [...coverageCodes, "operator_code.v2"]) {
        const title = `Acme has no ${coverageInWords(line, coverage)}`;
        expect(sentenceProblems(title, { names: ["Acme"] })).toEqual([]);
        for (const attribute of attributes) {
          expect(
            sentenceProblems(`Acme has another ${attributeInWords(line, coverage, attribute)}`, { names: ["Acme"] }),
          ).toEqual([]);
          expect(sentenceProblems(rowLabel(line, coverage, attribute), { hasVerb: false })).toEqual([]);
          expect(rowLabel(line, coverage, attribute)).not.toMatch(/^(.+): \1\b./i);
        }
      }
    }
  });
});

describe("headlines (CMP-72, CMP-91)", () => {
  const headline = (
    now: readonly JsonObject[],
    extra: JsonObject = {},
    before: readonly JsonObject[] = [gl()],
  ): unknown =>
    answer(engine, input([policy("exp", before), quote("q", now, extra)], { baseline_key: "exp" })).output["headline"];
  const open = cover("general_liability", "row 1");
  const cyber = cover("cyber", "cyber_aggregate", { limit: 1_000_000 });

  test.each([
    ["Carrier q costs the same, with no material difference: stay with Carrier exp", [gl()], {}],
    [
      "Carrier q is 10 % cheaper, with no material difference (saves $1,000 a year): accept",
      [gl()],
      { premium: { base: 9000 } },
    ],
    [
      "Carrier q costs the same, with no material difference in what could be read; 2 lines of the quote were not understood: stay with Carrier exp",
      [gl(), open, cover("general_liability", "row 2")],
      {},
    ],
    [
      "Carrier q costs the same, with no material difference in what could be read; 1 line of the quote was not understood: stay with Carrier exp",
      [gl(), open],
      {},
    ],
    [
      "Carrier q costs the same, with no material difference in what could be read; 1 value could not be compared: stay with Carrier exp",
      [cover("general_liability", "each_occurrence", { form: "x" })],
      {},
    ],
    [
      "Carrier q is 20 % more expensive but adds cyber coverage (costs $2,000 more a year): negotiate",
      [gl(), cyber],
      { premium: { base: 12_000 } },
    ],
    [
      "Carrier q costs the same and is less favorable in 1 term; 1 line of the quote was not understood: stay with Carrier exp",
      [gl({ limit: 500_000 }), open],
      {},
    ],
    ["Carrier q costs the same but is more favorable in 1 term: accept", [gl({ limit: 2_000_000 })], {}],
  ])("%s", (text, now, extra) => {
    expect(headline(now, extra)).toBe(text);
    expect(sentenceProblems(text)).toEqual([]);
  });

  test.each([
    ["and its quote leaves 5 days without coverage", { effective_on: "2026-04-06", expires_on: "2027-04-06" }],
    ["and leaves out work on roofs of any kind", { exclusions: [{ text: "Work on roofs of any kind" }] }],
    ["and its quote has expired", { quote_valid_until: "2026-02-01" }],
    ["and its quote comes from a surplus lines carrier", { carrier: { name: "Carrier q", admitted: false } }],
    ["and its quote has 1 open subjectivity", { subjectivities: [{ text: "Signed application" }] }],
  ])("says what a check has found where no row differs: %s", (phrase, extra) => {
    const text = `Carrier q costs the same ${phrase}: stay with Carrier exp`;
    expect(headline([gl()], extra)).toBe(text);
    expect(sentenceProblems(text)).toEqual([]);
  });

  test("additional insured wording for scheduled parties only is a difference", () => {
    const insured = (notes: string): JsonObject => cover("general_liability", "additional_insured", { notes });
    expect(headline([gl(), insured("Scheduled")], {}, [gl(), insured("Blanket")])).toBe(
      "Carrier q costs the same and its quote has additional insured wording under general liability for scheduled parties only: stay with Carrier exp",
    );
  });

  test("a grave finding stands beside what is dropped and before terms that are worse", () => {
    const gap = { effective_on: "2026-04-06", expires_on: "2027-04-06", premium: { base: 9000 } };
    expect(headline([gl()], gap, [gl(), cyber])).toBe(
      "Carrier q is 10 % cheaper but drops cyber coverage, and its quote leaves 5 days without coverage (saves $1,000 a year): negotiate",
    );
    expect(headline([gl({ limit: 500_000 })], gap)).toBe(
      "Carrier q is 10 % cheaper but its quote leaves 5 days without coverage (saves $1,000 a year): negotiate",
    );
  });

  test("without a baseline the offer that ranks first is not praised alone", () => {
    const items = [
      quote("a", [gl()], { quote_valid_until: "2026-02-01" }),
      quote("b", [gl()], { premium: { base: 20_000 } }),
    ];
    const text = answer(engine, input(items)).output["headline"];
    expect(text).toMatch(
      /^Carrier a ranks first of 2 offers and is the cheapest, but its quote has expired: negotiate with the first$/,
    );
  });

  test("the cheapest is not named without the requirement that it misses (CMP-91)", () => {
    const requirement = {
      key: "limit",
      line: "general_liability",
      coverage: "each_occurrence",
      field: "limit",
      op: "gte",
      value: 1_000_000,
      mandatory: true,
      weight: 10,
      source: "contract",
    };
    const items = [quote("a", [gl()]), quote("b", [gl({ limit: 500_000 })], { premium: { base: 2_000 } })];
    expect(answer(engine, { ...input(items), requirements: [requirement] }).output["headline"]).toMatch(
      /^Carrier a ranks first of 2 offers.*; Carrier b is the cheapest but misses a mandatory requirement: accept the first$/,
    );
  });

  test("of offers that cost the same none is the cheapest", () => {
    const items = [quote("a", [gl()]), quote("b", [gl({ limit: 2_000_000 })])];
    expect(answer(engine, input(items)).output["headline"]).toMatch(
      /^Carrier [ab] ranks first of 2 offers and is among the cheapest: \w+ with the first$/,
    );
  });

  test("a line of the expiring policy that was not understood is reported as well", () => {
    expect(headline([gl()], {}, [gl(), open])).toBe(
      "Carrier q costs the same, with no material difference in what could be read; 1 line of the policy was not understood: stay with Carrier exp",
    );
  });

  test("many lost lines and long names stay within 200 characters", () => {
    const lines = ["cyber", "umbrella", "professional_liability", "liquor_liability", "employment_practices"];
    const codes = [
      "cyber_aggregate",
      "umbrella_occurrence",
      "professional_each_claim",
      "liquor_each_cause",
      "epli_aggregate",
    ];
    const before = [gl(), ...lines.map((line, index) => cover(line, codes[index] ?? ""))];
    const text = headline(
      [gl(), open],
      { carrier: { name: "The Very Long Named Mutual Insurance Company of the North and South ".repeat(1).trim() } },
      before,
    );
    expect(String(text).length).toBeLessThanOrEqual(200);
    expect(text).toContain("drops");
  });
});
