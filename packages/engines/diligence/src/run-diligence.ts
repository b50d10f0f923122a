import {
  boundOutput,
  counted,
  type DeterministicResult,
  type EngineRequest,
  mismatchWarning,
  type RuleOutcome,
  runInStages,
  type StageName,
  type Warning,
} from "@service/engine-kit";
import { EvaluationBudget } from "@service/conditions";
import { type JsonObject, clipped, part, textsIn } from "@service/json";
import { assemble, confidenceOf } from "./assemble.ts";
import type { Answer } from "./stages/answer.ts";
import { type CheckContext, compileCheck, type CompiledCheck, notRun } from "./stages/checks/index.ts";
import { type CheckOutcome, decide, riskScore } from "./stages/decide.ts";
import { workItemsOf } from "./stages/findings.ts";
import { IndexCache, type Lists, loadLists } from "./stages/load-lists.ts";
import { listedParties, type Ownership, traceOwnership } from "./stages/ownership.ts";
import type { DiligenceInput } from "./input.ts";
import { type ReadInput, readInput } from "./stages/read-input.ts";
import { type Screening, screenParties } from "./stages/screen-party.ts";
import { inspectNames, isNamed } from "./stages/inspect-names.ts";
import type { CheckKind } from "./codes.ts";
import type { CheckSetting, Settings } from "./settings.ts";

/** Below this the answer rests on too few checks (DIL-69). */
const confidenceFloor = 0.3;
const warningsMax = 50;
/** Checks that cannot be answered without having searched a list. */
const screeningKinds: ReadonlySet<CheckKind> = new Set(["name_screen", "identifier_match", "ownership_blocked"]);

/** What a release is compiled to: settings and checks read once, indexes kept per version of a list. */
export type CompiledDiligence = {
  readonly settings: Settings;
  readonly pack: Answer["pack"];
  readonly checks: readonly CompiledCheck[];
  readonly indexes: IndexCache;
};

export function compileDiligence(settings: Settings, pack: Answer["pack"]): CompiledDiligence {
  return { settings, pack, checks: settings.checks.map(compileCheck), indexes: new IndexCache(settings.lists.length) };
}

/**
 * The deterministic stages in order (DIL-69, DIL-70). Fails when a required list is not loaded or the subject's name
 * has no word to search by; degrades when a list is missing or stale, a document unreadable, too little could be
 * checked or something was cut.
 */
export function runDiligence(
  compiled: CompiledDiligence,
  input: DiligenceInput,
  request: EngineRequest,
): DeterministicResult {
  return runInStages(request, (enter) => runStages(compiled, input, request, enter));
}

function runStages(
  compiled: CompiledDiligence,
  given: DiligenceInput,
  request: EngineRequest,
  enter: (stage: StageName) => void,
): DeterministicResult {
  const { settings, pack } = compiled;
  enter("load");
  const input = readInput(given, request.createdAt);
  const loaded = load(compiled, input, request);
  const { lists } = loaded;
  const warnings: Warning[] = [...lists.warnings, ...documentWarnings(input)];
  const refusal = refusalOf(loaded, input);
  if (refusal !== undefined) return { status: "failed", stage: "load", ...refusal, warnings };

  enter("normalize");
  if (!isNamed(input.subject)) {
    const error = "The name of the subject is no name that can be searched.";
    return { status: "failed", error, stage: "normalize", code: "name_unusable", warnings };
  }
  const names = inspectNames(input);

  enter("screen");
  const screening = lists.screened.length === 0 ? undefined : screenParties(input, lists.screened, settings.matching);

  enter("evaluate");
  const ownership = traceOwnership(input, listedParties(screening, names.unnamedParties));
  const mismatches = new Set<string>();
  const outcomes = answerChecks(compiled.checks, {
    input,
    lists,
    screening,
    ownership,
    unscreenableParties: names.unscreenableParties,
    unnamedParties: names.unnamedParties,
    budget: new EvaluationBudget(),
    onMismatch: (path) => void mismatches.add(path),
  });
  warnings.push(
    ...names.warnings,
    ...partialWarnings(screening),
    ...ownershipWarnings(ownership),
    ...[...mismatches].sort().map((path) => mismatchWarning(path, "evaluate")),
  );

  enter("score");
  const answer: Answer = {
    input,
    settings,
    pack,
    lists,
    screening,
    ownership,
    outcomes,
    decision: decide(settings, screening, outcomes, loaded.isScreeningRequested && !isScreenedWhole(screening, names)),
    riskScore: riskScore(screening, outcomes),
    confidence: confidenceOf(outcomes),
  };

  enter("assemble");
  return resultOf(answer, warnings, names.isCut || (screening?.partial.length ?? 0) > 0, request.runId);
}

/** What a run searches and asks. */
type Loaded = {
  readonly lists: Lists;
  readonly requested: readonly CheckSetting[];
  readonly isScreeningRequested: boolean;
};

const nothingLoaded: Lists = { screened: [], unavailable: [], warnings: [], isReduced: false };

/** The lists, unless only checks are requested that search none. */
function load({ settings, indexes }: CompiledDiligence, input: ReadInput, { datasets }: EngineRequest): Loaded {
  const requested = settings.checks.filter(({ key }) => isRequested(input, key));
  const isScreeningRequested =
    input.requestedChecks === undefined || requested.some(({ kind }) => screeningKinds.has(kind));
  const lists = isScreeningRequested ? loadLists(settings, input, datasets, indexes) : nothingLoaded;
  return { lists, requested, isScreeningRequested };
}

