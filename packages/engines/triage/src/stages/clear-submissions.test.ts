import { labelSimilarity, prepareLabel } from "@service/engine-kit";
import { describe, expect, test } from "@jest/globals";
import { asWritten, type JsonObject } from "@service/json";
import { clearSubmissions, type ClearanceResult } from "./clear-submissions.ts";
import { weighPair } from "./compare-insureds.ts";
import { identify } from "./insured-identity.ts";
import { sampleInput, sampleSubmission } from "../cases/sample-inputs.ts";
import { inputSchema } from "../input.ts";
import { readInput } from "./submission.ts";

const rules = { windowDays: 90, duplicate: 8, possible: 5 };

function clear(submissions: readonly JsonObject[], known: readonly JsonObject[] = []): ClearanceResult {
  const input = readInput(asWritten(inputSchema({}), sampleInput(submissions, { known })), "2026-03-02T09:00:00Z");
  return clearSubmissions(input.submissions, input.known, rules);
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
const similarityOf = (a: string, b: string): number => labelSimilarity(prepareLabel(a), prepareLabel(b));

/** The name of less weight is looked for in the other (ties by text). */
function lighterFirst(a: string, b: string): boolean {
  const weightOf = (name: string): number => prepareLabel(name).words.reduce((sum, { weight }) => sum + weight, 0);
  const difference = weightOf(a) - weightOf(b);
  return difference === 0 ? a <= b : difference < 0;
}

const base = {
  isFeinEqual: undefined,
  nameSimilarity: undefined,
  isAddressEqual: false,
  isPhoneEqual: false,
  isDomainEqual: false,
  isZipEqual: false,
};

describe("the weight of a pair (TRI-22, TRI-23, TRI-24, TRI-25, TRI-26, TRI-31)", () => {
  test("FEIN 10 + name .97 6 + address 4 + phone 3 + zip 1 make 24", () => {
    const { weight, features } = weighPair({
      isFeinEqual: true,
      nameSimilarity: 0.97,
      isAddressEqual: true,
      isPhoneEqual: true,
      isDomainEqual: false,
      isZipEqual: true,
    });
    expect(weight).toBe(24);
    expect(features.map(({ name, effect }) => [name, effect])).toEqual([
      ["fein", 10],
      ["name", 6],
      ["address", 4],
      ["phone", 3],
      ["zip", 1],
    ]);
  });

  test("no FEIN, name .88 and zip make 4", () => {
    expect(weighPair({ ...base, nameSimilarity: 0.88, isZipEqual: true }).weight).toBe(4);
  });

  test("phone and domain together count once", () => {
    expect(weighPair({ ...base, isPhoneEqual: true, isDomainEqual: true }).weight).toBe(3);
    expect(weighPair({ ...base, isDomainEqual: true }).weight).toBe(3);
  });

  test.each([
    [0.95, 6],
    [0.949, 3],
    [0.85, 3],
    [0.849, 0],
    [0.6, 0],
    [0.599, -5],
  ])("a name similarity of %d weighs %d", (nameSimilarity, weight) => {
    expect(weighPair({ ...base, nameSimilarity }).weight).toBe(weight);
  });

  test("a FEIN that differs weighs -6", () => {
    expect(weighPair({ ...base, isFeinEqual: false }).weight).toBe(-6);
  });
});

describe("clearance of a queue", () => {
  const full = { name: "Bluefin Dining", fein: "31-4159265", address, phone: "937 555 0101" };

  test("a copy with a slightly other spelling weighs 24 and is a duplicate of the earlier one", () => {
    const copy = { ...full, name: "Bluefin Dinning", fein: "314159265", phone: "+1 (937) 555-0101" };
    expect(pair({ insured: full }, { insured: copy })).toEqual({ duplicates: [24], possible: [] });
  });

  test("a longer name with only the zip in common is no match", () => {
    const one = { name: "Harbor Grill", address: { ...address, line1: "1 First Street" } };
    const other = { name: "Harbor Grill Annex", address: { ...address, line1: "900 Second Street" } };
    expect(pair({ insured: one }, { insured: other })).toEqual({ duplicates: [], possible: [] });
  });

  test("weights from 5 to below 8 are possible duplicates", () => {
    const one = { name: "Harbor Grill", address };
    const other = { name: "Harbor Grill", address: { ...address, line1: "900 Second Street" } };
    expect(pair({ insured: one }, { insured: other })).toEqual({ duplicates: [], possible: [7] });
  });

  test("street words are read in their short form", () => {
    const other = { ...address, line1: "77 canal st." };
    expect(identify({ name: "x", address }, undefined).addressKey).toBe(
      identify({ name: "x", address: other }, undefined).addressKey,
    );
  });

  test("one digit repeated is neither FEIN nor phone, and public mail is not a domain (TRI-27)", () => {
    const identity = identify({ name: "x", fein: "99-9999999", phone: "0000000000", domain: "mail@gmail.com" }, "OH");
    expect([identity.fein, identity.phone, identity.domain]).toEqual([undefined, undefined, undefined]);
    expect(identify({ name: "x", domain: "https://www.Example.com/a" }, "OH").domain).toBe("example.com");
  });

  test("lines must overlap", () => {
    expect(pair({ insured: full }, { insured: full, lines: ["cyber"] }).duplicates).toEqual([]);
  });

  test("effective dates lie within 90 days", () => {
    const first = { insured: full, effective_on: "2026-03-11" };
    expect(pair(first, { insured: full, effective_on: "2026-06-09" }).duplicates).toEqual([24]);
    expect(pair(first, { insured: full, effective_on: "2026-06-10" }).duplicates).toEqual([]);
  });

  test("a renewal may be a year and 90 days away", () => {
    const first = { insured: full, effective_on: "2026-03-11" };
    const renewal = { insured: full, kind: "renewal" };
    expect(pair(first, { ...renewal, effective_on: "2027-06-09" }).duplicates).toEqual([24]);
    expect(pair(first, { ...renewal, effective_on: "2027-06-10" }).duplicates).toEqual([]);
    expect(pair(first, { insured: full, effective_on: "2027-03-11" }).duplicates).toEqual([]);
  });

  test("service requests of one insured are at most possible duplicates, and none of new business (TRI-29)", () => {
    const service = { insured: full, kind: "service" };
    expect(pair(service, service)).toEqual({ duplicates: [], possible: [24] });
    expect(pair({ insured: full }, service)).toEqual({ duplicates: [], possible: [] });
  });

  test("a known row of the same key is the submission itself", () => {
    const known = {
      submission_key: "a",
      insured: full,
      producer_key: "prod-1",
      lines: ["general_liability"],
      effective_on: "2026-03-11",
      status: "open",
    };
    const submission = sampleSubmission("a", { insured: full });
    expect(clear([submission], [known]).bySubmission.get("a")?.duplicates).toEqual([]);
    const other = clear([submission], [{ ...known, submission_key: "z" }]).bySubmission.get("a")?.duplicates;
    expect(other?.map(({ submissionKey, isSameProducer }) => [submissionKey, isSameProducer])).toEqual([["z", true]]);
  });

  test("transliterated names meet in one block and one score", () => {
    const one = { name: "Zacharov Marine", address };
    expect(pair({ insured: one }, { insured: { name: "Zakharov Marine", address } }).duplicates).toEqual([11]);
  });

  test("no pair of names of .95 or more is skipped to save time", () => {
    const words = ["bluefin", "dining", "northgate", "velon", "marsk", "of", "tarov", "zacharov", "a"];
    let seed = 7;
    const pick = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 400; round += 1) {
      const first = Array.from({ length: 1 + pick(5) }, () => words[pick(words.length)] ?? "");
      const second = first.map((word) => {
        const at = pick(word.length);
        return pick(3) === 0 ? `${word.slice(0, at)}${"ckhs"[pick(4)] ?? ""}${word.slice(at + pick(2))}` : word;
      });
      const [a, b] = [`blue ${first.join(" ")}`, `blue ${second.join(" ")}`];
      const similarity = Math.max(Number(a === b), lighterFirst(a, b) ? similarityOf(a, b) : similarityOf(b, a));
      const { possible } = pair({ insured: { name: a } }, { insured: { name: b } });
      expect({ a, b, possible }).toEqual({ a, b, possible: similarity >= 0.95 ? [6] : [] });
    }
  });

  test("comparing stops at its bound with a warning", () => {
    const submissions = Array.from({ length: 60 }, (_, index) =>
      sampleSubmission(`s${index}`, { insured: { name: `Stonemason ${"word ".repeat(index + 1)}`.slice(0, 200) } }),
    );
    const { submissions: read } = readInput(
      asWritten(inputSchema({}), sampleInput(submissions)),
      "2026-03-02T09:00:00Z",
    );
    expect(clearSubmissions(read, [], rules, 1000).isCut).toBe(true);
    expect(clearSubmissions(read, [], rules).isCut).toBe(false);
  });

  test("a block with more than 200 members is compared with its first 200", () => {
    const submissions = Array.from({ length: 300 }, (_, index) =>
      sampleSubmission(`s${String(index).padStart(3, "0")}`, { insured: { name: "Same Name", fein: "314159265" } }),
    );
    const { bySubmission, crowdedBlocks } = clear(submissions);
    expect(crowdedBlocks).toBe(2);
    expect(bySubmission.get("s299")?.duplicates.map(({ submissionKey }) => submissionKey)).toContain("s000");
  });
});
