import { describe, expect, test } from "@jest/globals";
import { type JsonObject, compileSchema, objectsIn, text, textsIn } from "@service/json";
import { opportunity } from "./index.ts";
import {
  outputOf,
  sampleAccount,
  sampleDataset,
  samplePolicy,
  sampleRequest,
  type SampleDataset,
} from "./testing/sample-book.ts";

const effective = opportunity.effectiveConfig(opportunity.preset());
const engine = opportunity.compile(effective);
const checkResponse = compileSchema(opportunity.responseSchema(effective));

function rowsOf(
  accounts: readonly JsonObject[],
  more: JsonObject = {},
  datasets: readonly SampleDataset[] = [],
): readonly JsonObject[] {
  const output = outputOf(engine.run(sampleRequest(accounts, more, datasets)));
  expect(checkResponse({ output })).toEqual([]);
  return objectsIn(output.opportunities);
}

const coverage = (policy_key: string, line: string, code: string, more: JsonObject = {}): JsonObject => ({
  coverage_key: `${policy_key}-${code}`,
  policy_key,
  line,
  coverage: code,
  included: true,
  ...more,
});

const ofRule = (rows: readonly JsonObject[], rule: string): JsonObject | undefined =>
  rows.find(({ rule_key }) => rule_key === rule);
const titles = (rows: readonly JsonObject[]): readonly string[] => rows.map((row) => text(row, "title") ?? "");

/** A dozen offices with cyber, so that the last one has peers. */
const offices = (last: JsonObject): JsonObject[] => [
  ...Array.from({ length: 11 }, (_, index) =>
    sampleAccount(
      `o${index}`,
      ["general_liability", "cyber"].map((line) =>
        samplePolicy(`${line}${index}`, line, { effective_on: "2025-12-01", expires_on: "2026-12-01" }),
      ),
      { naics: "541611", employees: 20 },
    ),
  ),
  last,
];

describe("deadlines and offers (OPP-86)", () => {
  const lines = ["cyber", "crime", "surety", "garage", "umbrella", "pollution", "flood"];
  const busy = sampleAccount(
    "c1",
    [
      ...lines.map((line) =>
        samplePolicy(`lost-${line}`, line, {
          status: "expired",
          effective_on: "2024-03-01",
          expires_on: "2025-03-01",
          premium: 90_000,
        }),
      ),
      ...lines.slice(0, 6).map((_, index) => samplePolicy(`auto-${index}`, "commercial_auto", { premium: 100 })),
    ],
    { activities: [{ activity_key: "a", occurred_at: "2026-01-10" }], invoices: [] },
  );

  test("the cap counts offers only, and an account's deadlines come before its offers", () => {
    const rows = rowsOf([busy], { kinds: ["win_back", "renewal_prep"] });
    const kinds = rows.map(({ kind }) => kind);
    expect(kinds).toEqual([...Array<string>(6).fill("renewal_prep"), ...Array<string>(5).fill("win_back")]);
    expect(Number(rows[0]?.score)).toBeLessThan(Number(rows.at(-1)?.score));
  });

  test("another account's better offer stays before deadlines of less worth", () => {
    const calm = sampleAccount("c2", [samplePolicy("p", "crime", { premium: 100 })]);
    const rows = rowsOf([busy, calm], { kinds: ["win_back", "renewal_prep"] });
    expect(rows.at(-1)?.client_key).toBe("c2");
  });
});

