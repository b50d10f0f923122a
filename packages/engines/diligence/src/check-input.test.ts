import { describe, expect, test } from "@jest/globals";
import type { Json, JsonObject } from "@service/json";
import { diligence } from "./index.ts";
import { usual } from "./testing/bench.ts";

const subject = { subject_key: "s1", kind: "organization", name: "Quiet Meadow Farms" };
const fields = (more: JsonObject): string[] => usual.validateInput({ subject, ...more }).map(({ field }) => field);
const party = (more: JsonObject = {}): JsonObject => ({
  party_key: "p",
  name: "Marigold Fenwick",
  kind: "person",
  role: "owner",
  ...more,
});
const entry = (more: JsonObject = {}): JsonObject => ({
  entry_id: "E",
  kind: "person",
  names: [{ name: "Velmora Arkost", strength: "strong" }],
  version: "1",
  ...more,
});

describe("the input of diligence (DIL-6)", () => {
  test("takes the whole contract", () => {
    const input: Json = {
      as_of: "2026-01-15T00:00:00Z",
      subject: {
        ...subject,
        kind: "person",
        aliases: ["M. Fenwick"],
        given_name: "Marigold",
        family_name: "Fenwick",
        birth_date: "1970",
        gender: "female",
        countries: ["US"],
        identifiers: [{ type: "license", value: "A-1", jurisdiction: "CA" }],
        addresses: [{ line1: "1 Elm", city: "Lindow", state: "CA", zip: "90001", country: "US" }],
        client_key: "c1",
      },
      related_parties: [
        party({ ownership: 0.5, birth_date: "1980-02-29", countries: ["US"] }),
        party({ party_key: "q", parent_key: "p" }),
      ],
      declarations: { bonded: true, states: ["CA"] },
      documents: [
        { document_key: "d", kind: "license", dated_on: "2025-01-01", text: "x", fields: { status: "active" } },
      ],
      prior_clearances: [
        { list_key: "l", entry_id: "E", entry_version: "1", cleared_on: "2025-01-01", cleared_by: "desk" },
      ],
      checks: ["names", "licence"],
      custom_list: [entry({ birth_dates: ["1970", "1970-01-02"], countries: ["US"], programs: ["P"], remarks: "r" })],
    };
    expect(usual.validateInput(input)).toEqual([]);
    expect(usual.subjectKey({ subject })).toBe("s1");
    expect(usual.validateOfferings(undefined)).toEqual([]);
    expect(usual.validateOfferings([])).toHaveLength(1);
  });

  test.each<[string, JsonObject]>([
    ["surprise", { surprise: 1 }],
    ["subject.surprise", { subject: { ...subject, surprise: 1 } }],
    ["subject.kind", { subject: { ...subject, kind: "vessel" } }],
    ["subject.name", { subject: { ...subject, name: "" } }],
    ["subject.name", { subject: { ...subject, name: " " } }],
    ["subject.name", { subject: { ...subject, name: "\u00a0…!\u200b" } }],
    ["subject.birth_date", { subject: { ...subject, birth_date: "1970-13-40" } }],
    ["related_parties[0].ownership", { related_parties: [party({ ownership: 1.2 })] }],
    ["related_parties[1].party_key", { related_parties: [party(), party()] }],
    ["related_parties[0].party_key", { related_parties: [party({ party_key: "subject" })] }],
    ["related_parties[0].parent_key", { related_parties: [party({ parent_key: "nobody" })] }],
    ["related_parties[0].birth_date", { related_parties: [party({ birth_date: "2001-02-29" })] }],
    [
      "documents[1].document_key",
      {
        documents: [
          { document_key: "d", kind: "a" },
          { document_key: "d", kind: "b" },
        ],
      },
    ],
    ["custom_list[1].entry_id", { custom_list: [entry(), entry()] }],
    ["custom_list[0].names", { custom_list: [entry({ names: [] })] }],
    [
      "custom_list[0].version",
      { custom_list: [{ entry_id: "E", kind: "person", names: [{ name: "x", strength: "weak" }] }] },
    ],
    ["custom_list[0].birth_dates[0]", { custom_list: [entry({ birth_dates: ["1999-99-99"] })] }],
    ["custom_list", { custom_list: Array.from({ length: 5001 }, (_, n) => entry({ entry_id: `E${n}` })) }],
    ["related_parties", { related_parties: Array.from({ length: 101 }, (_, n) => party({ party_key: `p${n}` })) }],
    ["checks[0]", { checks: ["no_such_check"] }],
    ["subject.name", { subject: { ...subject, name: "half \ud800 pair" } }],
  ])("refuses %s", (field, more) => {
    expect(fields(more)).toContain(field);
  });

  test("circles of ownership and checks that are switched off are no errors (DIL-7)", () => {
    expect(fields({ related_parties: [party({ parent_key: "p" })] })).toEqual([]);
    expect(
      fields({ related_parties: [party({ parent_key: "s1" }), party({ party_key: "q", parent_key: "subject" })] }),
    ).toEqual([]);
    const without = diligence.compile(diligence.effectiveConfig({ ...diligence.preset(), checks: [] }));
    expect(without.validateInput({ subject, checks: ["licence"] })).toEqual([]);
    expect(
      without.run({
        input: { subject, checks: ["licence"] },
        offerings: undefined,
        runId: "0b7d1f0e-62a4-4b5e-9d0c-5c2f7f6a1e11",
        createdAt: "2026-01-01T00:00:00Z",
        datasets: new Map(),
        onStage: () => undefined,
      }),
    ).toMatchObject({ status: "failed", code: "nothing_to_check" });
  });

  test("never throws for any JSON", () => {
    for (const value of [null, 1, "x", [], {}, { subject: [] }, { subject: { name: {} } }, { custom_list: [[]] }]) {
      expect(usual.validateInput(value).length).toBeGreaterThan(0);
    }
  });
});
