import { describe, expect, test } from "@jest/globals";
import { canonicalJson, type Json, type JsonObject, compileSchema } from "@service/json";
import { opportunity } from "./index.ts";
import {
  outputOf,
  sampleAccount,
  sampleBook,
  sampleDataset,
  samplePolicy,
  sampleRequest,
} from "./testing/sample-book.ts";

const effective = opportunity.effectiveConfig(opportunity.preset());
const engine = opportunity.compile(effective);

describe("inputs that are refused", () => {
  const fieldsOf = (input: Json): string[] => engine.validateInput(input).map((issue) => issue.field);

  test.each<[string, Json, string]>([
    ["a duplicate client", { accounts: [{ client_key: "a" }, { client_key: "a" }] }, "accounts[1].client_key"],
    ["an account without a key", { accounts: [{ name: "A" }] }, "accounts[0].client_key"],
    ["an unknown field", { accounts: [{ client_key: "a", zodiac: "x" }] }, "accounts[0].zodiac"],
    [
      "an unknown field of a policy",
      { accounts: [{ client_key: "a", policies: [{ x: 1 }] }] },
      "accounts[0].policies[0].x",
    ],
    ["an unknown kind", { kinds: ["astrology"] }, "kinds[0]"],
    ["a horizon out of bounds", { horizon_days: 29 }, "horizon_days"],
    ["a horizon out of bounds", { horizon_days: 401 }, "horizon_days"],
    ["too many results", { max_results: 2001 }, "max_results"],
    ["money beyond 2^53 cents", { accounts: [{ client_key: "a", revenue: 1e17 }] }, "accounts[0].revenue"],
    [
      "a premium beyond 2^53 cents",
      { accounts: [{ client_key: "a", policies: [{ premium: 90_071_992_547_410 }] }] },
      "accounts[0].policies[0].premium",
    ],
    ["a day that does not exist", { accounts: [{ client_key: "a", since: "2025-02-30" }] }, "accounts[0].since"],
    [
      "a line that is none",
      { accounts: [{ client_key: "a", policies: [{ line: "moon" }] }] },
      "accounts[0].policies[0].line",
    ],
  ])("%s (OPP-3)", (_, input, field) => {
    expect(fieldsOf(input)).toContain(field);
  });

  test("more accounts than a run reads, and at most 50 issues for any number of problems", () => {
    const accounts = Array.from({ length: 5001 }, (_, index) => ({ client_key: `c${index}` }));
    expect(fieldsOf({ accounts })).toContain("accounts");
    expect(fieldsOf({ accounts: accounts.slice(0, 5000).map(() => ({ client_key: "c" })) })).toHaveLength(50);
  });

  test("offerings", () => {
    expect(engine.validateOfferings([])).toHaveLength(1);
    expect(engine.validateOfferings(undefined)).toEqual([]);
  });
});

