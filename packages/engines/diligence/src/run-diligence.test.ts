import { describe, expect, test } from "@jest/globals";
import {
  canonicalHash,
  canonicalJson,
  type Json,
  type JsonObject,
  isJsonArray,
  isJsonObject,
  compileSchema,
} from "@service/json";
import { applyFieldPolicy } from "@service/privacy";
import { diligence } from "./index.ts";
import {
  answerOf,
  at,
  type Completed,
  engineWith,
  entries,
  hitsOf,
  inline,
  listAt,
  organization,
  person,
  run,
  usual,
  warningCodes,
  watchlist,
} from "./testing/bench.ts";

const names = entries({ A: "Aleksandr Zakharov", B: "Bluefin Dining Group LLC", C: "Tamarind Freight Inc" });
const requiredList = engineWith({
  lists: [
    {
      list_key: "watch_demo",
      dataset_key: "watchlist:demo",
      label: "Demo",
      severity: "block",
      required: true,
      max_age_days: 7,
    },
  ],
});

describe("lists and status (DIL-65, DIL-69, DIL-70)", () => {
  test("a loaded list is searched and named with version and age (TYPE-40)", () => {
    const result = answerOf(requiredList, organization("Bluefin Dining Group"), [watchlist(names)]);
    expect(result.status).toBe("completed");
    expect(at(result.output, "/lists/0")).toEqual({
      list_key: "watch_demo",
      version: "7",
      entries: 3,
      as_of: "2026-01-14",
      age_days: 1,
      status: "screened",
    });
    expect(at(result.output, "/provenance/datasets")).toEqual([
      { dataset_key: "watchlist:demo", version: "7", sha256: canonicalHash(names) },
    ]);
    expect(hitsOf(result)[0]).toMatch(/^subject:watch_demo:B .* strong$/);
  });

  test("a required list that is not loaded fails the run at load", () => {
    for (const datasets of [[], [watchlist([])]]) {
      expect(run(requiredList, { ...organization("Bluefin Dining"), custom_list: names }, datasets)).toMatchObject({
        status: "failed",
        stage: "load",
        code: "list_unavailable",
      });
    }
  });

  test("an optional list that is not loaded degrades; what the input brings is screened all the same (DIL-9)", () => {
    const result = answerOf(usual, { ...organization("Bluefin Dining"), custom_list: names });
    expect(result.status).toBe("degraded");
    expect(warningCodes(result)).toEqual(["list_unavailable"]);
    expect(hitsOf(result)).toHaveLength(1);
    expect(listAt(result.output, "/lists").map(({ list_key, status }) => [list_key, status])).toEqual([
      ["custom_list", "screened"],
      ["watch_demo", "unavailable"],
    ]);
    expect(at(result.output, "/summary/lists_screened")).toBe(1);
  });

  test("without any list the answer is incomplete, never clear", () => {
    const result = answerOf(usual, organization("Bluefin Dining"));
    expect(result.status).toBe("degraded");
    expect(at(result.output, "/summary/decision")).toBe("incomplete");
    expect(at(result.output, "/checks/names/status")).toBe("not_run");
    expect(at(answerOf(inline, organization("Bluefin Dining")).output, "/summary/decision")).toBe("incomplete");
  });

  test("a list older than allowed degrades, required or not", () => {
    const result = answerOf(requiredList, organization("Unrelated Orchard"), [
      watchlist(names, { asOf: "2026-01-01" }),
    ]);
    expect(result.status).toBe("degraded");
    expect(warningCodes(result)).toEqual(["dataset_stale"]);
    expect(at(result.output, "/lists/0")).toMatchObject({ status: "stale", age_days: 14 });
    expect(
      answerOf(requiredList, organization("Unrelated Orchard"), [watchlist(names, { asOf: "2026-01-08" })]).status,
    ).toBe("completed");
  });

  test("a refreshed list is searched in its new version by the same engine", () => {
    const engine = engineWith();
    expect(hitsOf(answerOf(engine, organization("Tamarind Freight"), [watchlist(names)]))).toHaveLength(1);
    const refreshed = watchlist(names.slice(0, 2), { version: "8" });
    expect(hitsOf(answerOf(engine, organization("Tamarind Freight"), [refreshed]))).toEqual([]);
  });

  test("checks requested alone run alone; lists are read only if one of them needs them (DIL-54)", () => {
    const result = answerOf(usual, { ...organization("Bluefin Dining"), checks: ["owners_known"] });
    expect(result.status).toBe("completed");
    expect(warningCodes(result)).toEqual([]);
    expect(at(result.output, "/checks/names")).toMatchObject({ status: "not_run", detail: "Not asked for." });
    expect(at(result.output, "/lists/0/status")).toBe("not_searched");
    expect(at(result.output, "/summary/decision")).toBe("incomplete");
    expect(answerOf(usual, { ...organization("Bluefin Dining"), checks: ["names"] }).status).toBe("degraded");
  });
});

