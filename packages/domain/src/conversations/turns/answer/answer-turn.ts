import { ProviderFailure } from "@service/models";
import type { BookSource } from "@service/embedded-answers";
import { type Evidence, type Gathered, joinedEvidence, type Passage } from "../../grounding/index.ts";
import type { AnswerDeps } from "./answer-deps.ts";
import type { AnswerModel, AnswerOutcome } from "../answer-outcome.ts";
import type { AnswerTask } from "./answer-task.ts";
import { resolveModel } from "../../models/index.ts";
import { answerWithModel, type EgressSoFar, leavingFor } from "./answer-with-model.ts";
import { embeddedModel } from "../present-turn.ts";
import { answerFromSources } from "./answer-from-sources.ts";
import { isRefusedInput } from "./guardrails.ts";
import { notedSources } from "./gather-for-turn.ts";
import { notAnswered, ScenarioEnd, TurnEndedError } from "./not-answered.ts";
import { picturesFor } from "./pictures.ts";
import { Speaker } from "./speaker.ts";

/** What became of a question; `evidence` is what a viewer of the answer must be allowed to read. */
export interface TurnAnswer extends AnswerOutcome {
  readonly passages: readonly Passage[];
  readonly evidence: Evidence | null;
}

/** What is known of an answer that is being made, for the case that it fails. */
interface Progress {
  passages: readonly Passage[];
  evidence: Evidence | null;
  model: AnswerModel;
  readonly egress: EgressSoFar;
}

/**
 * Answers one question; writes nothing but the count of a model's use (TURN-41). Used by the runner of turns and by
 * evaluations. Failures are outcomes: of a provider, of a source that is required, of the answer's form, of the time.
 * @throws what is a failure of the service, and the reason of the signal where it is neither a time-out nor a cancel.
 */
export async function answerTurn(deps: AnswerDeps, task: AnswerTask): Promise<TurnAnswer> {
  const { config, signal } = task;
  const progress: Progress = {
    passages: [],
    evidence: null,
    model: { ...embeddedModel, fallbackUsed: false },
    egress: { record: null },
  };
  const progressSoFar = () => ({
    passages: progress.passages,
    evidence: progress.evidence,
    egress: progress.egress.record,
  });
  try {
    if (await isRefusedInput(deps, config.guardrails, task))
      throw new TurnEndedError({ code: "output_rejected", reason: "guardrail", retryable: false });
    const outcome = await firstAnswer(deps, task, progress);
    signal.throwIfAborted();
    return { ...outcome, ...progressSoFar() };
  } catch (error) {
    if (error instanceof ScenarioEnd || error instanceof TurnEndedError || error instanceof ProviderFailure)
      return { ...notAnswered(error, progress.model), ...progressSoFar() };
    if (signal.aborted) {
      const ended = notAnswered.byAbort(signal.reason, progress.model);
      if (ended) return { ...ended, ...progressSoFar() };
    }
    throw error;
  }
}

/** The answer of the configuration's model or, while nothing was said, of the next of its fallbacks (TURN-48). */
async function firstAnswer(deps: AnswerDeps, task: AnswerTask, progress: Progress): Promise<AnswerOutcome> {
  const { alias, fallback_aliases: fallbacks } = task.config.model;
  const aliases = [alias, ...fallbacks];
  const speaker = new Speaker(task);
  for (const [at, name] of aliases.entries()) {
    try {
      const outcome = await answerOf(deps, task, { alias: name, speaker, progress });
      return { ...outcome, model: { ...outcome.model, fallbackUsed: at > 0 } };
    } catch (error) {
      const next = aliases[at + 1];
      if (!(error instanceof ProviderFailure) || speaker.hasSpoken || next === undefined) throw error;
      task.onEvent.notice({
        code: "fallback_model_used",
        message: "Another model answers.",
        detail: { from: name, to: next, reason: error.reason },
      });
    }
  }
  throw new Error("a configuration names a model");
}

async function answerOf(
  deps: AnswerDeps,
  task: AnswerTask,
  { alias, speaker, progress }: { readonly alias: string; readonly speaker: Speaker; readonly progress: Progress },
): Promise<AnswerOutcome> {
  const { organizationId } = task.viewer;
  const modelDeps = { ...deps, secrets: deps.openSecrets() };
  const resolved = await resolveModel(modelDeps, { organizationId, alias, surface: "conversation" });
  if (resolved.kind === "refused") throw new ProviderFailure("not_configured");
  const leaving = resolved.kind === "model" ? await leavingFor(deps, task, resolved) : undefined;
  if (resolved.kind === "model") {
    const { provider, model: name } = resolved.line;
    progress.model = { alias, provider, name, fallbackUsed: false };
  } else progress.model = { ...embeddedModel, fallbackUsed: false };
  const pictures =
    resolved.kind === "model" && leaving !== undefined
      ? await picturesFor(deps, task, { caps: resolved.line.caps, manifest: leaving.manifest })
      : [];
  const gathered = await notedSources(deps, task, {
    egress: leaving?.mayLeave ?? (() => true),
    looksUp: resolved.kind === "embedded",
    shownAttachmentIds: pictures.map(({ attachmentId }) => attachmentId),
  });
  progress.passages = gathered.passages;
  progress.evidence = gathered.evidence;
  task.onSources?.({ passages: gathered.passages, evidence: gathered.evidence });
  const withMore: AnswerTask = {
    ...task,
    onMoreEvidence(more) {
      progress.evidence = joinedEvidence(more, progress.evidence);
      task.onSources?.({ passages: gathered.passages, evidence: progress.evidence });
    },
  };
  const outcome =
    resolved.kind !== "model" || leaving === undefined
      ? await answerEmbedded(deps, task, { gathered, speaker })
      : await answerWithModel(deps, withMore, {
          model: resolved,
          leaving,
          gathered,
          pictures: pictures.map(({ picture }) => picture),
          speaker,
          egress: progress.egress,
        });
  // What the answer was made from, which may be less than what could have been looked up.
  if (resolved.kind === "embedded") progress.evidence = gathered.evidenceSoFar();
  return outcome;
}

/** Counts the answer, also one that failed (MODEL-190). */
async function answerEmbedded(
  deps: AnswerDeps,
  task: AnswerTask,
  { gathered, speaker }: { readonly gathered: Gathered<BookSource>; readonly speaker: Speaker },
): Promise<AnswerOutcome> {
  const { organizationId, environmentId, environmentSlug: environment } = task.viewer;
  const instanceId = task.instanceId ?? null;
  let used = { failed: true, inputTokens: 0, outputTokens: 0 };
  try {
    return await answerFromSources(deps, task, gathered, {
      speaker,
      onUsage: ({ input_tokens: inputTokens, output_tokens: outputTokens }) => {
        used = { failed: false, inputTokens, outputTokens };
      },
    });
  } finally {
    deps.uses.add({ organizationId, environmentId, environment, instanceId, alias: embeddedModel.alias, ...used });
  }
}
