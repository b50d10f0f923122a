import { describe, expect, test } from "@jest/globals";
import { type ListedParties, type Ownership, traceOwnership } from "./ownership.ts";
import type { Owner } from "./read-input.ts";

/** `X 50 % of A` as a party of the file. The same name may hold parts of several. */
const holds = (name: string, share: number | undefined, of?: string, role: Owner["role"] = "owner"): Owner => ({
  key: of === undefined ? name : `${name}>${of}`,
  name,
  kind: "organization",
  birthDate: undefined,
  countries: [],
  role,
  share,
  parentKey: of,
});
const listed = (strong: readonly string[], possible: readonly string[] = []): ListedParties => ({
  strong: new Set(strong),
  possible: new Set(possible),
});
const trace = (owners: readonly Owner[], parties: ListedParties): Ownership =>
  traceOwnership({ owners, subject: { name: "Blue Harbor Cafe", kind: "organization", countries: [] } }, parties);
const isBlocked = (owners: readonly Owner[], ...strong: string[]): boolean =>
  trace(owners, listed(strong)).blockedShare >= 0.5;

describe("the 50 percent rule of the Treasury (DIL-36)", () => {
  test("a holding of a blocked entity counts whole: shares are not multiplied", () => {
    const owners = [holds("A", 0.5), holds("X", 0.5, "A")];
    expect(trace(owners, listed(["X>A"]))).toMatchObject({ blockedShare: 0.5, blocked: [{ key: "A", share: 0.5 }] });
  });

  test("holdings of several blocked entities are added", () => {
    const owners = [holds("A", 0.25), holds("B", 0.25), holds("X", 0.5, "A"), holds("X", 0.5, "B")];
    expect(isBlocked(owners, "X>A", "X>B")).toBe(true);
    // The name is the same: one of the two entries with a hit is enough.
    expect(isBlocked(owners, "X>A")).toBe(true);
  });

  test("a direct holding is added to one through a blocked entity", () => {
    const owners = [holds("A", 0.4), holds("X", 0.1), holds("X", 0.5, "A")];
    expect(trace(owners, listed(["X"])).blockedShare).toBe(0.5);
  });

  test("a holding of an entity that is not blocked counts nothing", () => {
    const quarter = [holds("A", 0.25), holds("B", 0.25), holds("X", 0.5, "A"), holds("X", 0.25, "B")];
    expect(trace(quarter, listed(["X>A"]))).toMatchObject({ blockedShare: 0.25, mayBeBlocked: false });
    const half = [holds("A", 0.5), holds("B", 0.5), holds("X", 0.25, "A"), holds("X", 0.25, "B")];
    expect(trace(half, listed(["X>A"]))).toMatchObject({ blockedShare: 0, blocked: [], mayBeBlocked: false });
  });

  test("holdings of different blocked persons are added", () => {
    expect(isBlocked([holds("X", 0.25), holds("Y", 0.25)], "X", "Y")).toBe(true);
    expect(isBlocked([holds("X", 0.25), holds("Y", 0.25)], "X")).toBe(false);
    expect(trace([holds("X", 0.49)], listed(["X"]))).toMatchObject({ blockedShare: 0.49, cautions: ["X"] });
  });

  test("depth has no bound: a hundred links of a half block the subject", () => {
    const owners = Array.from({ length: 100 }, (_, n) => holds(`P${n}`, 0.5, n === 0 ? undefined : keyAt(n - 1)));
    expect(trace(owners, listed([keyAt(99)])).blockedShare).toBe(0.5);
  });

  test("a circle among blocked entities needs no cutting", () => {
    // B holds half of A, A holds half of B, and A holds half of the subject.
    const owners = [holds("A", 0.5), holds("B", 0.5, "A"), holds("A", 0.5, "B>A"), holds("X", 0.1, "B>A")];
    expect(trace(owners, listed(["X>B>A"])).blockedShare).toBe(0);
    expect(trace(owners, listed(["B>A"])).blockedShare).toBe(0.5);
  });

  test("the order of the parties changes nothing", () => {
    const owners = [holds("A", 0.4), holds("X", 0.1), holds("X", 0.5, "A"), holds("Y", 0.3), holds("Z", undefined)];
    const parties = listed(["X", "Y"], ["Z"]);
    expect(trace(owners.toReversed(), parties)).toStrictEqual(trace(owners, parties));
  });

  test("shares are exact decimals: seven tenths of a tenth never make a half", () => {
    expect(trace([holds("X", 0.49996)], listed(["X"])).blockedShare).toBe(0.49996);
    expect(trace([holds("X", 0.7), holds("Y", 0.1)], listed(["X", "Y"])).blockedShare).toBe(0.8);
    expect(isBlocked([holds("A", 1), holds("X", 0.3, "A"), holds("Y", 0.2, "A")], "X>A", "Y>A")).toBe(true);
  });
});

