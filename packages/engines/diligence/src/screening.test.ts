import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { type JsonObject, parseJsonObject } from "@service/json";
import {
  answerOf,
  at,
  engineWith,
  entries,
  hitsOf,
  inline,
  listAt,
  organization,
  person,
  run,
  warningCodes,
  watchlist,
} from "./testing/bench.ts";
import { crowd, word } from "./testing/crowd.ts";

const crowdProgram = new URL("testing/screen-crowd.ts", import.meta.url).pathname;

// Rarity depends on the list, so the list is exactly these four names (NAME-16).
const four = [
  ...entries({ A: "Aleksandr Zakharov" }, { kind: "person" }),
  ...entries({
    B: "Bluefin Dining Group LLC",
    C: "Northgate Roofing & Sheet Metal, Inc.",
    D: "Acme Trading Company Limited",
  }),
];
const scoreOf = (input: JsonObject, id: string, review = 0.3): number => {
  const engine = engineWith({ lists: [], matching: { review, qualifiers: { place: 0 } } });
  const hit = listAt(answerOf(engine, { ...input, custom_list: four }).output, "/hits").find(
    ({ entry_id }) => entry_id === id,
  );
  return Number(hit?.["score"] ?? 0);
};

describe("several people in one name are screened each (NAME-58)", () => {
  const listed = entries({ Z: "KRAVOTIN, Zoltav", M: "PELLMARSH, Orvina" }, { kind: "person" });
  const idsOf = (name: string): readonly unknown[] =>
    hitsOf(answerOf(inline, { ...person(name), custom_list: listed })).map((hit) =>
      hit.split(" ")[0]?.split(":").at(-1),
    );

  test.each([
    "Zoltav Kravotin & wife",
    "Zoltav Kravotin and his wife Ilva",
    "Zoltav Kravotin et ux.",
    "Zoltav and Ilva Kravotin",
    "Ilva and Zoltav Kravotin",
    "Kravotin, Zoltav & Ilva",
    "Kravotin, Ilva and Zoltav",
    "Dovar, Jonas & Kravotin, Zoltav",
    "Kravotin, Zoltav and Dovar, Jonas",
    "Jonas Dovar and Zoltav Kravotin",
    "Jonas Dovar; Zoltav Kravotin",
    "Jonas Dovar / Zoltav Kravotin",
    "Jonas Dovar/Zoltav Kravotin",
    "Jonas Dovar + Zoltav Kravotin",
    "Jonas Dovar or Zoltav Kravotin",
    "Jonas Dovar and/or Zoltav Kravotin",
    "Jonas Dovar, Ilva Tarok and Zoltav Kravotin",
    "Jonas Dovar, Zoltav Kravotin",
    "Mr. & Mrs. Zoltav Kravotin",
    "Zoltav Kravotin & family",
    "Zoltav Kravotin and two others",
    "Zoltav Kravotin and Ilva Kravotin, husband and wife",
    "Zoltav Kravotin & Jonas Dovar JTWROS",
  ])("%s", (name) => {
    expect(idsOf(name)).toEqual(["Z"]);
  });

  test.each([
    "Zoltav Kravotin & Orvina Pellmarsh",
    "Pellmarsh, Orvina & Kravotin, Zoltav",
    "Orvina Pellmarsh; Zoltav Kravotin",
  ])("%s are two hits", (name) => {
    expect(new Set(idsOf(name))).toEqual(new Set(["M", "Z"]));
  });

  test.each(["Zoltav Dovar & Ilva Kravin", "Kravotin and Dovar", "Jonas Kravotin & Zoltav Dovar", "Pellmarsh, Zoltav"])(
    "%s is nobody listed",
    (name) => {
      expect(idsOf(name)).toEqual([]);
    },
  );
});

