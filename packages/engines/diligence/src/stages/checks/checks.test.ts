import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { isWellFormedIdentifier } from "../identifiers.ts";
import { answerOf, at, engineWith, entries, organization, person, warningCodes } from "../../testing/bench.ts";

const listed = entries({ B: "Bluefin Dining Group LLC" }, { identifiers: [{ type: "duns", value: "12-345-6789" }] });

/** Status and detail of one check on its own. */
function checked(kind: string, params: JsonObject, input: JsonObject, more: JsonObject = {}): readonly unknown[] {
  const check = { key: "c", label: "The check", kind, severity: "high", required: false, weight: 10, params, ...more };
  const engine = engineWith({ lists: [], checks: [check] });
  const { output } = answerOf(engine, { ...organization("Quiet Meadow Farms"), custom_list: listed, ...input });
  return [at(output, "/checks/c/status"), at(output, "/checks/c/detail")];
}
const status = (kind: string, params: JsonObject, input: JsonObject): unknown => checked(kind, params, input)[0];
const document = (kind: string, more: JsonObject = {}): JsonObject => ({ document_key: `d-${kind}`, kind, ...more });
const documents = (...list: JsonObject[]): JsonObject => ({ documents: list });

describe("name_screen", () => {
  test("fails on a strong hit, reviews a possible one, passes without", () => {
    expect(status("name_screen", {}, organization("Bluefin Dining Group"))).toBe("fail");
    expect(status("name_screen", {}, organization("Bluefine Dinning"))).toBe("review");
    expect(status("name_screen", {}, {})).toBe("pass");
  });

  test("may look at the subject alone and at some lists alone", () => {
    const input = {
      related_parties: [{ party_key: "p", name: "Bluefin Dining Group", kind: "organization", role: "owner" }],
    };
    expect(status("name_screen", {}, input)).toBe("fail");
    expect(status("name_screen", { parties: "subject" }, input)).toBe("pass");
    expect(status("name_screen", { lists: ["custom_list"] }, input)).toBe("fail");
  });
});

describe("identifiers", () => {
  test.each([
    ["fein", "00-1234567", true],
    ["fein", "001234567", true],
    ["fein", "0-123456", false],
    ["fein", "00-0000000", false],
    ["license", "Pending", false],
    ["passport", "N/A", false],
    ["ssn_last4", "0042", true],
    ["duns", "12-345-6789", true],
    ["uei", "ZQGGHJH74DW7", true],
    ["uei", "0QGGHJH74DW7", false],
    ["uei", "OQGGHJH74DW7", false],
    ["usdot", "1234567", true],
    ["npn", "12345678901", false],
    ["naic", "12345", true],
    ["naic", "1234", false],
    ["lei", "5493001KJTIIGC8Y1R12", true],
    ["lei", "5493001KJTIIGC8Y1R13", false],
    ["passport", "N1234567", true],
    ["other", "x", true],
  ] as const)("%s %s is well formed: %s", (type, value, isWellFormed) => {
    expect(isWellFormedIdentifier(type, value)).toBe(isWellFormed);
  });

  test("what stands in place of a number identifies nobody (DIL-86)", () => {
    const fillers = ["N/A", "PENDING", "Unknown", "00-0000000", "999999999", "applied for"];
    for (const value of fillers) {
      const own = { identifiers: [{ type: "license", value }] };
      const input = { ...organization("Quiet Meadow Farms", own), custom_list: entries({ B: "Bluefin" }, own) };
      expect([value, status("name_screen", {}, input)]).toEqual([value, "pass"]);
    }
  });

  test("identifier_format checks stated identifiers only", () => {
    const of = (value: string): JsonObject =>
      organization("Quiet Meadow Farms", { identifiers: [{ type: "fein", value }] });
    expect(status("identifier_format", { type: "fein" }, of("00-1234567"))).toBe("pass");
    expect(status("identifier_format", { type: "fein" }, of("00-12345"))).toBe("fail");
    expect(status("identifier_format", { type: "duns" }, of("00-1234567"))).toBe("not_run");
  });

  test("identifier_match finds an entry by number, or compares with documents", () => {
    const of = (value: string, more: JsonObject = {}): JsonObject => ({
      ...organization("Quiet Meadow Farms", { identifiers: [{ type: "duns", value }] }),
      ...more,
    });
    expect(status("identifier_match", { type: "duns" }, of("123456789"))).toBe("fail");
    expect(status("identifier_match", {}, of("987654321"))).toBe("pass");
    expect(status("identifier_match", {}, {})).toBe("not_run");
    const against = { against: "documents", type: "duns" };
    const stated = (duns: string): JsonObject =>
      of("123456789", documents(document("application", { fields: { duns } })));
    expect(status("identifier_match", against, stated("123 456 789"))).toBe("pass");
    expect(status("identifier_match", against, stated("123456780"))).toBe("fail");
    expect(status("identifier_match", against, of("123456789"))).toBe("not_run");
  });
});

