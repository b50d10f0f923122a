import { EvidenceCollector, lineCodes, RuleTally } from "@service/engine-kit";
import { sentenceProblems } from "@service/engine-kit/testing";
import { compileCondition, EvaluationBudget } from "@service/conditions";
import { listPacks, opportunityRules } from "@service/packs";
import { describe, expect, test } from "@jest/globals";
import { type JsonObject, objectsIn, part, text, textsIn } from "@service/json";
import { assembleOutput, writeWorkItems } from "./assemble.ts";
import { readConfiguration } from "./configuration.ts";
import { opportunity } from "./index.ts";
import { readSettings, type Settings } from "./settings.ts";
import { type Bench, type Candidate, type Finding, price } from "./stages/candidate.ts";
import { deriveAccount } from "./stages/derive-account.ts";
import { detectAll } from "./stages/detectors/index.ts";
import { loadBook } from "./stages/load-book.ts";
import { Peers } from "./stages/peers.ts";
import { writeRows } from "./stages/write-rows.ts";
import { outputOf, sampleAccount, sampleDataset, samplePolicy, sampleRequest } from "./testing/sample-book.ts";

const settings = readSettings(readConfiguration(opportunity.effectiveConfig(opportunity.preset())));
const always = compileCondition({ all: [] });
const never = compileCondition({ any: [] });

/** Nothing but what makes it an account that holds something. */
const smallest: JsonObject = {
  client_key: "k-1",
  policies: [{ status: "active" }, { line: "other", status: "active" }],
};

/** Everything that a template can say, of the account whose exposures the built-in cases show. */
const fullest: JsonObject = {
  ...objectsIn(opportunity.builtInCases()[0]?.input.accounts)[0],
  name: "Blue Harbor Cafe LLC",
  website: "https://example.test",
};

const anyName = ["Blue Harbor Cafe LLC", "Account k-1", "Client "];

/** Rows, findings, work items and narrative of every candidate of the accounts, without any selection. */
function writtenOf(
  accounts: readonly JsonObject[],
  changes: Partial<Settings> = {},
  also: (candidates: readonly Candidate[]) => readonly Candidate[] = (all) => all,
) {
  const request = sampleRequest(accounts);
  const book = loadBook({ accounts, as_of: "2026-01-15T00:00:00Z" }, request);
  const derived = book.accounts.map((rows) => deriveAccount(rows, book));
  const bench: Bench = {
    settings: { ...settings, ...changes },
    book,
    peers: new Peers(derived, settings.crossSell.priorStrength),
    budget: new EvaluationBudget(),
    horizonDays: 180,
    outcomes: new RuleTally(),
    onMismatch: () => undefined,
  };
  const kinds = new Set(bench.settings.kinds);
  const found: readonly Finding[] = derived.flatMap((account) => detectAll(account, bench, kinds));
  const listed = also(found.map((finding) => price(bench, finding))).map((candidate) => ({
    candidate,
    id: candidate.ruleKey,
    status: "open" as const,
  }));
  const evidence = new EvidenceCollector();
  const rows = writeRows({ listed, skipped: [], foundIds: new Set() }, bench, evidence);
  const output = assembleOutput({
    bench,
    accounts: derived,
    clientKey: accounts.length === 1 ? derived[0]?.clientKey : undefined,
    rows,
    resolved: [],
    skipped: [],
    evidence,
    pack: { key: "p", version: 1, sha256: "0".repeat(64) },
  });
  return { rows, output, workItems: writeWorkItems(rows, request.runId) };
}

