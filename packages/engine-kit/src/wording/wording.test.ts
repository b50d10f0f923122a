import { describe, expect, test } from "@jest/globals";

import { dateInWords, stateCodeOf } from "@service/json";
import { lineCodes } from "@service/record-families";
import { coverageCodes } from "../codes.ts";
import { sentenceProblems } from "../testing/index.ts";
import { factInWords, labelOf, stateName } from "./labels.ts";
import {
  counted,
  inDays,
  listInWords,
  moneyInWords,
  numberInWords,
  percentInWords,
  pluralOf,
  withArticle,
} from "./quantities.ts";
import { cutBetweenWords, namedOnce, paragraph, possessive, reasonsInWords, sentence } from "./sentences.ts";

describe("quantities (WORD-2)", () => {
  test.each([
    [1_000_000, "$1,000,000"],
    [1234.5, "$1,234.50"],
    [-250, "-$250"],
    [0, "$0"],
    [-0.001, "$0"],
    [99.999, "$100"],
  ])("%d is %s", (amount, text) => expect(moneyInWords(amount)).toBe(text));

  test("another currency is named by its code", () => expect(moneyInWords(8400, "EUR")).toBe("EUR 8,400"));

  test.each([
    [0.024, "2.4 %"],
    [0.5, "50 %"],
    [-0.114, "-11.4 %"],
    [12, "1,200 %"],
  ])("a ratio of %d is %s", (ratio, text) => expect(percentInWords(ratio)).toBe(text));

  test.each([
    ["2026-03-01", "March 1, 2026"],
    ["2026-12-31T23:59:59Z", "December 31, 2026"],
    ["soon", "soon"],
    ["2026-13-01", "2026-13-01"],
    ["2026-03-01-17", "2026-03-01-17"],
  ])("%s is %s", (date, text) => expect(dateInWords(date)).toBe(text));

  test.each([
    ["policy", "policies"],
    ["day", "days"],
    ["loss run", "loss runs"],
    ["business", "businesses"],
    ["box", "boxes"],
  ])("several of %s are %s", (noun, plural) => expect(pluralOf(noun)).toBe(plural));

  test("one is singular, everything else plural", () => {
    expect([0, 1, 2, 1200].map((count) => counted(count, "vehicle"))).toStrictEqual([
      "0 vehicles",
      "1 vehicle",
      "2 vehicles",
      "1,200 vehicles",
    ]);
    expect([-3, -1, 0, 1, 9].map(inDays)).toStrictEqual(["3 days ago", "1 day ago", "today", "in 1 day", "in 9 days"]);
  });

  test.each([
    ["umbrella", "an umbrella"],
    ["uniform policy", "a uniform policy"],
    ["$8,400 premium", "an $8,400 premium"],
    ["$1,000 deductible", "a $1,000 deductible"],
    ["hour", "an hour"],
    ["11-day gap", "an 11-day gap"],
    ["110-day gap", "a 110-day gap"],
  ])("%s takes its article", (phrase, text) => expect(withArticle(phrase)).toBe(text));

  test("a list ends with and", () => {
    expect(listInWords([])).toBe("");
    expect(listInWords(["a"])).toBe("a");
    expect(listInWords(["a", "b", "c"])).toBe("a, b and c");
    expect(listInWords(["a", "b", "c", "d"], 2)).toBe("a, b and 2 more");
    expect(numberInWords(1e21)).toBe("1e+21");
  });
});

describe("labels (WORD-3)", () => {
  test.each([...lineCodes, ...coverageCodes])("%s has a label without underscores", (code) => {
    expect(labelOf(code)).toMatch(/^[a-z][a-z ,-]+$/);
  });

  test("an enum value without a label is its own words", () => {
    expect(labelOf("replacement_cost")).toBe("replacement cost");
    expect(labelOf("sir")).toBe("self-insured retention");
  });

  test("states are named, and found by their name", () => {
    expect(stateName("TX")).toBe("Texas");
    expect(stateName("ZZ")).toBe("ZZ");
    expect(stateCodeOf(" new york ")).toBe("NY");
    expect(stateCodeOf("tx")).toBe("TX");
    expect(stateCodeOf("nowhere")).toBeUndefined();
  });

  test("a fact is named by its last word", () => {
    expect(factInWords("risk.years_in_business")).toBe("years in business");
    expect(factInWords("loss.count_3y")).toBe("loss count 3y");
    expect(factInWords("risk.naics")).toBe("NAICS code");
  });
});