describe("decision and risk (DIL-56, DIL-61)", () => {
  const decisionOf = (result: Completed): Json | undefined => at(result.output, "/summary/decision");
  const withSeverity = (severity: string): Completed =>
    answerOf(
      engineWith({
        lists: [
          { list_key: "l", dataset_key: "watchlist:demo", label: "L", severity, required: true, max_age_days: 7 },
        ],
      }),
      organization("Bluefin Dining Group"),
      [watchlist(names)],
    );

  test("a strong hit on a blocking list escalates, on another one asks for review", () => {
    expect(decisionOf(withSeverity("block"))).toBe("escalate");
    expect(decisionOf(withSeverity("high"))).toBe("review");
    const scores = ["medium", "high", "block"].map((severity) =>
      Number(at(withSeverity(severity).output, "/summary/risk_score")),
    );
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(new Set(scores).size).toBe(3);
  });

  test("a trigger with a severity is set from that severity up, by open hits only (DIL-57)", () => {
    const decided = (severity: string, escalate_on: string[], name = "Bluefin Dining Group", more: JsonObject = {}) =>
      decisionOf(
        answerOf(
          engineWith({
            lists: [
              { list_key: "l", dataset_key: "watchlist:demo", label: "L", severity, required: true, max_age_days: 7 },
            ],
            decision: { escalate_on, review_on: [] },
          }),
          { ...organization(name), ...more },
          [watchlist(names)],
        ),
      );
    expect(["medium", "high", "block"].map((severity) => decided(severity, ["strong_hit:high"]))).toEqual([
      "review",
      "escalate",
      "escalate",
    ]);
    expect(decided("high", ["possible_hit:high"])).toBe("escalate");
    const clearance = { list_key: "l", entry_id: "B", entry_version: "1", cleared_on: "2025-12-01", cleared_by: "x" };
    const cleared = decided("block", ["possible_hit", "strong_hit"], undefined, { prior_clearances: [clearance] });
    expect(cleared).not.toBe("escalate");
  });

  test("a possible hit asks for review, none at all is clear", () => {
    expect(decisionOf(answerOf(inline, { ...organization("Bluefin Dining"), custom_list: names }))).toBe("review");
    expect(decisionOf(answerOf(inline, { ...person("Marigold Fenwick"), custom_list: names }))).toBe("clear");
  });

  test("a strong hit is never clear, even when a configuration triggers on nothing", () => {
    const lax = engineWith({ lists: [], checks: [], decision: { escalate_on: [], review_on: [] } });
    expect(decisionOf(answerOf(lax, { ...organization("Bluefin Dining Group"), custom_list: names }))).toBe("review");
  });

  test("every decision is one of four and none rejects", () => {
    const schema = JSON.stringify(diligence.responseSchema(diligence.effectiveConfig(diligence.preset())));
    expect(schema).toContain('"enum":["clear","review","escalate","incomplete"]');
    expect(schema).not.toMatch(/reject|decline|deny/);
  });
});

test("an owner without a name may be anybody: what it could block is a review (DIL-22, DIL-84)", () => {
  const ownedBy = (ownership: number): JsonObject => ({
    ...organization("Quiet Meadow Farms"),
    related_parties: [{ party_key: "t", name: "TBD", kind: "organization", role: "owner", ownership }],
    custom_list: names,
  });
  for (const share of [0.6, 0.1]) {
    expect(at(answerOf(inline, ownedBy(share)).output, "/checks/blocked_owner/status")).toBe("review");
  }
});