describe("an initial with a second fact that agrees is a review (NAME-62, DIL-87)", () => {
  const listed = entries(
    { Z: "KRAVOTIN, Zoltav Pavlo" },
    { kind: "person", birth_dates: ["1961-05-02"], gender: "male", addresses: [{ city: "Velmora", country: "RS" }] },
  );
  const bandsOf = (name: string, more: JsonObject): readonly string[] =>
    hitsOf(answerOf(inline, { ...person(name, more), custom_list: listed })).map((hit) => hit.split(" ").at(-1) ?? "");
  const born = { birth_date: "1961-05-02" };

  test.each<[string, JsonObject]>([
    ["Z. Kravotin", born],
    ["Z Kravotin", born],
    ["Kravotin, Z.", born],
    ["Z.P. Kravotin", born],
    ["Z. P. Kravotin", born],
    ["P. Kravotin", born],
    ["Dr. Z. Kravotin", born],
    ["Zoltav K.", born],
    ["Z. Kravotyn", born],
    ["Z. Kravotin", { birth_date: "1961" }],
    ["Z. Kravotin", { addresses: [{ city: "Velmora", country: "Serbia" }] }],
    ["Z. Kravotin & wife", born],
  ])("%s with %j", (name, more) => {
    expect(bandsOf(name, more)).toEqual(["possible"]);
  });

  test.each<[string, JsonObject]>([
    ["Z. Kravotin", {}],
    ["Z. Kravotin", { birth_date: "1974-11-30" }],
    ["Z. Kravotin", { ...born, gender: "female" }],
    ["Z. Kravotin", { addresses: [{ city: "Oslo", country: "NO" }] }],
    ["B. Kravotin", born],
    ["Z. B. Kravotin", born],
    ["Z. Kravotin Belmar", born],
    ["Z. Pellmarsh", born],
    ["Zoltav", born],
    ["Kravotin", born],
  ])("%s with %j is clear", (name, more) => {
    expect(bandsOf(name, more)).toEqual([]);
  });

  test("the initial of a listed name agrees with a full one as well", () => {
    const short = entries({ Z: "Z. Kravotin" }, { kind: "person", birth_dates: ["1961-05-02"] });
    const found = hitsOf(answerOf(inline, { ...person("Zoltav Kravotin", born), custom_list: short }));
    expect(found).toEqual([expect.stringMatching(/possible$/)]);
  });
});

describe("name scores (NAME-40, NAME-42, NAME-43, NAME-45, NAME-46)", () => {
  test.each([
    [person("Alexander Zacharov"), "A", 0.94],
    [person("A. Zakharov"), "A", 0.7229],
    [organization("Bluefin Dining"), "B", 0.8979],
    [organization("Northgate Roofing"), "C", 0.7935],
    [organization("Acme Shipping Co"), "D", 0.4547],
  ])("%j against entry %s is %p", (input, id, score) => {
    expect(Math.abs(scoreOf(input, id) - score)).toBeLessThan(0.01);
  });

  test("at the preset's thresholds these are strong, no hit, possible, possible and no hit", () => {
    const bands = (input: JsonObject): readonly string[] =>
      hitsOf(answerOf(inline, { ...input, custom_list: four })).map((hit) => hit.split(" ").at(-1) ?? "");
    expect(bands(person("Alexander Zacharov"))).toEqual(["strong"]);
    expect(bands(person("A. Zakharov"))).toEqual([]);
    expect(bands(organization("Bluefin Dining"))).toEqual(["possible"]);
    expect(bands(organization("Northgate Roofing"))).toEqual(["possible"]);
    expect(bands(organization("Acme Shipping Co"))).toEqual([]);
  });

  test("bands compare the unrounded score (TYPE-11)", () => {
    // 2 / (2 + .65 * .35) = .897867...
    const bands = (review: number, strong: number): readonly string[] => {
      const engine = engineWith({ lists: [], matching: { review, strong } });
      return hitsOf(answerOf(engine, { ...organization("Bluefin Dining"), custom_list: four }));
    };
    expect(bands(0.89786, 0.9)).toEqual(["subject:custom_list:B 0.8979 possible"]);
    expect(bands(0.8978, 0.8979)).toEqual(["subject:custom_list:B 0.8979 possible"]);
    expect(bands(0.8979, 0.9)).toEqual([]);
  });

  test("a stated family name weighs more, and aliases are searched like the name (DIL-17, DIL-24)", () => {
    // The more of the weight the words in common have, the higher the score.
    const plain = scoreOf(person("Torben Aleksandr Zakharov"), "A");
    expect(scoreOf(person("Torben Aleksandr Zakharov", { family_name: "Zakharov" }), "A")).toBeGreaterThan(plain);
    expect(scoreOf(person("Nobody Atall", { aliases: ["Zakharov Aleksandr"] }), "A")).toBe(1);
    expect(scoreOf(person("Nobody Atall", { given_name: "Aleksandr", family_name: "Zakharov" }), "A")).toBe(1);
    expect(scoreOf(organization("Nobody At All dba Bluefin Dining Group LLC"), "B")).toBe(1);
  });
});