describe("lapses (OPP-85)", () => {
  const expired = { effective_on: "2025-01-03", expires_on: "2026-01-03" };
  const lapsesOf = (policies: readonly JsonObject[], more: JsonObject = {}): readonly JsonObject[] =>
    rowsOf([sampleAccount("c1", policies, { name: "Blue Harbor Cafe", ...more })]).filter(
      ({ rule_key }) => rule_key === "renewal_lapse",
    );

  test("a policy shown active past its expiration comes first in the whole book, as urgent as can be", () => {
    const large = sampleAccount("a0", [samplePolicy("p", "commercial_auto", { status: "non_renewed", premium: 1e6 })]);
    const lapsed = sampleAccount("z9", [samplePolicy("p", "general_liability", expired)], { name: "Blue Harbor Cafe" });
    const followed = [
      samplePolicy("n", "commercial_auto", { effective_on: "2026-03-30", expires_on: "2027-03-30" }),
      ...objectsIn(large.policies),
    ];
    const [first] = rowsOf([{ ...large, policies: followed }, lapsed]);
    expect(first).toMatchObject({
      client_key: "z9",
      kind: "renewal_risk",
      title: "The general liability policy of Blue Harbor Cafe expired on January 3, 2026 and no renewal is on file",
      urgency: 1,
      propensity: 0.5,
      due_on: "2026-01-15",
    });
    expect(textsIn(first?.because)[0]).toBe(
      "The general liability policy of Blue Harbor Cafe expired on January 3, 2026, 12 days ago.",
    );
  });

  test.each<[string, JsonObject, string]>([
    ["not renewed", { status: "non_renewed" }, "is not renewed after March 30, 2026 and no other policy is on file"],
    ["not renewed and ended", { ...expired, status: "non_renewed" }, "is not renewed after January 3, 2026"],
    ["within 30 days", { expires_on: "2026-02-14" }, "expires on February 14, 2026 and no renewal is on file"],
  ])("a policy %s without a successor", (_, more, says) => {
    expect(titles(lapsesOf([samplePolicy("p", "cyber", more)])).join()).toContain(says);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ["a bound term that names it", expired, { prior_policy_key: "p", line: "cyber", effective_on: "2026-02-20" }],
    [
      "the next term of its number",
      expired,
      { policy_number: "GL 7", effective_on: "2026-01-03", expires_on: "2027-01-03" },
    ],
    [
      "a package that begins when it ends",
      expired,
      { line: "business_owners", effective_on: "2026-01-03", expires_on: "2027-01-03" },
    ],
  ])("none with %s", (_, more, successor) => {
    const policy = samplePolicy("p", "general_liability", { policy_number: "GL/7", ...more });
    expect(lapsesOf([policy, samplePolicy("n", "general_liability", successor)])).toEqual([]);
    expect(lapsesOf([policy])).toHaveLength(1);
  });

  test("a quoted renewal is stated and is not cover; an ended or former one is no lapse", () => {
    const quote = samplePolicy("q", "cyber", {
      status: "quoted",
      effective_on: "2026-01-03",
      expires_on: "2027-01-03",
    });
    const [row] = lapsesOf([samplePolicy("p", "cyber", expired), quote]);
    expect(textsIn(row?.because)).toContain("A renewal is quoted and not bound.");
    expect(lapsesOf([samplePolicy("p", "cyber", { ...expired, status: "expired" })])).toEqual([]);
    expect(lapsesOf([samplePolicy("p", "cyber", { expires_on: "2026-02-15" })])).toEqual([]);
    expect(lapsesOf([samplePolicy("p", "cyber", expired)], { kind: "former" })).toEqual([]);
  });

  test("is found without points, is not hidden by a task of its kind, and its risk is not resolved by it", () => {
    const bare = opportunity.compile(
      opportunity.effectiveConfig({
        ...opportunity.preset(),
        renewal_risk_points: objectsIn(opportunity.preset().renewal_risk_points).map((point): JsonObject => ({
          ...point,
          enabled: false,
        })),
      }),
    );
    const account = sampleAccount("c1", [samplePolicy("p", "cyber", { status: "non_renewed" })]);
    const found = objectsIn(outputOf(bare.run(sampleRequest([account]))).opportunities);
    expect(ofRule(found, "renewal_lapse")).toBeDefined();
    const task = {
      task_key: "t",
      status: "open",
      created_at: "2026-01-10T00:00:00Z",
      client_key: "c1",
      category: "renewal_risk",
    };
    expect(ofRule(rowsOf([account], {}, [sampleDataset("records:tasks", [task])]), "renewal_lapse")).toBeDefined();
    const risky = {
      ...account,
      policies: [samplePolicy("p", "cyber", { kind: "new" })],
      activities: [],
      since: "2025-03-30",
      claims: [1, 2].map((n) => ({ claim_key: `k${n}`, occurred_on: "2025-06-01", status: "closed" })),
    };
    const before = rowsOf([risky]).filter(({ kind }) => kind === "renewal_risk");
    expect(before.map(({ rule_key }) => rule_key)).toEqual(["renewal_risk"]);
    const after = rowsOf([{ ...risky, policies: [samplePolicy("p", "cyber", { status: "non_renewed" })] }], {}, [
      sampleDataset("opportunities:previous", before),
    ]);
    expect(after.filter(({ change }) => change === "resolved")).toEqual([]);
  });
});

