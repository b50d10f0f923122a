import { describe, expect, test } from "@jest/globals";
import { type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";
import { entityAnalysisRules } from "@service/packs";
import { entityAnalysis } from "./index.ts";

const engine = entityAnalysis.compile(entityAnalysis.effectiveConfig(entityAnalysis.preset()));
const list = (value: Json | undefined): JsonObject[] => (isJsonArray(value) ? value.filter(isJsonObject) : []);

/** The gap of a rule for an account with general liability and these facts. */
function gapOf(
  rule: string,
  profile: JsonObject,
  policies: readonly JsonObject[] = [],
  listed: readonly JsonObject[] = [],
): JsonObject | undefined {
  const held = { policy_key: "gl", line: "general_liability", status: "active" };
  const coverages = [{ policy_key: "gl", line: "general_liability", coverage: "each_occurrence", limit: 1_000_000 }];
  const result = engine.run({
    input: {
      as_of: "2026-01-15T00:00:00Z",
      subject: { key: "a", kind: "account", label: "Tern Works" },
      profile: { employees: 3, states: ["CO"], ...profile },
      records: { policies: [held, ...policies], coverages: [...coverages, ...listed] },
    },
    offerings: undefined,
    runId: "7f2c1b3a-5d60-4a51-9a3e-0c6f1f0e5a11",
    createdAt: "2026-01-20T10:00:00Z",
    datasets: new Map(),
    onStage: () => undefined,
  });
  if (result.status === "failed") throw new Error(result.error);
  return list(result.output.gaps).find(({ rule_key }) => rule_key === rule);
}

const statusOf = (rule: string, profile: JsonObject): Json => gapOf(rule, profile)?.status ?? "none";

describe("rules by trade (ENT-77)", () => {
  const trades: [string, string, string, JsonObject][] = [];
  const add = (rule: string, status: string, naics: readonly string[], facts: JsonObject = {}): void => {
    for (const code of naics) trades.push([rule, code, status, facts]);
  };
  add("gap_professional_liability", "gap", ["541512", "513210", "518210", "519290"]);
  add("gap_professional_liability", "gap", [
    "541110",
    "541211",
    "541330",
    "541410",
    "541611",
    "524210",
    "531210",
    "531311",
  ]);
  add("gap_professional_liability", "gap", ["621111", "621210", "621610", "622110", "622310", "623110", "623990"]);
  add("gap_professional_liability", "none", ["722511", "236118", "621910", "624410", "484110"]);
  add("gap_cyber", "gap", ["541512", "513210", "518210", "519290", "621111", "622110", "623110"]);
  add("gap_cyber", "none", ["236118", "484110"]);
  add("gap_abuse", "review", ["624410", "611110"]);
  add("gap_abuse", "gap", ["624410", "611110"], { cares_for_vulnerable: true });
  add("gap_abuse", "none", ["624410"], { cares_for_vulnerable: false });
  add("gap_abuse", "none", ["722511"]);
  add("gap_liquor_liability", "gap", ["722410", "312120", "312130", "445320"]);
  add("gap_liquor_liability", "review", ["722511", "721110", "722310", "713910", "713110"]);
  add("gap_liquor_liability", "gap", ["722511"], { alcohol_receipts: 1 });
  add("gap_liquor_liability", "none", ["722511"], { alcohol_receipts: 0 });
  add("gap_liquor_liability", "none", ["541110"]);
  add("gap_motor_truck_cargo", "gap", ["484110", "484230"]);
  add("gap_motor_truck_cargo", "none", ["485310"]);
  add("gap_garage", "gap", ["811111", "441110", "441227"]);
  add("gap_garage", "none", ["811210"]);
  add("gap_inland_marine", "gap", ["236118", "238220"]);
  add("gap_inland_marine", "none", ["722511"]);
  add("gap_installation", "review", ["238220"]);
  add("gap_installation", "gap", ["238220"], { installs_materials: true });
  add("gap_installation", "none", ["238220"], { installs_materials: false });
  add("gap_installation", "none", ["722511"]);
  add("gap_pollution", "review", ["238220"]);
  add("gap_pollution", "gap", ["238220"], { pollution_exposure: true });
  add("gap_pollution", "none", ["238220"], { pollution_exposure: false });

  test.each(trades)("%s of NAICS %s is %s with %j", (rule, naics, status, facts) => {
    expect(statusOf(rule, { naics, ...facts })).toBe(status);
  });

  test("the professional gap speaks the words of its trade", () => {
    const titleOf = (naics: string): Json | undefined => gapOf("gap_professional_liability", { naics })?.title;
    expect(titleOf("541512")).toBe("Tern Works has no technology errors and omissions coverage");
    expect(titleOf("621111")).toBe("Tern Works has no medical malpractice coverage");
    expect(titleOf("541110")).toBe("Tern Works has no professional liability coverage");
  });
});

/** The NAICS prefixes that a condition asks for, wherever in it. */
function prefixesIn(condition: Json | undefined): readonly string[] {
  if (isJsonArray(condition)) return condition.flatMap(prefixesIn);
  if (!isJsonObject(condition)) return [];
  const { fact, op, value } = condition;
  const isTrade = fact === "profile.naics" && op === "starts_with";
  return isTrade ? textsOf(value) : Object.values(condition).flatMap(prefixesIn);
}

const textsOf = (value: Json | undefined): string[] =>
  isJsonArray(value) ? value.filter((each) => typeof each === "string") : [];

describe("every trade that a gap rule of the pack names (ENT-66, ENT-77)", () => {
  const byTrade = (entityAnalysisRules.deterministic_gap_rules ?? []).flatMap(({ key, exposure_when: when }) => {
    const prefixes = prefixesIn(when);
    return typeof key === "string" && prefixes.length > 0 ? [{ key, prefixes }] : [];
  });

  test("is named by the rules that the table of trades lists, at least", () => {
    expect(byTrade.map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        "gap_professional_liability",
        "gap_cyber",
        "gap_abuse",
        "gap_liquor_liability",
        "gap_motor_truck_cargo",
        "gap_garage",
        "gap_inland_marine",
        "gap_installation",
        "gap_pollution",
      ]),
    );
  });

  test.each(byTrade)("$key speaks for each of its trades, and for no other", ({ key, prefixes }) => {
    const silent = prefixes.filter((prefix) => statusOf(key, { naics: prefix.padEnd(6, "1") }) === "none");
    expect(silent).toEqual([]);
    // Religious organizations: no rule of the pack names them.
    expect(prefixes.filter((prefix) => "813110".startsWith(prefix))).toEqual([]);
    expect(statusOf(key, { naics: "813110" })).toBe("none");
  });
});