const listed: JsonObject = {
  entry_id: "P",
  kind: "person",
  names: [
    { name: "Mirela Dovanik", strength: "strong" },
    { name: "Red Heron", strength: "weak" },
  ],
  birth_dates: ["1970-05-20", "1971-01-02"],
  gender: "female",
  countries: ["Burma"],
  addresses: [{ city: "Lindow", country: "Burma" }],
  identifiers: [{ type: "passport", value: "N 123-4567", jurisdiction: "XA" }],
  programs: ["DEMO"],
  version: "4",
};
const against = (more: JsonObject, top: JsonObject = {}): JsonObject =>
  listAt(answerOf(inline, { ...person("Mirela Dovanik", more), custom_list: [listed], ...top }).output, "/hits")[0] ??
  {};

describe("qualifiers (DIL-25, DIL-26, DIL-78, DIL-27, DIL-28, DIL-29, DIL-30, DIL-31)", () => {
  test.each([
    ["nothing else is known", {}, 1],
    ["one of the birth dates agrees", { birth_date: "1971-01-02" }, 1],
    ["the birth year agrees", { birth_date: "1970" }, 1],
    ["the birth year differs", { birth_date: "1980" }, 0.85],
    ["the full birth date differs, which does not add to the year", { birth_date: "1983-11-07" }, 0.75],
    ["day and month are exchanged", { birth_date: "1971-02-01" }, 0.95],
    ["birth dates lie three days apart", { birth_date: "1970-12-30" }, 0.95],
    ["one digit of the birth date differs", { birth_date: "1970-05-26" }, 0.95],
    ["countries are disjoint", { countries: ["Korea, North"] }, 0.8],
    ["a country agrees by another of its names", { countries: ["KP", "Myanmar"] }, 1],
    ["a country agrees as a code here and a name there", { countries: ["MM"] }, 1],
    ["a country cannot be resolved", { countries: ["Lindow Republic"] }, 1],
    ["genders differ", { gender: "M" }, 0.8],
    ["the city agrees but the score is at its top", { addresses: [{ city: "LINDOW", country: "MM" }] }, 1],
    [
      "birth year differs, city agrees",
      { birth_date: "1980", addresses: [{ city: "Lindow", country: "Myanmar" }] },
      0.9,
    ],
  ])("when %s", (_, more, score) => {
    expect(against(more)["score"]).toBe(score);
  });

  test("features list the parts of the score (DIL-67)", () => {
    const engine = engineWith({ lists: [], matching: { review: 0.5 } });
    const input = { ...person("Mirela Dovanik", { birth_date: "1980", countries: ["IR"] }), custom_list: [listed] };
    expect(at(answerOf(engine, input).output, "/hits/0")).toMatchObject({
      score: 0.65,
      band: "possible",
      name_matched: "Mirela Dovanik",
      features: [
        { name: "name", value: 1, effect: "main" },
        { name: "birth_year", value: "differs from May 20, 1970 on the list", effect: -0.15 },
        { name: "country", value: "differs: Iran, on the list Myanmar", effect: -0.2 },
      ],
      entry: { kind: "person", version: "4", programs: ["DEMO"] },
    });
  });

  test("nothing but a weak alias stops at the cap", () => {
    const hits = hitsOf(answerOf(inline, { ...person("Red Heron"), custom_list: [listed] }));
    expect(hits).toEqual(["subject:custom_list:P 0.8 possible"]);
  });

  test("an equal strong identifier is .98 whatever the name, and is listed as a feature", () => {
    const identifiers = [{ type: "passport", value: "n1234567" }];
    const input = { ...person("Someone Else", { identifiers, birth_date: "1999" }), custom_list: [listed] };
    expect(at(answerOf(inline, input).output, "/hits/0")).toMatchObject({
      score: 0.98,
      band: "strong",
      features: [
        { name: "identifier", value: "passport number", effect: "main" },
        { name: "name", effect: 0 },
        { effect: 0 },
      ],
    });
  });

  test("a passport of another issuer and weak identifiers match nobody", () => {
    const other = (identifiers: JsonObject[]): readonly string[] =>
      hitsOf(answerOf(inline, { ...person("Someone Else", { identifiers }), custom_list: [listed] }));
    expect(other([{ type: "passport", value: "N1234567", jurisdiction: "XB" }])).toEqual([]);
    expect(other([{ type: "other", value: "N1234567" }])).toEqual([]);
  });
});

