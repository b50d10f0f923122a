import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { answer, cover, input, list, policy, presetEngine, quote } from "../../cases/sample-inputs.ts";
import { comparison } from "../../index.ts";
import { readSettings } from "../../settings.ts";
import { formsIn } from "../form-numbers.ts";
import { hasPartner, meaningOf, readTopics } from "./wording-meaning.ts";

const { exclusionTopics } = readSettings(comparison.effectiveConfig(comparison.preset()));
const topics = readTopics(exclusionTopics);
const read = (text: string, code?: string) => meaningOf({ code, text, resolved: false }, topics);

describe("exclusions by meaning (CMP-53, CMP-88)", () => {
  test("the pack has about 70 topics, each found by each of its own phrases", () => {
    expect(exclusionTopics.length).toBeGreaterThanOrEqual(60);
    for (const { key, phrases } of exclusionTopics) {
      for (const phrase of phrases) {
        const found = read(`Exclusion - ${phrase}`).topics;
        expect([phrase, found.has(key) || found.size > 0]).toEqual([phrase, true]);
      }
      expect([key, phrases.some((phrase) => read(phrase).topics.has(key))]).toEqual([key, true]);
    }
  });

  test.each([
    ["Assault and battery is excluded", "EXCLUSION - ASSAULT OR BATTERY"],
    ["Abuse or molestation exclusion", "Sexual misconduct / physical abuse"],
    ["Total pollution exclusion endorsement", "Pollutants - Absolute"],
    ["Fungi or bacteria exclusion", "Mold"],
    ["Communicable disease is excluded", "Exclusion of virus and pandemic losses"],
    ["Roofing operations exclusion", "Roofing"],
    ["Residential construction exclusion", "Condominiums and tract homes"],
    ["Subsidence", "Settling of earth"],
    ["Cannabis exclusion", "Marijuana and hemp products"],
    ["Firearms exclusion", "Weapons and ammunition"],
    ["Cyber incident exclusion", "Access or disclosure of confidential data; data breach"],
    ["Action over exclusion", "Injury to employees of contractors"],
    ["Designated professional services", "Professional services exclusion"],
    ["Punitive damages endorsement", "Exclusion - punitive or exemplary damages"],
    ["Quarry blasting is excluded", "Exclusion of the blasting of quarries"],
    ["Quarry blasting", "Quary blasting"],
    ["Some wording (CG 21 47 12 07)", "Employment-related CG 21 47 04 13"],
  ])("%s and %s are partners", (one, other) => {
    expect([hasPartner(read(one), [read(other)]), hasPartner(read(other), [read(one)])]).toEqual([true, true]);
  });

  test.each([
    ["Work above three stories is excluded", "Nuclear energy"],
    ["Assault, battery, abuse and molestation", "Assault and battery"],
    ["Quarry blasting", "Quarry dust"],
    ["Roofing", "Residential"],
    ["CG 21 47 12 07", "CG 21 49 09 99"],
    ["Employees of independent contractors", "Independent contractors without certificates"],
  ])("%s has no partner in %s", (one, other) => {
    expect(hasPartner(read(one), [read(other)])).toBe(false);
  });

  test("all topics of a wording may stand in several wordings of the other", () => {
    expect(hasPartner(read("Assault, battery, abuse"), [read("Abuse"), read("Assault and battery")])).toBe(true);
  });

  test.each([
    ["CG 21 47 12 07", ["cg2147"]],
    ["CG2147 (04/13)", ["cg2147"]],
    ["CG 2147 1207", ["cg2147"]],
    ["CG 04 36", ["cg0436"]],
    ["WC 00 03 13 04 84", ["wc000313"]],
    ["XLQ 100 01 20", ["xlq100"]],
    ["per form CG 21 47 and IL 01 02", ["cg2147", "il0102"]],
    ["Work over 35 feet", []],
    ["AB 12", []],
  ])("the forms in %s are %j", (text, forms) => expect(formsIn(text)).toEqual(forms));

  test("a text of any length is read in bounds", () => {
    expect(read("word ".repeat(100_000)).words.length).toBeLessThanOrEqual(60);
    expect(formsIn("CG 21 47 ".repeat(50_000)).length).toBeLessThan(100);
  });
});