describe("one offer per need (OPP-87, OPP-88)", () => {
  const risky = { naics: "541611", employees: 20, coverages: [] };

  test("a gap wins over the same line of peers, whose share joins its reasons", () => {
    const kinds = { kinds: ["coverage_gap", "cross_sell"] };
    const last = sampleAccount("x", [samplePolicy("g", "general_liability")], risky);
    const rows = rowsOf(offices(last), kinds).filter(({ client_key, line }) => client_key === "x" && line === "cyber");
    expect(rows.map(({ rule_key }) => rule_key)).toEqual(["gap_cyber"]);
    expect(textsIn(rows[0]?.because).at(-1)).toMatch(/^11 of 12 accounts .* have a cyber policy\.$|^Accounts with/);
    expect(textsIn(rows[0]?.because).join(" ")).toContain("11 of 12 accounts in NAICS sector 54");
    expect(objectsIn(rows[0]?.evidence).map(({ kind }) => kind)).toContain("peer_stat");
  });

  test("what was dismissed as a line to offer does not come back as a gap", () => {
    const last = sampleAccount("x", [samplePolicy("g", "general_liability")], risky);
    const [offered] = rowsOf(offices(last), { kinds: ["cross_sell"] }).filter(({ client_key }) => client_key === "x");
    const dismissed = sampleDataset("opportunities:annotations", [
      { opportunity_id: offered?.opportunity_id ?? "", status: "dismissed", updated_at: "2026-01-10T00:00:00Z" },
    ]);
    const rows = rowsOf(offices(last), { kinds: ["coverage_gap", "cross_sell"] }, [dismissed]);
    expect(rows.filter(({ client_key, line }) => client_key === "x" && line === "cyber")).toEqual([]);
  });

  test("a package answers for general liability and property, and not for auto", () => {
    const config = {
      ...opportunity.preset(),
      cross_sell: {
        lines_by_segment: { commercial: ["general_liability", "commercial_property", "cyber"] },
        min_penetration: 0,
      },
    };
    const wide = opportunity.compile(opportunity.effectiveConfig(config));
    const held = (line: string): JsonObject =>
      sampleAccount("x", [samplePolicy("b", line)], { ...risky, employees: 3 });
    const linesFor = (line: string): unknown[] =>
      objectsIn(outputOf(wide.run(sampleRequest(offices(held(line)), { kinds: ["cross_sell"] }))).opportunities)
        .filter(({ client_key }) => client_key === "x")
        .map((row) => row.line);
    expect(new Set(linesFor("business_owners"))).toEqual(new Set(["cyber"]));
    expect(new Set(linesFor("commercial_auto"))).toEqual(
      new Set(["general_liability", "commercial_property", "cyber"]),
    );
  });

  test("a package that lists no coverages is a question about them, not a gap (COVER-11)", () => {
    const account = (coverages: readonly JsonObject[]): JsonObject =>
      sampleAccount("c1", [samplePolicy("p1", "business_owners"), samplePolicy("w1", "workers_compensation")], {
        revenue: 1_200_000,
        naics: "541611",
        coverages: [coverage("w1", "workers_compensation", "statutory_wc"), ...coverages],
      });
    const open = rowsOf([account([])]);
    expect(ofRule(open, "gap_business_income")).toBeUndefined();
    expect(ofRule(open, "data_quality")).toMatchObject({
      because: [
        expect.stringMatching(/^The business owners policy of .+ lists no coverages on file: .+ business income/),
      ],
    });
    const listed = rowsOf([account([coverage("p1", "business_owners", "building")])]);
    expect(ofRule(listed, "gap_business_income")).toMatchObject({ kind: "coverage_gap" });
    expect(ofRule(listed, "data_quality")).toBeUndefined();
  });

  test("an endorsement of a package covers a line in part, and holds no policy of it", () => {
    const account = sampleAccount("x", [samplePolicy("b", "business_owners")], {
      ...risky,
      coverages: [coverage("b", "cyber", "cyber_aggregate", { limit: 50_000 })],
    });
    const row = ofRule(rowsOf([account], { kinds: ["coverage_gap"] }), "gap_cyber");
    expect(row?.title).toBe("Client x has cyber coverage only in part");
    expect(textsIn(row?.because)).toContain(
      "The business owners policy covers cyber only by endorsement, up to $50,000.",
    );
  });

  test("a rule's own title names the account, whatever the name holds (OPP-93)", () => {
    const account = {
      ...sampleAccount("x", [samplePolicy("g", "commercial_property")], { revenue: 900_000 }),
      name: "A$& Co",
    };
    const described = { ...account, coverages: [coverage("g", "commercial_property", "building", { limit: 1 })] };
    const row = ofRule(rowsOf([described], { kinds: ["coverage_gap"] }), "gap_business_income");
    expect(row?.title).toBe("A$& Co has no business income coverage");
  });

  test("a package whose coverages are not on file proves no gap in them; one with coverages does (OPP-89)", () => {
    const account = (coverages: readonly JsonObject[]): JsonObject =>
      sampleAccount("x", [samplePolicy("b", "business_owners")], { revenue: 900_000, coverages });
    const rules = (coverages: readonly JsonObject[]): unknown[] =>
      rowsOf([account(coverages)], { kinds: ["coverage_gap"] }).map(({ rule_key }) => rule_key);
    expect(rules([])).not.toContain("gap_business_income");
    expect(rules([coverage("b", "business_owners", "building", { limit: 1 })])).toContain("gap_business_income");
  });
});