describe("sentences (WORD-1, WORD-4)", () => {
  test("a sentence has its capital and its stop once", () => {
    expect(sentence("the quote", undefined, "has  no building limit")).toBe("The quote has no building limit.");
    expect(sentence('it says "see attached."')).toBe('It says "see attached."');
    expect(sentence("", undefined)).toBe("");
    expect(paragraph("One.", undefined, "", "Two.")).toBe("One. Two.");
    expect([possessive("Acme"), possessive("Hughes")]).toStrictEqual(["Acme's", "Hughes'"]);
  });

  test("what is too long is cut between words", () => {
    expect(cutBetweenWords("The quote has a limit", 21)).toBe("The quote has a limit");
    expect(cutBetweenWords("The quote has a limit", 20)).toBe("The quote has a…");
    expect(cutBetweenWords("Limits: building, contents", 12)).toBe("Limits…");
    expect(cutBetweenWords("😀".repeat(5), 4)).toBe("😀😀😀…");
  });

  test.each([
    ["the quote has no limit", "does not begin with a capital"],
    ["The quote has a limit (of $5", "open parenthesis"],
    ["The the quote is here", "twice"],
    ["The quote is at gl_occ", "underscores"],
    ["The value at risk.revenue is here", "a path"],
    ["The quote is undefined", "value of the language"],
    ["The limit is >= 5", "an operator"],
    ["Acme has 1 policies", "plural of one"],
    ["Acme has a umbrella policy", "before a vowel"],
    ["Acme has an policy", "before a consonant"],
    ["The policy expires on 2026-03-01", "a date in figures"],
    ["The premium is 48000 dollars", "without grouping"],
    ["The premium is up 5%", "without its blank"],
    ["No cyber policy", "has no verb"],
    ["It is here ,  now", "blank"],
    [`It is ${"very ".repeat(40)}long`, "twice"],
  ])("%s is reported", (text, problem) => {
    expect(sentenceProblems(text).join("; ")).toContain(problem);
  });

  test("a detail ends with a stop and names its subject", () => {
    const rules = { names: ["Acme"], endsWithStop: true };
    expect(sentenceProblems("Acme has no cyber policy on file.", rules)).toStrictEqual([]);
    expect(sentenceProblems("The quote has no limit", rules)).toHaveLength(2);
  });
});

describe("each thing once (WORD-8)", () => {
  test.each([
    [
      "Acme has no cyber policy. The file of Acme shows it.",
      "Acme has no cyber policy. The file of the client shows it.",
    ],
    ["Acme is new. Acme's roof is old.", "Acme is new. The client's roof is old."],
    ["Acme is new. Is Acme old? Acme is.", "Acme is new. Is the client old? The client is."],
    ["Acme is insured by Acme Mutual.", "Acme is insured by Acme Mutual."],
    ["Acme Mutual insures Acme, and Acme pays.", "Acme Mutual insures Acme, and the client pays."],
    ["Acme is not Acmeville.", "Acme is not Acmeville."],
    ["Acme owns 75 % of Acme-Holdings and Acme.", "Acme owns 75 % of Acme-Holdings and the client."],
    ["No name stands here.", "No name stands here."],
  ])("%s", (text, once) => expect(namedOnce(text, "Acme")).toBe(once));

  test("a name that ends with s, and no name", () => {
    expect(namedOnce("Hughes is new. It is Hughes' roof.", "Hughes")).toBe("Hughes is new. It is the client's roof.");
    expect(namedOnce("Nobody is named.", "")).toBe("Nobody is named.");
  });

  test("reasons stand behind what they are reasons of, none of them in a long sentence", () => {
    expect(reasonsInWords("For rank 2", ["The carrier is rated A", "It answers within 2 days."])).toBe(
      "For rank 2: the carrier is rated A; it answers within 2 days.",
    );
    expect(reasonsInWords("For rank 2", [])).toBe("");
    const long = reasonsInWords(
      "For rank 2",
      Array.from({ length: 9 }, (_, at) => `The reason of number ${at} is this`),
    );
    expect(sentenceProblems(long)).toStrictEqual([]);
    expect(long.split(/(?<=\.) /).map((part) => part.split(":", 1)[0])).toStrictEqual([
      "For rank 2",
      "Also for rank 2",
      "Also for rank 2",
    ]);
  });
});
