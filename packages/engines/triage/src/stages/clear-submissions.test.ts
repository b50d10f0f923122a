import { describe, expect, test } from "@jest/globals";
import { asWritten, type JsonObject } from "@service/json";
import { clearSubmissions, type ClearanceResult } from "./clear-submissions.ts";
import { sampleInput, sampleSubmission } from "../cases/sample-inputs.ts";
import { inputSchema } from "../input.ts";
import { slipOf } from "./compared.ts";
import { comparisonInSentences, featuresOf } from "./match-words.ts";
import { readInput } from "./submission.ts";

const rules = { windowDays: 90, duplicate: 8, possible: 5 };

function clear(submissions: readonly JsonObject[], existing: readonly JsonObject[] = []): ClearanceResult {
  const input = readInput(
    asWritten(inputSchema({}), sampleInput(submissions, { known: existing })),
    "2026-03-02T09:00:00Z",
  );
  return clearSubmissions(input.submissions, input.existing, rules);
}

function pair(first: JsonObject, second: JsonObject): { duplicates: number[]; possible: number[] } {
  const later = { received_at: "2026-03-02T08:30:00Z" };
  const { bySubmission } = clear([sampleSubmission("a", first), sampleSubmission("b", { ...later, ...second })]);
  const own = bySubmission.get("b");
  return {
    duplicates: (own?.duplicates ?? []).map(({ weight }) => weight),
    possible: (own?.possible ?? []).map(({ weight }) => weight),
  };
}

const address = { line1: "77 Canal Street", city: "Dayton", state: "OH", zip: "45402" };
describe("clearance of a queue (TRI-80, TRI-81)", () => {
  const full = { name: "Bluefin Dining", fein: "31-4159265", address, phone: "937 555 0101" };

  test("a copy with a slightly other spelling is a duplicate of the earlier one", () => {
    const copy = { ...full, name: "Bluefin Dinning", fein: "314159265", phone: "+1 (937) 555-0101" };
    expect(pair({ insured: full }, { insured: copy })).toEqual({ duplicates: [37], possible: [] });
  });

  test("tenants of one building are no duplicates", () => {
    const one = { name: "Harbor Grill", address };
    const other = { name: "Redwood Stairs", address };
    expect(pair({ insured: one }, { insured: other })).toEqual({ duplicates: [], possible: [] });
  });

  test("weights from 5 to below 8 are possible duplicates (TRI-28)", () => {
    const one = { name: "Harbor Grill", address: { ...address, city: "" } };
    const other = { name: "Harbor Grill", address: { ...address, line1: "", city: "" } };
    expect(pair({ insured: one }, { insured: other })).toEqual({ duplicates: [], possible: [7.3] });
  });

  test("a name alone is no match, however equal", () => {
    expect(pair({ insured: { name: "Harbor Grill" } }, { insured: { name: "Harbor Grill" } })).toEqual({
      duplicates: [],
      possible: [],
    });
  });

  test("lines must overlap", () => {
    expect(pair({ insured: full }, { insured: full, lines: ["cyber"] }).duplicates).toEqual([]);
  });

  test("effective dates lie within 90 days", () => {
    const first = { insured: full, effective_on: "2026-03-11" };
    expect(pair(first, { insured: full, effective_on: "2026-06-09" }).duplicates).toEqual([37.7]);
    expect(pair(first, { insured: full, effective_on: "2026-06-10" }).duplicates).toEqual([]);
  });

  test("a renewal may be a year and 90 days away", () => {
    const first = { insured: full, effective_on: "2026-03-11" };
    const renewal = { insured: full, kind: "renewal" };
    expect(pair(first, { ...renewal, effective_on: "2027-06-09" }).duplicates).toEqual([37.7]);
    expect(pair(first, { ...renewal, effective_on: "2027-06-10" }).duplicates).toEqual([]);
    expect(pair(first, { insured: full, effective_on: "2027-03-11" }).duplicates).toEqual([]);
  });

  test("service requests of one insured are at most possible duplicates, and none of new business (TRI-29)", () => {
    const service = { insured: full, kind: "service" };
    expect(pair(service, service)).toEqual({ duplicates: [], possible: [37.7] });
    expect(pair({ insured: full }, service)).toEqual({ duplicates: [], possible: [] });
  });

  test("an existing row of the same key is the submission itself", () => {
    const existing = {
      submission_key: "a",
      insured: full,
      producer_key: "prod-1",
      lines: ["general_liability"],
      effective_on: "2026-03-11",
      status: "open",
    };
    const submission = sampleSubmission("a", { insured: full });
    expect(clear([submission], [existing]).bySubmission.get("a")?.duplicates).toEqual([]);
    const other = clear([submission], [{ ...existing, submission_key: "z" }]).bySubmission.get("a")?.duplicates;
    expect(other?.map(({ submissionKey, isSameProducer }) => [submissionKey, isSameProducer])).toEqual([["z", true]]);
  });

  test("transliterated names meet", () => {
    const one = { name: "Zacharov Marine", address };
    expect(pair({ insured: one }, { insured: { name: "Zakharov Marine", address } }).duplicates).toEqual([17]);
  });

  test("comparing stops at its bound with a warning (TRI-96)", () => {
    const submissions = Array.from({ length: 60 }, (_, index) =>
      sampleSubmission(`s${index}`, {
        insured: { name: `Stonemason ${"word ".repeat(index + 1)}${index}`.slice(0, 200), address },
      }),
    );
    const { submissions: read } = readInput(
      asWritten(inputSchema({}), sampleInput(submissions)),
      "2026-03-02T09:00:00Z",
    );
    expect(clearSubmissions(read, [], rules, 1000).isCut).toBe(true);
    expect(clearSubmissions(read, [], rules).isCut).toBe(false);
  });

  test("a tax number with more than 200 holders is compared with its first 200 (TRI-96)", () => {
    const submissions = Array.from({ length: 300 }, (_, index) =>
      sampleSubmission(`s${String(index).padStart(3, "0")}`, {
        insured: { name: "Same Name", fein: "314159265" },
      }),
    );
    const { bySubmission, crowdedGroups } = clear(submissions);
    // The tax number, and all that is stated.
    expect(crowdedGroups).toBe(2);
    expect(bySubmission.get("s299")?.duplicates.map(({ submissionKey }) => submissionKey)).toContain("s000");
  });

  test("a common word makes no candidates, and its insureds are found by what else they share", () => {
    const submissions = Array.from({ length: 300 }, (_, index) =>
      sampleSubmission(`s${String(index).padStart(3, "0")}`, {
        insured: { name: `Construction ${index}`, address: { ...address, line1: `${index} Oak Street` } },
      }),
    );
    const copy = sampleSubmission("t", {
      received_at: "2026-03-02T08:30:00Z",
      insured: { name: "Construction 250 LLC", address: { ...address, line1: "250 Oak St." } },
    });
    const { bySubmission, crowdedGroups } = clear([...submissions, copy]);
    expect(crowdedGroups).toBe(0);
    expect(bySubmission.get("t")?.duplicates.map(({ submissionKey }) => submissionKey)).toEqual(["s250"]);
  });

  const hostile = {
    "one name, ZIP and phone": (index: number) => ({
      name: "Same Name LLC",
      phone: "937 555 0101",
      address: { ...address, line1: `${index} Oak Street` },
    }),
    "long names at one address": (index: number) => ({
      name: Array.from({ length: 24 }, (_, at) => `w${"abcdefgh"[(index + at) % 8]}ord${(index * 7 + at) % 90}`).join(
        " ",
      ),
      address,
    }),
  } as const;

  test.each(Object.entries(hostile))("500 submissions of %s against 5,000 known ones are bounded", (_, insuredOf) => {
    const submissions = Array.from({ length: 500 }, (_, index) =>
      sampleSubmission(`s${index}`, { insured: insuredOf(index) }),
    );
    const existing = Array.from({ length: 5000 }, (_, index) => ({
      submission_key: `k${index}`,
      insured: insuredOf(index),
      producer_key: "prod-1",
      lines: ["general_liability"],
      effective_on: "2026-03-11",
      status: "open",
    }));
    // Processor time, not wall time: other work on the machine must not fail the test.
    const started = process.cpuUsage();
    clear(submissions, existing);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(20_000);
  });
});

