import { describe, expect, test } from "@jest/globals";
import { type JsonObject, textOfJson } from "@service/json";
import { answer, at, cover, input, policy, presetEngine, quote } from "../cases/sample-inputs.ts";

const engine = presetEngine();
const gl = (limit = 1_000_000): JsonObject => cover("general_liability", "each_occurrence", { limit });
const cyber = cover("cyber", "cyber_aggregate", { limit: 1_000_000 });
const priced = (base: number): JsonObject => ({ premium: { base } });
const late = { effective_on: "2026-04-06", expires_on: "2027-04-06" };

/** Headline and narrative of an offer beside an expiring policy of general liability for $10,000. */
function advised(now: readonly JsonObject[], extra: JsonObject = {}, before: readonly JsonObject[] = [gl()]) {
  const { output } = answer(engine, input([policy("exp", before), quote("q", now, extra)], { baseline_key: "exp" }));
  return {
    headline: textOfJson(at(output, "/headline") ?? null),
    narrative: textOfJson(at(output, "/narrative/text") ?? null),
  };
}

describe("what to do about the best alternative, and why (CMP-110)", () => {
  test.each<[string, string, readonly JsonObject[], JsonObject]>([
    ["accept", "it saves $1,000 a year and nothing is less favorable", [gl()], priced(9000)],
    ["accept", "it is more favorable in 1 term and nothing is less favorable", [gl(2_000_000)], {}],
    ["accept", "it renews on the same terms", [gl()], { kind: "renewal" }],
    ["negotiate", "it is more favorable in 1 term and costs $2,000 more a year", [gl(2_000_000)], priced(12_000)],
    [
      "negotiate",
      "it saves $1,000 a year and 1 point of medium severity or more is",
      [gl()],
      { ...priced(9000), ...late },
    ],
    ["negotiate", "it costs $500 more a year", [gl()], { kind: "renewal", ...priced(10_500) }],
    ["negotiate", "its price is not known", [gl()], priced(0)],
    [
      "negotiate",
      "it saves $1,000 a year and 1 line that was not understood is to be read first",
      [gl(), cover("general_liability", "row 1")],
      priced(9000),
    ],
    ["stay", "it costs the same and improves nothing", [gl()], {}],
    ["stay", "it costs $2,000 more a year and improves nothing", [gl()], priced(12_000)],
    [
      "stay",
      "it saves $100 a year, which does not outweigh 1 point of high severity",
      [gl()],
      { ...priced(9900), ...late },
    ],
  ])("%s, because %s", (kind, reason, now, extra) => {
    const { headline, narrative } = advised(now, extra);
    expect(headline).toMatch(new RegExp(`: ${kind === "stay" ? "stay with Carrier exp" : kind}$`));
    expect(narrative).toContain(`because ${reason}`);
  });

  test("negotiates an offer that misses a mandatory requirement, and stays where it saves nothing", () => {
    const required = {
      requirements: [
        {
          key: "r",
          line: "cyber",
          coverage: "cyber_aggregate",
          field: "included",
          op: "eq",
          value: true,
          mandatory: true,
          weight: 1,
          source: "lease",
        },
      ],
    };
    const of = (base: number): unknown =>
      answer(
        engine,
        input([policy("exp", [gl(), cyber]), quote("q", [gl()], priced(base))], { baseline_key: "exp", ...required }),
      ).output["headline"];
    expect(of(9000)).toMatch(/drops cyber coverage.*: negotiate$/);
    expect(of(10_000)).toMatch(/drops cyber coverage.*: stay with Carrier exp$/);
  });

  test("without a baseline the first offer is accepted or negotiated", () => {
    const first = (extra: JsonObject): unknown =>
      answer(engine, input([quote("a", [gl()], extra), quote("b", [gl()], priced(20_000))])).output["headline"];
    expect(first({})).toMatch(/: accept the first$/);
    expect(first({ quote_valid_until: "2026-02-01" })).toMatch(/: negotiate with the first$/);
    const cheap = quote("a", [gl(500_000)], priced(7_500));
    const { output } = answer(engine, input([cheap, quote("b", [gl()], priced(8_400))]));
    expect(output["headline"]).toMatch(
      /^Carrier a ranks first .*, but another offer is more favorable in 1 term: negotiate with the first$/,
    );
    expect(textOfJson(at(output, "/narrative/text") ?? null)).not.toContain("nothing speaks against it");
    const absent = { key: "r", records_ref: { policy_key: "p_1" } };
    const partial = answer(engine, input([quote("a", [gl()]), quote("b", [gl()], priced(20_000)), absent])).output;
    expect(partial["headline"]).toMatch(/: negotiate with the first$/);
    expect(textOfJson(at(partial, "/narrative/text") ?? null)).toContain(
      "1 item that could not be compared is to be read first",
    );
  });
});

describe("a score that mostly rests on what is unknown is not stated (CMP-72)", () => {
  const first = (extra: JsonObject = {}): string =>
    textOfJson(
      answer(engine, input([quote("a", [gl()], priced(9000)), quote("b", [gl()])], extra)).output["headline"] ?? null,
    );
  const required = (coverage: string): JsonObject => ({
    requirements: [
      {
        key: "r",
        line: "general_liability",
        coverage,
        field: "limit",
        op: "gte",
        value: 1,
        mandatory: false,
        weight: 1,
        source: "lease",
      },
    ],
  });

  test("with coverage to judge, points say of how many they are", () => {
    expect(first(required("each_occurrence"))).toMatch(/ with \d+\.\d of 100 points/);
  });

  test("with nothing to compare the coverage with, there are no points", () => {
    expect(first()).not.toMatch(/points/);
  });
});
