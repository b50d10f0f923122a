import { createTokenUsage, type ModelProvider, ProviderFailure } from "@service/models";
import { counter, histogram, type Metrics } from "@service/runtime";

/** How a call of a model ended: `ok`, `left` (the caller broke it off) or the reason of the provider's failure. */
export interface ModelCall {
  readonly alias: string;
  readonly outcome: string;
  readonly seconds: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Whoever counts the calls of a process. */
export interface ModelCallObserver {
  ended(call: ModelCall): void;
}

const secondsBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];

/** Calls of models in this process: how they ended, how long they took, and the tokens that providers named (OPS-190). */
export function createModelCallMetrics(metrics: Metrics): ModelCallObserver {
  const { duration, tokens } = metrics.register({
    duration: histogram(
      "service_model_call_seconds",
      "Time from a request to a model until its answer has ended; by alias and outcome.",
      secondsBuckets,
      ["alias", "outcome"],
    ),
    tokens: counter("service_model_tokens_total", "Tokens that models counted, in questions and in answers.", [
      "alias",
      "direction",
    ]),
  });
  return {
    ended({ alias, outcome, seconds, inputTokens, outputTokens }) {
      duration.observe({ alias, outcome }, seconds);
      tokens.inc({ alias, direction: "in" }, inputTokens);
      tokens.inc({ alias, direction: "out" }, outputTokens);
    },
  };
}

/** The provider, with each of its calls reported when it has ended. */
export function observed(alias: string, provider: ModelProvider, observer: ModelCallObserver): ModelProvider {
  return {
    ...provider,
    async *stream(request, context) {
      const beganAtMs = performance.now();
      let outcome = "left";
      const tokens = createTokenUsage();
      try {
        for await (const event of provider.stream(request, context)) {
          if (event.t === "usage") tokens.count(event);
          yield event;
        }
        outcome = "ok";
      } catch (error) {
        if (!context.signal.aborted) outcome = error instanceof ProviderFailure ? error.reason : "internal_error";
        throw error;
      } finally {
        const seconds = (performance.now() - beganAtMs) / 1_000;
        const { inputTokens, outputTokens } = tokens.total({ prompt: [], answer: "" });
        observer.ended({ alias, outcome, seconds, inputTokens, outputTokens });
      }
    },
  };
}
