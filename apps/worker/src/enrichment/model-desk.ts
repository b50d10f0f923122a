import { anthropic } from "./anthropic.ts";
import type { ModelAnswer, ModelProvider, ModelQuestion } from "./model-provider.ts";
import { openAiCompatible } from "./openai-compatible.ts";

/** Most concurrent calls (MODEL-22). */
const callsAtOnceMax = 4;

/** Make all calls through this: it limits those under way in this process. */
export type ModelDesk = {
  readonly provider: ModelProvider;
  /** As `ModelProvider.complete`; waiting for a free slot counts against the question's time. */
  ask(question: ModelQuestion): Promise<ModelAnswer>;
};

export function openModelDesk(provider: ModelProvider): ModelDesk {
  let callsUnderWay = 0;
  const waiting: (() => void)[] = [];

  async function lineFree(question: ModelQuestion): Promise<boolean> {
    if (callsUnderWay < callsAtOnceMax) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const proceed = (): void => resolve(true);
    const giveUp = (): void => {
      const place = waiting.indexOf(proceed);
      if (place >= 0) waiting.splice(place, 1);
      resolve(false);
    };
    waiting.push(proceed);
    const timer = setTimeout(giveUp, question.timeoutMs);
    question.signal.addEventListener("abort", giveUp, { once: true });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      question.signal.removeEventListener("abort", giveUp);
    }
  }

  return {
    provider,
    async ask(question) {
      const sinceMs = performance.now();
      if (question.signal.aborted) return { kind: "no_answer", failure: "aborted" };
      if (!(await lineFree(question))) {
        return { kind: "no_answer", failure: question.signal.aborted ? "aborted" : "timeout" };
      }
      const leftMs = question.timeoutMs - (performance.now() - sinceMs);
      callsUnderWay += 1;
      try {
        return await provider.complete({ ...question, timeoutMs: Math.max(1, leftMs) });
      } finally {
        callsUnderWay -= 1;
        waiting.shift()?.();
      }
    },
  };
}

/** The provider of the configuration; undefined while MODEL_PROVIDER is unset. @throws Error naming what is missing. */
export function providerOf(config: {
  readonly modelProvider: ModelProvider["key"] | undefined;
  readonly modelBaseUrl: string | undefined;
  readonly modelApiKey: string | undefined;
  readonly modelName: string | undefined;
}): ModelProvider | undefined {
  if (config.modelProvider === undefined) return undefined;
  if (config.modelName === undefined) throw new Error("MODEL_NAME is required with MODEL_PROVIDER");
  // Models run by the operator often need no key.
  const apiKey = config.modelApiKey ?? "none";
  switch (config.modelProvider) {
    case "openai_compatible":
      if (config.modelBaseUrl === undefined) throw new Error("MODEL_BASE_URL is required with this MODEL_PROVIDER");
      return openAiCompatible({ baseUrl: config.modelBaseUrl, apiKey, model: config.modelName });
    case "anthropic":
      if (config.modelApiKey === undefined) throw new Error("MODEL_API_KEY is required with this MODEL_PROVIDER");
      return anthropic({
        baseUrl: config.modelBaseUrl ?? "https://api.anthropic.com",
        apiKey,
        model: config.modelName,
      });
  }
}
