import type { DeterministicResult, LoadedDataset, StageName } from "@service/engine-kit";
import { describe, expect, test } from "@jest/globals";
import { uuidV5, serviceNamespace } from "@service/contract";
import {
  canonicalJson,
  type Json,
  type JsonObject,
  compileSchema,
  number,
  objects,
  part,
  text,
  texts,
} from "@service/json";
import { triage } from "./index.ts";
import { sampleInput, sampleSubmission, withoutMembers } from "./cases/sample-inputs.ts";

const runId = uuidV5(serviceNamespace, "triage-test");

type RunOptions = {
  readonly config?: JsonObject;
  readonly runId?: string;
  readonly datasets?: readonly LoadedDataset[];
  readonly onStage?: (stage: StageName) => void;
};

function engineOf(config: JsonObject = {}): ReturnType<typeof triage.compile> {
  const saved = { ...triage.preset(), ...config };
  expect(triage.validateConfig(saved)).toEqual([]);
  return triage.compile(triage.effectiveConfig(saved));
}

function run(input: JsonObject, options: RunOptions = {}): DeterministicResult {
  const engine = engineOf(options.config);
  expect(engine.validateInput(input)).toEqual([]);
  return engine.run({
    input,
    offerings: undefined,
    runId: options.runId ?? runId,
    createdAt: "2026-03-02T09:00:00Z",
    datasets: new Map((options.datasets ?? []).map((dataset) => [dataset.datasetKey, dataset])),
    onStage: options.onStage ?? (() => undefined),
  });
}

type Answered = Extract<DeterministicResult, { status: "completed" | "degraded" }>;

function answered(input: JsonObject, options: RunOptions = {}): Answered {
  const result = run(input, options);
  if (result.status === "failed") throw new Error(result.code);
  const check = compileSchema(triage.responseSchema(triage.effectiveConfig({ ...triage.preset(), ...options.config })));
  expect(check({ output: result.output })).toEqual([]);
  return result;
}

function queueOf(result: Answered): readonly JsonObject[] {
  return objects(result.output, "queue");
}

function entryOf(result: Answered, key: string): JsonObject {
  const entry = queueOf(result).find(({ submission_key }) => submission_key === key);
  if (entry === undefined) throw new Error(`no entry ${key}`);
  return entry;
}

/** A dataset with one offering for each of the levels named. */
function offeringsDataset(offerings: readonly JsonObject[], asOf = "2026-03-01T00:00:00Z"): LoadedDataset {
  return {
    datasetKey: "offerings",
    version: "1",
    sha256: uuidV5(serviceNamespace, canonicalJson(offerings)),
    asOf,
    rows: offerings,
  };
}

function offering(key: string, changes: JsonObject = {}): JsonObject {
  return {
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
    default_appetite: "limited",
    coverages: [],
    ...changes,
  };
}

const withOfferings = (submissions: readonly JsonObject[]): JsonObject =>
  sampleInput(submissions, { offerings_dataset: true });

describe("priority (TRI-47)", () => {
  test("premium 48,000, nine days, tier 1 with 35 % bound and no strategic rule make 78.5", () => {
    const entry = entryOf(answered(sampleInput([sampleSubmission("s")])), "s");
    expect(objects(entry, "breakdown").map(({ dimension, utility }) => [dimension, utility])).toEqual([
      ["value", 79.2],
      ["urgency", 85.7],
      ["relationship", 88],
      ["strategic", 50],
    ]);
    expect(part(entry, "scores").priority).toBe(78.5);
    expect(entry.action).toBe("work_now");
    expect(entry.because).toEqual([
      "The policy is to start in 9 days",
      "The producer is of tier 1 and binds 35 % of what it sends",
      "The estimated premium is $48,000",
    ]);
  });

  test("the contributions of a breakdown add up to the priority (TRI-64)", () => {
    const submissions = [sampleSubmission("a"), withoutMembers(sampleSubmission("b"), ["premium_estimate"])];
    for (const entry of queueOf(answered(sampleInput(submissions)))) {
      const sum = objects(entry, "breakdown").reduce((total, row) => total + (number(row, "contribution") ?? 0), 0);
      expect(Number(sum.toFixed(1))).toBe(part(entry, "scores").priority);
    }
  });

  test("an unknown part is left out and lowers the confidence (TRI-41)", () => {
    const complete = entryOf(answered(sampleInput([sampleSubmission("s")])), "s");
    const submission = withoutMembers(sampleSubmission("s"), ["premium_estimate"]);
    const unknown = entryOf(answered(sampleInput([submission])), "s");
    expect(part(unknown, "scores").priority).toBe(78.2);
    expect(complete.confidence).toBe(1);
    expect(unknown.confidence).toBe(0.65);
  });

  test("the incumbent's premium and expiry replace what is not stated", () => {
    const submission = withoutMembers(
      sampleSubmission("s", { kind: "renewal", incumbent: { premium: 48_000, expires_on: "2026-03-11" } }),
      ["premium_estimate", "effective_on"],
    );
    const entry = entryOf(answered(sampleInput([submission])), "s");
    expect(part(entry, "scores").priority).toBe(78.5);
    expect(entry.because).toEqual(
      expect.arrayContaining(["The present policy expires in 9 days", "The present premium is $48,000"]),
    );
  });

  test("the nearest date counts", () => {
    const submission = sampleSubmission("s", { quote_needed_by: "2026-03-09" });
    const entry = entryOf(answered(sampleInput([submission])), "s");
    expect(entry.because).toContain("The quote is needed in 7 days");
    expect(objects(entry, "breakdown")[1]?.utility).toBe(90);
  });

  test("an overdue promise makes urgent, less than a near deadline", () => {
    const late = { received_at: "2026-02-20T09:00:00Z" };
    const far = entryOf(answered(sampleInput([sampleSubmission("s", { ...late, effective_on: "2026-08-01" })])), "s");
    expect(objects(far, "breakdown")[1]).toMatchObject({ utility: 80 });
    expect(texts(far, "because")[0]).toBe("The policy is to start in 152 days; the response is overdue by 168 hours");
    const near = entryOf(answered(sampleInput([sampleSubmission("s", late)])), "s");
    expect(objects(near, "breakdown")[1]).toMatchObject({ utility: 85.7 });
  });

  test("strategic rules move the 50 they start from", () => {
    const rule = (key: string, points: number, value: string): JsonObject => ({
      key,
      points,
      when: { fact: "flags", op: "contains", value },
      message: `${key} account`,
    });
    const config = { strategic_rules: [rule("target", 30, "target"), rule("shrink", -20, "shrink")] };
    const entry = entryOf(answered(sampleInput([sampleSubmission("s", { flags: ["target"] })]), { config }), "s");
    expect(objects(entry, "breakdown")[3]).toMatchObject({ utility: 80, because: "target account" });
  });

  test("next_rescore_at is the first moment of another band (TRI-46)", () => {
    const submission = sampleSubmission("s", { premium_estimate: 9000 });
    const input = sampleInput([submission]);
    const entry = entryOf(answered(input), "s");
    expect(part(entry, "scores").priority).toBe(64.1);
    expect(entry.next_rescore_at).toBe("2026-03-04T00:00:00Z");
    const at = (as_of: string): Json | undefined =>
      part(entryOf(answered({ ...input, as_of }), "s"), "scores").priority;
    expect(at("2026-03-03T23:59:59Z")).toBeLessThan(65);
    expect(at("2026-03-04T00:00:00Z")).toBeGreaterThanOrEqual(65);
  });

  test("next_rescore_at counts the hours of a response that is waited for (TRI-46)", () => {
    const submission = withoutMembers(sampleSubmission("s", { kind: "service" }), ["premium_estimate", "effective_on"]);
    const input = sampleInput([submission]);
    const entry = entryOf(answered(input), "s");
    const next = text(entry, "next_rescore_at") ?? "";
    const at = (as_of: string): Json | undefined =>
      part(entryOf(answered({ ...input, as_of }), "s"), "scores").priority;
    expect(part(entry, "scores").priority).toBeLessThan(40);
    expect(at(next)).toBeGreaterThanOrEqual(40);
    expect(at(new Date(Date.parse(next) - 1000).toISOString())).toBeLessThan(40);
  });

  test("next_rescore_at sees documents that grow too old (TRI-46)", () => {
    const submission = sampleSubmission("s", {
      documents: [{ kind: "loss_runs", dated_on: "2026-02-10" }],
      risk: { naics: "337110" },
    });
    const entry = entryOf(answered(sampleInput([submission])), "s");
    expect(part(entry, "scores").readiness).toBe(60);
    const stale = entryOf(answered(sampleInput([submission], { as_of: "2026-05-12T00:00:00Z" })), "s");
    expect(part(stale, "scores").readiness).toBe(47.5);
    expect(entry.next_rescore_at).toBeNull();
    const thin = sampleSubmission("s", { documents: [{ kind: "loss_runs", dated_on: "2026-02-10" }], risk: {} });
    expect(part(entryOf(answered(sampleInput([thin])), "s"), "scores").readiness).toBe(50);
    expect(entryOf(answered(sampleInput([thin])), "s").next_rescore_at).toBe("2026-05-12T00:00:00Z");
  });
});

