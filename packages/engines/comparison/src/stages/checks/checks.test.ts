import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { answer, cover, flat, input, list, policy, presetEngine, quote } from "../../cases/sample-inputs.ts";
import { type CheckKey, checkKeys } from "../../codes.ts";

const engine = presetEngine();
const gl = (terms: JsonObject = {}): JsonObject =>
  cover("general_liability", "each_occurrence", { limit: 1_000_000, ...terms });
const building = (terms: JsonObject = {}): JsonObject =>
  cover("commercial_property", "building", { limit: 800_000, ...terms });
const wind = (deductible: JsonObject): JsonObject =>
  cover("commercial_property", "wind_hail_deductible", { deductible });
const umbrella = cover("umbrella", "umbrella_occurrence", { limit: 5_000_000 });
const aggregate = (basis: string): JsonObject =>
  cover("general_liability", "general_aggregate", { limit: 2_000_000, limit_basis: basis });

const insured = (notes: string): JsonObject => cover("general_liability", "additional_insured", { notes });

/** An expiring policy and an offer; the check fires on the first pair and not on the second. */
type Pair = {
  readonly before?: readonly JsonObject[];
  readonly now?: readonly JsonObject[];
  readonly expiring?: JsonObject;
  readonly offer?: JsonObject;
};
const pairs: Readonly<Record<CheckKey, { readonly fires: Pair; readonly silent: Pair }>> = {
  term_gap: { fires: { offer: { effective_on: "2026-04-06" } }, silent: { offer: { effective_on: "2026-04-01" } } },
  umbrella_schedule: { fires: { now: [gl({ limit: 500_000 }), umbrella] }, silent: { now: [gl(), umbrella] } },
  retro_date: {
    fires: {
      before: [gl({ trigger: "claims_made", retro_date: "2015-01-01" })],
      now: [gl({ trigger: "claims_made", retro_date: "2024-01-01" })],
    },
    silent: {
      before: [gl({ trigger: "claims_made", retro_date: "2015-01-01" })],
      now: [gl({ trigger: "claims_made", retro_date: "2014-01-01" })],
    },
  },
  trigger_change: {
    fires: { before: [gl({ trigger: "occurrence" })], now: [gl({ trigger: "claims_made" })] },
    silent: { before: [gl({ trigger: "occurrence" })], now: [gl({ trigger: "occurrence" })] },
  },
  valuation_drop: {
    fires: {
      before: [building({ valuation: "replacement_cost" })],
      now: [building({ valuation: "actual_cash_value" })],
    },
    silent: {
      before: [building({ valuation: "actual_cash_value" })],
      now: [building({ valuation: "actual_cash_value" })],
    },
  },
  coinsurance_up: {
    fires: { before: [building({ coinsurance: 0.8 })], now: [building({ coinsurance: 0.9 })] },
    silent: { before: [building({ coinsurance: 0.9 })], now: [building({ coinsurance: 0.8 })] },
  },
  wind_hail_percent: {
    fires: { before: [building(), wind(flat(5000))], now: [building(), wind({ type: "percent", amount: 0.02 })] },
    silent: { before: [building(), wind(flat(20_000))], now: [building(), wind({ type: "percent", amount: 0.02 })] },
  },
  aggregate_shared: {
    fires: { before: [aggregate("per_location")], now: [aggregate("aggregate")] },
    silent: { before: [aggregate("per_location")], now: [aggregate("per_location")] },
  },
  additional_insured_basis: {
    fires: { before: [gl(), insured("Blanket")], now: [gl(), insured("Scheduled")] },
    silent: {
      before: [gl(), insured("Scheduled")],
      now: [gl(), insured("Blanket, where required by written contract")],
    },
  },
  one_sided_exclusion: {
    fires: {
      expiring: { exclusions: [{ text: "Nuclear" }] },
      offer: { exclusions: [{ text: "Nuclear" }, { text: "Roofing work" }] },
    },
    silent: {
      expiring: { exclusions: [{ text: "Roofing, work!" }] },
      offer: { exclusions: [{ text: "work ROOFING" }] },
    },
  },
  open_subjectivity: {
    fires: { offer: { subjectivities: [{ text: "Signed application" }] } },
    silent: { offer: { subjectivities: [{ text: "Signed application", resolved: true }] } },
  },
  quote_expiry: {
    fires: { offer: { quote_valid_until: "2026-03-11" } },
    silent: { offer: { quote_valid_until: "2026-03-12" } },
  },
  rating_floor: {
    fires: { offer: { carrier: { name: "B", rating: "B++" } } },
    silent: { offer: { carrier: { name: "B", rating: "A-" } } },
  },
  minimum_earned: { fires: { offer: { minimum_earned: 0.26 } }, silent: { offer: { minimum_earned: 0.25 } } },
  basis_mismatch: {
    fires: { expiring: { rating_basis: { payroll: 900_000 } }, offer: { rating_basis: { payroll: 600_000 } } },
    silent: { expiring: { rating_basis: { payroll: 900_000 } }, offer: { rating_basis: { payroll: 910_000 } } },
  },
};