function problemsOf({ rows, output, workItems }: ReturnType<typeof writtenOf>): string[] {
  const names =
    rows.length === 0 ? anyName : [...new Set(rows.map(({ selected }) => selected.candidate.account.label))];
  const problems = (what: string, sentence: string, rules: Parameters<typeof sentenceProblems>[1]): string[] =>
    sentenceProblems(sentence, rules).map((problem) => `${what} "${sentence}" ${problem}`);
  return [
    ...rows.flatMap(({ row, recommendation }) => [
      ...problems("title", row.title, { names }),
      ...row.because.flatMap((reason) => problems("reason", reason, { endsWithStop: true })),
      ...problems("first reason", row.because[0] ?? "", { names }),
      ...problems("recommendation", recommendation, { endsWithStop: true }),
      ...row.talking_points.flatMap((point) => problems("talking point", point, {})),
    ]),
    ...objectsIn([...output.findings]).flatMap((finding) => [
      ...problems("finding", text(finding, "title") ?? "", { names }),
      ...problems("detail", text(finding, "detail") ?? "", { names, endsWithStop: true }),
    ]),
    ...workItems.flatMap((item) => [
      ...problems("work item", text(item, "title") ?? "", { names }),
      ...problems("work item detail", text(item, "detail") ?? "", { names, endsWithStop: true }),
    ]),
    ...problems("headline", output.headline, { names: [...names, "The book"] }),
    ...problems("narrative", output.narrative.text, { names: [...names, "The book"], endsWithStop: true }),
  ];
}

