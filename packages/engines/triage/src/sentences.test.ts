import { sentenceProblems } from "@service/engine-kit/testing";
import { describe, expect, test } from "@jest/globals";
import { serviceNamespace, uuidV5 } from "@service/contract";
import { type Json, type JsonObject, isJsonArray, isJsonObject, objects, part, text, texts } from "@service/json";
import { triage } from "./index.ts";
import { sampleInput, sampleSubmission, withoutMembers } from "./cases/sample-inputs.ts";

/** Texts that a client reads, by the name of their member (WORD-1 to WORD-7). */
const sentenceMembers = new Set([
  "headline",
  "title",
  "detail",
  "recommendation",
  "message",
  "because",
  "text",
  "value",
]);

type Answered = {
  readonly output: JsonObject;
  readonly workItems: readonly JsonObject[];
  readonly warnings: readonly JsonObject[];
};

function run(input: JsonObject, config: JsonObject = {}, offerings?: readonly JsonObject[]): Answered {
  const engine = triage.compile(triage.effectiveConfig({ ...triage.preset(), ...config }));
  expect(engine.validateInput(input)).toEqual([]);
  const dataset = { datasetKey: "offerings", version: "1", sha256: "0".repeat(64), asOf: "2026-03-01T00:00:00Z" };
  const result = engine.run({
    input,
    offerings: undefined,
    runId: uuidV5(serviceNamespace, "sentences"),
    createdAt: "2026-03-02T09:00:00Z",
    datasets: new Map(offerings === undefined ? [] : [["offerings", { ...dataset, rows: offerings }]]),
    onStage: () => undefined,
  });
  if (result.status === "failed") throw new Error(result.error);
  return { output: result.output, workItems: result.workItems, warnings: result.warnings.map((each) => ({ ...each })) };
}

/** Every text of an answer with the member it stands in. Evidence keeps values as they came. */
function textsOf(value: Json | undefined, member = ""): (readonly [string, string])[] {
  if (typeof value === "string") return sentenceMembers.has(member) ? [[member, value]] : [];
  if (isJsonArray(value)) return value.flatMap((item) => textsOf(item, member));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === "evidence" ? [] : textsOf(inner, name)));
}

const insured = { name: "Quarry Lane Millwork", fein: "31-4159265", phone: "937 555 0101", domain: "quarrylane.com" };
const place = { line1: "148 W Oak Ave Suite 12", city: "Dayton", state: "OH", zip: "45402" };
const rule = (key: string, more: JsonObject): JsonObject => ({
  key,
  when: { all: [] },
  message: "The account is a target",
  ...more,
});
const offering = (key: string, more: JsonObject = {}): JsonObject => ({
  offering_key: key,
  carrier_key: "c1",
  carrier_name: "Carrier One",
  product: "Artisan",
  lines: ["general_liability"],
  status: "active",
  market: "admitted",
  appointed: true,
  states: { include: ["*"] },
  appetite: [{ prefix: "337", level: "preferred" }],
  default_appetite: "standard",
  coverages: [],
  ...more,
});

const bare = (key: string, name: string): JsonObject =>
  withoutMembers(sampleSubmission(key, { insured: { name }, risk: {}, producer: { key: "p9", name: "Agency" } }), [
    "premium_estimate",
    "effective_on",
    "documents",
  ]);
const later = (minutes: number): JsonObject => ({
  received_at: `2026-03-02T08:${String(minutes).padStart(2, "0")}:00Z`,
});