describe("documents", () => {
  const params = { document_kind: "license", max_age_days: 365 };
  test.each([
    ["pass", { dated_on: "2025-06-01", fields: { status: "Active" } }],
    ["pass", { dated_on: "2025-06-01", text: "License no. 77. Expires on 2026-02-01" }],
    ["pass", { fields: { expires_on: "2026-01-15" } }],
    ["fail", { dated_on: "2025-06-01", fields: { expires_on: "2026-01-14", status: "active" } }],
    ["fail", { dated_on: "2025-06-01", text: "Status: SUSPENDED" }],
    ["fail", { dated_on: "2025-06-01", text: "status: not active" }],
    ["review", { dated_on: "2024-06-01", fields: { status: "active" } }],
    ["review", { dated_on: "2026-06-01", fields: { status: "active" } }],
    ["review", { dated_on: "2025-06-01", text: "A license." }],
    ["review", { fields: { status: "active" } }],
    // Whatever the form of the date, an expired license is not in force (DIL-46).
    ["fail", { dated_on: "2025-06-01", text: "License status: ACTIVE. Expires 12/31/2025" }],
    ["fail", { dated_on: "2025-06-01", text: "Valid through January 1, 2024" }],
    ["fail", { dated_on: "2025-06-01", text: "Status: active\nExpiration: 1 March 2025" }],
    ["fail", { dated_on: "2025-06-01", fields: { expires_on: "12/31/2025", status: "active" } }],
    ["pass", { dated_on: "2025-06-01", text: "Status: active. Exp. date: 03/01/2026" }],
    ["review", { dated_on: "2025-06-01", text: "Status: active. Exp: 12/31/25" }],
  ])("license_status is %s for %j", (expected, more) => {
    expect(status("license_status", params, documents(document("license", more)))).toBe(expected);
  });

  test("license_status reads the newest license and cannot judge without one", () => {
    const older = { document_key: "d0", kind: "license", dated_on: "2025-02-01", fields: { status: "revoked" } };
    const newer = { document_key: "d1", kind: "license", dated_on: "2025-08-01", fields: { status: "active" } };
    expect(status("license_status", params, documents(newer, older))).toBe("pass");
    expect(status("license_status", params, documents(document("photos", { text: "x" })))).toBe("not_run");
  });

  test("document_present and document_age", () => {
    const dated = (on: string): JsonObject => documents(document("contract", { dated_on: on, text: "x" }));
    expect(status("document_present", { document_kind: "contract" }, dated("2025-01-01"))).toBe("pass");
    expect(status("document_present", { document_kind: "financials" }, dated("2025-01-01"))).toBe("fail");
    const age = { document_kind: "contract", max_age_days: 30 };
    expect(status("document_age", age, dated("2025-12-16"))).toBe("pass");
    expect(status("document_age", age, dated("2025-12-15"))).toBe("fail");
    expect(status("document_age", age, dated("2026-02-01"))).toBe("review");
    expect(status("document_age", age, documents(document("contract", { text: "x" })))).toBe("review");
    expect(status("document_age", age, {})).toBe("not_run");
  });

  test("field_consistency compares what two sources state", () => {
    const fields = { fields: ["legal_name", "employees", "fein"] };
    const stated = (declared: JsonObject, inDocument: JsonObject): JsonObject => ({
      ...organization("Quiet Meadow Farms", { identifiers: [{ type: "fein", value: "00-1234567" }] }),
      declarations: declared,
      ...documents(document("application", { fields: inDocument })),
    });
    expect(
      status("field_consistency", fields, stated({ employees: 1200 }, { employees: "1,200", fein: "001234567" })),
    ).toBe("pass");
    expect(
      status(
        "field_consistency",
        fields,
        stated({ legal_name: "Quiet Meadow Farms LLC" }, { legal_name: "QUIET MEADOW FARMS" }),
      ),
    ).toBe("pass");
    expect(checked("field_consistency", fields, stated({ employees: 12 }, { employees: 13 }))).toEqual([
      "fail",
      "The papers differ on the employees of Quiet Meadow Farms.",
    ]);
    expect(status("field_consistency", fields, stated({ employees: 12 }, {}))).toBe("not_run");
    // What stands in place of a name states none (NAME-56).
    for (const inDocument of ["TBD", "See attached"]) {
      const names = stated({ legal_name: "TBD" }, { legal_name: inDocument });
      expect(status("field_consistency", fields, names)).toBe("not_run");
    }
  });

  test("a document without readable text degrades the run", () => {
    const engine = engineWith({ lists: [], checks: [] });
    const result = answerOf(engine, {
      ...organization("Quiet Meadow Farms"),
      custom_list: listed,
      ...documents({ document_key: "d", kind: "photos", source_blob_ref: "blob:1" }),
    });
    expect(result.status).toBe("degraded");
    expect(warningCodes(result)).toEqual(["document_unreadable"]);
  });
});