test("a policy that ended is on file, and not in force (WORD-6)", () => {
  const ended = samplePolicy("c", "cyber", {
    status: "cancelled",
    effective_on: "2025-06-01",
    expires_on: "2026-06-01",
    cancelled_on: "2025-12-01",
  });
  const gap = (policies: readonly JsonObject[]): JsonObject | undefined =>
    ofRule(rowsOf([sampleAccount("x", policies, { naics: "541512" })], { kinds: ["coverage_gap"] }), "gap_cyber");
  const held = samplePolicy("g", "general_liability");
  expect(gap([held])?.title).toBe("Client x has no cyber policy on file");
  expect(gap([held, ended])?.title).toBe("Client x has no cyber policy in force");
  expect(textsIn(gap([held, ended])?.because)).toContain(
    "No cyber policy is in force; one that ended is on file, with a term to June 1, 2026.",
  );
});

describe("gaps that the state fund alone can close (OPP-91, ENT-78)", () => {
  const ohio = (policies: readonly JsonObject[]): JsonObject =>
    sampleAccount("x", policies, { states: ["OH"], employees: 20, payroll: 900_000 });
  const peers = Array.from({ length: 12 }, (_, index) =>
    sampleAccount(`peer${String(index)}`, [samplePolicy(`w${String(index)}`, "workers_compensation")]),
  );
  const fund = (account: JsonObject): JsonObject | undefined =>
    rowsOf([account, ...peers], { kinds: ["coverage_gap"] }).find(({ rule_key }) => rule_key === "gap_state_fund_oh");

  test("have no premium of peers, whose policies are private", () => {
    expect(fund(ohio([samplePolicy("g", "general_liability")]))).toMatchObject({ est_premium: null });
  });

  test("say that the private policy on file does not cover this", () => {
    expect(textsIn(fund(ohio([samplePolicy("w", "workers_compensation", { market: "standard" })]))?.because)).toContain(
      "The workers compensation policy on file does not cover this.",
    );
  });
});