describe("one insured sent many times (TRI-106)", () => {
  const copies = (more: (index: number) => JsonObject): JsonObject[] =>
    Array.from({ length: 220 }, (_, index) =>
      sampleSubmission(`s${index}`, { insured: { name: "Bluefin Dining", address, ...more(index) } }),
    );
  const unmatched = (submissions: readonly JsonObject[]): number =>
    [...clear(submissions).bySubmission.values()].filter(({ duplicates }) => duplicates.length === 0).length;

  test("hundreds of copies of a name and an address are duplicates, as two are", () => {
    expect(unmatched(copies(() => ({})))).toBe(1);
  });

  test("whatever else they state", () => {
    expect(unmatched(copies((index) => ({ phone: `937 555 ${String(1000 + index)}` })))).toBe(1);
  });

  test("a common name without an address stays a common one", () => {
    expect(unmatched(copies(() => ({ address: { city: "Dayton", state: "OH" } })))).toBe(220);
  });
});

describe("insureds without a name (TRI-105)", () => {
  const phone = "937 555 0101";
  const none = { duplicates: [], possible: [] };

  test.each([
    "TBD",
    "T.B.D.",
    "To be determined",
    "To Be Formed LLC",
    "Unknown",
    "UNKNOWN INSURED",
    "Various",
    "See attached",
    "N/A",
    "n.a.",
    "None",
    "Pending",
    "Name pending",
    "Test",
    "Test account",
    "XXXXXX",
    "TBD (new restaurant)",
    "Not yet named",
    "New client",
    "LLC",
    "---",
    "\u{1F600}",
  ])("%s links nothing, whatever else agrees", (name) => {
    const own = { name, address, phone, domain: "www.harborgrill.example" };
    expect(pair({ insured: own }, { insured: own })).toEqual(none);
    expect(pair({ insured: own }, { insured: { ...own, name: "Unknown" } })).toEqual(none);
    expect(pair({ insured: { ...own, name: "Harbor Grill" } }, { insured: own })).toEqual(none);
    expect(pair({ insured: own }, { insured: { ...own, name: "Harbor Grill" } })).toEqual(none);
  });

  test("one tax number makes them duplicates", () => {
    const own = { name: "TBD", address, phone, fein: "31-4159265" };
    expect(pair({ insured: own }, { insured: own }).duplicates).toHaveLength(1);
  });
});