describe("dispositions (DIL-32, DIL-33)", () => {
  const clearance = {
    list_key: "custom_list",
    entry_id: "P",
    entry_version: 4,
    cleared_on: "2025-12-01",
    cleared_by: "desk",
  };

  test("a prior clearance of the same version suppresses the hit, which stays listed and decides nothing", () => {
    const result = answerOf(inline, {
      ...person("Mirela Dovanik"),
      custom_list: [listed],
      prior_clearances: [clearance],
    });
    expect(at(result.output, "/hits/0")).toMatchObject({
      band: "suppressed",
      suppressed_by: { cleared_on: "2025-12-01", cleared_by: "desk" },
    });
    expect(at(result.output, "/summary")).toMatchObject({ decision: "clear", strong: 0, suppressed: 1, risk_score: 0 });
    expect(result.workItems.filter(({ kind }) => kind === "review_match")).toEqual([]);
  });

  test("a clearance of another version, of another party or dated later suppresses nothing", () => {
    const band = (change: JsonObject): unknown =>
      against({}, { prior_clearances: [{ ...clearance, ...change }] })["band"];
    expect(band({ entry_version: "3" })).toBe("strong");
    expect(band({ party: "p9" })).toBe("strong");
    expect(band({ cleared_on: "2026-01-16" })).toBe("strong");
    expect(band({ party: "subject" })).toBe("suppressed");
    expect(against({}, { prior_clearances: [{ ...clearance, entry_version: "3" }] })["features"]).toContainEqual({
      name: "prior_clearance",
      value: "the entry has changed since it was cleared",
      effect: 0,
    });
  });

  test("at most 25 hits are listed per party and list, gravest first, and all are counted (DIL-34)", () => {
    const many = entries(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`E${n}`, "Quiet Meadow Farms"])));
    const result = answerOf(inline, { ...organization("Quiet Meadow Farms"), custom_list: many });
    expect(listAt(result.output, "/hits")).toHaveLength(25);
    expect(at(result.output, "/summary/strong")).toBe(40);
    expect(warningCodes(result)).toEqual(["hits_left_out"]);
  });
});

test("a name that equals a listed one is not left out for graver hits that only resemble it (DIL-34)", () => {
  const crowd = entries(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`E${n}`, "Mirela Dovanig"])), {
    kind: "person",
  });
  const weak = { entry_id: "W", kind: "person", names: [{ name: "Mirela Dovanik", strength: "weak" }], version: "1" };
  const hits = hitsOf(answerOf(inline, { ...person("Mirela Dovanik"), custom_list: [...crowd, weak] }));
  expect(hits).toHaveLength(25);
  expect(hits).toContain("subject:custom_list:W 0.8 possible");
});

describe("kinds of entries (DIL-75, NAME-37)", () => {
  const found = (kind: string, input: JsonObject): readonly string[] =>
    hitsOf(answerOf(inline, { ...input, custom_list: entries({ K: "Velonik Dovar" }, { kind }) }));

  test.each([
    ["person", person("Velonik Dovar"), "1 strong"],
    ["Individual", person("Velonik Dovar"), "1 strong"],
    ["entity", organization("Velonik Dovar"), "1 strong"],
    ["organization", person("Velonik Dovar"), "0.8 possible"],
    ["vessel", organization("Velonik Dovar"), "0.8 possible"],
    ["something", organization("Velonik Dovar"), "1 strong"],
    ["something", person("Velonik Dovar"), "1 strong"],
  ])("an entry of kind %s against %j", (kind, input, hit) => {
    expect(found(kind, input)).toEqual([`subject:custom_list:K ${hit}`]);
  });

  test("names that only resemble each other do not meet across kinds", () => {
    expect(found("vessel", organization("Velonik Dovan"))).toEqual([]);
  });
});

