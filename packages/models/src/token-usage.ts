import type { ModelMessage } from "./provider.ts";

/** Tokens of an answer that took one or more calls of a model. */
export interface TokenUsage {
  /** Another call begins: what is counted from now on is added. */
  nextCall(): void;
  /** Takes what a vendor counted in this call; it replaces what it counted before (MODEL-193). */
  count(usage: { readonly in?: number; readonly out?: number }): void;
  /** What no call counted is estimated from the prompt and the answer. */
  total(texts: { readonly prompt: readonly Pick<ModelMessage, "content">[]; readonly answer: string }): TokenTotal;
}

/** In tokens. */
export interface TokenTotal {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly isEstimated: boolean;
}

/** More than any model takes; a vendor may write any number. */
const tokensMax = 1_000_000_000;

export function createTokenUsage(): TokenUsage {
  const before: { in?: number; out?: number } = {};
  let call: { in?: number; out?: number } = {};
  const sum = (name: "in" | "out"): number | undefined =>
    before[name] === undefined && call[name] === undefined ? undefined : (before[name] ?? 0) + (call[name] ?? 0);
  return {
    nextCall() {
      for (const name of ["in", "out"] as const) {
        const tokens = sum(name);
        if (tokens !== undefined) before[name] = tokens;
      }
      call = {};
    },
    count(usage) {
      for (const name of ["in", "out"] as const) {
        const tokens = usage[name];
        if (tokens !== undefined && Number.isFinite(tokens))
          call[name] = Math.min(tokensMax, Math.max(0, Math.round(tokens)));
      }
    },
    total({ prompt, answer }) {
      const [input, output] = [sum("in"), sum("out")];
      return {
        inputTokens: input ?? estimated(prompt.map(({ content }) => content).join(" ")),
        outputTokens: output ?? estimated(answer),
        isEstimated: input === undefined || output === undefined,
      };
    },
  };
}

/** Four characters a token: the models of both formats need about as many for English. */
function estimated(text: string): number {
  return Math.ceil(text.length / 4);
}