describe("limits with packages, umbrellas and split limits (OPP-90)", () => {
  const limits = (account: JsonObject): readonly JsonObject[] => rowsOf([account], { kinds: ["limit_adequacy"] });
  const tower = (umbrella: JsonObject, more: JsonObject = {}): JsonObject =>
    sampleAccount("x", [samplePolicy("g", "general_liability"), samplePolicy("u", "umbrella", more)], {
      coverages: [
        coverage("g", "general_liability", "each_occurrence", { limit: 500_000 }),
        coverage("u", "umbrella", "umbrella_occurrence", umbrella),
      ],
    });

  test("an umbrella completes a primary limit, and an unread schedule is to be confirmed", () => {
    const [row, ...others] = limits(tower({ limit: 4_000_000 }));
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      title: "The umbrella of Client x must be confirmed to stand over general liability",
      est_premium: null,
    });
    expect(textsIn(row?.because).join(" ")).toContain("$500,000 primary and $4,000,000 umbrella");
    expect(limits(tower({ limit: 4_000_000 }, { attributes: { underlying_lines: "general_liability" } }))).toEqual([]);
  });

  test("an umbrella that leaves the line out, or that a rule does not count, completes nothing", () => {
    const leftOut = limits(tower({ limit: 4_000_000 }, { attributes: { underlying_lines: "commercial_auto" } }));
    expect(titles(leftOut)).toEqual([
      "The general liability limit (each occurrence) of Client x is $500,000, below the recommended $1,000,000",
    ]);
    const rules = objectsIn(opportunity.preset().limit_rules).map((rule): JsonObject => ({
      ...rule,
      umbrella_counts: false,
    }));
    const strict = opportunity.compile(opportunity.effectiveConfig({ ...opportunity.preset(), limit_rules: rules }));
    const request = sampleRequest([tower({ limit: 4_000_000 })], { kinds: ["limit_adequacy"] });
    expect(titles(objectsIn(outputOf(strict.run(request)).opportunities))).toEqual(titles(leftOut));
  });

  test("an umbrella without a limit leaves it open, one without primary is nothing to compare", () => {
    expect(limits(tower({}))).toEqual([]);
    const alone = sampleAccount("x", [samplePolicy("u", "umbrella")], {
      coverages: [coverage("u", "umbrella", "umbrella_occurrence", { limit: 4_000_000 })],
    });
    expect(limits(alone)).toEqual([]);
  });

  test("a package states its liability limit, and a limit of 0 is one that insures nothing (COVER-10)", () => {
    const account = (limit: number): JsonObject =>
      sampleAccount("x", [samplePolicy("b", "business_owners", { premium: 4000 })], {
        coverages: [coverage("b", "business_owners", "each_occurrence", { limit })],
      });
    const [row] = limits(account(500_000));
    // 1.00 / .94 - 1 of 4,000.
    expect(row).toMatchObject({ rule_key: "limit_gl_occurrence", policy_key: "b", est_premium: 255.32 });
    expect(textsIn(row?.because)).toContain(
      "The business owners policy states the general liability limit (each occurrence).",
    );
    const [nothing] = limits(account(0));
    expect(nothing).toMatchObject({
      title: "The general liability limit (each occurrence) of Client x is $0, below the recommended $1,000,000",
      est_premium: null,
    });
    const under = sampleAccount("x", [samplePolicy("g", "general_liability"), samplePolicy("u", "umbrella")], {
      coverages: [
        coverage("g", "general_liability", "each_occurrence", { limit: 0 }),
        coverage("u", "umbrella", "umbrella_occurrence", { limit: 4_000_000 }),
      ],
    });
    expect(titles(limits(under))).toEqual(titles([nothing ?? {}]));
  });

  test("a coverage with a limit of 0 closes no gap (COVER-10)", () => {
    const account = (limit: number): JsonObject =>
      sampleAccount("x", [samplePolicy("b", "business_owners")], {
        employees: 25,
        coverages: ["hired_auto", "non_owned_auto"].map((code) => coverage("b", "business_owners", code, { limit })),
      });
    const gaps = (limit: number): readonly JsonObject[] => rowsOf([account(limit)], { kinds: ["coverage_gap"] });
    expect(ofRule(gaps(0), "gap_hired_non_owned_auto")).toBeDefined();
    expect(ofRule(gaps(1_000_000), "gap_hired_non_owned_auto")).toBeUndefined();
  });

  test("nor does a policy that lists nothing but limits of 0 (COVER-10)", () => {
    const account = (...limits: readonly number[]): JsonObject =>
      sampleAccount("x", [samplePolicy("l", "liquor_liability")], {
        naics: "722410",
        coverages: limits.map((limit, index) => ({
          ...coverage("l", "liquor_liability", "liquor_each_cause", { limit }),
          coverage_key: `l${String(index)}`,
        })),
      });
    const gap = (...limits: readonly number[]): JsonObject | undefined =>
      ofRule(rowsOf([account(...limits)], { kinds: ["coverage_gap"] }), "gap_liquor_liability");
    expect(textsIn(gap(0)?.because)).toContain("The liquor liability policy on file does not cover this.");
    expect(gap(0)?.est_premium).toBeNull();
    expect([gap(0, 500_000), gap()]).toEqual([undefined, undefined]);
  });

  test("split auto limits answer for a combined one by their smaller part, and a combined one for each part", () => {
    const split = sampleAccount("x", [samplePolicy("a", "commercial_auto")], {
      coverages: [
        coverage("a", "commercial_auto", "bi_per_person", { limit: 500_000 }),
        coverage("a", "commercial_auto", "bi_per_accident", { limit: 1_000_000 }),
        coverage("a", "commercial_auto", "property_damage", { limit: 250_000 }),
      ],
    });
    expect(titles(limits(split))).toEqual([
      "The commercial auto limit (combined single limit) of Client x is $250,000, below the recommended $1,000,000",
    ]);
    const personal = (limit: number): JsonObject =>
      sampleAccount("y", [samplePolicy("a", "personal_auto")], {
        segment: "personal",
        coverages: [coverage("a", "personal_auto", "combined_single_limit", { limit })],
      });
    expect(limits(personal(300_000))).toEqual([]);
    expect(limits(personal(100_000))).toHaveLength(1);
  });
});