describe("ownership", () => {
  test("ownership_known counts neither the subject itself nor what has no name (DIL-41, DIL-83)", () => {
    const ownedBy = (name: string): JsonObject => ({
      related_parties: [{ party_key: "o", name, kind: "organization", role: "owner", ownership: 1 }],
    });
    const ownershipStatus = (name: string): unknown => status("ownership_known", { min_known: 0.75 }, ownedBy(name));
    expect(ownershipStatus("Pier Holdings LLC")).toBe("pass");
    expect(ownershipStatus("Quiet Meadow Farms LLC")).toBe("review");
    expect(ownershipStatus("TBD")).toBe("review");
  });

  const owners = (...shares: (number | undefined)[]): JsonObject => ({
    related_parties: shares.map((ownership, n) => ({
      party_key: `o${n}`,
      name: n === 0 ? "Bluefin Dining Group LLC" : `Owner Marigold ${n}`,
      kind: "organization",
      role: "owner",
      ...(ownership === undefined ? {} : { ownership }),
    })),
  });

  test("ownership_known wants three quarters", () => {
    expect(status("ownership_known", { min_known: 0.75 }, owners(0.5, 0.25))).toBe("pass");
    expect(status("ownership_known", {}, owners(0.5, 0.24))).toBe("review");
    expect(status("ownership_known", {}, {})).toBe("review");
    expect(status("ownership_known", {}, person("Marigold Fenwick"))).toBe("pass");
  });

  test("ownership_blocked fails from the threshold on, and asks where a share is small or not stated", () => {
    const params = { threshold: 0.5 };
    expect(status("ownership_blocked", params, owners(0.5, 0.5))).toBe("fail");
    expect(status("ownership_blocked", params, owners(0.2, 0.8))).toBe("review");
    expect(status("ownership_blocked", params, owners(undefined, 0.8))).toBe("review");
    expect(status("ownership_blocked", params, owners(0, 1))).toBe("pass");
    const unlisted = {
      related_parties: [{ party_key: "o", name: "Marigold Fenwick", kind: "person", role: "owner", ownership: 1 }],
    };
    expect(status("ownership_blocked", params, unlisted)).toBe("pass");
  });
});