test("the order of entries, names and aliases changes nothing, and a second run gives the same bytes (TYPE-3)", () => {
  const names = ["Mirela Dovanik", "Mirela Dovanig", "DOVANIK, Mirella", "Mirela Torben Dovanik"];
  const rows = names.map((name, n) => ({
    entry_id: `E${n}`,
    kind: "person",
    names: [
      { name, strength: "strong" },
      { name: `${name} Marsk`, strength: "weak" },
    ],
    version: "1",
  }));
  const write = (aliases: readonly string[], list: readonly JsonObject[]): string =>
    JSON.stringify(
      answerOf(inline, { ...person("Mirela Dovanik", { aliases: [...aliases] }), custom_list: [...list] }).output[
        "hits"
      ],
    );
  const first = write(["M. Dovanik", "Mirela Marsk"], rows);
  expect(first).toContain("Mirela");
  expect(write(["M. Dovanik", "Mirela Marsk"], rows)).toBe(first);
  expect(write(["Mirela Marsk", "M. Dovanik"], rows.toReversed())).toBe(first);
});

test("hits stand strong, possible, suppressed, then by severity of the list, the subject before the others (DIL-35)", () => {
  const list = (list_key: string, severity: string): JsonObject => ({
    list_key,
    dataset_key: `watchlist:${list_key}`,
    label: list_key,
    severity,
    required: false,
    max_age_days: 7,
  });
  const engine = engineWith({ lists: [list("mild", "medium"), list("grave", "block")], matching: { strong: 0.99 } });
  const named = entries({ S: "Mirela Dovanik", P: "Tamarind Freight Incorporated" }, { kind: "person" });
  const loaded = ["mild", "grave"].map((key) => watchlist(named, { datasetKey: `watchlist:${key}` }));
  const clearance = { list_key: "grave", entry_id: "S", entry_version: "1", cleared_on: "2025-12-01", cleared_by: "x" };
  const input = {
    ...person("Mirela Dovanik", { countries: ["MM"] }),
    related_parties: [
      { party_key: "p", name: "Mirela Dovanik", kind: "person", role: "owner" },
      { party_key: "q", name: "Mirela Dovanig", kind: "person", role: "owner" },
    ],
    prior_clearances: [{ ...clearance, party: "p" }],
  };
  expect(hitsOf(answerOf(engine, input, loaded)).map((hit) => hit.replace(/ [\d.]+ /, " "))).toEqual([
    "subject:grave:S strong",
    "subject:mild:S strong",
    "p:mild:S strong",
    "q:grave:S possible",
    "q:mild:S possible",
    "p:grave:S suppressed",
  ]);
});