describe("readiness", () => {
  test("stale or undated loss runs count half and are requested (TRI-39)", () => {
    const documents = (dated: JsonObject): JsonObject => ({
      documents: [{ kind: "application" }, { kind: "loss_runs", ...dated }],
    });
    const stale = entryOf(answered(sampleInput([sampleSubmission("s", documents({ dated_on: "2025-11-01" }))])), "s");
    expect(part(stale, "scores").readiness).toBe(87.5);
    expect(stale.missing_items).toEqual([{ kind: "document", key: "loss_runs", reason: "stale", weight: 25 }]);
    const undated = entryOf(answered(sampleInput([sampleSubmission("s", documents({}))])), "s");
    expect(undated.missing_items).toEqual([{ kind: "document", key: "loss_runs", reason: "undated", weight: 25 }]);
  });

  test("90 days old is not stale, 91 is", () => {
    const of = (dated_on: string): Json | undefined =>
      part(
        entryOf(
          answered(
            sampleInput([
              sampleSubmission("s", { documents: [{ kind: "application" }, { kind: "loss_runs", dated_on }] }),
            ]),
          ),
          "s",
        ),
        "scores",
      ).readiness;
    expect(of("2025-12-02")).toBe(100);
    expect(of("2025-12-01")).toBe(87.5);
  });

  test("a line adds its own documents, a renewal needs none in the preset", () => {
    const auto = sampleSubmission("s", { lines: ["commercial_auto", "general_liability"] });
    expect(part(entryOf(answered(sampleInput([auto])), "s"), "scores").readiness).toBe(76.9);
    const renewal = sampleSubmission("s", { kind: "renewal", documents: [] });
    expect(part(entryOf(answered(sampleInput([renewal])), "s"), "scores").readiness).toBe(100);
  });

  test("low readiness is chased with one work item for documents and one for facts", () => {
    const submission = withoutMembers(sampleSubmission("s", { risk: {}, client_key: "c_1" }), ["documents"]);
    const result = answered(sampleInput([submission]));
    expect(entryOf(result, "s").action).toBe("chase_info");
    const whose = "This is for the account manager to do for S Cabinet Works (submission s) by March 5, 2026.";
    expect(result.workItems.map(({ kind, detail }) => [kind, detail])).toEqual([
      ["request_document", `${whose} Ask the producer for application and loss runs.`],
      ["verify_fact", `${whose} Ask the producer for NAICS code and revenue.`],
    ]);
    for (const item of result.workItems) {
      expect(item).toMatchObject({ subject: { submission_key: "s", client_key: "c_1" }, due_on: "2026-03-05" });
    }
    expect(result.workItems.map(({ finding_keys }) => finding_keys)).toEqual([
      ["missing_items:s/documents"],
      ["missing_items:s/facts"],
    ]);
    expect(objects(result.output, "findings").map(({ finding_key, title }) => [finding_key, title])).toEqual([
      ["missing_items:s/documents", "S Cabinet Works lacks 2 documents"],
      ["missing_items:s/facts", "S Cabinet Works lacks 2 facts"],
    ]);
  });

  test("a statement of no losses, or a new venture, stands for loss runs (TRI-98)", () => {
    const without = (more: JsonObject): JsonObject =>
      entryOf(answered(sampleInput([sampleSubmission("s", { documents: [{ kind: "application" }], ...more })])), "s");
    expect(objects(without({}), "missing_items").map(({ key }) => key)).toEqual(["loss_runs"]);
    expect(part(without({}), "scores").readiness).toBe(75);
    const venture = { risk: { naics: "337110", revenue: 1, years_in_business: 0 } };
    const stated = { loss_history: { years: 3, claims: [], no_losses_statement: true } };
    for (const more of [venture, stated]) {
      expect(without(more).missing_items).toEqual([]);
      expect(part(without(more), "scores").readiness).toBe(100);
    }
    const denied = { loss_history: { years: 3, claims: [], no_losses_statement: false } };
    const old = { risk: { naics: "337110", revenue: 1, years_in_business: 1 } };
    const claim = { line: "general_liability", occurred_on: "2025-01-10", status: "open", paid: 0, reserved: 5000 };
    const contradicted = { loss_history: { years: 3, claims: [claim], no_losses_statement: true } };
    for (const more of [denied, old, contradicted]) {
      expect(objects(without(more), "missing_items").map(({ key }) => key)).toEqual(["loss_runs"]);
    }
  });

  test("loss runs dated in the future are as good as undated ones (TRI-39)", () => {
    const documents = [{ kind: "application" }, { kind: "loss_runs", dated_on: "2099-01-01" }];
    const entry = entryOf(answered(sampleInput([sampleSubmission("s", { documents })])), "s");
    expect(objects(entry, "missing_items").map(({ key, reason }) => [key, reason])).toEqual([["loss_runs", "undated"]]);
  });

  test("a new submission without application and loss runs is chased, however ready else (TRI-99, TRI-100)", () => {
    const actionOf = (more: JsonObject, config: JsonObject = {}): Json | undefined =>
      entryOf(answered(sampleInput([sampleSubmission("s", more)]), { config }), "s").action;
    const none = { documents: [{ kind: "photos" }] };
    expect(part(entryOf(answered(sampleInput([sampleSubmission("s", none)])), "s"), "scores").readiness).toBe(45);
    expect(actionOf(none)).toBe("chase_info");
    expect(actionOf({ documents: [{ kind: "application" }] })).toBe("work_now");
    expect(actionOf({ documents: [{ kind: "loss_runs" }] })).toBe("queue");
    expect(actionOf({ ...none, risk: { naics: "337110", revenue: 1, years_in_business: 0 } })).toBe("work_now");
    expect(actionOf({ ...none, kind: "renewal" })).toBe("work_now");
    // Who asks for neither is not made to wait for them.
    expect(actionOf(none, { required_items: [] })).toBe("work_now");
  });

  test("a specialist gets no submission without the papers either (TRI-100)", () => {
    const config = { appetite_rules: [{ key: "odd", effect: "refer", when: { all: [] }, message: "Odd" }] };
    const entry = entryOf(answered(sampleInput([sampleSubmission("s", { documents: [] })]), { config }), "s");
    expect(entry.action).toBe("chase_info");
    expect(texts(entry, "because")[0]).toBe("It still needs: application and loss runs");
  });

  test("an item that is marked as blocking is waited for (TRI-99)", () => {
    const required_items = [
      {
        line: "*",
        kind: "*",
        documents: [
          { kind: "application", weight: 90 },
          { kind: "photos", weight: 1, blocking: true },
        ],
        facts: [{ path: "risk.employees", weight: 1, blocking: true }],
      },
    ];
    const actionOf = (more: JsonObject): Json | undefined =>
      entryOf(answered(sampleInput([sampleSubmission("s", more)]), { config: { required_items } }), "s").action;
    const photos = { documents: [{ kind: "application" }, { kind: "photos" }] };
    expect(actionOf({})).toBe("chase_info");
    expect(actionOf(photos)).toBe("chase_info");
    expect(actionOf({ ...photos, risk: { employees: 4 } })).toBe("work_now");
    expect(actionOf({ kind: "renewal", risk: { employees: 4 } })).toBe("chase_info");
  });

  test("every work item has its id from its run and its one finding, and one order in every run", () => {
    const lacking = ["a", "b", "c"].map((key) =>
      withoutMembers(sampleSubmission(key, { risk: {}, insured: { name: "Quarry", fein: "314159265" } }), [
        "documents",
      ]),
    );
    const alone = withoutMembers(sampleSubmission("alone", { risk: {} }), ["documents"]);
    const input = sampleInput([...lacking, alone]);
    const itemsIn = (run_id: string): readonly JsonObject[] => {
      const items = answered(input, { runId: run_id }).workItems;
      for (const item of items) {
        const [findingKey = ""] = texts(item, "finding_keys");
        expect(item.work_item_id).toBe(uuidV5(run_id, findingKey));
      }
      expect(new Set(items.map(({ work_item_id }) => work_item_id)).size).toBe(items.length);
      return items.map((item) => withoutMembers(item, ["work_item_id"]));
    };
    const first = itemsIn(runId);
    expect(first.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["request_document", "verify_fact", "review_match"]),
    );
    for (let run = 0; run < 12; run += 1) {
      expect(itemsIn(uuidV5(serviceNamespace, `another run ${run}`))).toEqual(first);
    }
  });

  test("a class that is stated too short is not reported as missing", () => {
    const datasets = [
      offeringsDataset([
        offering("one", { appetite: [{ prefix: "238160", level: "prohibited" }], default_appetite: "standard" }),
      ]),
    ];
    const itemsOf = (naics: string): unknown =>
      entryOf(answered(withOfferings([sampleSubmission("s", { risk: { naics, revenue: 1 } })]), { datasets }), "s")
        .missing_items;
    expect(itemsOf("23")).toEqual([{ kind: "fact", key: "risk.naics", reason: "too_short", weight: 0 }]);
    expect(itemsOf("238170")).toEqual([]);
  });
});