describe("adverse_terms", () => {
  const params = { terms: ["fraud", "money laundering"], near_words: 10 };
  const text = (body: string): JsonObject => documents(document("news", { text: body }));
  const filler = "word ".repeat(30);

  test.each([
    ["fail", "In March Quiet Meadow Farms was charged with FRAUD in court."],
    ["fail", "Charged with money-laundering: Meadow, Quiet (Farms)."],
    ["fail", "Charges of money\n laundering against Quiet Meadow."],
    ["pass", `Quiet Meadow Farms opened. ${filler} Somebody else was charged with fraud.`],
    ["pass", "A quiet afternoon. The fraud concerned others."],
    ["pass", "Quiet Meadow Farms keeps money for laundering."],
    ["pass", "Quiet Meadow Farms was fraudulently praised."],
  ])("is %s for: %s", (expected, body) => {
    expect(status("adverse_terms", params, text(body))).toBe(expected);
  });

  test("cites the place in the text", () => {
    const engine = engineWith({
      lists: [],
      checks: [{ key: "c", kind: "adverse_terms", severity: "high", required: false, weight: 1, params }],
    });
    const { output } = answerOf(engine, {
      ...organization("Quiet Meadow Farms"),
      ...text("😀 Quiet Meadow Farms: fraud."),
    });
    expect(at(output, "/evidence")).toContainEqual(
      expect.objectContaining({
        kind: "document",
        ref: { document_key: "d-news", start: 22, end: 27 },
        excerpt: "😀 Quiet Meadow Farms: fraud.",
      }),
    );
    expect(at(output, "/summary/decision")).toBe("review");
    expect(status("adverse_terms", params, {})).toBe("not_run");
  });

  test("costs time in proportion to the text, whatever the text is", () => {
    const bodies = [
      "fraud ".repeat(33_000),
      "quiet meadow ".repeat(15_000),
      "x".repeat(200_000),
      "money ".repeat(33_000),
      "a-".repeat(100_000),
    ];
    const startedAt = process.cpuUsage();
    for (const body of bodies) expect(["pass", "fail"]).toContain(status("adverse_terms", params, text(body)));
    expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(120_000);
  });
});

describe("rule", () => {
  const asserting = (more: JsonObject = {}): JsonObject => ({
    assert: { fact: "input.declarations.bonded", op: "eq", value: true },
    message_fail: "Not bonded",
    ...more,
  });
  const declared = (bonded: unknown): JsonObject => ({
    declarations: bonded === undefined ? {} : { bonded: bonded === true },
  });

  test("passes, fails with its message, and asks when it is undecided", () => {
    expect(status("rule", asserting(), declared(true))).toBe("pass");
    expect(checked("rule", asserting(), declared(false))).toEqual(["fail", "Quiet Meadow Farms: Not bonded."]);
    expect(checked("rule", asserting(), declared(undefined))).toEqual([
      "review",
      "The file of Quiet Meadow Farms does not state bonded.",
    ]);
    expect(status("rule", asserting({ on_unknown: "not_run" }), declared(undefined))).toBe("not_run");
    expect(status("rule", asserting({ on_unknown: "fail" }), declared(undefined))).toBe("fail");
  });

  test("may name results of screening and ownership, and does not apply where its condition is false", () => {
    expect(
      status(
        "rule",
        { assert: { fact: "screening.strong", op: "eq", value: 0 } },
        organization("Bluefin Dining Group"),
      ),
    ).toBe("fail");
    expect(status("rule", { assert: { fact: "ownership.known", op: "gte", value: 0.5 } }, {})).toBe("fail");
    const when = { fact: "input.subject.kind", op: "eq", value: "person" };
    expect(checked("rule", asserting({ when }), declared(false))).toEqual([
      "pass",
      'The check "The check" does not apply to Quiet Meadow Farms.',
    ]);
  });
});