describe("ownership in a run (DIL-39, DIL-51, DIL-84)", () => {
  const owned = (share: number): JsonObject => ({
    ...organization("Quiet Meadow Farms"),
    related_parties: [
      { party_key: "h", name: "Harbor Holding", kind: "organization", role: "owner", ownership: 1 },
      { party_key: "z", name: "Aleksandr Zakharov", kind: "person", role: "owner", ownership: share, parent_key: "h" },
    ],
    custom_list: names,
  });

  test("half or more behind a strong hit is a critical failure and escalates by itself", () => {
    const engine = engineWith({ lists: [], decision: { escalate_on: ["check:blocked_owner"], review_on: [] } });
    const result = answerOf(engine, owned(0.5));
    // The holding is blocked by its owner, so the whole of what it owns counts.
    expect(at(result.output, "/ownership")).toEqual({ known: 1, blocked_share: 1 });
    expect(at(result.output, "/checks/blocked_owner/status")).toBe("fail");
    expect(at(result.output, "/summary/decision")).toBe("escalate");
    expect(listAt(result.output, "/findings").find(({ rule_key }) => rule_key === "blocked_owner")).toMatchObject({
      severity: "critical",
      detail:
        "Blocked parties own 100 % of Quiet Meadow Farms. From 50 % on it counts as blocked itself. " +
        "Aleksandr Zakharov owns 50 % of Harbor Holding. Harbor Holding owns 100 % of the client.",
    });
    expect(at(result.output, "/checks/blocked_owner/detail")).not.toContain("Zakharov");
    expect(at(answerOf(engine, owned(0.49)).output, "/checks/blocked_owner/status")).toBe("review");
  });

  test("a share that is rounded to a half in the output is not a half", () => {
    const direct = { party_key: "z", name: "Aleksandr Zakharov", kind: "person", role: "owner", ownership: 0.49996 };
    const { output } = answerOf(inline, { ...owned(1), related_parties: [direct] });
    expect(at(output, "/ownership/blocked_share")).toBe(0.5);
    expect(at(output, "/checks/blocked_owner/status")).toBe("review");
  });

  test("a check that lacks its facts names them as the evidence of its finding", () => {
    const { output } = answerOf(inline, { ...organization("Quiet Meadow Farms"), custom_list: names });
    const finding = listAt(output, "/findings").find(({ rule_key }) => rule_key === "licence");
    const cited = listAt(output, "/evidence").filter(({ evidence_id }) =>
      JSON.stringify(finding?.["evidence_ids"]).includes(JSON.stringify(evidence_id)),
    );
    expect(cited.map(({ kind, ref }) => [kind, ref])).toEqual([["fact", { fact: "input.documents[license]" }]]);
    expect(listAt(output, "/findings").filter(({ evidence_ids }) => JSON.stringify(evidence_ids) === "[]")).toEqual([]);
  });

  test("cyclic ownership is reported and never hangs", () => {
    const parties = Array.from({ length: 100 }, (_, n) => ({
      party_key: `p${n}`,
      name: n === 0 ? "Aleksandr Zakharov" : `Vellum Person ${n}`,
      kind: "person",
      role: "owner",
      ownership: 0.9,
      parent_key: `p${(n + 1) % 100}`,
    }));
    const result = answerOf(inline, {
      ...organization("Quiet Meadow Farms"),
      related_parties: parties,
      custom_list: names,
    });
    expect(warningCodes(result)).toContain("fact_conflict");
    expect(listAt(result.output, "/findings").filter(({ rule_key }) => rule_key === "ownership_cycle")).toHaveLength(1);
    expect(result.workItems.some(({ kind }) => kind === "correct_data")).toBe(true);
    expect(at(result.output, "/summary/decision")).toBe("escalate");
    // The longest keys still make keys that the schema allows.
    expect(schemaIssues(result)).toEqual([]);
  });
});

function schemaIssues({ output }: Completed): unknown[] {
  return compileSchema(diligence.responseSchema(diligence.effectiveConfig({ ...diligence.preset(), lists: [] })))({
    output,
  });
}