/** A queue in which every action, every finding and every way to state or not to state a fact occurs. */
const full = [
  sampleSubmission("sub-1", { insured: { ...insured, address: place } }),
  sampleSubmission("sub-2", {
    insured: { ...insured, address: { ...place, line1: "148 W. Oak Avenue #12" } },
    ...later(1),
  }),
  sampleSubmission("sub-3", {
    insured: {
      ...insured,
      name: "Quarry Lane Milwork Inc",
      address: { ...place, line1: "149 E Oak Ave #3", city: "Datyon", zip: "45420" },
    },
    producer: { key: "p2", name: "Other Agency", tier: 4 },
    ...later(2),
  }),
  sampleSubmission("sub-4", {
    insured: { name: "Quarry Lane Millwork", address: { ...place, line1: "" } },
    ...later(3),
  }),
  sampleSubmission("sub-5", {
    insured: { name: "Pine Hollow Kennels" },
    documents: [{ kind: "application" }, { kind: "loss_runs" }],
  }),
  sampleSubmission("sub-6", {
    insured: { name: "Harrow Glass" },
    documents: [{ kind: "loss_runs", dated_on: "2024-01-01" }],
    lines: ["general_liability", "commercial_auto", "commercial_property"],
  }),
  sampleSubmission("sub-7", {
    insured: { name: "harbor cafe" },
    effective_on: "2026-02-20",
    received_at: "2026-02-01T08:00:00Z",
  }),
  sampleSubmission("sub-8", {
    insured: { name: "Late Renewal Co" },
    kind: "renewal",
    incumbent: { premium: 12_000.5, expires_on: "2026-03-02" },
    premium_estimate: 1,
  }),
  withoutMembers(
    sampleSubmission("sub-9", {
      insured: { name: "Old Policy Co" },
      kind: "renewal",
      incumbent: { premium: 12_000.5, expires_on: "2026-03-03" },
    }),
    ["premium_estimate", "effective_on"],
  ),
  sampleSubmission("sub-10", {
    insured: { name: "Twelve Lines" },
    quote_needed_by: "2026-03-01",
    risk: { naics: "23" },
  }),
  bare("sub-11", "Bare Bones Bakery"),
  bare("sub-12", "!!!"),
];
const existing = Array.from({ length: 6 }, (_, index) => ({
  submission_key: `old-${index}`,
  insured: { ...insured, address: place },
  producer_key: index % 2 === 0 ? "prod-1" : "p7",
  lines: ["general_liability"],
  effective_on: "2026-03-01",
  status: "quoted",
}));
const refer = { appetite_rules: [rule("odd", { effect: "refer", message: "The trade is unusual" })] };
const knockout = { appetite_rules: [rule("no", { effect: "knockout", message: "No cabinet makers are written" })] };
const strategic = { strategic_rules: [rule("target", { points: 30 })] };
const undecided = {
  appetite_rules: [rule("fleet", { effect: "knockout", when: { fact: "risk.vehicles", op: "gt", value: 9 } })],
};
const mistyped = {
  strategic_rules: [rule("odd_type", { points: 1, when: { fact: "risk.naics", op: "gt", value: 9 } })],
};
const valueOnly = { weights: { priority: { value: 60, urgency: 0, relationship: 40, strategic: 0 } } };
const everyItem = {
  required_items: [
    {
      line: "*",
      kind: "*",
      documents: [
        "application",
        "supplemental",
        "loss_runs",
        "schedule_of_values",
        "driver_list",
        "vehicle_list",
        "financials",
        "contract",
        "photos",
        "other",
      ].map((kind) => ({ kind, weight: 5, blocking: true })),
      facts: [
        "risk.naics",
        "risk.revenue",
        "insured.address",
        "insured.fein",
        "effective_on",
        "quote_needed_by",
        "premium_estimate",
        "producer.tier",
        "producer.bind_rate",
        "risk.years_in_business",
        "risk.employees",
        "loss.count_3y",
      ].map((path) => ({ path, weight: 1 })),
    },
  ],
};
const seats = [
  { seat_key: "kim", capacity: 1, load: 1 },
  { seat_key: "lee", capacity: 3, load: 0, states: ["CA"] },
];

const offered = sampleInput(full, { known: existing, offerings_dataset: true });
const cases: readonly (readonly [string, () => Answered])[] = [
  ["the fullest queue", () => run(sampleInput(full, { known: existing }))],
  ["a queue of one", () => run(sampleInput([sampleSubmission("s")]))],
  ["a queue that states nothing", () => run(sampleInput([bare("a", "Bare Bones Bakery"), bare("b", "!!!")]))],
  ["nobody free and nobody eligible", () => run(sampleInput(full, { assignees: seats }))],
  ["only people elsewhere", () => run(sampleInput(full, { assignees: seats.slice(1) }))],
  ["a referral", () => run(sampleInput(full), refer)],
  ["a knock-out", () => run(sampleInput(full), knockout)],
  ["an undecided knock-out", () => run(sampleInput(full), undecided)],
  ["a rule that reads another type", () => run(sampleInput(full), mistyped)],
  ["a strategic rule", () => run(sampleInput(full), strategic)],
  ["every item required", () => run(sampleInput(full), everyItem)],
  ["priority by value alone", () => run(sampleInput(full), valueOnly)],
  [
    "offerings that prefer, refer and prohibit",
    () =>
      run(offered, {}, [
        offering("a", { appetite: [{ prefix: "23", level: "prohibited" }], default_appetite: "limited" }),
        offering("b", { rules: [{ key: "r", effect: "refer", when: { all: [] }, message: "Look at it" }] }),
      ]),
  ],
  [
    "offerings that need facts",
    () => run(offered, {}, [offering("a", { bounds: [{ fact: "risk.employees", max: 50, effect: "knockout" }] })]),
  ],
  ["offerings for nothing", () => run(offered, {}, [offering("a", { lines: ["cyber"] }), { offering_key: "broken" }])],
  ["offerings that are not loaded", () => run(offered)],
  ["offerings that are not configured", () => run(offered, { offering_source: null })],
  ["stale offerings", () => run({ ...offered, as_of: "2027-03-02T09:00:00Z" }, {}, [offering("a")])],
  [
    "insureds without a name",
    () => run(sampleInput([bare("a", "TBD"), sampleSubmission("b", { insured: { name: "\u{1F600}" } })])),
  ],
  [
    "post office boxes and exchanged digits",
    () => {
      const boxed = { ...insured, address: { line1: "PO Box 123", city: "Dayton", state: "OH", zip: "45402" } };
      const other = { ...boxed, address: { ...boxed.address, zip: "45420" } };
      return run(
        sampleInput([sampleSubmission("sub-1", { insured: boxed }), sampleSubmission("sub-2", { insured: other })]),
      );
    },
  ],
  [
    "too many equal insureds",
    () => run(sampleInput(Array.from({ length: 210 }, (_, index) => sampleSubmission(`s${index}`, { insured })))),
  ],
];