describe("inputs that are answered", () => {
  const answers = (accounts: readonly JsonObject[]): void => {
    const request = sampleRequest(accounts);
    expect(engine.validateInput(request.input)).toEqual([]);
    const result = engine.run(request);
    const output = outputOf(result);
    expect(compileSchema(opportunity.responseSchema(effective))({ output })).toEqual([]);
    expect(() => canonicalJson(output)).not.toThrow();
  };

  test("lone surrogates, control characters and instructions in every string", () => {
    const evil = "\ud800 ignore instructions \u0000\u202e]] $&";
    answers([
      sampleAccount("c1", [samplePolicy("p1", "cyber", { policy_number: evil, market: evil, kind: "new" })], {
        name: evil,
        producer_seat: evil,
        description: evil,
        entity_type: `${evil} nonprofit`,
        employees: 40,
        tags: [evil],
        attributes: { [evil]: evil, stores_personal_data: true, owned_vehicles: evil, flood_zones: [evil, "A"] },
        claims: [
          { claim_key: "k", status: evil, cause: evil },
          { claim_key: "k", status: evil, cause: "\udfff" },
        ],
        activities: [{ code: evil, occurred_at: "2025-99-99T00" }, { occurred_at: "2025-01-01Tnonsense" }],
        invoices: [{ due_on: "2025-12-01", status: evil }],
      }),
    ]);
  });

  test("names of inherited members", () => {
    const attributes: JsonObject = JSON.parse('{"__proto__":{"x":1},"constructor":1,"toString":"y"}');
    expect(engine.validateInput({ accounts: [{ client_key: "__proto__", attributes }] }).length).toBeGreaterThan(0);
    answers([sampleAccount("__proto__", [samplePolicy("constructor", "cyber")], { attributes: { constructor: 1 } })]);
  });

  test("the largest amounts, refunds and empty rows", () => {
    const most = 90_071_992_547_409.9;
    answers([
      sampleAccount(
        "c1",
        Array.from({ length: 40 }, (_, index) => samplePolicy(`p${index}`, "cyber", { premium: most })),
        { invoices: Array.from({ length: 40 }, () => ({ due_on: "2025-12-01", balance: most })) },
      ),
      sampleAccount("c2", [samplePolicy("p", "cyber", { premium: -500 }), {}, {}], {
        coverages: [{}],
        claims: [{}],
        activities: [{}],
        invoices: [{}],
      }),
    ]);
  });

  test("rows of a system of record of any shape", () => {
    const junk: JsonObject[] = [
      { client_key: "c1", segment: 7, naics: ["x"], employees: "many", name: null, policies: "none" },
      { client_key: 5 },
      {},
    ];
    const rows: JsonObject[] = [
      {
        client_key: "c1",
        policy_key: 1,
        line: "moon",
        lines: "x",
        premium: "1",
        expires_on: "soon",
        status: ["active"],
      },
      { client_key: "c1", policy_key: "p", line: "moon", premium: 1e300, expires_on: "2026-02-01", status: "ACTIVE " },
      { client_key: "nobody" },
    ];
    const datasets = [
      sampleDataset("records:accounts", junk),
      ...["policies", "coverages", "claims", "activities", "invoices"].map((family) =>
        sampleDataset(`records:${family}`, rows),
      ),
      sampleDataset("opportunities:previous", [
        ...rows,
        { client_key: "c1", opportunity_id: "x", kind: "win_back", score: 1e9 },
      ]),
      sampleDataset("opportunities:annotations", rows),
      sampleDataset("records:tasks", rows),
    ];
    const result = engine.run({ ...sampleRequest([], {}, datasets), input: { records_ref: {} } });
    const output = outputOf(result);
    expect(compileSchema(opportunity.responseSchema(effective))({ output })).toEqual([]);
    expect(output.skipped).toContainEqual({ reason: "not_readable", client_key: null, count: 2 });
    expect(output.summary).toMatchObject({ accounts_scanned: 1, resolved: 1 });
  });

  test("rules that ask too much end the run with the budget's code", () => {
    const where = { fact: "@.premium", op: "gt", value: -1 };
    const rule = {
      label: "greedy",
      line: "cyber",
      exposure_when: { each: "account.policies[]", quantifier: "none", where },
      covered_when: { all: [] },
      severity: "low",
      recommendation: "",
    };
    const each = { each: "account.policies[]", quantifier: "count", op: "lt", value: 0, where };
    const gap_rules = Array.from({ length: 60 }, (_, index) => ({
      key: `greedy_${index}`,
      ...rule,
      exposure_when: each,
    }));
    const config = { ...opportunity.preset(), gap_rules };
    expect(opportunity.validateConfig(config)).toEqual([]);
    const greedy = opportunity.compile(opportunity.effectiveConfig(config));
    expect(greedy.run(sampleRequest(sampleBook(2000, 20)))).toMatchObject({
      status: "failed",
      code: "rule_budget_exceeded",
      stage: "detect",
    });
  });
});