function outcome(check: CheckKey, { before = [gl()], now = [gl()], expiring = {}, offer = {} }: Pair) {
  const result = answer(
    engine,
    input([policy("exp", before, expiring), quote("q", now, offer)], { baseline_key: "exp" }),
  );
  return {
    result: result.ruleOutcomes.find(({ ruleKey }) => ruleKey === check)?.result,
    findings: list(result.output, "/findings").filter(({ rule_key }) => rule_key === check),
  };
}

describe("every structural check (CMP-45, CMP-46, CMP-47, CMP-48, CMP-49, CMP-50, CMP-51, CMP-52, CMP-53, CMP-54, CMP-55, CMP-56, CMP-57, CMP-58)", () => {
  test.each(checkKeys)("%s fires with evidence where it should", (check) => {
    const { result, findings } = outcome(check, pairs[check].fires);
    expect(result).toBe("true");
    expect(findings.map(({ item_key }) => item_key)).toEqual(["q"]);
    expect(findings[0]?.["evidence_ids"]).not.toEqual([]);
  });

  test.each(checkKeys)("%s stays silent where nothing is wrong", (check) => {
    expect(outcome(check, pairs[check].silent)).toEqual({ result: "false", findings: [] });
  });

  test.each(checkKeys)("%s does not run when the configuration leaves it out", (check) => {
    const off = presetEngine({ checks: {} });
    const { before = [gl()], now = [gl()], expiring = {}, offer = {} } = pairs[check].fires;
    const result = answer(
      off,
      input([policy("exp", before, expiring), quote("q", now, offer)], { baseline_key: "exp" }),
    );
    expect(list(result.output, "/findings").filter(({ rule_key }) => rule_key === check)).toEqual([]);
  });
});