describe("what many firms have in common identifies none (TRI-109)", () => {
  test.each([
    ["First Baptist Church", "First Baptist Church of Dayton"],
    ["First Baptist Church of Dayton", "First Baptist Church"],
    ["First Baptist Church", "First Baptist Church of Kettering"],
    ["Second Methodist Church", "Second Methodist Church Ministries"],
    ["Ohio Community Bank", "Ohio Community Bank & Trust"],
    ["Dayton Plumbing", "Dayton Plumbing & Heating"],
    ["Dayton Plumbing Services LLC", "Dayton Plumbing LLC"],
    ["American Food Services", "American Food Services of Ohio"],
    ["Community Medical Center", "Community Medical Center of Dayton"],
    ["City Auto Parts", "City Auto Parts and Tires"],
    ["National Insurance Agency", "The National Insurance Agency of Ohio, Inc."],
    ["North Dayton Dental Clinic", "Dayton Dental Clinic"],
  ])("%s and %s at one address may be one", (first, second) => {
    const found = pair({ insured: { name: first, address } }, { insured: { name: second, address } });
    expect([found.duplicates, found.possible.length]).toEqual([[], 1]);
  });

  test.each([
    ["First Baptist Church", "First Baptist Church"],
    ["First Baptist Church", "FIRST BAPTIST CHURCH, INC."],
    ["Harborlee Grill", "Harborlee Grill of Dayton"],
    ["Quillmoor Baptist Church", "Quillmoor Baptist Church of Dayton"],
    ["Redwood Plumbing", "Redwood Plumbing & Heating"],
    ["Harborlee Plumbing", "Harbourlee Plumbing of Dayton"],
  ])("%s and %s at one address are one", (first, second) => {
    expect(pair({ insured: { name: first, address } }, { insured: { name: second, address } }).duplicates).toHaveLength(
      1,
    );
  });

  test("a telephone that both have says that they are one", () => {
    const own = { address, phone: "937 555 0101" };
    const [first, second] = [
      { ...own, name: "First Baptist Church" },
      { ...own, name: "First Baptist Church of Dayton" },
    ];
    expect(pair({ insured: first }, { insured: second }).duplicates).toHaveLength(1);
  });
});

test("an equal tax number beside another name needs one more fact that agrees (TRI-107)", () => {
  const one = { name: "Harbor Grill", fein: "31-4159265" };
  const other = { name: "Redwood Stairs", fein: "31-4159265" };
  expect(pair({ insured: one }, { insured: other })).toEqual({ duplicates: [], possible: [] });
  const town = { city: "Dayton", state: "OH" };
  const near = pair({ insured: { ...one, address: town } }, { insured: { ...other, address: town } });
  expect([...near.possible, ...near.duplicates]).toHaveLength(1);
});

test("post office boxes are called boxes, and two of them are not one street (TRI-86)", () => {
  const boxAt = (line1: string): JsonObject => ({ insured: { name: "Harbor Grill", address: { ...address, line1 } } });
  const wordsOf = (first: string, second: string): string => {
    const later = { received_at: "2026-03-02T08:30:00Z" };
    const { bySubmission } = clear([
      sampleSubmission("a", boxAt(first)),
      sampleSubmission("b", { ...later, ...boxAt(second) }),
    ]);
    const own = bySubmission.get("b");
    const match = own?.duplicates[0] ?? own?.possible[0];
    return comparisonInSentences(match?.compared ?? []);
  };
  expect(wordsOf("PO Box 12", "P.O. Box 12")).toMatch(/post office boxes/);
  expect(wordsOf("PO Box 12", "P.O. Box 12")).not.toMatch(/street/);
  expect(wordsOf("PO Box 12", "PO Box 907")).not.toMatch(/street/);
  expect(wordsOf("1234 Oak Street", "1243 Oak Street")).toMatch(/street numbers/);
});

test("digits that changed places are called that", () => {
  const values = (first: string, second: string) =>
    featuresOf([{ name: "zip", agreement: slipOf(first, second), effect: 1, holders: 0 }]).map(({ value }) => value);
  expect(values("45402", "45420")).toEqual(["The ZIP codes differ by two digits that changed places."]);
  expect(values("45402", "45403")).toEqual(["The ZIP codes differ by one digit."]);
});
