import { checkPattern } from "@service/conditions";
import type { EvalAssertion, EvalScenarioContent } from "@service/contract";
import { type ConfigIssue, findProtoMember, isCarriable, isJson, isJsonObject, type Json } from "@service/json";
import { checkAnswerSchema } from "./answer-schema.ts";

const issuesMax = 50;
const notAShare = "must be from 0 to 1";

/**
 * Problems of a scenario beyond its shape (EVAL-4), at most 50; none = it can be saved. Bounded whatever it holds: a
 * hostile pattern or schema is a problem like any other.
 */
export function checkScenario(content: EvalScenarioContent): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  if (!isShare(content.pass_threshold)) issues.push({ path: "/pass_threshold", message: notAShare });
  if (new Set(content.tags).size !== content.tags.length) issues.push({ path: "/tags", message: "must differ" });
  if (content.turns.every(({ assertions }) => assertions.length === 0))
    issues.push({ path: "/turns", message: "must hold at least one assertion" });
  for (const [turn, { assertions }] of content.turns.entries())
    for (const [index, assertion] of assertions.entries())
      issues.push(...checkAssertion(assertion, `/turns/${turn}/assertions/${index}`));
  if (issues.length === 0) checkStorable(content, issues);
  return issues.slice(0, issuesMax);
}

/** Problems of one assertion beyond its shape; `at` is its JSON Pointer. */
function checkAssertion(assertion: EvalAssertion, at: string): ConfigIssue[] {
  switch (assertion.type) {
    case "regex":
      return checkPattern(assertion.pattern, `${at}/pattern`, assertion.flags.includes("i") || undefined);
    case "json_schema": {
      const { schema } = assertion;
      if (!isJson(schema) || !isJsonObject(schema)) return [{ path: `${at}/schema`, message: "must be a schema" }];
      return checkAnswerSchema(schema, `${at}/schema`);
    }
    case "json_value":
      return checkJsonValue(assertion, at);
    case "similarity": {
      const issues = thresholdIssues(assertion.threshold, at);
      if (assertion.metric !== "embedding" && assertion.model !== undefined)
        issues.push({ path: `${at}/model`, message: "is for embedding only" });
      return issues;
    }
    case "model_judge":
      return thresholdIssues(assertion.threshold, at);
    case "exact":
    case "contains":
    case "not_contains":
    case "cites":
    case "grounded":
    case "refusal":
    case "tool_called":
    case "status":
    case "max_latency_ms":
    case "max_output_chars":
      return [];
  }
}

/** Of an assertion that names no model. */
export const embeddingAlias = "default";

/** A model that a scenario asks, and for what. */
export interface RequiredModel {
  readonly alias: string;
  readonly capability: "judge" | "embeddings";
  readonly path: string;
}

/** The models that the scenario asks, each once for each use: they must be open to the organization (EVAL-5). */
export function requiredModels(content: EvalScenarioContent): RequiredModel[] {
  const required = new Map<string, RequiredModel>();
  for (const [turn, { assertions }] of content.turns.entries())
    for (const [index, assertion] of assertions.entries()) {
      const isJudge = assertion.type === "model_judge";
      if (!isJudge && !(assertion.type === "similarity" && assertion.metric === "embedding")) continue;
      const alias = assertion.model ?? embeddingAlias;
      const capability = isJudge ? "judge" : "embeddings";
      const path = `/turns/${turn}/assertions/${index}/model`;
      if (!required.has(`${capability} ${alias}`)) required.set(`${capability} ${alias}`, { alias, capability, path });
    }
  return [...required.values()];
}

function checkJsonValue(assertion: Extract<EvalAssertion, { type: "json_value" }>, at: string): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  if (!/^(?:\/(?:[^~/]|~[01])*)*$/u.test(assertion.pointer))
    issues.push({ path: `${at}/pointer`, message: "must be a JSON Pointer (RFC 6901)" });
  const tests = [assertion.equals, assertion.in, assertion.range].filter((test) => test !== undefined);
  if (tests.length !== 1) issues.push({ path: at, message: "must hold exactly one of equals, in and range" });
  const { range } = assertion;
  if (range !== undefined) {
    if (range.min === undefined && range.max === undefined)
      issues.push({ path: `${at}/range`, message: "must hold min or max" });
    if (range.min !== undefined && range.max !== undefined && range.min > range.max)
      issues.push({ path: `${at}/range`, message: "must not have min above max" });
  }
  return issues;
}

function thresholdIssues(threshold: number, at: string): ConfigIssue[] {
  return isShare(threshold) ? [] : [{ path: `${at}/threshold`, message: notAShare }];
}

function isShare(value: number): boolean {
  return value >= 0 && value <= 1;
}

/** Free JSON within assertions and fixtures: what the database and a hash can hold. */
function checkStorable(content: EvalScenarioContent, issues: ConfigIssue[]): void {
  const value: unknown = content;
  if (!isJson(value) || !isCarriable(value)) issues.push({ path: "", message: "is not well-formed JSON" });
  else if (holdsNul(value)) issues.push({ path: "", message: "must not hold the character U+0000" });
  else if (findProtoMember(value) !== undefined) issues.push({ path: "", message: "must not name __proto__" });
}

function holdsNul(value: Json): boolean {
  if (typeof value === "string") return value.includes("\u0000");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, member]) => name.includes("\u0000") || holdsNul(member));
}