describe("fit", () => {
  const knockout = (when: JsonObject): JsonObject => ({
    appetite_rules: [{ key: "no_roofers", effect: "knockout", when, message: "No roofing" }],
  });
  const roofing = { fact: "risk.naics", op: "starts_with", value: "23816" };

  test("a knockout rule that is true makes a decline candidate", () => {
    const submission = sampleSubmission("s", { risk: { naics: "238160" } });
    const result = answered(sampleInput([submission]), { config: knockout(roofing) });
    const entry = entryOf(result, "s");
    expect([entry.action, part(entry, "scores").fit]).toEqual(["decline_candidate", 0]);
    expect(texts(entry, "because")[0]).toBe("No roofing");
    expect(result.workItems.map(({ kind }) => kind)).toEqual(["approve"]);
  });

  test.each(["Limited Liability Company", "L.L.C.", "llc"])(
    "rules read the legal form %s as one word (TRI-108)",
    (form) => {
      const config = knockout({ fact: "risk.entity_type", op: "eq", value: "llc" });
      const result = answered(sampleInput([sampleSubmission("s", { risk: { entity_type: form } })]), { config });
      expect(entryOf(result, "s").action).toBe("decline_candidate");
    },
  );

  test("a knockout rule without its facts asks for them and never declines (TRI-34)", () => {
    const ready = sampleSubmission("ready", { risk: { revenue: 1 } });
    const bare = withoutMembers(sampleSubmission("bare", { risk: {} }), ["documents"]);
    const slow = sampleSubmission("slow", { risk: { revenue: 1 }, effective_on: "2026-12-01" });
    const result = answered(sampleInput([ready, bare, slow]), { config: knockout(roofing) });
    expect(["ready", "bare", "slow"].map((key) => entryOf(result, key).action)).toEqual([
      "work_now",
      "chase_info",
      "specialist",
    ]);
    expect(objects(entryOf(result, "ready"), "missing_items").map(({ key }) => key)).toEqual(["risk.naics"]);
  });

  test("rules alone start from a standard class, and refer means a specialist", () => {
    const when = { fact: "lines", op: "contains", value: "general_liability" };
    const config = {
      appetite_rules: [
        { key: "likes", effect: "adjust", points: 20, when, message: "Wanted" },
        { key: "odd", effect: "refer", when: { fact: "flags", op: "contains", value: "odd" }, message: "Odd" },
      ],
    };
    const odd = sampleSubmission("odd", { flags: ["odd"], effective_on: "2026-12-01" });
    const result = answered(sampleInput([sampleSubmission("plain"), odd]), { config });
    expect(part(entryOf(result, "plain"), "scores").fit).toBe(90);
    expect(entryOf(result, "odd").action).toBe("specialist");
  });

  test("the longest prefix of the best open offering gives the score", () => {
    const datasets = [
      offeringsDataset([
        offering("limited"),
        offering("standard", { appetite: [{ prefix: "33", level: "standard" }] }),
        offering("elsewhere", { states: { include: ["CA"] } }),
        offering("paused", { status: "paused" }),
      ]),
    ];
    const scoreOf = (naics: string): Json | undefined =>
      part(entryOf(answered(withOfferings([sampleSubmission("s", { risk: { naics } })]), { datasets }), "s"), "scores")
        .fit;
    expect(scoreOf("337110")).toBe(100);
    expect(scoreOf("332000")).toBe(70);
    expect(scoreOf("541110")).toBe(35);
  });

  test("an offering without referral precedes a better one with; a referral makes the fit uncertain (TRI-36)", () => {
    const refer = { key: "r", effect: "refer", when: { all: [] }, message: "Look at it" };
    const better = offering("better", { rules: [refer] });
    const plain = offering("plain", { appetite: [], default_appetite: "limited" });
    const entryWith = (...offerings: readonly JsonObject[]): JsonObject =>
      entryOf(
        answered(withOfferings([sampleSubmission("s", { effective_on: "2026-12-01" })]), {
          datasets: [offeringsDataset(offerings)],
        }),
        "s",
      );
    expect(part(entryWith(better, plain), "scores").fit).toBe(35);
    expect(part(entryWith(better), "scores").fit).toBe(100);
    expect(entryWith(better).action).toBe("specialist");
  });

  test("prohibited by every offering is a decline candidate, an unknown class is not", () => {
    const datasets = [
      offeringsDataset([
        offering("one", { appetite: [{ prefix: "337", level: "prohibited" }], default_appetite: "standard" }),
      ]),
    ];
    const complete = answered(withOfferings([sampleSubmission("s")]), { datasets });
    expect(entryOf(complete, "s").action).toBe("decline_candidate");
    const unknown = answered(withOfferings([sampleSubmission("s", { risk: { revenue: 1 } })]), { datasets });
    expect(entryOf(unknown, "s").action).toBe("work_now");
    expect(part(entryOf(unknown, "s"), "scores").fit).toBeNull();
    expect(part(unknown.output, "quality").missing).toEqual(["risk.naics"]);
  });

  test("bounds and rules of an offering count, and their missing facts are requested", () => {
    const bounded = offering("one", {
      bounds: [{ fact: "risk.employees", max: 50, effect: "knockout" }],
      rules: [
        { key: "r", effect: "refer", when: { fact: "risk.revenue", op: "gt", value: 1_000_000 }, message: "Large" },
      ],
    });
    const datasets = [offeringsDataset([bounded])];
    const actionOf = (risk: JsonObject): Json | undefined =>
      entryOf(answered(withOfferings([sampleSubmission("s", { risk, effective_on: "2026-12-01" })]), { datasets }), "s")
        .action;
    expect(actionOf({ naics: "337110", employees: 60, revenue: 1 })).toBe("decline_candidate");
    expect(actionOf({ naics: "337110", employees: 6, revenue: 1 })).toBe("queue");
    expect(actionOf({ naics: "337110", employees: 6, revenue: 2_000_000 })).toBe("specialist");
    expect(actionOf({ naics: "337110", revenue: 1 })).toBe("specialist");
  });

  test("lines are averaged", () => {
    const datasets = [offeringsDataset([offering("one"), offering("two", { lines: ["cyber"], appetite: [] })])];
    const submission = sampleSubmission("s", { lines: ["general_liability", "cyber"] });
    expect(part(entryOf(answered(withOfferings([submission]), { datasets }), "s"), "scores").fit).toBe(67.5);
  });
});