describe("the output", () => {
  const whole: JsonObject = {
    ...person("Aleksandr Zakharov", { birth_date: "1961", countries: ["US"], client_key: "c-1" }),
    related_parties: [
      { party_key: "b", name: "Bluefin Dining", kind: "organization", role: "other" },
      { party_key: "a", name: "Tamarind Freight", kind: "organization", role: "owner", ownership: 0.1 },
    ],
    documents: [
      { document_key: "d2", kind: "license", dated_on: "2020-01-01", fields: { status: "active" } },
      { document_key: "d1", kind: "license", dated_on: "2025-01-01", fields: { status: "revoked" } },
    ],
    custom_list: names,
  };

  test("is the same bytes again, on another engine, and in any order of the input", () => {
    const reversed = (value: JsonObject): JsonObject =>
      Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, isJsonArray(member) ? member.toReversed() : member]),
      );
    const bytes = (engine: ReturnType<typeof engineWith>, input: JsonObject): string => {
      const { output, warnings, workItems } = answerOf(engine, input);
      return canonicalJson({ output, warnings: warnings.map((warning) => ({ ...warning })), workItems });
    };
    const first = bytes(inline, whole);
    expect(bytes(inline, whole)).toBe(first);
    expect(bytes(engineWith({ lists: [] }), whole)).toBe(first);
    expect(bytes(inline, reversed(whole))).toBe(first);
  });

  test("satisfies its schema, and every statement cites evidence that exists (TYPE-5)", () => {
    const result = answerOf(inline, whole);
    expect(schemaIssues(result)).toEqual([]);
    const evidenceIds = new Set(listAt(result.output, "/evidence").map(({ evidence_id }) => evidence_id));
    for (const part of ["/findings", "/hits"]) {
      for (const { evidence_ids: ids } of listAt(result.output, part)) {
        expect(isJsonArray(ids) && ids.length > 0 && ids.every((id) => evidenceIds.has(id))).toBe(true);
      }
    }
    const citations = at(result.output, "/narrative/citations");
    expect(isJsonArray(citations) && citations.length > 0 && citations.every((id) => evidenceIds.has(id))).toBe(true);
  });

  test("asks a person to look at every open match, under an id that stays", () => {
    const { workItems } = answerOf(inline, whole);
    const matches = workItems.filter(({ kind }) => kind === "review_match");
    expect(matches.length).toBeGreaterThanOrEqual(3);
    expect(matches).toContainEqual(
      expect.objectContaining({
        severity: "critical",
        subject: { client_key: "c-1" },
        finding_keys: ["names:subject:custom_list:A"],
      }),
    );
    expect(answerOf(inline, whole).workItems).toEqual(workItems);
  });

  test("hides everything that names an entry from seats denied screening, and nothing else (PRIV-15)", () => {
    const schema = diligence.responseSchema(diligence.effectiveConfig({ ...diligence.preset(), lists: [] }));
    const { output, redacted } = applyFieldPolicy(schema, { output: answerOf(inline, whole).output }, ["screening"]);
    expect(redacted).toEqual(
      expect.arrayContaining(["/output/hits", "/output/findings", "/output/evidence", "/output/narrative"]),
    );
    const visible = JSON.stringify(output);
    expect(visible).not.toContain("Bluefin Dining Group LLC");
    expect(isJsonObject(at(output, "/output/checks")) && at(output, "/output/summary/decision")).toBe("escalate");
  });

  test("has a bounded size for 100 parties that all match thousands of entries", () => {
    const many = entries(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`E${n}`, "Quiet Meadow Farms"])), {
      remarks: "r".repeat(400),
    });
    const parties = Array.from({ length: 100 }, (_, n) => ({
      party_key: `p${n}`,
      name: "Quiet Meadow Farms",
      kind: "organization",
      role: "other",
    }));
    const result = answerOf(inline, {
      ...organization("Quiet Meadow Farms"),
      related_parties: parties,
      custom_list: many,
    });
    expect(Buffer.byteLength(JSON.stringify(result.output))).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(result.status).toBe("degraded");
    expect(at(result.output, "/summary/decision")).toBe("escalate");
    expect(schemaIssues(result)).toEqual([]);
  });
});

test("the packet gets what decided: failing and open checks with their evidence, passes by name only", () => {
  const { ruleOutcomes } = answerOf(inline, { ...organization("Bluefin Dining Group"), custom_list: names });
  expect(ruleOutcomes).toEqual([
    { ruleKey: "names", stage: "evaluate", result: "false", evidenceIds: ["e1"] },
    { ruleKey: "fein_format", stage: "evaluate", result: "unknown" },
    { ruleKey: "licence", stage: "evaluate", result: "unknown" },
    {
      ruleKey: "owners_known",
      stage: "evaluate",
      result: "unknown",
      facts: [{ path: "input.related_parties", value: 0 }],
      evidenceIds: ["e4"],
    },
    { ruleKey: "blocked_owner", stage: "evaluate", result: "true" },
  ]);
});
