import { type Citation, type EvalTurn, groundingSourceKinds, type InstanceConfig } from "@service/contract";
import {
  type AnswerMethod,
  type CalledTool,
  type EvaluationModels,
  isAsExpected,
  judgeTrial,
  type ScoredTurn,
  scoreTurn,
  type TurnResult,
} from "@service/evaluations";
import { asJsonObject, type Json, oneOf } from "@service/json";
import { type Evidence, joinedEvidence, noEvidence, type Passage, readEvidence } from "../grounding/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import type { ScenarioBody } from "../release-gates/index.ts";
import type { TrialEnd } from "./settle-trial.ts";

/** One question of a scenario, with everything that its answer depends on. */
export interface ScenarioQuestion {
  readonly config: InstanceConfig;
  readonly input: string;
  /** Messages before the question, oldest first. */
  readonly history: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  readonly historyEvidence: readonly (Evidence | null)[];
  readonly viewer: Viewer;
  /** Instead of retrieval; undefined: what the viewer may read now. */
  readonly fixtures: { readonly passages: readonly Passage[]; readonly evidence: Evidence | null } | undefined;
  /** Names the trial and turn towards a provider; equal for a repetition. */
  readonly seed: string;
  readonly signal: AbortSignal;
}

export interface ScenarioAnswer {
  readonly status: TurnResult["status"];
  readonly text: string;
  readonly json: Json;
  readonly method: AnswerMethod | null;
  readonly citations: readonly Citation[];
  readonly toolCalls: readonly CalledTool[];
  readonly usage: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly estimated: boolean;
  } | null;
  readonly error: { readonly code: string; readonly reason: string | null } | null;
  readonly evidence: Evidence | null;
}

/** Answers one question and writes nothing. @throws what is a failure of the service, and the reason of the signal. */
export type AnswerQuestion = (question: ScenarioQuestion) => Promise<ScenarioAnswer>;

/**
 * Answers a scenario turn by turn and judges it (EVAL-70, EVAL-71). Nothing is written: what was said before a question is
 * the history of the scenario, then its own turns with the answers that this trial gave.
 */
export async function answerScenario(
  { answer, models }: { readonly answer: AnswerQuestion; readonly models: EvaluationModels },
  task: {
    readonly scenario: ScenarioBody;
    readonly config: InstanceConfig;
    readonly viewer: Viewer;
    readonly seed: string;
    readonly signal: AbortSignal;
  },
): Promise<TrialEnd> {
  const { scenario, config, viewer, seed, signal } = task;
  const { content } = scenario;
  const stored = readEvidence(scenario.evidence);
  const history = [...content.history];
  const evidence: (Evidence | null)[] = [stored];
  const scored: ScoredTurn[] = [];
  let last: ScenarioAnswer | undefined;
  let latencyMs = 0;
  const usage = { input_tokens: 0, output_tokens: 0, estimated: false };
  for (const [index, turn] of content.turns.entries()) {
    const startedAtMs = performance.now();
    last = await answer({
      config,
      input: turn.user,
      history: [...history],
      historyEvidence: evidence,
      viewer,
      fixtures: fixturesOf(scenario, turn, stored),
      seed: `${seed}:${index}`,
      signal,
    });
    const turnMs = performance.now() - startedAtMs;
    latencyMs += turnMs;
    evidence.push(last.evidence);
    usage.input_tokens += last.usage?.input_tokens ?? 0;
    usage.output_tokens += last.usage?.output_tokens ?? 0;
    usage.estimated ||= last.usage?.estimated ?? false;
    const turnScore = await scoreTurn(turn, resultOf(last, turnMs), models);
    scored.push(turnScore);
    if (!isAsExpected(turn, turnScore)) break;
    history.push({ role: "user", text: turn.user });
    if (last.text !== "") history.push({ role: "assistant", text: last.text });
  }
  const { status, score, assertions } = judgeTrial(content, scored);
  return {
    status,
    score,
    body: {
      assertions: assertions.map(({ turn, type, passed, score: each, detail, judge }) => ({
        turn,
        type,
        passed,
        score: each,
        detail,
        ...(judge && { judge: { model: judge.model, prompt_hash: judge.promptHash, scores: [...judge.scores] } }),
      })),
      output_text: last === undefined || last.text === "" ? null : last.text,
      citations: [...(last?.citations ?? [])],
      latency_ms: Math.round(latencyMs),
      usage,
      error: last?.error ?? null,
    },
    evidence: joinedEvidence(noEvidence(viewer.organizationId), ...evidence),
  };
}

/** Passages of the scenario, and the files of the turn as one passage each; undefined where it has neither (EVAL-71). */
function fixturesOf(
  { content }: ScenarioBody,
  turn: EvalTurn,
  evidence: Evidence | null,
): ScenarioQuestion["fixtures"] {
  const passages: Passage[] = [
    ...turn.attachment_fixtures.map(({ filename, text }) => ({
      kind: "attachments" as const,
      ref: { attachment_id: filename },
      title: filename,
      locator: null,
      text,
    })),
    ...content.fixtures.map(({ source_kind: kind, ref, title, text }) => ({
      kind,
      ref: asJsonObject(ref),
      title,
      locator: null,
      text,
    })),
  ];
  return passages.length === 0 ? undefined : { passages, evidence };
}

function resultOf(answer: ScenarioAnswer, latencyMs: number): TurnResult {
  const { status, text, json, method, citations, toolCalls } = answer;
  return {
    status,
    text: text === "" ? null : text,
    json,
    method,
    citations: citations.flatMap(({ source, quote }) => {
      const kind = oneOf(groundingSourceKinds, source.kind);
      return kind === undefined ? [] : [{ kind, ref: asJsonObject(source.ref), title: source.title, quote }];
    }),
    toolCalls,
    latencyMs,
  };
}