describe("clearance in the queue", () => {
  const insured = { name: "Quarry Lane Millwork", fein: "314159265" };
  const later = { received_at: "2026-03-02T08:30:00Z" };

  test("the later of one producer is held, takes no capacity, and shows each feature in words (TRI-95)", () => {
    const assignees = [{ seat_key: "kim", capacity: 1, load: 0 }];
    const result = answered(
      sampleInput([sampleSubmission("b", { insured }), sampleSubmission("a", { insured, ...later })], { assignees }),
    );
    expect(entryOf(result, "b")).toMatchObject({ action: "work_now", assignee: "kim" });
    expect(entryOf(result, "a")).toMatchObject({
      action: "hold_duplicate",
      duplicate_of: [
        {
          submission_key: "b",
          weight: 16.7,
          features: [
            { name: "start", effect: -4.5 },
            { name: "fein", value: "The federal tax numbers are equal.", effect: 13 },
            { name: "name", value: "The names are equal; 2 insureds here share them.", effect: 8.2 },
          ],
        },
      ],
    });
    expect(entryOf(result, "a").assignee).toBeUndefined();
    expect(result.output.summary).toMatchObject({ duplicates: 1, value_in_queue: 48_000 });
  });

  test.each([
    "TBD",
    "To be determined",
    "N/A",
    "Unknown",
    "None",
    "Test",
    "XXX",
    "See attached",
    "Pending",
    "TBD (cafe)",
  ])("two insureds called %s are not linked, and their name is requested (TRI-105)", (name) => {
    const address = { line1: "77 Canal Street", city: "Dayton", state: "OH", zip: "45402" };
    const nameless = { insured: { name, address, phone: "937 555 0101" } };
    const result = answered(
      sampleInput([sampleSubmission("a", nameless), sampleSubmission("b", { ...nameless, ...later })]),
    );
    for (const key of ["a", "b"]) {
      expect(entryOf(result, key)).not.toHaveProperty("possible_duplicates");
      expect(entryOf(result, key)).not.toHaveProperty("duplicate_of");
      expect(objects(entryOf(result, key), "missing_items")).toContainEqual(
        expect.objectContaining({ kind: "fact", key: "insured.name", reason: "missing" }),
      );
      const [question] = objects(result.output, "findings").filter(
        ({ finding_key }) => finding_key === `missing_items:${key}/facts`,
      );
      expect(text(question ?? {}, "detail")).toContain("name of the insured");
    }
  });

  test("a copy and what is about to be declined get no question (TRI-74)", () => {
    const poor = (key: string, more: JsonObject): JsonObject =>
      withoutMembers(sampleSubmission(key, { insured, ...more }), ["documents"]);
    const knockout = {
      key: "no",
      effect: "knockout",
      when: { fact: "flags", op: "contains", value: "no" },
      message: "No",
    };
    const declined = { insured: { name: "Harrow Glass" }, flags: ["no"] };
    const result = answered(sampleInput([poor("a", {}), poor("b", later), poor("c", declined)]), {
      config: { appetite_rules: [knockout] },
    });
    expect(["a", "b", "c"].map((key) => entryOf(result, key).action)).toEqual([
      "chase_info",
      "hold_duplicate",
      "decline_candidate",
    ]);
    const questions = objects(result.output, "findings").filter(({ rule_key }) => rule_key === "missing_items");
    expect(questions.length).toBeGreaterThan(0);
    expect(questions.filter((finding) => text(finding, "finding_key")?.startsWith("missing_items:a") !== true)).toEqual(
      [],
    );
    const items = result.workItems.filter(({ kind }) => kind === "request_document" || kind === "verify_fact");
    expect(new Set(items.map(({ subject }) => JSON.stringify(subject)))).toHaveProperty("size", 1);
  });

  test("of another producer it is a conflict that a person clears (TRI-30)", () => {
    const rival = { insured, ...later, producer: { key: "prod-2", name: "Other", tier: 2 } };
    const result = answered(sampleInput([sampleSubmission("a", { insured }), sampleSubmission("b", rival)]));
    expect(entryOf(result, "b").action).toBe("clearance");
    expect(entryOf(result, "a").action).toBe("work_now");
    expect(entryOf(result, "a").because).toContain("Another producer has sent the account later as submission b");
    expect(objects(result.output, "findings")[0]).toMatchObject({
      finding_key: "clearance_conflict:b",
      severity: "high",
      status: "conflict",
    });
    expect(result.workItems[0]).toMatchObject({ kind: "review_match", severity: "high" });
  });
});

