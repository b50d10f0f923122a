import type { JsonObject } from "@service/json";
import { all, any, anyOf, fact, holdsLine } from "./entity-analysis-conditions.ts";
import { type Gap, offer } from "./entity-analysis-gap.ts";

/** States where workers compensation comes from the state fund alone, with the fund and words that its policies bear. */
const stateFunds = [
  ["ND", "North Dakota", "Workforce Safety and Insurance (WSI)", "(?i)\\bWSI\\b|workforce safety"],
  ["OH", "Ohio", "the Bureau of Workers' Compensation (BWC)", "(?i)\\bBWC\\b|bureau of workers"],
  ["WA", "Washington", "the Department of Labor and Industries (L&I)", "(?i)\\bL&I\\b|labor (?:&|and) industries"],
  ["WY", "Wyoming", "the Department of Workforce Services (DWS)", "(?i)\\bDWS\\b|workforce services"],
] as const;
const fundStates = stateFunds.map(([code]) => code);
const hasEmployees = any(fact("profile.payroll", "gt", 0), fact("profile.employees", "gte", 1));

function stateFundGap([code, name, fund, pattern]: (typeof stateFunds)[number]): Gap {
  // Rows rarely name market, carrier and company at once: what is not stated says nothing against the fund.
  const stated = (path: string, op: string, value: string): JsonObject =>
    all(fact(path, "exists"), fact(path, op, value));
  const isOfFund = any(
    stated("@.market", "eq", "state_fund"),
    stated("@.carrier_name", "matches", pattern),
    stated("@.writing_company", "matches", pattern),
  );
  const ofFund = all(fact("@.status", "eq", "active"), fact("@.lines[]", "in", ["workers_compensation"]), isOfFund);
  return {
    key: `gap_state_fund_${code.toLowerCase()}`,
    label: `Workers compensation of ${name}`,
    line: "workers_compensation",
    title: `{insured} has employees in ${name}, and no policy of its state fund is on file`,
    exposure_when: all(fact("profile.states[]", "in", [code]), hasEmployees),
    covered_when: anyOf("records.policies[]", ofFund),
    severity: "critical",
    recommendation: `Confirm coverage with ${fund}, the only insurer of workers compensation in ${name}, and add stop gap employers liability`,
    talking_points: [
      `A private workers compensation policy does not cover employees in ${name}`,
      "The state fund covers no suits against the employer; stop gap employers liability does",
    ],
    work_item: offer(`Confirm workers compensation with ${fund}`),
  };
}

/** Workers compensation: the rule of most states, the four state funds, and Texas, where employers may opt out. */
export const workersCompensationGaps: readonly Gap[] = [
  {
    key: "gap_workers_compensation",
    label: "Workers compensation",
    line: "workers_compensation",
    // Funds of four states insure alone, and Texas leaves the choice to the employer: rules of their own.
    exposure_when: all(
      hasEmployees,
      any(fact("profile.states", "missing"), anyOf("profile.states[]", fact("@", "not_in", [...fundStates, "TX"]))),
    ),
    covered_when: holdsLine("workers_compensation"),
    exposure_amount: { fact: "profile.payroll" },
    severity: "critical",
    recommendation: "Confirm how employees are insured; quote workers compensation or document the exemption",
    talking_points: [
      "Most states require it from the first employee",
      "Penalties and claims fall on the owner when it is missing",
    ],
    work_item: offer("Clarify workers compensation"),
  },
  ...stateFunds.map(stateFundGap),
  {
    key: "gap_texas_workers_compensation",
    label: "Workers compensation of Texas",
    line: "workers_compensation",
    title: "{insured} has employees in Texas, and no workers compensation policy is on file",
    exposure_when: all(
      fact("profile.states[]", "in", ["TX"]),
      hasEmployees,
      fact("profile.texas_nonsubscriber", "eq", false),
    ),
    covered_when: holdsLine("workers_compensation"),
    severity: "critical",
    recommendation: "Place workers compensation, or document the election not to subscribe",
    talking_points: ["An employer that does not subscribe loses its common-law defenses against injured employees"],
    work_item: offer("Clarify workers compensation in Texas"),
  },
];

/** Of a book, where nothing else asks: whether the employer elected not to subscribe is not on file. */
export const texasQuestion: Gap = {
  key: "ask_texas_workers_compensation",
  label: "Workers compensation of Texas, election not known",
  line: "workers_compensation",
  title: "Does {insured} subscribe to workers compensation in Texas?",
  exposure_when: all(
    fact("profile.states[]", "in", ["TX"]),
    hasEmployees,
    fact("profile.texas_nonsubscriber", "missing"),
  ),
  covered_when: holdsLine("workers_compensation"),
  severity: "high",
  recommendation:
    "Ask whether the client elected not to subscribe in Texas; place workers compensation or document the election",
  talking_points: ["An employer that does not subscribe loses its common-law defenses against injured employees"],
  work_item: offer("Ask for the election in Texas"),
};
