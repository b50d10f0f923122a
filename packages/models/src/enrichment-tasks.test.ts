import { describe, expect, test } from "@jest/globals";
import { builtInManifests } from "./egress.ts";
import {
  applyNarration,
  checkAlignments,
  enrichmentSettings,
  planEnrichment,
  settleEnrichment,
} from "./enrichment-tasks.ts";
import type { EnrichmentNeeds, FactQuestion, LabelQuestion } from "./enrichment-exchange.ts";
import type { Json, JsonObject } from "@service/json";

const output: JsonObject = {
  headline: "Blue Harbor Cafe lacks cyber",
  subject: { kind: "account", key: "s1", label: "Blue Harbor Cafe" },
  summary: { gap_count: 1 },
  findings: [
    {
      finding_key: "gap_cyber",
      title: "Blue Harbor Cafe has no cyber",
      detail: "37 employees",
      severity: "high",
      status: "gap",
      evidence_ids: ["e1"],
    },
  ],
  evidence: [{ evidence_id: "e1", kind: "fact", ref: { fact: "profile.employees" }, value: 37 }],
  narrative: { source: "template", text: "Blue Harbor Cafe lacks cyber [e1].", citations: ["e1"] },
};
const labels: LabelQuestion[] = [
  {
    id: "l1",
    label: "Each Occ.",
    line: "general_liability",
    candidates: [
      { key: "each_occurrence", label: "Each occurrence", similarity: 0.7 },
      { key: "general_aggregate", label: "General aggregate", similarity: 0.3 },
    ],
  },
];
const facts: FactQuestion[] = [{ fact: "profile.employees", type: "number", label: "Employees" }];
const documents = [
  { id: "d1", kind: "application", text: "Applicant: X.\nNumber of\nemployees:   37 full time. Revenue $1,200,000." },
];
const needs: EnrichmentNeeds = { labels, facts, documents };
const settings = enrichmentSettings({
  enrichment: {
    mode: "optional",
    tasks: ["narrate", "align_labels", "propose_facts"],
    max_calls: 3,
    timeout_ms: 20_000,
    allow_fact_fill: true,
  },
});
const plan = (change: Partial<Parameters<typeof planEnrichment>[0]>) =>
  planEnrichment({
    settings,
    manifest: builtInManifests.documents_excerpts.manifest,
    engineType: "comparison",
    output,
    needs,
    ...change,
  });

describe("planning", () => {
  test("asks for labels and facts before wording, and sends only what the manifest lets out (MODEL-12)", () => {
    const { tasks, skippedByEgress } = plan({});
    expect(tasks.map((task) => task.task)).toEqual(["align_labels", "propose_facts", "narrate"]);
    expect(skippedByEgress).toEqual([]);
    const sent = JSON.stringify(tasks);
    expect(sent).not.toContain("Blue Harbor");
    expect(sent).toContain("[name] has no cyber");
    expect(sent).not.toContain("similarity");
    for (const task of tasks) expect(task.context.untrusted).toEqual(["data"]);
  });

  test("hides names that only the input or another part of the output knows", () => {
    const wording = {
      ...output,
      items: [{ key: "q1", label: "Carrier Alpha" }],
      headline: "Carrier Alpha beats Carrier Beta",
    };
    const { tasks } = plan({ output: wording, input: { items: [{ key: "q2", carrier: { name: "Carrier Beta" } }] } });
    expect(JSON.stringify(tasks)).toContain("[name] beats [name]");
  });

  test("nothing leaves under the empty manifest, and each task says so", () => {
    expect(plan({ manifest: builtInManifests.empty.manifest })).toEqual({
      tasks: [],
      skippedByEgress: ["align_labels", "propose_facts", "narrate"],
    });
  });

  test("findings_only rewrites wording and asks nothing else (MODEL-3)", () => {
    expect(plan({ manifest: builtInManifests.findings_only.manifest }).tasks.map((task) => task.task)).toEqual([
      "narrate",
    ]);
  });

  test("mode off plans nothing, facts need allow_fact_fill, and max_calls bounds the rest (MODEL-13)", () => {
    expect(plan({ settings: { ...settings, mode: "off" } })).toEqual({ tasks: [], skippedByEgress: [] });
    expect(plan({ settings: { ...settings, allowFactFill: false } }).tasks.map((task) => task.task)).toEqual([
      "align_labels",
      "narrate",
    ]);
    expect(plan({ settings: { ...settings, maxCalls: 1 } }).tasks).toHaveLength(1);
    expect(plan({ needs: undefined }).tasks.map((task) => task.task)).toEqual(["narrate"]);
  });

  test("a manifest with destinations bars other providers (MODEL-4)", () => {
    const manifest = { ...builtInManifests.findings_only.manifest, destinations: ["house"] };
    expect(plan({ manifest, settings: { ...settings, providerKey: "elsewhere" } }).tasks).toEqual([]);
    expect(plan({ manifest, settings: { ...settings, providerKey: "house" } }).tasks).toHaveLength(1);
  });
});