describe("what is not certain (DIL-40, DIL-84)", () => {
  test("an unknown share counts whatever the known shares leave", () => {
    const open = trace([holds("X", undefined), holds("W", 0.5)], listed(["X"]));
    expect(open).toMatchObject({ blockedShare: 0, mayBeBlocked: true, unknownOwners: ["X"] });
    const small = trace([holds("X", undefined), holds("W", 0.6)], listed(["X"]));
    expect(small).toMatchObject({ mayBeBlocked: false, cautions: ["X"], unknownOwners: ["X"] });
    expect(trace([holds("X", 0.5), holds("Y", undefined)], listed(["X", "Y"])).blockedShare).toBe(0.5);
  });

  test("a possible hit blocks nobody, and may", () => {
    expect(trace([holds("X", 0.6)], listed([], ["X"]))).toMatchObject({
      blockedShare: 0,
      mayBeBlocked: true,
      cautions: ["X"],
    });
  });

  test("control without ownership is a caution, driving a truck is not", () => {
    expect(trace([holds("X", undefined, undefined, "officer")], listed(["X"]))).toMatchObject({
      blockedShare: 0,
      mayBeBlocked: false,
      cautions: ["X"],
      unknownOwners: [],
    });
    expect(trace([holds("X", undefined, undefined, "driver")], listed(["X"])).cautions).toStrictEqual([]);
  });
});

describe("one holder, one holding (DIL-83)", () => {
  test("a holding that is stated twice counts once, and may be two", () => {
    const twice = [holds("X", 0.3), { ...holds("X", 0.3), key: "x-2" }];
    expect(trace(twice, listed(["X", "x-2"]))).toMatchObject({
      identifiedShare: 0.3,
      blockedShare: 0.3,
      mayBeBlocked: true,
    });
  });

  const rows = (...own: readonly Partial<Owner>[]): readonly Owner[] =>
    own.map((one, at) => ({ ...holds("Kestrelmoor Maritime Ltd", [0.3, 0.25][at]), key: `row-${at}`, ...one }));

  test.each<[string, readonly Owner[]]>([
    ["equal names", rows({}, {})],
    ["Ltd and Limited", rows({}, { name: "Kestrelmoor Maritime Limited" })],
    ["no legal form", rows({}, { name: "Kestrelmoor Maritime" })],
    ["capitals and marks", rows({}, { name: "KESTRELMOOR MARITIME, LTD." })],
    ["the article", rows({}, { name: "The Kestrelmoor Maritime Company" })],
    ["words together", rows({}, { name: "Kestrel Moor Maritime Ltd" })],
    ["one country in two spellings", rows({ countries: ["Malta"] }, { countries: ["MT"] })],
    ["a country in one row", rows({ countries: ["Malta"] }, {})],
    [
      "a person in either order",
      rows({ kind: "person", name: "Orlen Tavistock" }, { kind: "person", name: "TAVISTOCK, Orlen" }),
    ],
    [
      "a person with a title and a year of birth",
      rows(
        { kind: "person", name: "Dr. Orlen Tavistock", birthDate: "1961" },
        { kind: "person", name: "Orlen Tavistock", birthDate: "1961-05-02" },
      ),
    ],
  ])("parts of one holder in two rows add up: %s", (_, owners) => {
    expect(trace(owners, listed(["row-0"]))).toMatchObject({ identifiedShare: 0.55, blockedShare: 0.55 });
    expect(trace(owners.toReversed(), listed(["row-1"])).blockedShare).toBe(0.55);
  });

  test.each<[string, readonly Owner[]]>([
    ["an LLC and a corporation", rows({ name: "Kestrelmoor LLC" }, { name: "Kestrelmoor Inc." })],
    ["two countries", rows({ countries: ["Malta"] }, { countries: ["CY"] })],
    [
      "two dates of birth",
      rows(
        { kind: "person", name: "Orlen Tavistock", birthDate: "1961-05-02" },
        { kind: "person", name: "Orlen Tavistock", birthDate: "1988-01-30" },
      ),
    ],
    ["Junior and Senior", rows({ kind: "person", name: "O. Tavi Jr." }, { kind: "person", name: "O. Tavi Sr." })],
  ])("holders of one name that contradict each other stay two, to be reviewed: %s", (_, owners) => {
    expect(trace(owners, listed(["row-0"]))).toMatchObject({ blockedShare: 0.3, mayBeBlocked: true });
  });

  test("parts of one holder in two rows may overstate the whole", () => {
    const owners = rows({ share: 0.7 }, { share: 0.6 });
    expect(trace(owners, listed([])).overstated).toStrictEqual(["subject"]);
  });

  test("what stands in place of a name identifies no owner (NAME-56)", () => {
    const owners = [{ ...holds("TBD", 0.6), name: "TBD" }, holds("W", 0.4)];
    expect(trace(owners, listed([])).identifiedShare).toBe(0.4);
  });

  test("a chain begins with a listed party, also in a circle", () => {
    const owners = [holds("A", 0.6), holds("B", 0.5, "A"), holds("A", 0.5, "B>A"), holds("X", 0.5, "A")];
    const { chains } = trace(owners, listed(["X>A"]));
    expect(chains.map(([first]) => first?.holder)).toEqual([owners[3]?.name]);
  });

  test("an owner who is the subject owns nothing of it", () => {
    const owners = [holds("Blue Harbor Cafe", 0.6), holds("W", 0.4)];
    expect(trace(owners, listed([]))).toMatchObject({ identifiedShare: 0.4, blockedShare: 0, overstated: [] });
  });
});