describe("scripts and spellings (NAME-2, NAME-3)", () => {
  const found = (name: string): readonly string[] =>
    hitsOf(answerOf(inline, { ...person(name), custom_list: four })).map((hit) => hit.split(" ")[0] ?? "");

  test.each([
    ["Cyrillic look-alikes", "\u0410l\u0435ks\u0430ndr Z\u0430kh\u0430r\u043ev"],
    ["Greek look-alikes", "Aleksandr Z\u03b1kh\u03b1r\u03bfv"],
    ["full width", "Ａｌｅｋｓａｎｄｒ Ｚａｋｈａｒｏｖ"],
    ["mathematical letters", "𝐀𝐥𝐞𝐤𝐬𝐚𝐧𝐝𝐫 𝐙𝐚𝐤𝐡𝐚𝐫𝐨𝐯"],
    ["zero width characters", "Alek\u200bsandr Zakh\u200d\u00adarov"],
    ["stacked marks", "A\u0301l\u0301e\u0301ksandr Za\u0308\u0308\u0308kharov"],
    ["small capitals", "ᴀʟᴇᴋsᴀɴᴅʀ ᴢᴀᴋʜᴀʀᴏᴠ"],
    ["letters without decomposition", "Ałeksandr Zakharøv"],
  ])("a listed name is found when written with %s", (_, name) => {
    expect(found(name)).toEqual(["subject:custom_list:A"]);
  });

  test("a name that mixes scripts is reported", () => {
    const result = run(inline, { ...person("Marin\u0430 Dovik"), custom_list: four });
    expect(result.warnings).toMatchObject([{ code: "script_transliterated", path: "subject.name" }]);
  });

  const petrov = (name: string): JsonObject[] => entries({ R: name }, { kind: "person" });

  test("another script is searched by its sound; the match is possible at most unless the list has that script (DIL-76)", () => {
    const bySound = answerOf(inline, { ...person("Иван Петров"), custom_list: petrov("PETROV, Ivan") });
    expect(hitsOf(bySound)).toEqual(["subject:custom_list:R 1 possible"]);
    expect(at(bySound.output, "/hits/0/features/1")).toEqual({
      name: "script",
      value: "the name was read by its sound from another script",
      effect: 0,
    });
    expect(warningCodes(bySound)).toEqual(["script_transliterated"]);
    const listedBySound = answerOf(inline, { ...person("Ivan Petrov"), custom_list: petrov("Иван Петров") });
    expect(hitsOf(listedBySound)).toEqual(["subject:custom_list:R 1 possible"]);
    const written = answerOf(inline, { ...person("Иван Петров"), custom_list: petrov("Петров Иван") });
    expect(hitsOf(written)).toEqual(["subject:custom_list:R 1 strong"]);
    const identifiers = [{ type: "passport", value: "N1" }];
    const identified = {
      ...person("Иван Петров", { identifiers }),
      custom_list: [{ ...petrov("Ivan Petrov")[0], identifiers }],
    };
    expect(hitsOf(answerOf(inline, identified))).toEqual(["subject:custom_list:R 1 strong"]);
  });

  test("a Han name is the same with a blank and without", () => {
    const han = { ...person("张 伟"), custom_list: entries({ H: "张伟" }, { kind: "person" }) };
    expect(hitsOf(answerOf(inline, han))).toEqual(["subject:custom_list:H 1 strong"]);
  });

  test("without a name in Latin letters a search without a match asks for one (DIL-77)", () => {
    const missed = answerOf(inline, { ...person("Иван Петров"), custom_list: four });
    expect(at(missed.output, "/checks/names/status")).toBe("review");
    expect(at(missed.output, "/summary/decision")).toBe("review");
    const withLatin = answerOf(inline, { ...person("Иван Петров", { aliases: ["Ivan Petrov"] }), custom_list: four });
    expect(at(withLatin.output, "/checks/names/status")).toBe("pass");
  });

  test("a name of legal forms only is unusable for an organization, but may be that of a person (DIL-22)", () => {
    expect(run(inline, { ...organization("The Company, LLC"), custom_list: four })).toMatchObject({
      status: "failed",
      stage: "normalize",
      code: "name_unusable",
    });
    expect(run(inline, { ...organization("?!"), custom_list: four })).toMatchObject({ status: "failed" });
    const pair = { ...person("Sa Pa"), custom_list: entries({ S: "Pa Sa" }, { kind: "person" }) };
    expect(hitsOf(answerOf(inline, pair))).toEqual(["subject:custom_list:S 1 strong"]);
  });
});

test("a name of more than thirty words is compared by its first thirty, and the run is degraded (DIL-21)", () => {
  const words = Array.from({ length: 30 }, (_, n) => `Word${String.fromCharCode(97 + (n % 26))}${n}`).join(" ");
  const listed = entries({ L: words });
  const result = (name: string) => answerOf(inline, { ...organization(name), custom_list: listed });
  expect(result(words).status).toBe("completed");
  expect(result(`${words} Overflow`).status).toBe("degraded");
  expect(hitsOf(result(`${words} Overflow`))).toEqual(["subject:custom_list:L 1 strong"]);
});