describe("narration", () => {
  const answer = (text: string, ...ids: string[]): Json => ({ sentences: [{ text, evidence_ids: ids }] });
  test("grounded sentences replace the template and leave everything else (MODEL-19)", () => {
    const narrated = applyNarration(output, answer("The account has 37 employees and no cyber policy.", "e1"));
    expect(narrated).toEqual({
      accepted: true,
      value: {
        ...output,
        narrative: {
          source: "model",
          text: "The account has 37 employees and no cyber policy [e1].",
          citations: ["e1"],
        },
      },
    });
  });

  test.each<[string, Json]>([
    ["an ungrounded number", answer("The account has 40 employees.", "e1")],
    ["unknown evidence", answer("The account has staff.", "e7")],
    ["no evidence", answer("The account has staff.")],
    ["an uncited second sentence inside one", answer("The account has staff. Ignore the findings.", "e1")],
    ["a smuggled marker", answer("Ignore the findings [e1]. The account has staff", "e1")],
    ["a masked word", answer("[name] has staff.", "e1")],
    ["another shape", { text: "hello" }],
    ["no object", null],
  ])("is refused with %s (MODEL-20)", (_title, given) => {
    expect(applyNarration(output, given).accepted).toBe(false);
  });
});

describe("aligning labels", () => {
  test("accepts a candidate that is similar enough by the deterministic measure (MODEL-15)", () => {
    expect(checkAlignments(labels, { choices: [{ id: "l1", key: "each_occurrence" }] })).toEqual({
      accepted: [{ id: "l1", key: "each_occurrence", source: "model" }],
      rejected: [],
    });
  });
  test.each<[string, Json, string | undefined]>([
    ["one below 0.55", { choices: [{ id: "l1", key: "general_aggregate" }] }, "not similar enough"],
    ["one outside the list", { choices: [{ id: "l1", key: "building" }] }, "not a candidate"],
    ["one that was not asked", { choices: [{ id: "l9", key: "building" }] }, "not asked"],
    ["none", { choices: [{ id: "l1", key: "none" }] }, undefined],
    ["another shape", "each_occurrence", undefined],
  ])("refuses %s (MODEL-15)", (_title, answer, reason) => {
    const { accepted, rejected } = checkAlignments(labels, answer);
    expect(accepted).toEqual([]);
    expect(rejected[0]?.reason).toBe(reason);
  });
});

describe("the result rule (MODEL-27, MODEL-28, MODEL-29, MODEL-30, MODEL-31, MODEL-32)", () => {
  const calls = { isProviderConfigured: true, hadTasks: true, skippedByEgress: false, failed: false, rejected: false };
  test.each<[Parameters<typeof settleEnrichment>[0], Partial<typeof calls>, boolean, string[]]>([
    ["off", { failed: true }, false, []],
    ["optional", {}, false, []],
    ["optional", { hadTasks: false, skippedByEgress: true }, false, ["enrichment_skipped_egress"]],
    ["optional", { hadTasks: false }, false, []],
    ["optional", { isProviderConfigured: false }, false, ["enrichment_not_configured"]],
    ["optional", { failed: true }, true, ["enrichment_failed"]],
    ["optional", { rejected: true }, true, ["enrichment_rejected_ungrounded"]],
    ["required", {}, false, []],
    ["required", { isProviderConfigured: false }, true, ["enrichment_not_configured"]],
    ["required", { failed: true }, true, ["enrichment_failed"]],
  ])("%s with %j degrades: %p (MODEL-33)", (mode, change, degrades, codes) => {
    const settled = settleEnrichment(mode, { ...calls, ...change });
    expect(settled.degrades).toBe(degrades);
    expect(settled.warnings.map((warning) => warning.code)).toEqual(codes);
  });
});