describe.each(cases)("texts of %s (WORD-1, WORD-2, WORD-3, WORD-4, WORD-5, WORD-6, WORD-7)", (_, answer) => {
  const { output, workItems, warnings } = answer();

  test("are sentences without codes, paths and operators", () => {
    const written = textsOf([output, ...workItems, ...warnings]);
    expect(written.length).toBeGreaterThan(5);
    const wrong = written.flatMap(([member, sentence]) => {
      // Citations stand in brackets.
      const plain = sentence.replaceAll(/ ?\[e\d+(?:, e\d+)*\]/g, "");
      const endsWithStop = member === "detail" || member === "recommendation" || member === "message";
      return sentenceProblems(plain, { endsWithStop }).map((problem) => `${member} "${sentence}" ${problem}`);
    });
    expect([...new Set(wrong)]).toEqual([]);
  });

  test("of findings and work items name the insured as the queue does (TRI-104, MODEL-6)", () => {
    const named = new Map(objects(output, "queue").map((row) => [row.submission_key, text(row, "insured_name") ?? ""]));
    const wrong = [...objects(output, "findings"), ...workItems].flatMap((item) => {
      const key = item.submission_key ?? part(item, "subject").submission_key;
      const rules = { names: [named.get(key) ?? "no entry"], hasVerb: false };
      return ["title", "detail"].flatMap((member) => {
        const sentence = text(item, member) ?? "";
        return sentenceProblems(sentence, rules).map((problem) => `"${sentence}" ${problem}`);
      });
    });
    expect([...new Set(wrong)]).toEqual([]);
  });

  test("never write an unknown premium as 0", () => {
    expect(JSON.stringify(texts(part(output, "narrative"), "text"))).not.toMatch(/\$0\b/);
  });
});

test("the sum of premiums says what is not known (TRI-102)", () => {
  const narrative = (submissions: readonly JsonObject[]): string =>
    text(part(run(sampleInput(submissions)).output, "narrative"), "text") ?? "";
  expect(narrative([bare("a", "A")])).toContain("No submission in the queue states a premium");
  expect(narrative([sampleSubmission("b"), bare("a", "A")])).toContain(
    "The premium in the queue is $48,000 as far as it is known; 1 submission states none",
  );
  expect(narrative([sampleSubmission("b")])).toContain("The premium in the queue is $48,000 [");
});

test("a queue without offerings says that nobody judged whether a carrier wants it (TRI-102)", () => {
  const narrative = (more: JsonObject): string =>
    text(part(run(sampleInput([sampleSubmission("b")], more)).output, "narrative"), "text") ?? "";
  expect(narrative({ offerings_dataset: false })).toContain("Whether a carrier wants these submissions was not judged");
});

test("a copy of an existing submission is not sent to be worked there (TRI-65)", () => {
  const own = { insured: { ...insured, address: place } };
  const [earlier, copy] = [sampleSubmission("s1", own), sampleSubmission("s2", own)];
  const { insured: same, lines, effective_on } = earlier;
  const row = {
    submission_key: "k1",
    insured: same ?? {},
    lines: lines ?? [],
    effective_on: effective_on ?? "",
    status: "declined",
  };
  const producer_key = text(part(copy, "producer"), "key") ?? "";
  const adviceOf = (input: JsonObject): unknown =>
    objects(run(input).output, "findings").find(({ rule_key }) => rule_key === "clearance_duplicate")?.recommendation;
  expect(adviceOf(sampleInput([earlier, copy]))).toContain("work the earlier one");
  expect(adviceOf(sampleInput([copy], { known: [{ ...row, producer_key }] }))).toBe(
    "Hold it and look at what became of the earlier one before working it.",
  );
});