/** Why nothing can be answered with what is loaded. */
function refusalOf(
  { lists, requested }: Loaded,
  { requestedChecks }: ReadInput,
): { readonly error: string; readonly code: string } | undefined {
  const missing = lists.unavailable.find(({ required }) => required);
  if (missing !== undefined) {
    return { error: `The required list ${missing.label} is not loaded.`, code: "list_unavailable" };
  }
  if (requestedChecks !== undefined && requested.length === 0) {
    return { error: "None of the checks asked for is switched on.", code: "nothing_to_check" };
  }
  return undefined;
}

function isRequested({ requestedChecks }: ReadInput, key: string): boolean {
  return requestedChecks?.has(key) ?? true;
}

/** The parties with a strong hit that no clearance suppresses. */
function answerChecks(checks: readonly CompiledCheck[], context: CheckContext): readonly CheckOutcome[] {
  return checks.map(({ setting, answer }) =>
    isRequested(context.input, setting.key)
      ? { setting, result: answer(context), isRequested: true }
      : { setting, result: notRun("Not asked for.", []), isRequested: false },
  );
}

/** The answer as an output within its bounds; degraded when something was missing, unreadable or cut (DIL-69). */
function resultOf(
  answer: Answer,
  warningsBefore: readonly Warning[],
  isSearchCut: boolean,
  runId: string,
): DeterministicResult {
  const { input, lists, outcomes, confidence } = answer;
  const assembled = assemble(answer);
  const bounded = boundOutput(assembled.output, undefined);
  const isCut = bounded.truncated || assembled.isCut;
  const isReduced =
    lists.isReduced ||
    input.documents.some(({ isReadable }) => !isReadable) ||
    isSearchCut ||
    confidence < confidenceFloor ||
    isCut;
  const warnings = [...warningsBefore, ...assembled.warnings, ...(isCut ? [outputCutWarning] : [])];
  return {
    status: isReduced ? "degraded" : "completed",
    output: bounded.output,
    warnings: warnings.slice(0, warningsMax),
    workItems: workItemsOf(assembled.findings, runId, input),
    ruleOutcomes: outcomes.flatMap((outcome) => ruleOutcome(outcome, bounded.output)),
  };
}

const outputCutWarning: Warning = {
  code: "input_truncated",
  message: "The output was cut to the size that is stored.",
  stage: "assemble",
  severity: "warning",
  path: "provenance.truncated",
};

/** A check answered by hits is definite; one that stays open is not. A passed check needs no trace (DEF-3). */
function ruleOutcome({ setting, result, isRequested }: CheckOutcome, output: JsonObject): readonly RuleOutcome[] {
  if (!isRequested) return [];
  if (result.status === "pass") return [{ ruleKey: setting.key, stage: "evaluate", result: "true" }];
  const isOpen = result.status === "not_run" || (result.status === "review" && result.isCoveredByHits !== true);
  const facts = result.evidence.flatMap(({ kind, ref, value }) =>
    kind === "fact" && ref.fact !== undefined ? [{ path: ref.fact, value: value ?? null }] : [],
  );
  const evidenceIds = textsIn(part(part(output, "checks"), setting.key)["evidence_ids"]);
  return [
    {
      ruleKey: setting.key,
      stage: "evaluate",
      result: isOpen ? "unknown" : "false",
      ...(facts.length === 0 ? {} : { facts }),
      ...(evidenceIds.length === 0 ? {} : { evidenceIds }),
    },
  ];
}

/** Whether every party was compared with every name that may be its own. */
function isScreenedWhole(
  screening: Screening | undefined,
  { unnamedParties }: ReturnType<typeof inspectNames>,
): boolean {
  return screening !== undefined && screening.partial.length === 0 && unnamedParties.length === 0;
}

/** A warning per list of which not every name could be compared (DIL-85). */
function partialWarnings(screening: Screening | undefined): readonly Warning[] {
  const byList = Map.groupBy(screening?.partial ?? [], ({ list }) => list);
  return [...byList].map(([{ label, listKey }, searches]) => {
    const leftOut = searches.reduce((sum, search) => sum + search.leftOut, 0);
    return {
      code: "input_truncated",
      message: `More names of ${clipped(label, 100)} share words with ${counted(searches.length, "party")} than one run compares; ${counted(leftOut, "comparison")} ${leftOut === 1 ? "was" : "were"} left out, so a match may be missing.`,
      stage: "screen",
      severity: "warning",
      path: `lists[${listKey}]`,
    };
  });
}

function documentWarnings({ documents }: ReadInput): readonly Warning[] {
  return documents
    .filter(({ isReadable }) => !isReadable)
    .map(({ key }) => ({
      code: "document_unreadable",
      message: `Document ${key} has no readable text.`,
      stage: "load",
      severity: "warning",
      path: `documents[${key}]`,
    }));
}

function ownershipWarnings({ cycles }: Ownership): readonly Warning[] {
  return cycles.slice(0, 20).map((keys) => ({
    code: "fact_conflict",
    message: clipped(`The parties ${keys.join(", ")} own each other, so none of them owns a part of the subject.`, 500),
    stage: "evaluate",
    severity: "warning",
    path: "related_parties",
  }));
}