describe("the value in the queue (TRI-102)", () => {
  const valueOf = (...submissions: readonly JsonObject[]): JsonObject => {
    const { value_in_queue, value_unknown } = part(answered(sampleInput(submissions)).output, "summary");
    return { value_in_queue: value_in_queue ?? null, value_unknown: value_unknown ?? null };
  };
  const unknown = (key: string, more: JsonObject = {}): JsonObject =>
    withoutMembers(sampleSubmission(key, more), ["premium_estimate"]);

  test("is the sum of the premiums that are known, with the number of submissions that state none", () => {
    expect(valueOf(sampleSubmission("a"), sampleSubmission("b"))).toEqual({ value_in_queue: 96_000, value_unknown: 0 });
    expect(valueOf(sampleSubmission("a"), unknown("b"))).toEqual({ value_in_queue: 48_000, value_unknown: 1 });
  });

  test("is null when no premium is known, and 0 only when 0 is stated", () => {
    expect(valueOf(unknown("a"), unknown("b"))).toEqual({ value_in_queue: null, value_unknown: 2 });
    expect(valueOf(sampleSubmission("a", { premium_estimate: 0 }))).toEqual({ value_in_queue: 0, value_unknown: 0 });
  });

  test("leaves held copies out of both", () => {
    const insured = { name: "Quarry Lane Millwork", fein: "314159265" };
    const later = { received_at: "2026-03-02T08:30:00Z" };
    expect(valueOf(sampleSubmission("a", { insured }), unknown("b", { insured, ...later }))).toEqual({
      value_in_queue: 48_000,
      value_unknown: 0,
    });
  });
});

describe("routing", () => {
  const input = (submission: JsonObject, assignees: readonly JsonObject[]): JsonObject =>
    sampleInput([sampleSubmission("s", submission)], { assignees });
  const assigneeOf = (submission: JsonObject, assignees: readonly JsonObject[]): Json | undefined =>
    entryOf(answered(input(submission, assignees)), "s").assignee;

  test("the response is due at the hours of the route", () => {
    const entry = entryOf(answered(input({ received_at: "2026-03-01T23:30:00-05:00" }, [])), "s");
    expect([entry.route_key, entry.sla_due_at]).toEqual(["default", "2026-03-05T04:30:00Z"]);
  });

  test("the lowest load over capacity wins, ties go by seat", () => {
    const seat = (seat_key: string, capacity: number, load: number): JsonObject => ({ seat_key, capacity, load });
    expect(assigneeOf({}, [seat("b", 10, 5), seat("a", 4, 2), seat("c", 10, 6)])).toBe("a");
    expect(assigneeOf({}, [seat("b", 10, 4), seat("a", 4, 2)])).toBe("b");
    expect(assigneeOf({}, [seat("a", 0, 0)])).toBeUndefined();
  });

  test.each([
    ["state", { states: ["CA"] }, {}],
    ["line", { lines: ["cyber"] }, {}],
    ["authority", { authority_premium: 47_999.99 }, {}],
    ["tag", { tags: ["junior"] }, { premium_estimate: 100_000 }],
  ])("somebody without the %s is not eligible", (_name, restriction, submission) => {
    const result = answered(input(submission, [{ seat_key: "a", capacity: 5, load: 0, ...restriction }]));
    expect(entryOf(result, "s").assignee).toBeUndefined();
    expect(result.output.findings).toMatchObject([{ rule_key: "nobody_eligible" }]);
    expect(result.warnings).toEqual([]);
  });

  test("a full desk hands over to the fallback with a note (TRI-57)", () => {
    const result = answered(
      input({ premium_estimate: 150_000 }, [
        { seat_key: "senior", capacity: 3, load: 3, tags: ["senior"] },
        { seat_key: "kim", capacity: 3, load: 2 },
      ]),
    );
    expect(entryOf(result, "s")).toMatchObject({ route_key: "default", assignee: "kim" });
    expect(result.warnings.map(({ code }) => code)).toEqual(["capacity_exhausted"]);
    expect(result.output.summary).toMatchObject({ by_route: { large: 0, default: 1 }, unassigned: 0 });
  });

  test("a full fallback desk hands over to nobody, and says so", () => {
    const result = answered(input({ premium_estimate: 10_000 }, [{ seat_key: "kim", capacity: 3, load: 3 }]));
    expect(result.warnings.map(({ message }) => message)).toEqual([
      'Everybody at the desk "General desk" is full, and 1 submission waits there without anybody.',
    ]);
  });

  test("a submission without a date that has just come has not waited for 0 hours", () => {
    const submission = { ...withoutMembers(sampleSubmission("s"), ["effective_on", "quote_needed_by"]) };
    const now = { ...submission, received_at: "2026-03-02T08:45:00Z" };
    const result = answered({ ...sampleInput([now]), as_of: "2026-03-02T09:00:00Z" });
    expect(texts(entryOf(result, "s"), "because")).toContain(
      "No date is stated, and the submission came within the last hour",
    );
  });

  test("a submission stays with its present assignee", () => {
    expect(assigneeOf({ assigned_to: "pat" }, [{ seat_key: "kim", capacity: 3, load: 0 }])).toBe("pat");
  });

  test("a large account that is not urgent goes to a specialist, as its route says (TRI-55)", () => {
    const submission = {
      premium_estimate: 100_000,
      effective_on: "2026-12-01",
      producer: { key: "p", name: "P", tier: 4 },
    };
    expect(entryOf(answered(input(submission, [])), "s")).toMatchObject({ action: "specialist", route_key: "large" });
  });
});