describe("every text is a sentence that a client understands (WORD-1 to WORD-7, OPP-93)", () => {
  const accounts = [smallest, fullest];

  test.each(settings.gaps.map((rule) => [rule.key, rule] as const))("gap rule %s", (_, rule) => {
    const forms = [
      { ...rule, coveredWhen: never, partialWhen: never },
      { ...rule, coveredWhen: never, partialWhen: always },
      { ...rule, exposureWhen: always, coveredWhen: never, partialWhen: never, exposureAmount: undefined },
      { ...rule, exposureWhen: always, coveredWhen: never, partialWhen: always, exposureAmount: undefined },
    ];
    const { line, coverage } = rule;
    const insured = {
      ...fullest,
      policies: [...objectsIn(fullest.policies), samplePolicy("full", line)],
      coverages: [
        ...objectsIn(fullest.coverages),
        { coverage_key: "f", policy_key: "full", line, coverage: coverage ?? "each_occurrence", limit: 1_000_000 },
      ],
    };
    const answers = forms.flatMap((form) =>
      [...accounts, insured].map((account) => writtenOf([account], { gaps: [form], limits: [] })),
    );
    expect(answers.flatMap(problemsOf)).toEqual([]);
    const titles = answers.flatMap(({ rows }) => rows.filter(({ row }) => row.rule_key === rule.key));
    expect(titles.length).toBeGreaterThanOrEqual(2);
  });

  test.each(settings.limits.map((rule) => [rule.key, rule] as const))("limit rule %s", (_, rule) => {
    const { line, coverage } = rule;
    const low = (policies: readonly JsonObject[], coverages: readonly JsonObject[]): JsonObject => ({
      ...fullest,
      policies,
      coverages,
    });
    const stated = { line, coverage, limit: 25_000 };
    const forms = [
      { client_key: "k-1", coverages: [stated] },
      low([samplePolicy("p", line)], [{ ...stated, policy_key: "p", coverage_key: "c" }]),
      low([samplePolicy("p", "business_owners")], [{ ...stated, line: "business_owners", policy_key: "p" }]),
      low(
        [samplePolicy("p", line), samplePolicy("u", "umbrella")],
        [
          { ...stated, policy_key: "p" },
          { policy_key: "u", line: "umbrella", coverage: "umbrella_occurrence", limit: 100_000 },
        ],
      ),
      low(
        [samplePolicy("p", line), samplePolicy("u", "umbrella")],
        [
          { ...stated, policy_key: "p" },
          { policy_key: "u", line: "umbrella", coverage: "umbrella_occurrence", limit: 10_000_000 },
        ],
      ),
    ];
    const answers = forms.map((account) => writtenOf([account], { limits: [{ ...rule, when: undefined }], gaps: [] }));
    expect(answers.flatMap(problemsOf)).toEqual([]);
    const found = answers.flatMap(({ rows }) => rows.filter(({ row }) => row.rule_key === rule.key));
    expect(found.length).toBeGreaterThanOrEqual(3);
  });

  test.each(settings.riskPoints.map((point) => [point.key, point] as const))("risk point %s", (_, point) => {
    const ending = { ...smallest, policies: [{ status: "active", expires_on: "2026-01-20" }] };
    const risky = sampleAccount("c", [samplePolicy("p", "cyber", { status: "non_renewed" })]);
    const renewing = sampleAccount("d", [samplePolicy("p", "cyber")]);
    const base = { key: "base", label: "everything else", when: always, asksPolicy: false, points: 60 };
    const forms = [point, { ...point, points: 1 }, { ...point, points: 60 }, { ...point, points: -1 }];
    for (const form of forms) {
      const answer = writtenOf([ending, risky, renewing], {
        riskPoints: [{ ...form, when: always }, base],
        gaps: [],
        limits: [],
      });
      expect(problemsOf(answer)).toEqual([]);
      expect(JSON.stringify(answer.output.opportunities)).toContain(point.label);
    }
  });

  test.each(lineCodes)("every detector about a policy of %s", (line) => {
    const ended = { status: "cancelled", effective_on: "2024-03-01", expires_on: "2025-03-01" };
    const full = sampleAccount(
      "c",
      [
        samplePolicy("a", line, { status: "non_renewed" }),
        samplePolicy("b", line, { effective_on: "2025-01-01", expires_on: "2026-01-01" }),
        samplePolicy("n", line, {
          status: "quoted",
          effective_on: "2026-03-30",
          expires_on: "2027-03-30",
          premium: 9000,
          prior_policy_key: "a",
        }),
        samplePolicy("z", line, { expires_on: "2026-01-25", premium: -1 }),
      ],
      {
        claims: [{ claim_key: "k", line, occurred_on: "2025-06-01", status: "open" }],
        activities: [],
      },
    );
    const lost = sampleAccount("d", [samplePolicy("l", line, ended)], { activities: [{ occurred_at: "2026-01-14" }] });
    const unpaid = { status: "cancelled", line, expires_on: "2025-03-01" };
    const bare = { ...smallest, policies: [unpaid], claims: [{ line, status: "open", reported_on: "2025-12-16" }] };
    const answers = [[full], [lost], [bare], [full, lost, bare]].map((some) =>
      writtenOf(some, { gaps: [], limits: [] }),
    );
    expect(answers.flatMap(problemsOf)).toEqual([]);
    const kinds = new Set(answers.flatMap(({ rows }) => rows.map(({ row }) => row.kind)));
    expect([...kinds]).toEqual(
      expect.arrayContaining(["renewal_risk", "renewal_prep", "remarket", "win_back", "claim_followup"]),
    );
  });

  test("packages of two, three and many lines, with and without a list of coverages", () => {
    const lines = ["general_liability", "commercial_property", "other", "inland_marine", "crime"];
    const answers = [2, 3, 5].flatMap((count) =>
      [[], [{ policy_key: "p", line: "general_liability", coverage: "each_occurrence", limit: 300_000 }]].map(
        (coverages) =>
          writtenOf([
            sampleAccount(
              "c",
              [
                samplePolicy("p", "general_liability", { lines: lines.slice(0, count), expires_on: "2026-02-20" }),
                samplePolicy("e", "business_owners", { effective_on: "2025-01-01", expires_on: "2026-01-01" }),
              ],
              { revenue: 9_000_000, employees: 60, coverages },
            ),
          ]),
      ),
    );
    expect(answers.flatMap(problemsOf)).toEqual([]);
    const written = JSON.stringify(answers.map(({ output }) => output.opportunities));
    expect(written).toContain("lists no coverages on file");
    expect(written).toContain("package policy of 5 lines");
    expect(JSON.stringify(answers.map(({ output }) => output.findings))).toMatch(
      /Ask the carrier for the declarations of the .+ \(p\)\./,
    );
  });

  test("billing and files with every problem and with one", () => {
    const invoice = (more: JsonObject): JsonObject => ({ due_on: "2025-12-01", ...more });
    const billed = (...invoices: JsonObject[]): JsonObject =>
      sampleAccount("c", [samplePolicy("p", "cyber")], { invoices });
    const late = ["03", "05", "07"].map((month) => ({ due_on: `2025-${month}-01`, paid_on: `2025-${month}-20` }));
    const twice = { policy_number: "7", line: "cyber", status: "active" };
    const wrong = {
      ...smallest,
      kind: "insured",
      segment: "commercial",
      policies: [
        { ...twice, policy_key: "a", effective_on: "2026-01-01", expires_on: "2025-12-01" },
        { ...twice, policy_key: "b", effective_on: "2026-01-01", expires_on: "2025-12-01" },
        { ...twice, policy_key: "b", effective_on: "2026-01-01", expires_on: "2025-12-01" },
        { policy_key: "a", status: "active", policy_number: "8" },
      ],
    };
    const answers = [
      [billed(invoice({ balance: 500 }))],
      [billed(invoice({}))],
      [billed(invoice({ balance: 500 }), invoice({}), ...late)],
      [{ client_key: "k-1", invoices: late }],
      [{ client_key: "k-1", kind: "insured", segment: "personal", producer_seat: "s", policies: [] }],
      [wrong],
      [smallest],
    ].map((some) => writtenOf(some));
    expect(answers.flatMap(problemsOf)).toEqual([]);
    const written = JSON.stringify(answers.map(({ output }) => output.opportunities));
    for (const part of [
      "1 overdue invoice without a stated amount",
      "on file 3 times",
      "key of another policy",
      "expires before it begins",
    ])
      expect(written).toContain(part);
  });

  test("lines of peers in every group, and offers that join a gap", () => {
    const groups = [
      { naics: "541611", employees: 20 },
      { naics: "541611", employees: 900 },
      { naics: "722511" },
      { naics: undefined },
    ];
    const book = groups.flatMap((more, group) =>
      Array.from({ length: 9 }, (_, index) => {
        const { naics, ...rest } = more;
        return sampleAccount(
          `${group}-${index}`,
          ["general_liability", ...(index < 8 ? ["cyber", "umbrella"] : [])].map((line) =>
            samplePolicy(`${group}${index}${line}`, line),
          ),
          { ...rest, ...(naics === undefined ? {} : { naics }) },
        );
      }),
    );
    const personal = sampleAccount("p", [samplePolicy("h", "homeowners")], { segment: "personal" });
    const crossSell = { ...settings.crossSell, minPenetration: 0 };
    const endorsed = {
      ...sampleAccount("e", [samplePolicy("b", "business_owners")]),
      coverages: [{ policy_key: "b", line: "cyber", coverage: "cyber_aggregate" }],
    };
    const all = [...book, personal, endorsed];
    const answer = writtenOf(all, { crossSell });
    expect(problemsOf(answer)).toEqual([]);
    const written = JSON.stringify(answer.output.opportunities);
    for (const part of [
      "with 250 employees or more",
      "in the commercial segment",
      "of the book",
      "without a stated limit",
    ])
      expect(written).toContain(part);
    const joined = writtenOf(all, { crossSell }, ([first, ...others]) =>
      first === undefined
        ? []
        : [{ ...first, joined: others.slice(0, 3), also: ["the cyber policy of Client x needs a look"] }],
    );
    expect(problemsOf(joined)).toEqual([]);
  });

  test("no pack has rules that are not rendered here", () => {
    for (const pack of listPacks()) expect(pack.rules.opportunity ?? opportunityRules).toEqual(opportunityRules);
    expect(settings.gaps.map(({ key }) => key)).toEqual((opportunityRules.gap_rules ?? []).map(({ key }) => key));
  });

  test("the headline and the narrative of any book, and rows that are resolved", () => {
    const cases = opportunity.builtInCases();
    const engine = opportunity.compile(opportunity.effectiveConfig(opportunity.preset()));
    for (const { input } of cases) expect(problemsOf(writtenOf(objectsIn(input.accounts)))).toEqual([]);
    const calm = sampleAccount("calm", [samplePolicy("p", "cyber", { expires_on: "2026-12-01" })], { naics: "541611" });
    const empty = outputOf(engine.run(sampleRequest([calm], { kinds: ["renewal_prep"] })));
    const before = sampleDataset("opportunities:previous", [
      { opportunity_id: "x", client_key: "calm", kind: "win_back" },
    ]);
    const resolved = outputOf(engine.run(sampleRequest([calm], {}, [before])));
    for (const output of [empty, resolved]) {
      const rows = objectsIn(output.opportunities);
      const named = [
        text(output, "headline") ?? "",
        text(part(output, "narrative"), "text") ?? "",
        ...rows.flatMap((row) => [text(row, "title") ?? "", textsIn(row.because)[0] ?? ""]),
      ];
      expect(named.flatMap((sentence) => sentenceProblems(sentence, { names: ["Client calm"] }))).toEqual([]);
      const reasons = rows.flatMap((row) => textsIn(row.because));
      expect(reasons.flatMap((sentence) => sentenceProblems(sentence, { endsWithStop: true }))).toEqual([]);
    }
  });
});