describe("added premium (OPP-54, OPP-91)", () => {
  const property = (premium: number | null, covered: readonly string[] = ["building"]): JsonObject =>
    sampleAccount("x", [samplePolicy("p", "commercial_property", premium === null ? { premium: -250 } : { premium })], {
      revenue: 900_000,
      attributes: { building_value: 400_000, employees_drive: true },
      coverages: covered.map((code) => coverage("p", "commercial_property", code, { limit: 1 })),
    });
  const gap = (account: JsonObject, rule: string): JsonObject | undefined => {
    const rules = objectsIn(opportunity.preset().gap_rules).map((each): JsonObject => ({
      ...each,
      enabled: each.key === rule,
    }));
    const only = opportunity.compile(opportunity.effectiveConfig({ ...opportunity.preset(), gap_rules: rules }));
    return ofRule(
      objectsIn(outputOf(only.run(sampleRequest([account], { kinds: ["coverage_gap"] }))).opportunities),
      rule,
    );
  };

  test("a coverage added to a policy is a share of its premium or a flat amount, never the whole", () => {
    expect(gap(property(10_000), "gap_business_income")).toMatchObject({ est_premium: 1500, est_revenue: 180 });
    expect(gap(property(10_000), "gap_equipment_breakdown")).toMatchObject({ est_premium: 500 });
    expect(gap(property(10_000), "gap_hired_non_owned_auto")).toMatchObject({ est_premium: 525 });
    expect(textsIn(gap(property(10_000), "gap_business_income")?.because)).toContain(
      "Business income usually adds 15 % to the premium of the commercial property policy, $1,500 a year.",
    );
  });

  test("what is not known is null and stated as unknown: a negative premium, a coverage without a share, a line without peers", () => {
    const unknown = { est_premium: null, est_revenue: null, expected_value: null };
    expect(gap(property(null), "gap_business_income")).toMatchObject(unknown);
    expect(textsIn(gap(property(null), "gap_business_income")?.because)).toContain(
      "The added premium for business income is not known.",
    );
    expect(gap({ ...property(10_000), employees: 40 }, "gap_employment_practices")).toMatchObject(unknown);
    const [row] = rowsOf([sampleAccount("x", [samplePolicy("p", "cyber", { premium: 0 })])], {
      kinds: ["renewal_prep"],
    });
    expect(row).toMatchObject(unknown);
    expect(textsIn(row?.because)).toContain("The premium of the cyber policy is not on file.");
  });

  test("shares, amounts and factors are those of the configuration; wrong ones are refused", () => {
    const withShares = (added_premium: JsonObject): JsonObject => ({
      ...opportunity.preset(),
      value: { added_premium },
    });
    expect(opportunity.validateConfig(withShares({ share_by_coverage: { business_income: 0.2 } }))).toEqual([]);
    const pathsOf = (added: JsonObject): string[] =>
      opportunity.validateConfig(withShares(added)).map(({ path }) => path);
    expect(pathsOf({ share_by_coverage: { business_income: 1 } })).toEqual([
      "/value/added_premium/share_by_coverage/business_income",
    ]);
    expect(pathsOf({ amount_by_coverage: { hired_auto: [750, 300] } })).toEqual([
      "/value/added_premium/amount_by_coverage/hired_auto",
    ]);
    expect(
      pathsOf({
        limit_factors: [
          [2, 1],
          [1, 1],
        ],
      }),
    ).toEqual(["/value/added_premium/limit_factors"]);
  });
});

