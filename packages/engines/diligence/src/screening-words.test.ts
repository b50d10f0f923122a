import { describe, expect, test } from "@jest/globals";
import { sentenceProblems } from "@service/engine-kit/testing";
import type { JsonObject } from "@service/json";
import {
  answerOf,
  at,
  engineWith,
  entries,
  inline,
  listAt,
  organization,
  person,
  scalarText,
} from "./testing/bench.ts";

const listed: JsonObject = {
  entry_id: "P-77",
  kind: "person",
  names: [
    { name: "DOVANIK, Mirela", strength: "strong" },
    { name: "Red Heron", strength: "weak" },
  ],
  birth_dates: ["1970-05-20"],
  gender: "female",
  countries: ["Korea, North"],
  addresses: [{ city: "Lindow", country: "Burma" }],
  identifiers: [{ type: "passport", value: "N1234567" }],
  version: "4",
};

const full = {
  birth_date: "1983-11-07",
  gender: "male",
  countries: ["IR"],
  addresses: [{ city: "Lindow", country: "MM" }],
};

/** Every case of a hit with the least and with the most facts. */
const cases: readonly (readonly [string, JsonObject])[] = [
  ["an equal name", person("Mirela Dovanik")],
  ["a name that resembles", person("Mirela Dovanig")],
  ["everything differs", person("Mirela Dovanik", full)],
  ["a near date of birth", person("Mirela Dovanik", { birth_date: "1970-05-21" })],
  ["a year of birth", person("Mirela Dovanik", { birth_date: "1983" })],
  ["a weak alias", person("Red Heron")],
  ["another script", person("Мирела Дованик")],
  ["an identifier", person("Torben Marsk", { identifiers: [{ type: "passport", value: "N1234567" }], ...full })],
  [
    "a party around it",
    {
      ...organization("Torben Marsk"),
      related_parties: [{ party_key: "q", name: "Mirela Dovanik", kind: "person", role: "owner" }],
    },
  ],
  [
    "an older clearance",
    {
      ...person("Mirela Dovanik"),
      prior_clearances: [
        { list_key: "custom_list", entry_id: "P-77", entry_version: "3", cleared_on: "2025-12-01", cleared_by: "desk" },
      ],
    },
  ],
  ["no match", person("Torben Marsk")],
  ["no match in another script", person("Торбен Марск")],
];
const engine = engineWith({ lists: [], matching: { review: 0.3 } });

describe("texts of screening (WORD-1 to WORD-7)", () => {
  test.each(cases)("%s", (_, input) => {
    const names = ["Mirela Dovanik", "Mirela Dovanig", "Red Heron", "Мирела Дованик", "Торбен Марск", "Torben Marsk"];
    const result = answerOf(engine, { ...input, custom_list: [listed] });
    const { output, workItems, warnings } = result;
    const problems = (text: string, endsWithStop: boolean, isNamed = true): readonly string[] =>
      sentenceProblems(text, isNamed ? { names, endsWithStop } : { endsWithStop }).map(
        (problem) => `${problem}: ${text}`,
      );
    const screened = listAt(output, "/findings");
    expect([
      ...screened.flatMap(({ title, detail, recommendation }) => [
        ...problems(scalarText(title), false),
        ...problems(scalarText(detail), true),
        ...problems(scalarText(recommendation), false, false),
      ]),
      ...workItems.flatMap(({ title, detail }) => [
        ...problems(scalarText(title), false),
        ...problems(scalarText(detail), true),
      ]),
      ...problems(scalarText(at(output, "/headline")), false),
      ...problems(scalarText(at(output, "/checks/names/detail")), true),
      ...problems(scalarText(at(output, "/narrative/text")), true),
      ...warnings.flatMap(({ message }) => problems(message, true, false)),
    ]).toEqual([]);
    for (const { name, value } of listAt(output, "/hits").flatMap((hit) => listAt(hit, "/features"))) {
      const text = typeof value === "string" ? value : "a share";
      expect([name, sentenceProblems(`It ${text}`, { hasVerb: false })]).toEqual([name, []]);
    }
  });

  test("a hit says whom it is about, how far the names agree, and what else differs (DIL-67)", () => {
    const hit = answerOf(engine, { ...person("Mirela Dovanig", full), custom_list: [listed] });
    expect(listAt(hit.output, "/findings")[0]).toMatchObject({
      title: "Mirela Dovanig may match DOVANIK, Mirela on the list of this request",
      detail:
        "Mirela Dovanig's name agrees with DOVANIK, Mirela on the list of this request to 95.4 %. " +
        "The date of birth differs from May 20, 1970 on the list. " +
        "The country differs: Iran, on the list North Korea. The gender differs: male, on the list female. " +
        "Both have an address in the same city. The score is 35.4 %.",
    });
  });

  test("the subject's own date of birth is not shown (DIL-67)", () => {
    const { output } = answerOf(engine, { ...person("Mirela Dovanig", full), custom_list: [listed] });
    expect(JSON.stringify(output)).not.toMatch(/1983/);
  });

  test("the headline and the check tell what is open", () => {
    const { output } = answerOf(inline, {
      ...person("Mirela Dovanik"),
      custom_list: [listed, ...entries({ X: "Mirella Dovanyk" }, { kind: "person" })],
    });
    expect(at(output, "/headline")).toBe("Mirela Dovanik must be escalated: 2 strong matches and 1 failed check");
    expect(at(output, "/checks/names/detail")).toBe(
      "Mirela Dovanik has 2 strong matches to be reviewed. 1 list was searched.",
    );
  });
});
