import { randomUUID } from "node:crypto";
import type { InstanceConfig } from "@service/contract";
import type { EvaluationModels, JudgeRequest } from "@service/evaluations";
import {
  conversationBlock,
  createTokenUsage,
  findManifest,
  letLeave,
  partMayLeave,
  partOfSource,
  type PromptPart,
  ProviderFailure,
  visibleText,
} from "@service/models";
import { endingAfter } from "@service/runtime";
import { manifestsNamedBy } from "../../engines/engines/index.ts";
import type { ComputingThreads } from "../computing/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { type ModelDesk, recordModelUsage, resolveModel } from "../models/index.ts";
import type { Deps } from "../../deps.ts";

export type JudgeDeps = Pick<Deps, "db" | "log" | "clock" | "secrets"> & {
  readonly models: ModelDesk;
  readonly computing: Pick<ComputingThreads, "similarity" | "isFound">;
};

/** A verdict is one number and one sentence. */
const verdictTokensMax = 500;
const judgeMsMax = 60_000;
const overdue = new Error("the judge gave no verdict in time");

/** A trial as far as it decides what its judge may be sent. */
export interface JudgedTrial {
  readonly viewer: Viewer;
  readonly config: InstanceConfig;
  readonly instanceId: string;
  /** Kinds of the sources that its answers may have been made from. */
  readonly sourceKinds: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * The models that the scorers of a trial may ask (EVAL-73): aliases that are open to the organization for judging, and what the
 * egress manifest of the configuration lets pass to their provider: the rubric as `instructions`, the question as `input`, the
 * answer as every part that it may have been made from. Anything else fails, and the trial is errored.
 */
export function judgeByModels(deps: JudgeDeps, trial: JudgedTrial): EvaluationModels {
  return {
    judge: (request) => judge(deps, trial, request),
    // No registered kind of provider makes embeddings.
    embed: () => Promise.reject(new ProviderFailure("not_configured")),
    isFound: (pattern, text) => deps.computing.isFound([pattern], [text], trial.signal),
    similarity: (metric, a, b) => deps.computing.similarity(metric, a, b),
  };
}

async function judge(
  deps: JudgeDeps,
  { viewer, config, instanceId, sourceKinds, signal }: JudgedTrial,
  { alias, system, prompt }: JudgeRequest,
): Promise<{ readonly text: string; readonly model: string }> {
  const { organizationId, environmentId, environmentSlug: environment } = viewer;
  const resolved = await resolveModel(deps, { organizationId, alias, surface: "judge" });
  if (resolved.kind !== "model") throw new ProviderFailure("not_configured");
  const hash = config.egress_manifest_version;
  const manifest = findManifest(hash, await manifestsNamedBy(deps, hash));
  const destination = resolved.line.provider;
  if (manifest === undefined || conversationBlock(manifest, destination) !== undefined)
    throw new ProviderFailure("not_configured");
  const parts = new Set<PromptPart>([
    "instructions",
    "input",
    ...sourceKinds.flatMap((kind) => partOfSource(kind) ?? []),
  ]);
  let content = visibleText(prompt);
  for (const part of parts) {
    if (!partMayLeave(manifest, part)) throw new ProviderFailure("not_configured");
    content = letLeave(manifest, destination, [{ part, text: content }]).texts[0] ?? "";
  }
  let text = "";
  const tokens = createTokenUsage();
  const messages = [
    { role: "system", content: system },
    { role: "user", content },
  ] as const;
  let failed = true;
  try {
    const events = resolved.provider.stream(
      {
        messages,
        maxOutputTokens: Math.min(verdictTokensMax, resolved.line.maxOutputTokens),
        temperature: 0,
      },
      { signal: endingAfter(judgeMsMax, overdue, signal).signal, idempotencyKey: randomUUID() },
    );
    for await (const event of events) {
      if (event.t === "text") text += event.text;
      if (event.t === "usage") tokens.count(event);
    }
    failed = false;
  } finally {
    const { inputTokens, outputTokens } = tokens.total({ prompt: messages, answer: text });
    const used = { inputTokens, outputTokens };
    await recordModelUsage(deps, { organizationId, environmentId, environment, alias, instanceId, failed, ...used });
  }
  return { text, model: resolved.line.model };
}