describe("details of the checks", () => {
  test("an overlap is milder than a gap", () => {
    const { findings } = outcome("term_gap", { offer: { effective_on: "2026-03-25", expires_on: "2027-03-25" } });
    expect(findings).toMatchObject([
      {
        severity: "medium",
        status: "conflict",
        title: "Offer q overlaps the expiring policy, which gives 7 days of double coverage",
      },
    ]);
  });

  test("an expired quote is graver than one about to expire", () => {
    expect(outcome("quote_expiry", { offer: { quote_valid_until: "2026-02-28" } }).findings).toMatchObject([
      { severity: "medium" },
    ]);
    expect(outcome("quote_expiry", { offer: { quote_valid_until: "2026-03-01" } }).findings).toMatchObject([
      { severity: "low" },
    ]);
  });

  test("a percentage without a building limit asks for the limit and costs no points", () => {
    const before = [gl(), wind(flat(5000))];
    const now = [gl(), wind({ type: "percent", amount: 2 })];
    const { findings, result } = outcome("wind_hail_percent", { before, now });
    expect(result).toBe("unknown");
    expect(findings).toMatchObject([{ status: "review", confidence: 0.5 }]);
    const run = answer(engine, input([policy("exp", before), quote("q", now)], { baseline_key: "exp" }));
    expect(list(run.solutions ?? [], "/q/breakdown")).toContainEqual(
      expect.objectContaining({ dimension: "terms", utility: 1 }),
    );
  });

  test("a flat wind and hail deductible that rises is reported by its row, because no check covers it", () => {
    const items = [policy("exp", [building(), wind(flat(5000))]), quote("q", [building(), wind(flat(25_000))])];
    const { output } = answer(engine, input(items, { baseline_key: "exp" }));
    expect(list(output, "/findings").map(({ finding_key }) => finding_key)).toEqual(["prop_wind_ded:q"]);
  });

  test("a row that a check covers is reported once (CMP-59)", () => {
    const { before = [], now = [] } = pairs.retro_date.fires;
    const { output } = answer(engine, input([policy("exp", before), quote("q", now)], { baseline_key: "exp" }));
    expect(list(output, "/findings").map(({ finding_key }) => finding_key)).toEqual([
      "retro_date:q:general_liability/each_occurrence",
    ]);
  });

  const claimsMade = (terms: JsonObject = {}): JsonObject =>
    cover("professional_liability", "professional_each_claim", { limit: 1_000_000, trigger: "claims_made", ...terms });

  test.each([
    [
      "not stated by the offer",
      claimsMade({ retro_date: "2015-01-01" }),
      claimsMade(),
      "review",
      "Offer q does not state the professional liability retroactive date",
    ],
    [
      "nor its trigger",
      claimsMade({ retro_date: "2015-01-01" }),
      cover("professional_liability", "professional_each_claim", { limit: 1_000_000 }),
      "review",
      "Offer q does not state the professional liability retroactive date",
    ],
    [
      "not stated by the expiring policy",
      claimsMade(),
      claimsMade({ retro_date: "2026-04-01" }),
      "review",
      "Offer q has a professional liability retroactive date of April 1, 2026",
    ],
    [
      "in the place of full prior acts",
      claimsMade({ notes: "Full prior acts" }),
      claimsMade({ retro_date: "2026-04-01" }),
      "gap",
      "Offer q has a professional liability retroactive date of April 1, 2026",
    ],
  ])("a retroactive date %s is reported (CMP-47)", (_, held, offered, status, title) => {
    const { findings } = outcome("retro_date", { before: [held], now: [offered] });
    expect(findings).toMatchObject([{ severity: "critical", status, title, confidence: status === "gap" ? 1 : 0.5 }]);
  });

  test.each([
    ["full prior acts", claimsMade({ notes: "Full prior acts" })],
    ["an occurrence form", claimsMade({ trigger: "occurrence" })],
  ])("%s needs no retroactive date (CMP-47)", (_, offered) => {
    const before = [claimsMade({ retro_date: "2015-01-01" })];
    expect(outcome("retro_date", { before, now: [offered] }).findings).toEqual([]);
  });

  const projects = {
    endorsements: [{ code: "CG 25 03 05 09", text: "Designated Construction Project(s) General Aggregate" }],
  };
  const plain = cover("general_liability", "general_aggregate", { limit: 2_000_000 });

  test.each([
    ["by an endorsement", { expiring: projects, before: [plain] }],
    ["by the form of its line", { before: [{ ...plain, form: "CG 25 03" }] }],
    ["by its words", { before: [{ ...plain, notes: "Applies per project" }] }],
  ])("an aggregate for each project, %s, that an offer does not name is requested (CMP-52)", (_, pair: Pair) => {
    expect(outcome("aggregate_shared", { ...pair, now: [plain] }).findings).toMatchObject([
      {
        status: "review",
        title: "Offer q does not state that the general aggregate limit stands for each project",
      },
    ]);
    expect(outcome("aggregate_shared", { ...pair, now: [plain], offer: projects }).findings).toEqual([]);
  });

  test("a wording that is gone and required is reported by the requirement alone (CMP-59)", () => {
    const items = [policy("exp", [gl(), insured("Blanket")]), quote("q", [gl()])];
    const requirement = {
      key: "ai",
      line: "general_liability",
      coverage: "additional_insured",
      field: "included",
      op: "eq",
      value: true,
      mandatory: true,
      weight: 10,
      source: "Contract",
    };
    const { output } = answer(engine, input(items, { baseline_key: "exp", requirements: [requirement] }));
    expect(list(output, "/findings").map(({ finding_key }) => finding_key)).toEqual(["requirement:ai:q"]);
  });

  test("a surplus lines carrier is named beside its rating", () => {
    const { findings } = outcome("rating_floor", { offer: { carrier: { name: "B", rating: "NR", admitted: false } } });
    expect(findings.map(({ finding_key }) => finding_key)).toEqual(["rating_floor:q", "rating_floor:q:surplus_lines"]);
  });

  test("a check without the facts it needs is unknown", () => {
    expect(outcome("quote_expiry", {}).result).toBe("unknown");
    expect(outcome("retro_date", {}).result).toBe("unknown");
  });
});
