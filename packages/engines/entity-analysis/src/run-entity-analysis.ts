import {
  boundOutput,
  type DeterministicResult,
  type EngineRequest,
  EvidenceCollector,
  mismatchWarning,
  orderWorkItems,
  type RuleOutcome,
  runInStages,
  type StageName,
  toCents,
  type Warning,
} from "@service/engine-kit";
import { EvaluationBudget, type Facts } from "@service/conditions";
import { asWritten, type Json, type JsonObject, part } from "@service/json";
import { assembleOutput, type Answer } from "./assemble.ts";
import { attachNotes, tagFindings } from "./stages/attach-notes.ts";
import { openCaseFile, type CaseFile } from "./stages/case-file.ts";
import { detectGaps } from "./stages/detect-gaps.ts";
import { extractProfile, type Profile } from "./stages/extract-profile.ts";
import { inOrderOfGravity } from "./stages/findings.ts";
import type { Bench } from "./stages/bench.ts";
import type { Judged } from "./stages/judged.ts";
import { groupPoints } from "./stages/group-points.ts";
import { judgeRequirements } from "./stages/judge-requirements.ts";
import { mergeMissingLines } from "./stages/merge-missing-lines.ts";
import { askQuestions } from "./stages/questions.ts";
import { raiseFactFindings } from "./stages/raise-fact-findings.ts";
import { type CheckCoverage, runChecks } from "./stages/run-checks.ts";
import type { InputShape } from "./input.ts";
import { wellFormedObject } from "./stages/well-formed.ts";
import type { Settings } from "./settings.ts";
import { buildSections, countElements } from "./stages/summarize-records.ts";

/** Below this share of decided check weight the answer is degraded (ENT-63). */
const decidedShareMin = 0.6;
/** Documents that the error of a failed run names. */
const causesShownMax = 3;

/** A release of an entity_analysis engine, compiled. */
export type CompiledEntityAnalysis = {
  readonly inputShape: InputShape;
  readonly settings: Settings;
  readonly pack: Answer["pack"];
};

/**
 * The deterministic stages of ENT-64: load, extract, evaluate, score, assemble. An input never makes it throw: a spent
 * budget ends the run as failed with the code `rule_budget_exceeded`.
 */
export function runEntityAnalysis(compiled: CompiledEntityAnalysis, request: EngineRequest): DeterministicResult {
  return runInStages(request, (enter) => runStages(compiled, request, enter));
}

function runStages(
  compiled: CompiledEntityAnalysis,
  request: EngineRequest,
  enter: (stage: StageName) => void,
): DeterministicResult {
  const { inputShape, settings, pack } = compiled;
  enter("load");
  const file = openCaseFile(asWritten(inputShape, wellFormedObject(request.input)), request);
  const mismatches = new Set<string>();
  const evidence = new EvidenceCollector();
  const given: Facts = {
    root: { input: file.input, records: file.records, loss: file.loss, profile: {} },
    asOf: file.asOf,
    budget: new EvaluationBudget(),
    onMismatch: (path) => void mismatches.add(path),
  };

  enter("extract");
  const profile = extractProfile(settings.extractions, file, given, evidence, request.accepted?.facts ?? []);
  if (!hasAnyFact(profile, file)) {
    // The answer to a failed run has no warnings.
    const unread = file.warnings.filter(({ code }) => code === "document_unreadable").slice(0, causesShownMax);
    const error = ["No fact could be read from the input.", ...unread.map(({ message }) => message)].join(" ");
    return { status: "failed", error, stage: "extract", code: "no_facts", warnings: file.warnings };
  }
  const facts: Facts = { ...given, root: factsOf(file, profile) };
  const outcomes = outcomesOf(profile);
  const counters = countElements(settings.counters, facts, outcomes);

  enter("evaluate");
  const bench: Bench = {
    facts,
    profile,
    evidence,
    file,
    runId: request.runId,
    isInFocus: (dimension) => file.focus.length === 0 || file.focus.includes(dimension),
  };
  const { judged, requirements, checkCoverage, factWarnings } = judge(settings, bench, outcomes);

  enter("score");
  const explained = explain(settings, bench, judged);

  enter("assemble");
  const sections = buildSections(settings.sections, facts, outcomes);
  const answer: Answer = {
    settings,
    pack,
    file,
    profile,
    counters,
    judged,
    requirements,
    ...explained,
    sections,
    evidence,
  };
  return resultOf(answer, checkCoverage, [...factWarnings, ...readingWarnings(profile, mismatches)]);
}