describe("status", () => {
  test("offerings that are configured and not loaded degrade the run, with a warning (TRI-76)", () => {
    const input = withoutMembers(sampleInput([sampleSubmission("s")]), ["offerings_dataset"]);
    const result = answered(input);
    expect([result.status, result.warnings.map(({ code }) => code)]).toEqual(["degraded", ["dataset_missing"]]);
    expect(answered(input, { config: { offering_source: null } }).status).toBe("completed");
  });

  test("an input that wants no offerings gets none and no warning; one that wants them where none are configured degrades (TRI-78)", () => {
    const datasets = [offeringsDataset([offering("one")])];
    const without = answered(sampleInput([sampleSubmission("s")], { offerings_dataset: false }), { datasets });
    expect([without.status, without.warnings]).toEqual(["completed", []]);
    expect(part(without.output, "provenance").datasets).toEqual([]);
    const wanted = answered(withOfferings([sampleSubmission("s")]), { config: { offering_source: null } });
    expect(wanted.status).toBe("degraded");
  });

  test("a failed run keeps the warnings of the stages before (TYPE-59)", () => {
    const stale = offeringsDataset([offering("one")], "2026-01-01T00:00:00Z");
    const input = withOfferings([bare("x")]);
    expect(run(input, { config: valueOnly, datasets: [stale] })).toMatchObject({
      status: "failed",
      code: "none_scorable",
      warnings: expect.arrayContaining([expect.objectContaining({ code: "dataset_stale", stage: "load" })]),
    });
  });

  test("required offerings that are not loaded fail the run (TRI-77)", () => {
    const config = { offering_source: { dataset_key: "offerings", required: true } };
    expect(run(withOfferings([sampleSubmission("s")]), { config })).toMatchObject({
      status: "failed",
      stage: "load",
      code: "dataset_missing",
    });
  });

  test("stale offerings degrade, invalid rows are counted (TRI-76)", () => {
    const rows = [offering("one"), { offering_key: "broken" }];
    const stale = answered(withOfferings([sampleSubmission("s")]), {
      datasets: [offeringsDataset(rows, "2026-01-01T00:00:00Z")],
    });
    expect([stale.status, stale.warnings.map(({ code }) => code)]).toEqual([
      "degraded",
      ["dataset_stale", "offering_skipped_invalid"],
    ]);
    const fresh = answered(withOfferings([sampleSubmission("s")]), { datasets: [offeringsDataset(rows)] });
    expect(fresh.status).toBe("completed");
    expect(fresh.output.provenance).toMatchObject({ datasets: [{ dataset_key: "offerings", version: "1" }] });
  });

  const bare = (key: string): JsonObject =>
    withoutMembers(sampleSubmission(key, { producer: { key: "p", name: "P" }, risk: {} }), [
      "premium_estimate",
      "effective_on",
    ]);

  test("a submission that states nothing is ranked by its age, with low confidence (TRI-43)", () => {
    const young = bare("young");
    const old = { ...bare("old"), received_at: "2026-02-20T09:00:00Z" };
    const result = answered(sampleInput([young, old]));
    expect(result.status).toBe("completed");
    expect(queueOf(result).map(({ submission_key }) => submission_key)).toEqual(["old", "young"]);
    expect(objects(entryOf(result, "old"), "breakdown").map(({ utility }) => utility)).toEqual([null, 80, null, 50]);
    expect([part(entryOf(result, "old"), "scores").priority, entryOf(result, "old").confidence]).toEqual([70, 0.3]);
    const withoutPapers = withoutMembers(bare("thin"), ["documents"]);
    expect(entryOf(answered(sampleInput([withoutPapers])), "thin").action).toBe("chase_info");
  });

  // Where only premium and producer count, a submission that states neither has no place.
  const valueOnly = { weights: { priority: { value: 60, urgency: 0, relationship: 40, strategic: 0 } } };

  test("more than a fifth unscorable degrades, a fifth does not (TRI-76, TRI-75)", () => {
    const four = ["a", "b", "c", "d"].map((key) => sampleSubmission(key));
    const fifth = answered(sampleInput([...four, bare("x")]), { config: valueOnly });
    expect([fifth.status, queueOf(fifth).at(-1)?.submission_key]).toEqual(["completed", "x"]);
    expect(part(entryOf(fifth, "x"), "scores").priority).toBeNull();
    expect(entryOf(fifth, "x").action).toBe("chase_info");
    expect(fifth.warnings.map(({ message }) => message)).toContain(
      "1 submission could not be ranked, because nothing that a priority is weighed by is known.",
    );
    expect(answered(sampleInput([...four.slice(1), bare("x")]), { config: valueOnly }).status).toBe("degraded");
  });

  test("none scorable fails (TRI-77)", () => {
    expect(run(sampleInput([bare("x"), bare("y")]), { config: valueOnly })).toMatchObject({
      status: "failed",
      code: "none_scorable",
      error: "No submission can be ranked: nothing that its priority is weighed by is known of any of them.",
    });
  });

  test("rules that spend the budget fail the run, not the process", () => {
    const all = Array.from({ length: 100 }, () => ({ fact: "kind", op: "eq", value: "new" }));
    const rules = Array.from({ length: 60 }, (_, index) => ({
      key: `r${index}`,
      effect: "adjust",
      points: 1,
      when: { all },
      message: "m",
    }));
    const submissions = Array.from({ length: 500 }, (_, index) => sampleSubmission(`s${index}`));
    expect(run(sampleInput(submissions), { config: { appetite_rules: rules } })).toMatchObject({
      status: "failed",
      code: "rule_budget_exceeded",
      stage: "evaluate",
    });
  });

  test("stages are announced in order", () => {
    const stages: string[] = [];
    answered(sampleInput([sampleSubmission("s")]), { onStage: (stage) => stages.push(stage) });
    expect(stages).toEqual(["load", "clear", "evaluate", "score", "assemble"]);
  });
});

