import { describe, expect, test } from "@jest/globals";
import { type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";
import { entityAnalysis } from "./index.ts";

const engine = entityAnalysis.compile(entityAnalysis.effectiveConfig(entityAnalysis.preset()));
const list = (value: Json | undefined): JsonObject[] => (isJsonArray(value) ? value.filter(isJsonObject) : []);

/** The gap of a rule for an account with general liability and these facts. */
function gapOf(rule: string, profile: JsonObject, policies: readonly JsonObject[] = []): JsonObject | undefined {
  const held = { policy_key: "gl", line: "general_liability", status: "active" };
  const coverages = [{ policy_key: "gl", line: "general_liability", coverage: "each_occurrence", limit: 1_000_000 }];
  const result = engine.run({
    input: {
      as_of: "2026-01-15T00:00:00Z",
      subject: { key: "a", kind: "account", label: "Tern Works" },
      profile: { employees: 3, states: ["CO"], ...profile },
      records: { policies: [held, ...policies], coverages },
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

  test("Texas: the election not to subscribe is asked", () => {
    const rule = "gap_texas_workers_compensation";
    expect(statusOf(rule, { states: ["TX"] })).toBe("review");
    expect(statusOf(rule, { states: ["TX"], texas_nonsubscriber: true })).toBe("none");
    expect(statusOf(rule, { states: ["TX"], texas_nonsubscriber: false })).toBe("gap");
    expect(gapOf(rule, { states: ["TX"] }, [private_policy])).toBeUndefined();
    expect(statusOf("gap_workers_compensation", { states: ["TX"] })).toBe("none");
  });
});