describe("the headline states a revenue only where most premiums are known (OPP-98)", () => {
  /** As many renewals as premiums; null where the file states no premium. */
  const headlineOfPremiums = (premiums: readonly (number | null)[]): string => {
    const policies = premiums.map((premium, at) =>
      samplePolicy(`p${at}`, "surety", { premium, policy_number: `S-${at}` }),
    );
    const request = sampleRequest([sampleAccount("c1", policies)], { kinds: ["renewal_prep"] });
    const engine = opportunity.compile(opportunity.effectiveConfig(opportunity.preset()));
    return text(outputOf(engine.run(request)), "headline") ?? "";
  };

  test.each<[readonly (number | null)[], RegExp]>([
    [[null], /; no expected revenue is known$/],
    [[null, null], /; no expected revenue is known$/],
    [[1000], /; the expected revenue is \$[\d.]+$/],
    [[1000, 2000, 3000], /; the expected revenue is \$[\d.]+$/],
    [[1000, 2000, null], /; the expected revenue of the 2 of 3 with a known premium is \$[\d.]+$/],
    [[1000, 2000, 900, null, null], /; the expected revenue of the 3 of 5 with a known premium is \$[\d.]+$/],
    [[1000, null], /; a premium of \$1,000 is up for renewal; only 1 of 2 has a known premium$/],
    [[1000, null, null], /; a premium of \$1,000 is up for renewal; only 1 of 3 has a known premium$/],
    [[1000, 500, null, null], /; a premium of \$1,500 is up for renewal; only 2 of 4 have a known premium$/],
    [
      [1000, 500, null, null, null, null],
      /; a premium of \$1,500 is up for renewal; only 2 of 6 have a known premium$/,
    ],
    [[38.71, null, null, null, null, null, null], /; a premium of \$38.71 is up for renewal; only 1 of 7 has a known/],
  ])("renewals with premiums %j", (premiums, expected) => {
    const headline = headlineOfPremiums(premiums);
    expect(headline).toMatch(expected);
    expect(sentenceProblems(headline)).toStrictEqual([]);
  });

  test.each<[readonly (number | null)[], RegExp]>([
    [[1000, 2000, null], /; 2 of the 3 with revenue have a known premium \(\$[\d.]+ expected\)$/],
    [[1000, null, null], /; a premium of \$1,000 is up for renewal; only 1 of the 3 with revenue has a known premium$/],
  ])("renewals with premiums %j beside a row that corrects the file", (premiums, expected) => {
    const policies = premiums.map((premium, at) =>
      samplePolicy(`p${at}`, "surety", { premium, policy_number: `S-${at}` }),
    );
    const request = sampleRequest([sampleAccount("c1", policies, { name: "TBD" })], {
      kinds: ["renewal_prep", "data_quality"],
    });
    const engine = opportunity.compile(opportunity.effectiveConfig(opportunity.preset()));
    const headline = text(outputOf(engine.run(request)), "headline") ?? "";
    expect(headline).toMatch(expected);
    expect(sentenceProblems(headline)).toStrictEqual([]);
  });

  test("offers without a renewal state no figure when most of them have no premium", () => {
    const term = { effective_on: "2025-12-01", expires_on: "2026-12-01" };
    const policies = ["general_liability", "commercial_property"].map((line) => samplePolicy(line, line, term));
    const account = sampleAccount("c1", policies, { employees: 20, revenue: 3_000_000 });
    const engine = opportunity.compile(opportunity.effectiveConfig(opportunity.preset()));
    const output = outputOf(engine.run(sampleRequest([account], { kinds: ["coverage_gap"] })));
    const offers = objectsIn(output.opportunities);
    const priced = offers.filter(({ expected_value }) => expected_value !== null);
    expect(offers.length).toBeGreaterThan(priced.length * 2);
    expect(text(output, "headline")).not.toMatch(/\$/);
  });
});
