import { describe, expect, test } from "@jest/globals";
import { sentenceProblems } from "@service/engine-kit/testing";
import { type JsonObject, objectsIn } from "@service/json";
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
        ...problems(scalarText(recommendation), true, false),
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

  test.each([
    ["Mirela Dovanik", "DOVANIK, Mirela"],
    ["Mirela Dovanig", "DOVANIK, Mirela"],
    ["Мирела Дованик", "DOVANIK, Mirela"],
    ["Red Heron", "Red Heron (listed as DOVANIK, Mirela)"],
    ["RED HERON", "Red Heron (listed as DOVANIK, Mirela)"],
  ])("beside the name that matched %s stands the listed spelling (DIL-67)", (name, shown) => {
    const { output } = answerOf(engine, { ...person(name, { birth_date: "1970-05-20" }), custom_list: [listed] });
    const [finding] = objectsIn(output.findings);
    expect(finding?.title).toContain(` ${shown} on `);
    expect(finding?.detail).toContain(` ${shown} on `);
  });

  test("names that share nothing do not agree to 0 %", () => {
    const identifiers = [{ type: "passport", value: "N1234567" }];
    const { output } = answerOf(inline, { ...person("Torben Marsk", { identifiers }), custom_list: [listed] });
    expect(listAt(output, "/findings")[0]?.["detail"]).toBe(
      "Torben Marsk has the same passport number as DOVANIK, Mirela on the list of this request. " +
        "The names have nothing in common. The score is 98 %.",
    );
  });

  test("the subject's own date of birth is not shown (DIL-67)", () => {
    const { output } = answerOf(engine, { ...person("Mirela Dovanig", full), custom_list: [listed] });
    expect(JSON.stringify(output)).not.toMatch(/1983/);
  });

  test("the headline counts a match once, and not as a failed check too (WORD-8)", () => {
    const { output } = answerOf(inline, {
      ...person("Mirela Dovanik"),
      custom_list: [listed, ...entries({ X: "Mirella Dovanyk" }, { kind: "person" })],
    });
    expect(at(output, "/headline")).toBe("Mirela Dovanik must be escalated: 2 strong matches");
    expect(at(output, "/checks/names/detail")).toBe(
      "Mirela Dovanik has 2 strong matches to be reviewed. 1 list was searched.",
    );
  });
});

test("a mark that turns the direction of a name turns no sentence (WORD-1)", () => {
  const { output } = answerOf(engineWith({ lists: [] }), {
    ...organization("\u202eavoD\u202c Works\u0000"),
    custom_list: [
      { entry_id: "E", kind: "person", names: [{ name: "Tamsin Quill", strength: "strong" }], version: "1" },
    ],
  });
  expect(at(output, "/subject/label")).toBe("avoD Works");
  expect(at(output, "/headline")).toMatch(/^AvoD Works /);
});

describe("texts of ownership (WORD-1, DIL-84)", () => {
  const longName = (n: number): string => `Velonik Marine Shipping and Offshore Trading Holdings Number ${n} of Lindow`;
  const chainOf = (length: number, nameOf: (n: number) => string): JsonObject[] =>
    Array.from({ length }, (_, n) => ({
      party_key: `p${n}`,
      name: n === length - 1 ? "Mirela Dovanik" : nameOf(n),
      kind: n === length - 1 ? "person" : "organization",
      role: "owner",
      ownership: 0.5,
      ...(n === 0 ? {} : { parent_key: `p${n - 1}` }),
    }));
  const findingOf = (related: readonly JsonObject[]): string => {
    const { output } = answerOf(inline, {
      ...organization("Blue Harbor Cafe"),
      related_parties: related,
      custom_list: [listed],
    });
    return scalarText(listAt(output, "/findings").find(({ rule_key }) => rule_key === "blocked_owner")?.["detail"]);
  };

  test.each([1, 2, 4, 5, 100])("a chain of %d links is told in short sentences", (length) => {
    for (const nameOf of [(n: number) => `Holding Velonik${n}`, longName]) {
      const detail = findingOf(chainOf(length, nameOf));
      expect(sentenceProblems(detail, { endsWithStop: true })).toEqual([]);
      expect(detail.length).toBeLessThan(1000);
    }
  });

  test("the middle of a long chain is left out, and the sentences join at its ends", () => {
    expect(findingOf(chainOf(100, (n) => `Velonik${n} Dovar${n}`))).toBe(
      "Blocked parties own 50 % of Blue Harbor Cafe. From 50 % on it counts as blocked itself. " +
        "Mirela Dovanik owns 50 % of Velonik98 Dovar98. Through 96 more holdings the chain leads to Velonik2 Dovar2. " +
        "Velonik2 Dovar2 owns 50 % of Velonik1 Dovar1. Velonik1 Dovar1 owns 50 % of Velonik0 Dovar0. " +
        "Velonik0 Dovar0 owns 50 % of the client.",
    );
  });

  test("owners whose shares are not stated are not owners of 0 %", () => {
    const { output } = answerOf(inline, {
      ...organization("Blue Harbor Cafe"),
      related_parties: [{ party_key: "p", name: "Torben Marsk", kind: "person", role: "owner" }],
      custom_list: [listed],
    });
    expect(at(output, "/checks/owners_known/detail")).toBe("No owner of Blue Harbor Cafe is known with a share.");
  });

  test.each([
    ["Mirela Dovanik", "Review whether Mirela Dovanik is the entry of the same name on the list of this request"],
    ["Mirela Dovanig", "Review whether Mirela Dovanig is Mirela Dovanik on the list of this request"],
  ])("the task to review a match of %s names the list, and no name twice (WORD-8)", (name, title) => {
    const listedOnce = { ...listed, names: [{ name: "Mirela Dovanik", strength: "strong" }] };
    const { workItems } = answerOf(engineWith({ lists: [], matching: { review: 0.3 } }), {
      ...person(name),
      custom_list: [listedOnce],
    });
    expect(workItems.map((item) => scalarText(item["title"]))).toContain(title);
  });

  test.each([
    ["Mirela Dovanik", "must be escalated: 1 strong match and 1 list that could not be searched"],
    ["Torben Marsk", "is clear but for 1 open check and 1 list that could not be searched"],
  ])("the headline of %s says that a list could not be searched (WORD-5)", (name, expected) => {
    const { output } = answerOf(engineWith(), { ...person(name), custom_list: [listed] });
    expect(at(output, "/headline")).toBe(`${name} ${expected}`);
  });

  test("the headline of a clear subject names checks that are open", () => {
    const { output } = answerOf(inline, { ...organization("Blue Harbor Cafe"), custom_list: [listed] });
    expect(at(output, "/summary/decision")).toBe("clear");
    expect(at(output, "/headline")).toMatch(/^Blue Harbor Cafe is clear but for \d open checks?$/);
  });
});