describe("files that contradict themselves (DIL-38, DIL-41)", () => {
  test("parties that own each other are reported once and own nothing of the subject", () => {
    const owners = [
      { ...holds("A", 0.9), parentKey: "B" },
      { ...holds("B", 0.8), parentKey: "A" },
      { ...holds("S", 0.3), parentKey: "S" },
    ];
    expect(trace(owners, listed(["A"]))).toMatchObject({
      cycles: [["A", "B"], ["S"]],
      blockedShare: 0,
      cautions: ["A", "B"],
    });
  });

  test("owners of more than the whole are reported, of the subject and of a party", () => {
    const owners = [holds("A", 0.7), holds("B", 0.7), holds("C", 0.6, "A"), holds("D", 0.5, "A")];
    expect(trace(owners, listed([]))).toMatchObject({ identifiedShare: 1, overstated: ["A", "subject"] });
    expect(trace([holds("A", 0.1), holds("B", 0.2), holds("C", 0.7)], listed([])).overstated).toStrictEqual([]);
  });
});

test("the chain from a listed party to the subject is kept by name, shortest links included", () => {
  const owners = [holds("A", 0.4), holds("X", 0.1), holds("X", 0.5, "A")];
  expect(trace(owners, listed(["X"])).chains).toStrictEqual([
    [
      { holder: "X", share: 0.5, held: "A" },
      { holder: "A", share: 0.4, held: "Blue Harbor Cafe" },
    ],
    [{ holder: "X", share: 0.1, held: "Blue Harbor Cafe" }],
  ]);
});

function keyAt(n: number): string {
  let key = "P0";
  for (let at = 1; at <= n; at += 1) key = `P${at}>${key}`;
  return key;
}

describe("who is one holder (DIL-83)", () => {
  const owner = (key: string, name: string, share: number, parentKey?: string, more: Partial<Owner> = {}): Owner => ({
    ...holds(name, share),
    key,
    parentKey,
    ...more,
  });
  const person = { kind: "person" } as const;

  test.each([
    ["a legal form left out", "Aardvark Quill LLC", "Aardvark Quill", {}],
    ["a legal form written out", "Aardvark Quill Corp.", "Aardvark Quill Corporation", {}],
    ["an article", "The Aardvark Quill Group", "Aardvark Quill Group", {}],
    ["a title", "Mr. John Smith", "John Smith", person],
    ["a title before one word", "Mr. Smith", "Smith", person],
    ["a family name first", "Smith, John", "John Smith", person],
    ["a generation on one side", "John Smith Jr.", "John Smith", person],
  ])("%s", (_, listedName, otherName, more) => {
    // The listed one owns the holder under another spelling of its name.
    const owners = [owner("a", otherName, 0.5, undefined, more), owner("b", listedName, 0.1, undefined, more)];
    expect(trace(owners, listed(["b"]))).toMatchObject({ blockedShare: 0.6, identifiedShare: 0.6 });
  });

  test.each([
    ["a company and a person", "John Smith", {}, "John Smith", person],
    ["an LLC and a corporation", "Aardvark Quill LLC", {}, "Aardvark Quill Inc.", {}],
    ["two generations", "John Smith Sr.", person, "John Smith Jr.", person],
    [
      "two dates of birth",
      "John Smith",
      { ...person, birthDate: "1950" },
      "John Smith",
      { ...person, birthDate: "1980" },
    ],
    ["what is no name", "Unknown", person, "Unknown", person],
  ])("%s of one name stay two", (_, listedName, listedMore, otherName, more) => {
    const owners = [owner("a", otherName, 0.5, undefined, more), owner("b", listedName, 0.1, undefined, listedMore)];
    expect(trace(owners, listed(["b"])).blockedShare).toBe(0.1);
  });

  test("beside an LLC and a corporation of its name one without a form is a third, which may be either", () => {
    const owners = [
      owner("a", "Aardvark Quill", 0.5),
      owner("b", "Aardvark Quill LLC", 0.1),
      owner("c", "Aardvark Quill Inc.", 0.1),
    ];
    expect(trace(owners, listed(["b"]))).toMatchObject({ blockedShare: 0.1, identifiedShare: 0.7, mayBeBlocked: true });
    expect(trace(owners.toReversed(), listed(["b"]))).toStrictEqual(trace(owners, listed(["b"])));
  });

  test("a chain goes through two spellings of one entity, and the subject's own other spelling owns nothing of it", () => {
    const chain = [
      owner("a", "Aardvark Quill LLC", 0.6),
      owner("b", "Aardvark Quill", 0, "a"),
      owner("x", "Xavier Marsk", 0.5, "b", person),
    ];
    expect(trace(chain, listed(["x"])).blockedShare).toBe(0.6);
    const self = [owner("s", "Blue Harbor Cafe, Inc.", 0.5), owner("w", "Willow Trust", 0.5)];
    expect(trace(self, listed([]))).toMatchObject({ identifiedShare: 0.5 });
  });
});