describe("short names and what stands in place of a name (NAME-55, NAME-56, DIL-22)", () => {
  const short = entries({
    A: "AT&T Inc.",
    H: "H & M",
    B: "A & A LLC",
    Q: "Q LLC",
    O: "One",
    T: "The Limited",
    R: "Unknown",
    V: "TBD",
  });

  test.each([
    ["AT&T", "A"],
    ["H&M", "H"],
    ["A & A LLC", "B"],
    ["Q LLC", "Q"],
    ["One", "O"],
    ["The Limited", "T"],
    ["The Limited, Inc.", "T"],
  ])("%s is searched as it is written", (name, id) => {
    expect(hitsOf(answerOf(inline, { ...organization(name), custom_list: short }))).toEqual([
      `subject:custom_list:${id} 1 strong`,
    ]);
  });

  test.each(["AT&S", "H&N", "B & B LLC", "P LLC", "Ones", "Limited Edition"])("%s resembles none of them", (name) => {
    expect(hitsOf(answerOf(inline, { ...organization(name), custom_list: short }))).toEqual([]);
  });

  test.each(["TBD", "Unknown", "Various", "See attached", "N/A", "LLC", "\u{1F600}\u{1F600}"])(
    "%s is no name: the run fails, and no entry is found by it",
    (name) => {
      for (const subject of [organization(name), person(name)]) {
        expect(run(inline, { ...subject, custom_list: short })).toMatchObject({ code: "name_unusable" });
      }
      const beside = answerOf(inline, { ...organization("Velonik Shipping", { aliases: [name] }), custom_list: short });
      expect(hitsOf(beside)).toEqual([]);
      expect(warningCodes(beside)).toEqual(["name_unusable"]);
      expect(at(beside.output, "/summary/decision")).toBe("clear");
    },
  );

  test("a party without a name is not cleared: it was not screened", () => {
    const parties = [{ party_key: "p1", name: "Unknown", kind: "person", role: "officer" }];
    const result = answerOf(inline, {
      ...organization("Velonik Shipping"),
      related_parties: parties,
      custom_list: short,
    });
    expect(hitsOf(result)).toEqual([]);
    expect(at(result.output, "/checks/names")).toMatchObject({
      status: "review",
      detail:
        "Velonik Shipping and the parties around it have no open match, but 1 party has no name that can be searched. 1 list was searched.",
    });
    expect(at(result.output, "/summary/decision")).toBe("review");
    const requested = answerOf(engineWith({ lists: [], checks: [] }), {
      ...organization("Velonik Shipping"),
      related_parties: parties,
      custom_list: short,
    });
    expect(at(requested.output, "/summary/decision")).toBe("incomplete");
  });
});

describe("more names than a run compares (DIL-85)", () => {
  test("every party is compared with what resembles it most, and what is left out is reported", async () => {
    // In a separate process: the module loader of the tests makes it several times slower.
    const { stdout } = await promisify(execFile)(process.execPath, [crowdProgram]);
    const { status, warnings, hits, detail, cpuSeconds } = parseJsonObject(stdout);
    // Some five seconds, on a slow core that others use as well.
    expect(cpuSeconds).toBeLessThan(30);
    expect(status).toBe("degraded");
    expect(warnings).toContain("input_truncated");
    for (const n of [0, 50, 99]) expect(hits).toContain(`p${n}:custom_list:E${n} 1 strong`);
    expect(detail).toMatch(
      /For 100 parties more listed names share words than were compared, so a match may be missing\.$/,
    );
  }, 300_000);

  test("without a match the check is open, never passed", () => {
    const missed = answerOf(engineWith({ lists: [], matching: { review: 1, strong: 1 } }), {
      ...person(`Maria Garcia ${word(20_000)}`),
      custom_list: crowd,
    });
    expect(hitsOf(missed)).toEqual([]);
    expect(at(missed.output, "/checks/names")).toMatchObject({
      status: "review",
      detail: `Maria Garcia ${word(20_000)} has no open match so far. 1 list was searched. For 1 party more listed names share words than were compared, so a match may be missing.`,
    });
    expect(at(missed.output, "/summary/decision")).toBe("review");
  });

  test("a common trade in a name leaves it open to nothing: the other word is on no list", () => {
    const traders = crowd.map((entry, n) => ({
      ...entry,
      kind: "organization",
      names: [{ name: `${word(n)} Trading`, strength: "strong" }],
    }));
    const found = answerOf(inline, { ...organization("Velonik Trading LLC"), custom_list: traders });
    expect([found.status, warningCodes(found), hitsOf(found)]).toEqual(["completed", [], []]);
  });

  test("names that share too little to be a hit are left out without a word", () => {
    const found = answerOf(inline, { ...person("Maria Velonik Dovar"), custom_list: crowd });
    expect([found.status, warningCodes(found)]).toEqual(["completed", []]);
  });
});