describe("the same policy number twice (OPP-84)", () => {
  const twice = (more: JsonObject): readonly JsonObject[] => [
    samplePolicy("a", "cyber", { policy_number: "CY 100" }),
    samplePolicy("b", "cyber", { policy_number: "cy.100", ...more }),
  ];

  test("is one policy: one renewal, one premium, and a file to correct", () => {
    const rows = rowsOf([sampleAccount("x", twice({}))]);
    expect(rows.filter(({ kind }) => kind === "renewal_prep")).toHaveLength(1);
    expect(rows.find(({ kind }) => kind === "renewal_prep")).toMatchObject({ policy_key: "a", est_premium: 2600 });
    expect(titles(rows.filter(({ kind }) => kind === "data_quality"))).toEqual([
      "The file of Client x has 2 problems to correct",
    ]);
  });

  test("is two in two terms, and with two carriers", () => {
    const problems = (more: JsonObject): readonly string[] =>
      rowsOf([sampleAccount("x", twice(more))], { kinds: ["data_quality"] }).flatMap((row) => textsIn(row.because));
    const says = "The cyber policy of Client x (a) is on file twice.";
    expect(problems({})).toContain(says);
    expect(problems({ carrier_key: "k" })).toContain(says);
    expect(problems({ effective_on: "2026-03-30", expires_on: "2027-03-30" })).not.toContain(says);
    const carriers = [
      samplePolicy("a", "cyber", { policy_number: "1", carrier_key: "j" }),
      samplePolicy("b", "cyber", { policy_number: "1", carrier_key: "k" }),
    ];
    expect(rowsOf([sampleAccount("x", carriers)], { kinds: ["renewal_prep"] })).toHaveLength(2);
  });

  const harbor = { carrier_key: "k1", carrier_name: "Harbor Mutual" };
  const named = { carrier_name: "Harbor Mutual" };
  const company = { writing_company: "Harbor Mutual Insurance Company" };
  const fronting = { writing_company: "Palisade Fronting" };
  test.each<[string, JsonObject, JsonObject]>([
    ["blanks", { policy_number: "CY 100 2" }, { policy_number: "CY1002" }],
    ["dashes", { policy_number: "CYB7-100-2" }, { policy_number: "CYB71002" }],
    ["dashes of print", { policy_number: "CY\u2013100\u20112" }, { policy_number: "CY1002" }],
    ["slashes and points", { policy_number: "CY/100.2" }, { policy_number: "CY1002" }],
    ["case", { policy_number: "cy1002" }, { policy_number: "CY1002" }],
    ["wide figures", { policy_number: "CY\uFF11\uFF10\uFF10\uFF12" }, { policy_number: "CY1002" }],
    ["leading zeros", { policy_number: "0001002" }, { policy_number: "1002" }],
    ["zeros behind the letters", { policy_number: "CY 0001002" }, { policy_number: "cy_1002" }],
    ["blanks around", { policy_number: "  CY1002 " }, { policy_number: "CY1002" }],
    ["key and name of one carrier", harbor, named],
    ["key alone and name alone", { carrier_key: "k1" }, named],
    ["key alone and writing company alone", { carrier_key: "k1" }, company],
    ["name and writing company", named, company],
    ["a name that is shortened", named, { carrier_name: "The Harbor Mutual Ins. Co." }],
    ["name with company, and company alone", { carrier_name: "Harbor", ...company }, company],
    ["one name under the keys of two systems", harbor, { ...harbor, carrier_key: "other-1" }],
    ["another source", { source_id: "1", connection_id: "x" }, { source_id: "2", connection_id: "y" }],
  ])("by %s is one policy", (_, first, second) => {
    const account = sampleAccount("x", [
      samplePolicy("a", "cyber", { policy_number: "CY 1002", ...first }),
      samplePolicy("b", "cyber", { policy_number: "CY 1002", ...second }),
    ]);
    const rows = rowsOf([account]);
    expect(rows.filter(({ kind }) => kind === "renewal_prep")).toHaveLength(1);
    const problems = rows.filter(({ kind }) => kind === "data_quality");
    expect(problems).toHaveLength(1);
    expect(textsIn(problems[0]?.because).filter((reason) => reason.includes("is on file twice"))).toHaveLength(1);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ["names", harbor, { carrier_key: "k2", carrier_name: "Larkfield" }],
    ["names without keys", named, { carrier_name: "Larkfield" }],
    ["keys", { carrier_key: "k1" }, { carrier_key: "k2" }],
    ["name and writing company", named, { writing_company: "Larkfield" }],
    ["names, one company writing both", { ...harbor, ...fronting }, { carrier_name: "Larkfield", ...fronting }],
    ["numbers that end in zeros", { policy_number: "CY 100" }, { policy_number: "CY 10" }],
  ])("stays two by different %s", (_, first, second) => {
    const account = sampleAccount("x", [
      samplePolicy("a", "cyber", { policy_number: "CY 1002", ...first }),
      samplePolicy("b", "cyber", { policy_number: "CY 1002", ...second }),
    ]);
    expect(rowsOf([account], { kinds: ["renewal_prep"] })).toHaveLength(2);
  });

  test("a row names the carrier of its policy, whichever field gives it (REC-139)", () => {
    const carriers = (more: JsonObject): unknown =>
      rowsOf([sampleAccount("x", [samplePolicy("a", "cyber", more)])], { kinds: ["renewal_prep"] }).map((row) => [
        row.carrier_name,
        textsIn(row.because)[0]?.includes("of Client x, with Harbor Mutual, expires on"),
      ]);
    expect(carriers(named)).toEqual([["Harbor Mutual", true]]);
    expect(carriers({ writing_company: "Harbor Mutual" })).toEqual([["Harbor Mutual", true]]);
    expect(carriers({ carrier_key: "k1" })).toEqual([[undefined, false]]);
  });

  test("parts of a package add their premiums", () => {
    const parts = [
      samplePolicy("a", "general_liability", { policy_number: "PK 1", premium: 1000 }),
      samplePolicy("b", "commercial_property", { policy_number: "PK 1", premium: 1500 }),
    ];
    const [row] = rowsOf([sampleAccount("x", parts)], { kinds: ["renewal_prep"] });
    expect(row).toMatchObject({ est_premium: 2500 });
  });

  test("500 policies on one account are answered within bounds", () => {
    const policies = Array.from({ length: 500 }, (_, index) =>
      samplePolicy(`p${index}`, "cyber", { policy_number: `N${index % 250}` }),
    );
    const rows = rowsOf([sampleAccount("x", policies)], { kinds: ["renewal_prep", "renewal_risk"] });
    expect(rows).toHaveLength(250);
  });
});

