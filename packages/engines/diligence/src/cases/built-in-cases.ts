import type { CaseAssertion, EvaluationCase } from "@service/engine-kit";
import type { JsonObject } from "@service/json";

/**
 * The cases with which a preset passes its gate (GATE-4, GATE-5). Their lists come with the input, because a gate loads
 * no dataset for them; while the configured list is optional and absent, screening cases are degraded, so one case uses
 * checks that need no list and is completed. All names are invented. Expectations hold whatever lists, weights and
 * further checks a configuration has.
 */
export function builtInCases(): EvaluationCase[] {
  return [listedOwner, spellingVariant, clearedNamesake, carefulVendor, paperChecks];
}

const asOf = "2026-01-15T00:00:00Z";

const usable: CaseAssertion = { path: "/status", op: "in", value: ["completed", "degraded"] };

const watched: readonly JsonObject[] = [
  {
    entry_id: "W-1",
    kind: "person",
    names: [
      { name: "Aleksandr Zakharov", strength: "strong" },
      { name: "Sasha", strength: "weak" },
    ],
    birth_dates: ["1961-04-12"],
    countries: ["KZ"],
    programs: ["DEMO-TRADE"],
    version: "3",
  },
  {
    entry_id: "W-2",
    kind: "organization",
    names: [{ name: "Bluefin Dining Group LLC", strength: "strong" }],
    countries: ["US"],
    identifiers: [{ type: "uei", value: "ZQGGHJH74DW7" }],
    version: "1",
  },
  {
    entry_id: "W-3",
    kind: "organization",
    names: [{ name: "Acme Trading Company Limited", strength: "strong" }],
    version: "1",
  },
  {
    entry_id: "W-4",
    kind: "organization",
    names: [{ name: "Northgate Roofing & Sheet Metal, Inc.", strength: "strong" }],
    version: "2",
  },
];

/** A clean name whose majority owner is listed: the owner is what matters. */
const listedOwner: EvaluationCase = {
  case_key: "builtin_listed_owner",
  label: "Listed majority owner",
  tags: ["ownership"],
  input: {
    as_of: asOf,
    subject: {
      subject_key: "vendor-1",
      kind: "organization",
      name: "Harborline Freight Cooperative",
      identifiers: [{ type: "fein", value: "00-1234567" }],
    },
    related_parties: [
      { party_key: "holding", name: "Quiet Meadow Holdings", kind: "organization", role: "owner", ownership: 0.8 },
      {
        party_key: "owner-1",
        name: "Aleksandr Zakharov",
        kind: "person",
        role: "beneficiary",
        ownership: 0.75,
        parent_key: "holding",
        birth_date: "1961-04-12",
        countries: ["KZ"],
      },
    ],
    documents: [
      {
        document_key: "lic-1",
        kind: "license",
        dated_on: "2025-11-01",
        fields: { status: "active", expires_on: "2027-06-30" },
      },
    ],
    custom_list: watched,
  },
  expect: [
    usable,
    { path: "/output/summary/strong", op: "gte", value: 1 },
    { path: "/output/summary/decision", op: "in", value: ["review", "escalate"] },
    { path: "/output/hits/owner-1:custom_list:W-1/band", op: "eq", value: "strong" },
    { path: "/output/ownership/blocked_share", op: "gte", value: 0.59 },
  ],
};

/** A transliterated name without further facts. */
const spellingVariant: EvaluationCase = {
  case_key: "builtin_spelling_variant",
  label: "Transliterated name",
  tags: ["names"],
  input: {
    as_of: asOf,
    subject: {
      subject_key: "person-1",
      kind: "person",
      name: "Aleksandr Zacharov",
      birth_date: "1961",
      countries: ["KZ"],
    },
    custom_list: watched,
  },
  expect: [
    usable,
    { path: "/output/hits/subject:custom_list:W-1/score", op: "gte", value: 0.9 },
    { path: "/output/summary/decision", op: "in", value: ["review", "escalate"] },
    { path: "/output/summary/risk_score", op: "gte", value: 20 },
  ],
};

/** The same entry after a clearance: listed, but without effect. */
const clearedNamesake: EvaluationCase = {
  case_key: "builtin_cleared_namesake",
  label: "Cleared namesake",
  tags: ["clearance"],
  input: {
    as_of: asOf,
    subject: { subject_key: "client-7", kind: "organization", name: "Bluefin Dining Group LLC" },
    prior_clearances: [
      {
        list_key: "custom_list",
        entry_id: "W-2",
        entry_version: "1",
        cleared_on: "2025-12-01",
        cleared_by: "compliance desk",
      },
    ],
    custom_list: watched,
  },
  expect: [
    usable,
    { path: "/output/hits/subject:custom_list:W-2/band", op: "eq", value: "suppressed" },
    { path: "/output/summary/suppressed", op: "gte", value: 1 },
    { path: "/output/hits/subject:custom_list:W-2/suppressed_by/cleared_on", op: "eq", value: "2025-12-01" },
  ],
};

/** A vendor that shares only a rare first word with an entry. */
const carefulVendor: EvaluationCase = {
  case_key: "builtin_distinct_vendor",
  label: "Distinct vendor",
  tags: ["false_hit"],
  input: {
    as_of: asOf,
    subject: {
      subject_key: "vendor-9",
      kind: "organization",
      name: "Acme Shipping Co",
      identifiers: [{ type: "fein", value: "00-7654321" }],
      countries: ["US"],
    },
    related_parties: [
      { party_key: "o1", name: "Marigold Fenwick", kind: "person", role: "owner", ownership: 0.6 },
      { party_key: "o2", name: "Tobin Estray", kind: "person", role: "owner", ownership: 0.4 },
    ],
    documents: [
      {
        document_key: "lic-2",
        kind: "license",
        dated_on: "2025-10-10",
        text: "License status: Active. Expires on 2027-01-31.",
      },
    ],
    custom_list: watched,
  },
  expect: [
    usable,
    { path: "/output/hits/subject:custom_list:W-3", op: "absent" },
    { path: "/output/ownership/known", op: "eq", value: 1 },
    { path: "/output/ownership/blocked_share", op: "eq", value: 0 },
    { path: "/output/narrative/text", op: "exists" },
  ],
};

/** Documents only: no list is needed, so none can be missing. */
const paperChecks: EvaluationCase = {
  case_key: "builtin_paper_checks",
  label: "Papers without screening",
  tags: ["documents"],
  input: {
    as_of: asOf,
    subject: {
      subject_key: "sub-3",
      kind: "organization",
      name: "Cobble Lane Masonry",
      identifiers: [{ type: "fein", value: "00-123456" }],
    },
    related_parties: [{ party_key: "o1", name: "Wendel Arkwright", kind: "person", role: "owner", ownership: 1 }],
    documents: [
      {
        document_key: "lic-3",
        kind: "license",
        dated_on: "2024-03-01",
        fields: { status: "expired", expires_on: "2025-03-01" },
      },
    ],
    checks: ["fein_format", "licence", "owners_known"],
  },
  expect: [
    { path: "/status", op: "eq", value: "completed" },
    { path: "/output/subject/key", op: "eq", value: "sub-3" },
    { path: "/output/checks/licence/status", op: "ne", value: "pass" },
    { path: "/output/checks/fein_format/status", op: "ne", value: "pass" },
    { path: "/output/summary/lists_screened", op: "eq", value: 0 },
  ],
};