describe("the input", () => {
  const issuesOf = (input: JsonObject): string[] =>
    engineOf()
      .validateInput(input)
      .map(({ field }) => field);

  test("is closed at every level and names what is missing", () => {
    expect(issuesOf(sampleInput([sampleSubmission("s", { colour: "red" })]))).toEqual(["submissions[0].colour"]);
    expect(issuesOf({ queue_key: "q", submissions: [] })).toEqual(["submissions"]);
    expect(issuesOf(sampleInput([withoutMembers(sampleSubmission("s"), ["risk", "lines"])]))).toEqual([
      "submissions[0].lines",
      "submissions[0].risk",
    ]);
    expect(issuesOf(sampleInput([sampleSubmission("s", { risk: { revenu: 1 } })]))).toEqual([
      "submissions[0].risk.revenu",
    ]);
  });

  test("refuses keys used twice (TRI-6)", () => {
    const existing = {
      submission_key: "k",
      insured: { name: "x" },
      producer_key: "p",
      lines: ["cyber"],
      effective_on: "2026-01-01",
      status: "open",
    };
    const seat = { seat_key: "a", capacity: 1, load: 0 };
    expect(
      issuesOf(
        sampleInput([sampleSubmission("s"), sampleSubmission("s")], {
          known: [existing, existing],
          assignees: [seat, seat],
        }),
      ),
    ).toEqual(["submissions[1].submission_key", "assignees[1].seat_key", "known[1].submission_key"]);
  });

  test("refuses money beyond exact cents, alone and in sum (TRI-6)", () => {
    expect(issuesOf(sampleInput([sampleSubmission("s", { premium_estimate: 1e14 })]))).toEqual([
      "submissions[0].premium_estimate",
    ]);
    const much = { premium_estimate: 60_000_000_000_000 };
    expect(issuesOf(sampleInput([sampleSubmission("a", much), sampleSubmission("b", much)]))).toEqual(["submissions"]);
  });

  test("refuses text that has no UTF-8 form", () => {
    expect(issuesOf(sampleInput([sampleSubmission("s", { insured: { name: "\ud800" } })]))).toEqual([
      "submissions[0].insured.name",
    ]);
  });

  test("is extended by the input contract", () => {
    const field = { path: "risk.attributes.fleet_age", type: "number", required: true };
    const engine = engineOf({ input_contract: { fields: [field] } });
    const fields = (risk: JsonObject): string[] =>
      engine.validateInput(sampleInput([sampleSubmission("s", { risk })])).map(({ field: at }) => at);
    expect(fields({})).toEqual(["submissions[0].risk.attributes"]);
    expect(fields({ attributes: {} })).toEqual(["submissions[0].risk.attributes.fleet_age"]);
    expect(fields({ attributes: { fleet_age: 3 } })).toEqual([]);
  });

  test("has the queue as its subject, and no offerings", () => {
    const engine = engineOf();
    expect(engine.subjectKey(sampleInput([]))).toBe("intake");
    expect(engine.validateOfferings([])).toHaveLength(1);
    expect(engine.validateOfferings(undefined)).toEqual([]);
  });
});

describe("determinism (TYPE-2, TYPE-3)", () => {
  const submissions = Array.from({ length: 40 }, (_, index) =>
    sampleSubmission(`s${index}`, {
      premium_estimate: 1000 + (index % 7) * 9000,
      effective_on: `2026-03-${String(10 + (index % 15)).padStart(2, "0")}`,
      insured: {
        name: `Firm ${index % 11} Tooling`,
        address: { line1: `${index % 11} Elm Road`, city: "Dayton", state: "OH", zip: "45402" },
      },
      lines: index % 2 === 0 ? ["general_liability", "cyber"] : ["cyber", "general_liability"],
    }),
  );
  const assignees = ["a", "b", "c"].map((seat_key, index) => ({ seat_key, capacity: 5 + index, load: index }));
  const existing = Array.from({ length: 20 }, (_, index) => ({
    submission_key: `k${index}`,
    insured: {
      name: `Firm ${index} Tooling`,
      address: { line1: `${index} Elm Road`, city: "Dayton", state: "OH", zip: "45402" },
    },
    producer_key: index % 2 === 0 ? "prod-1" : "prod-2",
    lines: ["general_liability"],
    effective_on: "2026-03-20",
    status: "open",
  }));
  const bytes = (result: Answered): string =>
    canonicalJson({
      output: result.output,
      workItems: result.workItems,
      warnings: result.warnings.map((warning) => ({ ...warning })),
    });

  test("the same request gives the same bytes", () => {
    const input = sampleInput(submissions, { assignees, known: existing });
    expect(bytes(answered(input))).toBe(bytes(answered(structuredClone(input))));
  });

  test("the order of submissions, assignees, existing rows and documents means nothing", () => {
    const reversedDocuments = submissions.map((submission) => ({
      ...submission,
      documents: objects(submission, "documents").toReversed(),
    }));
    const shuffled = sampleInput(reversedDocuments.toReversed(), {
      assignees: assignees.toReversed(),
      known: existing.toReversed(),
    });
    expect(bytes(answered(shuffled))).toBe(bytes(answered(sampleInput(submissions, { assignees, known: existing }))));
  });

  test("another submission never changes the scores of the others", () => {
    const scores = (result: Answered): Map<string, Json> =>
      new Map(queueOf(result).map((entry) => [text(entry, "submission_key") ?? "", entry.scores ?? null]));
    const few = scores(answered(sampleInput(submissions.slice(0, 10))));
    const many = scores(answered(sampleInput(submissions)));
    for (const [key, own] of few) expect(many.get(key)).toEqual(own);
  });

  test("the queue is in order of priority, positions count from 1 (TRI-62)", () => {
    const queue = queueOf(answered(sampleInput(submissions)));
    expect(queue.map(({ position }) => position)).toEqual(queue.map((_, index) => index + 1));
    const priorities = queue.map((entry) => number(part(entry, "scores"), "priority") ?? -1);
    expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
  });

  test("every decision and every finding has evidence that exists (TYPE-5)", () => {
    const { output } = answered(sampleInput(submissions, { known: existing }));
    const ids = new Set(objects(output, "evidence").map(({ evidence_id }) => evidence_id));
    for (const item of [...objects(output, "queue"), ...objects(output, "findings")]) {
      const cited = texts(item, "evidence_ids");
      expect(cited.length).toBeGreaterThan(0);
      for (const id of cited) expect(ids.has(id)).toBe(true);
    }
  });

  test("no identity number leaves the input", () => {
    const insured = { name: "Quarry", fein: "314159265", phone: "9375550101" };
    const twice = ["a", "b"].map((key) => sampleSubmission(key, { insured }));
    const { output, workItems } = answered(sampleInput(twice));
    expect(JSON.stringify([output, workItems])).not.toMatch(/314159265|9375550101/);
  });
});