describe("dates that have passed (OPP-85, OPP-92)", () => {
  const expired = samplePolicy("g1", "general_liability", { effective_on: "2025-01-01", expires_on: "2026-01-01" });
  const because = (row: JsonObject | undefined): readonly string[] => [...textsIn(row?.because)];

  test("are named, and never reported as not on file", () => {
    const rows = rowsOf([sampleAccount("c1", [expired], { employees: 40 })]);
    const gap = ofRule(rows, "gap_employment_practices");
    expect(because(gap)[0]).toBe("The last policy on file of Client c1 expired on January 1, 2026.");
    expect(rows.flatMap(because).join(" ")).not.toContain("No expiration date");
  });

  test("a lapse whose renewal is quoted says so in its title", () => {
    const quote = samplePolicy("g2", "general_liability", {
      status: "quoted",
      effective_on: "2026-01-01",
      expires_on: "2027-01-01",
    });
    const rows = rowsOf([sampleAccount("c1", [expired, quote])]);
    expect(ofRule(rows, "renewal_lapse")?.title).toBe(
      "The general liability policy of Client c1 expired on January 1, 2026 and the renewal is quoted, not bound",
    );
  });
});

describe("a list that is cut (OPP-61)", () => {
  const lapsing = Array.from({ length: 30 }, (_, index) =>
    sampleAccount(`l${index}`, [
      samplePolicy(`x${index}`, "general_liability", { effective_on: "2025-01-01", expires_on: "2026-01-01" }),
    ]),
  );
  const growing = Array.from({ length: 8 }, (_, index) =>
    sampleAccount(`g${index}`, [samplePolicy(`y${index}`, "general_liability")], { employees: 40, naics: "541611" }),
  );

  test("is not filled by lapses while others wait, and shows every kind that was found", () => {
    const accounts = [...lapsing, ...growing];
    const cut = rowsOf(accounts, { max_results: 10 });
    expect(cut).toHaveLength(10);
    expect(cut.filter(({ rule_key }) => rule_key === "renewal_lapse")).toHaveLength(5);
    expect(cut.slice(0, 5).every(({ rule_key }) => rule_key === "renewal_lapse")).toBe(true);
    const kinds = (rows: readonly JsonObject[]): ReadonlySet<unknown> => new Set(rows.map(({ kind }) => kind));
    expect(kinds(cut)).toEqual(kinds(rowsOf(accounts, { max_results: 2_000 })));
  });

  test("is filled with lapses when nothing else is left", () => {
    const cut = rowsOf(lapsing, { max_results: 10, kinds: ["renewal_risk"] });
    expect(cut.filter(({ rule_key }) => rule_key === "renewal_lapse")).toHaveLength(10);
  });
});

describe("what reasons speak of (OPP-94, OPP-95)", () => {
  test("a package is named by all of its lines, in every text", () => {
    const account = sampleAccount("c1", [
      samplePolicy("p1", "general_liability", {
        lines: ["general_liability", "commercial_property"],
        effective_on: "2025-03-01",
        expires_on: "2026-03-01",
      }),
    ]);
    const row = ofRule(rowsOf([account]), "renewal_prep");
    expect(row?.title).toBe(
      "The general liability and commercial property policy of Client c1 is due for renewal on March 1, 2026",
    );
    for (const reason of textsIn(row?.because))
      expect(reason).not.toMatch(/the (?:general liability|commercial property) policy/i);
  });

  test("what else a package lacks is stated under the same policy", () => {
    const account = sampleAccount("c1", [samplePolicy("p1", "business_owners")], {
      revenue: 1_200_000,
      attributes: { contents_value: 90_000 },
      coverages: [coverage("p1", "business_owners", "each_occurrence", { limit: 1_000_000 })],
    });
    const gaps = rowsOf([account], { kinds: ["coverage_gap"] }).filter(({ policy_key }) => policy_key === "p1");
    expect(gaps).toHaveLength(1);
    expect(textsIn(gaps[0]?.because)).toContain(
      "Under the same business owners policy, Client c1 has no equipment breakdown coverage.",
    );
  });

  test("an endorsement for hired and non-owned auto is named as that", () => {
    const auto = Array.from({ length: 11 }, (_, index) =>
      sampleAccount(
        `a${index}`,
        [samplePolicy(`p${index}`, "general_liability"), samplePolicy(`q${index}`, "commercial_auto")],
        {
          naics: "541611",
          employees: 20,
        },
      ),
    );
    const last = (attributes: JsonObject): JsonObject =>
      sampleAccount("x", [samplePolicy("g", "general_liability")], {
        naics: "541611",
        employees: 20,
        attributes,
        coverages: [coverage("g", "general_liability", "non_owned_auto", { limit: 1_000_000 })],
      });
    const offers = rowsOf([...auto, last({})], { kinds: ["cross_sell"] });
    expect(
      textsIn(offers.find(({ client_key, line }) => client_key === "x" && line === "commercial_auto")?.because),
    ).toContain("The general liability policy covers hired and non-owned auto only by endorsement, up to $1,000,000.");
    const without = rowsOf([...auto, last({ owned_vehicles: 0 })], { kinds: ["cross_sell"] });
    expect(without.filter(({ client_key, line }) => client_key === "x" && line === "commercial_auto")).toEqual([]);
  });
});
