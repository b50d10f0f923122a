import type { EngineTypeName } from "@service/contract";
// Import types only: this file runs in compute threads, which must not load the domain.
import type { StageTime, StoredModelCall, StoredRule, StoredTrace } from "@service/domain/defensibility";
import { cut, isJsonArray, isJsonObject, type Json } from "@service/json";
import type { RuleOutcome } from "@service/engine-kit";

/**
 * The definite result at which a rule without facts enters the trace: rules of four types when they fire, a check of
 * diligence when it fails. In entity_analysis every such rule brings the facts it was decided by.
 */
const tellingResults: { readonly [Name in EngineTypeName]: RuleOutcome["result"] | undefined } = {
  comparison: "true",
  matching: "true",
  triage: "true",
  opportunity: "true",
  diligence: "false",
  entity_analysis: undefined,
};

/** Size limit: with a model's additions a trace stays below `storedTraceBytesMax` of the domain. */
const rulesBytesMax = 200 * 1024;
const factsPerRuleMax = 20;
const valueCharsMax = 300;
const evidenceIdsPerRuleMax = 100;
const fieldsSentMax = 200;
const fieldCharsMax = 200;

/**
 * Trace of a computation for the defensibility packet (DEF-3): failing, unknown and deciding rules, in the order of
 * evaluation, as a JSON string. Null when no rule contributes.
 */
export function decisionTrace(engineType: EngineTypeName, outcomes: readonly RuleOutcome[]): string | null {
  const telling = outcomes.filter((outcome) => isTelling(engineType, outcome));
  if (telling.length === 0) return null;
  const rules: string[] = [];
  let bytes = 0;
  for (const outcome of telling) {
    const rule = JSON.stringify(storedRule(outcome));
    bytes += Buffer.byteLength(rule) + 1;
    if (bytes > rulesBytesMax) break;
    rules.push(rule);
  }
  return `{"rules":[${rules.join(",")}],"rules_omitted":${telling.length - rules.length}}`;
}

function isTelling(engineType: EngineTypeName, { result, facts = [], evidenceIds = [] }: RuleOutcome): boolean {
  return result === "unknown" || facts.length > 0 || evidenceIds.length > 0 || result === tellingResults[engineType];
}

function storedRule({ stage, ruleKey, result, facts = [], evidenceIds = [] }: RuleOutcome): StoredRule {
  return {
    stage,
    rule_key: ruleKey,
    result,
    ...(facts.length === 0
      ? {}
      : { facts: facts.slice(0, factsPerRuleMax).map(({ path, value }) => ({ path, value: shortened(value) })) }),
    ...(evidenceIds.length === 0 ? {} : { evidence_ids: evidenceIds.slice(0, evidenceIdsPerRuleMax) }),
  };
}

/** Shortens a fact for quoting: truncates a long string, replaces a large list or object by its size. */
function shortened(value: Json): Json {
  if (typeof value === "string") return value.slice(0, valueCharsMax).toWellFormed();
  if (typeof value !== "object" || value === null || JSON.stringify(value).length <= valueCharsMax) return value;
  return isJsonArray(value) ? `${value.length} values` : `${Object.keys(value).length} members`;
}

/** Adds a model's calls and the paths they sent to a trace, without parsing the trace. */
export function withModelUse(
  trace: string | null,
  use: { readonly calls: readonly StoredModelCall[]; readonly fieldsSent: ReadonlySet<string> },
): string | null {
  if (use.calls.length === 0) return trace;
  const added = {
    model_calls: use.calls,
    fields_sent: [...use.fieldsSent].sort().slice(0, fieldsSentMax),
  } as const satisfies Partial<StoredTrace>;
  return `${(trace ?? '{"rules":[],"rules_omitted":0}').slice(0, -1)},${JSON.stringify(added).slice(1)}`;
}

/** Adds the times of the stages to a trace, or makes one that holds nothing else. */
export function withStageTimes(trace: string | null, stages: readonly StageTime[]): string | null {
  if (stages.length === 0) return trace;
  const added = JSON.stringify({ stages } satisfies Partial<StoredTrace>);
  return trace === null ? added : `${trace.slice(0, -1)},${added.slice(1)}`;
}

/** Adds the dotted paths of all values in `sent`, `[]` for elements of lists, as egress manifests write them. */
export function collectPaths(sent: Json | undefined, into: Set<string>, path = ""): void {
  if (sent === undefined || into.size >= fieldsSentMax) return;
  if (isJsonArray(sent)) {
    for (const element of sent) collectPaths(element, into, `${path}[]`);
  } else if (isJsonObject(sent)) {
    for (const [name, member] of Object.entries(sent))
      collectPaths(member, into, path === "" ? name : `${path}.${name}`);
  } else into.add(cut(path, fieldCharsMax));
}
