import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import { readStoredObject } from "./canonical-form.ts";

/**
 * `run_payloads.trace`: what a worker stores about a computation beyond its result (COND-33, DEF-3). Written once with
 * the result; members may be added later, so readers must tolerate missing ones.
 */
export type StoredTrace = {
  readonly rules: readonly StoredRule[];
  /** Number of rules that did not fit. */
  readonly rules_omitted: number;
  readonly model_calls?: readonly StoredModelCall[];
  /** Paths of the values sent to a model. */
  readonly fields_sent?: readonly string[];
  /** For the timeline only; a stored trace may hold nothing else, and then counts as none. */
  readonly stages?: readonly StageTime[];
};

/** A stage and the milliseconds that it took. */
export type StageTime = readonly [stage: string, ms: number];

export type StoredRule = {
  readonly stage: string;
  readonly rule_key: string;
  readonly result: "true" | "false" | "unknown";
  readonly facts?: readonly { readonly path: string; readonly value: Json }[];
  readonly evidence_ids?: readonly string[];
};

export type StoredModelCall = {
  readonly provider: string;
  readonly model: string;
  readonly task: string;
  readonly prompt_sha256: string;
  readonly response_sha256: string | null;
  readonly accepted: boolean;
  readonly reason?: string;
};

/** Most bytes of a stored trace, to keep the rows of finished runs small. */
export const storedTraceBytesMax = 256 * 1024;

/** Parses a stored trace of decisions; undefined for a run without one. */
export function readTrace(text: string | null): StoredTrace | undefined {
  if (text === null) return undefined;
  const { rules, rules_omitted, model_calls, fields_sent } = readStoredObject(text);
  if (rules === undefined) return undefined;
  return {
    rules: objects(rules).map(readRule),
    rules_omitted: typeof rules_omitted === "number" ? rules_omitted : 0,
    model_calls: objects(model_calls).map(readCall),
    fields_sent: texts(fields_sent),
  };
}

/** Most stages read of a trace: there are thirteen names. */
const stagesMax = 16;

/** The times of the stages of a stored trace, in the order of their beginning; empty where none are stored. */
export function readStageTimes(text: string | null): StageTime[] {
  if (text === null) return [];
  const { stages } = readStoredObject(text);
  if (!isJsonArray(stages)) return [];
  return stages.slice(0, stagesMax).flatMap((pair) => {
    const [stage, ms] = isJsonArray(pair) ? pair : [];
    return typeof stage === "string" && typeof ms === "number" ? [[stage, ms] as const] : [];
  });
}

function readRule({ stage, rule_key, result, facts, evidence_ids }: JsonObject): StoredRule {
  return {
    stage: textOf(stage),
    rule_key: textOf(rule_key),
    result: result === "true" || result === "false" ? result : "unknown",
    facts: objects(facts).map(({ path, value }) => ({ path: textOf(path), value: value ?? null })),
    evidence_ids: texts(evidence_ids),
  };
}

function readCall(call: JsonObject): StoredModelCall {
  const { provider, model, task, prompt_sha256, response_sha256, accepted, reason } = call;
  return {
    provider: textOf(provider),
    model: textOf(model),
    task: textOf(task),
    prompt_sha256: textOf(prompt_sha256),
    response_sha256: typeof response_sha256 === "string" ? response_sha256 : null,
    accepted: accepted === true,
    ...(typeof reason === "string" ? { reason } : {}),
  };
}

function objects(value: Json | undefined): JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

function texts(value: Json | undefined): string[] {
  return isJsonArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