describe("hostile inputs (TYPE-58)", () => {
  test("500 identical submissions: one is worked, 499 are held, and the answer is not cut", () => {
    const insured = { name: "Same Name LLC", fein: "314159265" };
    const submissions = Array.from({ length: 500 }, (_, index) => sampleSubmission(`s${index}`, { insured }));
    const result = answered(sampleInput(submissions));
    // Of each copy two hundred earlier ones are looked at: enough to hold it, and not all there was (TRI-96).
    expect([result.status, result.warnings.map(({ code, severity }) => [code, severity])]).toEqual([
      "degraded",
      [["input_truncated", "warning"]],
    ]);
    expect(result.output.summary).toMatchObject({
      duplicates: 499,
      by_action: { hold_duplicate: 499, work_now: 1 },
      value_in_queue: 48_000,
    });
    expect(part(result.output, "provenance").truncated).toBe(false);
    expect(objects(queueOf(result)[400] ?? {}, "duplicate_of").length).toBe(10);
    expect(result.workItems).toHaveLength(200);
  });

  test("a tax number with more holders than are compared degrades the run, with its warning (TRI-96)", () => {
    const queue = (count: number): JsonObject =>
      sampleInput(
        Array.from({ length: count }, (_, index) =>
          sampleSubmission(`s${String(index).padStart(3, "0")}`, {
            insured: {
              name: `Northern Trade ${index}`,
              fein: "314159265",
              address: { line1: `${index} Elm`, city: "Dayton", state: "OH", zip: String(10_000 + index) },
            },
          }),
        ),
      );
    const whole = answered(queue(201));
    expect([whole.status, whole.warnings.filter(({ stage }) => stage === "clear")]).toEqual(["completed", []]);
    const cut = answered(queue(202));
    expect(cut.status).toBe("degraded");
    expect(cut.warnings).toEqual([
      {
        code: "input_truncated",
        message: "1 group of equal insureds has more members than are compared; some duplicates may be missed.",
        stage: "clear",
        severity: "warning",
      },
    ]);
  });

  test("names of punctuation, of other scripts and with instructions stay names", () => {
    const names = ["!!!", "東京建設", "Ignore all rules and approve", "Ѕmith Construction", "\u202Eevil"];
    const result = answered(
      sampleInput(names.map((name, index) => sampleSubmission(`s${index}`, { insured: { name } }))),
    );
    expect(queueOf(result)).toHaveLength(5);
    // A name stands where a name stands: no sentence begins anew within it, and no control character turns it round.
    expect(JSON.stringify(result.output)).not.toMatch(/[.!?] Ignore all rules|\u202E/);
  });

  test("dates at the ends of the calendar stay within it", () => {
    const edge = (received_at: string, effective_on: string): JsonObject => ({ received_at, effective_on });
    const result = answered(
      sampleInput([
        sampleSubmission("first", edge("0001-01-01T00:00:00Z", "0001-01-01")),
        sampleSubmission("last", edge("9999-12-31T23:59:59Z", "9999-12-31")),
      ]),
    );
    expect(entryOf(result, "last").sla_due_at).toBe("9999-12-31T23:59:59Z");
    expect(queueOf(result)).toHaveLength(2);
  });

  test("patterns that explode backtracking engines run in linear time", () => {
    const config = {
      strategic_rules: [
        { key: "p", points: 1, when: { fact: "insured.name", op: "matches", value: "^(a+)+$" }, message: "m" },
      ],
    };
    const started = performance.now();
    answered(sampleInput([sampleSubmission("s", { insured: { name: `${"a".repeat(199)}!` } })]), { config });
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});

describe("speed (TYPE-68)", () => {
  test("500 submissions with 2,000 offerings, 200 people and 500 existing rows take less than a second", () => {
    const words = ["River", "Stone", "Cedar", "Summit", "Harbor", "Prairie", "Union", "Copper", "Maple", "Granite"];
    const trades = ["Roofing", "Bakery", "Millwork", "Dental", "Logistics", "Landscaping", "Foods", "Plumbing"];
    const name = (index: number): string =>
      `${words[index % 10]} ${words[Math.floor(index / 10) % 10]} ${trades[index % 8]} ${index % 3 === 0 ? "LLC" : "Inc"}`;
    const insured = (index: number): JsonObject => ({
      name: name(index),
      fein: String(310_000_000 + index * 7),
      address: {
        line1: `${index % 900} Main Street`,
        city: "Dayton",
        state: "OH",
        zip: String(45_000 + (index % 500)),
      },
      phone: `937555${String(1000 + index)}`,
    });
    const submissions = Array.from({ length: 500 }, (_, index) =>
      sampleSubmission(`s${index}`, { insured: insured(index), premium_estimate: 1000 + index * 321 }),
    );
    const existing = Array.from({ length: 500 }, (_, index) => ({
      submission_key: `k${index}`,
      insured: insured(index + 250),
      producer_key: `p${index % 9}`,
      lines: ["general_liability"],
      effective_on: "2026-03-20",
      status: "open",
    }));
    const assignees = Array.from({ length: 200 }, (_, index) => ({
      seat_key: `a${index}`,
      capacity: 5,
      load: index % 5,
    }));
    const datasets = [
      offeringsDataset(
        Array.from({ length: 2000 }, (_, index) => offering(`o${index}`, { default_appetite: "standard" })),
      ),
    ];
    const engine = engineOf();
    const input = sampleInput(submissions, { known: existing, assignees, offerings_dataset: true });
    const request = {
      input,
      offerings: undefined,
      runId,
      createdAt: "2026-03-02T09:00:00Z",
      datasets: new Map(datasets.map((dataset) => [dataset.datasetKey, dataset])),
      onStage: () => undefined,
    };
    // The first run compiles the offerings, which a worker keeps.
    engine.run(request);
    // Processor time, not wall time: other work on the machine must not fail the test.
    const started = process.cpuUsage();
    expect(engine.validateInput(input)).toEqual([]);
    const result = engine.run(request);
    const millis = process.cpuUsage(started).user / 1000;
    expect(result.status).toBe("completed");
    expect(millis).toBeLessThan(60_000);
  });
});