function outcomesOf(profile: Profile): RuleOutcome[] {
  return profile.facts.map((fact) => ({
    ruleKey: fact.rule.key,
    stage: "extract",
    result: fact.value === undefined ? "unknown" : "true",
  }));
}

/** Checks, requirements and gaps, what contradicts or is missing in the profile, then what is to be asked. */
function judge(settings: Settings, bench: Bench, outcomes: RuleOutcome[]) {
  const judged: Judged = {
    items: [],
    findings: [],
    keyCounts: new Map(),
    outcomes,
    workItems: [],
    gaps: [],
    openRules: [],
    missing: new Set(),
  };
  const withPasses = settings.responseType === "checklist";
  const checkCoverage = runChecks(settings.checks, bench, judged, withPasses);
  const judgedRequirements = judgeRequirements(settings.requirements, bench, judged, withPasses);
  detectGaps(settings.gaps, bench, judged);
  const factWarnings = raiseFactFindings(bench, judged);
  const merged = mergeMissingLines(bench, judged, judgedRequirements);
  // A checklist shows every point by itself.
  const requirements = withPasses ? merged : groupPoints(bench, judged, merged);
  askQuestions(bench, judged);
  return { judged, requirements, checkCoverage, factWarnings };
}

/** The findings in their order, with the categories and the notes that belong to them. */
function explain({ overlays, dimensions, notes }: Settings, bench: Bench, { findings: found, outcomes }: Judged) {
  const { facts, file, evidence } = bench;
  const findings = inOrderOfGravity(found);
  const { categories, tagsOf } = tagFindings(overlays, findings, facts, outcomes);
  const inFocus = dimensions.filter((dimension) => bench.isInFocus(dimension.key));
  const knowledge = attachNotes(notes, inFocus, findings, tagsOf, facts, file.today, evidence, outcomes);
  return { findings, categories, knowledge };
}

function readingWarnings(profile: Profile, mismatches: ReadonlySet<string>): readonly Warning[] {
  return [
    ...(profile.isSearchTruncated ? [truncatedWarning] : []),
    ...[...mismatches]
      .sort()
      .slice(0, 50)
      .map((path) => mismatchWarning(path, "evaluate")),
  ];
}

/** The answer as an output within its bounds; degraded when too little was decided, read or kept (ENT-63). */
function resultOf(
  answer: Answer,
  { applying, decided }: CheckCoverage,
  warnings: readonly Warning[],
): DeterministicResult {
  const { file, profile, judged, evidence } = answer;
  const bounded = boundOutput(assembleOutput(answer), undefined);
  const isReduced =
    file.isReduced ||
    (applying > 0 && decided / applying < decidedShareMin) ||
    profile.isSearchTruncated ||
    bounded.truncated ||
    evidence.isTruncated ||
    profile.facts.some((fact) => fact.rule.required && fact.value === undefined);
  return {
    status: isReduced ? "degraded" : "completed",
    output: bounded.output,
    warnings: [...file.warnings, ...warnings],
    workItems: orderWorkItems(judged.workItems),
    ruleOutcomes: judged.outcomes,
  };
}

/** ENT-64: no fact was extracted, and no loss fact was stated. */
function hasAnyFact(profile: Profile, file: CaseFile): boolean {
  return (
    profile.facts.some((fact) => fact.value !== undefined) ||
    (file.input.loss_history !== undefined && Object.keys(file.loss).length > 0)
  );
}

/**
 * The namespaces that rules may name (COND-28, ENT-24). `profile` holds the extracted facts over the caller's other
 * members, so that a field of the input contract needs no extraction rule; `records.property` holds the one ratio that
 * no condition can compute.
 */
function factsOf(file: CaseFile, profile: Profile): JsonObject {
  const extracted: [string, Json][] = [];
  for (const fact of profile.facts) if (fact.value !== undefined) extracted.push([fact.rule.key, fact.value]);
  const input: JsonObject = {
    ...part(file.input, "profile"),
    ...Object.fromEntries(extracted),
  };
  const { building_limit: limit, building_value: value } = input;
  const property: JsonObject =
    typeof limit === "number" && typeof value === "number" && value > 0
      ? { property: { insured_to_value: (toCents(limit) ?? limit) / (toCents(value) ?? value) } }
      : {};
  return { input: file.input, records: { ...file.records, ...property }, loss: file.loss, profile: input };
}

const truncatedWarning: Warning = {
  code: "input_truncated",
  message: "Documents are longer than the patterns of this engine may search; the rest was not read.",
  stage: "extract",
  severity: "warning",
};