test("a policy that lists nothing but limits of 0 closes no gap (COVER-10)", () => {
  const policy = { policy_key: "l", line: "liquor_liability", status: "active" };
  const listed = (limit: number): JsonObject => ({ ...policy, coverage: "liquor_each_cause", limit });
  const gap = (...rows: readonly JsonObject[]): JsonObject | undefined =>
    gapOf(
      "gap_liquor_liability",
      { naics: "722410" },
      [policy],
      rows.map(({ status: _status, ...row }) => row),
    );
  expect(gap(listed(0))?.detail).toContain("The liquor liability policy on file does not cover this.");
  expect(gap(listed(0), listed(500_000))).toBeUndefined();
  expect(gap()).toBeUndefined();
});

test("a policy that is not in force is on file all the same (WORD-6)", () => {
  const detail = (more: JsonObject): Json =>
    gapOf("gap_cyber", { naics: "541512" }, [{ policy_key: "c", line: "cyber", ...more }])?.detail ?? null;
  const dates = { effective_on: "2026-03-01", expires_on: "2027-03-01" };
  expect(detail(dates)).toContain("The cyber policy on file begins on March 1, 2026.");
  expect(detail({ ...dates, status: "cancelled" })).toContain("The cyber policy on file is not in force.");
  expect(gapOf("gap_cyber", { naics: "541512" })?.detail).toContain("No cyber policy is on file.");
});

describe("state funds of workers compensation (ENT-78)", () => {
  const private_policy = { policy_key: "wc", line: "workers_compensation", status: "active", carrier_name: "Meridian" };
  const funds = [
    ["ND", "North Dakota", "WSI"],
    ["OH", "Ohio", "BWC"],
    ["WA", "Washington", "L&I"],
    ["WY", "Wyoming", "DWS"],
  ] as const;

  test.each(funds)("%s: the gap names %s and its fund %s, whatever private policy there is", (state, name, fund) => {
    const rule = `gap_state_fund_${state.toLowerCase()}`;
    const gap = gapOf(rule, { naics: "722511", states: [state] }, [private_policy]);
    expect(gap).toMatchObject({ status: "gap", severity: "critical", target: { line: "workers_compensation" } });
    expect(gap?.title).toBe(`Tern Works has employees in ${name}, and no policy of its state fund is on file`);
    expect(gap?.recommendation).toContain(fund);
    expect(gap?.recommendation).toContain("stop gap employers liability");
    expect(gap?.detail).toContain("The workers compensation policy on file does not cover this.");
  });

  test.each(funds)("%s: a policy of the fund closes it, and no employees leave it closed", (state, _name, fund) => {
    const rule = `gap_state_fund_${state.toLowerCase()}`;
    const ofFund = { ...private_policy, carrier_name: `State fund ${fund}` };
    expect(gapOf(rule, { naics: "722511", states: [state] }, [ofFund])).toBeUndefined();
    expect(gapOf(rule, { naics: "722511", states: [state], employees: 0, payroll: 0 })).toBeUndefined();
    expect(gapOf(rule, { naics: "722511", states: ["CO"] })).toBeUndefined();
  });

  test("the general rule is silent where only funds insure, and speaks for other states", () => {
    expect(statusOf("gap_workers_compensation", { states: ["OH", "WA"] })).toBe("none");
    expect(statusOf("gap_workers_compensation", { states: ["OH", "PA"] })).toBe("gap");
  });

  test("Texas: the election not to subscribe is a question", () => {
    const rule = "gap_texas_workers_compensation";
    expect(statusOf(rule, { states: ["TX"] })).toBe("review");
    expect(statusOf(rule, { states: ["TX"], texas_nonsubscriber: true })).toBe("none");
    expect(statusOf(rule, { states: ["TX"], texas_nonsubscriber: false })).toBe("gap");
    expect(gapOf(rule, { states: ["TX"] }, [private_policy])).toBeUndefined();
    expect(statusOf("gap_workers_compensation", { states: ["TX"] })).toBe("none");
  });
});