const engine = presetEngine();
const gl = cover("general_liability", "each_occurrence", { limit: 1_000_000 });
const hits = (
  rule: string,
  before: JsonObject,
  now: JsonObject,
  lines: readonly [JsonObject[], JsonObject[]] = [[gl], [gl]],
) => {
  const items = [policy("exp", lines[0], before), quote("q", lines[1], now)];
  return list(answer(engine, input(items, { baseline_key: "exp" })).output, "/findings").filter(
    ({ rule_key }) => rule_key === rule,
  );
};

describe("one-sided exclusions of an offer (CMP-53)", () => {
  test("only what has no partner is listed, also from the endorsements", () => {
    const found = hits(
      "one_sided_exclusion",
      { exclusions: [{ code: "CG 21 47 12 07", text: "Employment-related practices" }, { text: "Nuclear energy" }] },
      {
        exclusions: [{ code: "CG2147 0413", text: "Exclusion - employment" }],
        endorsements: [
          { text: "Nuclear Energy Exclusion" },
          { text: "Roofing exclusion" },
          { text: "Broad form named insured" },
        ],
      },
    );
    expect(found).toMatchObject([
      {
        title: "Offer q has 1 exclusion that Offer exp does not have: roofing",
        detail: 'Offer q is narrower in what it covers. The wording says "Roofing exclusion".',
      },
    ]);
  });

  test("words in another order, case and with a slip are no difference", () => {
    expect(
      hits(
        "one_sided_exclusion",
        { exclusions: [{ text: "Quarry blasting" }] },
        { exclusions: [{ text: "BLASTING, quary!" }] },
      ),
    ).toEqual([]);
  });
});

describe("for whom additional insured, waiver and primary wording stands (CMP-93)", () => {
  const insured = (terms: JsonObject): JsonObject => cover("general_liability", "additional_insured", terms);
  const title = (before: JsonObject[], now: JsonObject[], was: JsonObject = {}, is: JsonObject = {}): unknown[] =>
    hits("additional_insured_basis", was, is, [
      [gl, ...before],
      [gl, ...now],
    ]).map((one) => one["title"]);
  const scheduled = "Offer q has additional insured wording under general liability for scheduled parties only";
  const none = "Offer q has no additional insured wording under general liability";

  test.each([
    [[insured({ notes: "Blanket" })], [insured({ notes: "Scheduled" })], [scheduled]],
    [[insured({ form: "CG 20 33 12 19" })], [insured({ form: "CG 20 10 12 19" })], [scheduled]],
    [[insured({ notes: "Blanket where required by written contract" })], [], [none]],
    [[insured({ notes: "Scheduled" })], [], [none]],
    [
      [insured({ form: "CG 20 10", notes: "Blanket as required by contract" })],
      [insured({ notes: "automatic status" })],
      [],
    ],
    [[insured({ notes: "Scheduled" })], [insured({ notes: "Blanket" })], []],
    [[insured({ notes: "Blanket" })], [insured({})], []],
    [[insured({})], [insured({ notes: "Scheduled" })], []],
  ])("%#: from lines, forms and notes", (before, now, titles) => expect(title(before, now)).toEqual(titles));

  test("endorsements say it too, each for its line", () => {
    const blanket = { endorsements: [{ code: "CG 20 38 04 13", text: "Additional insured, automatic status" }] };
    expect(title([], [], blanket, { endorsements: [{ code: "CG 20 10 04 13", text: "Additional insured" }] })).toEqual([
      scheduled,
    ]);
    expect(title([], [], blanket, {})).toEqual([none]);
    expect(title([], [], blanket, { endorsements: [{ text: "Blanket additional insured, autos" }] })).toEqual([none]);
    expect(title([], [], blanket, blanket)).toEqual([]);
  });

  test("a wording that is lost with its whole line is not reported beside it", () => {
    const auto = cover("commercial_auto", "combined_single_limit", { limit: 1 });
    expect(hits("additional_insured_basis", {}, {}, [[gl, auto, insured({ notes: "Blanket" })], [auto]])).toEqual([]);
  });
});
