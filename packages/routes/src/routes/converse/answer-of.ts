import type { ConverseAnswer } from "@service/contract";
import type { ConverseEvent, Conversing } from "@service/domain/converse";
import type * as z from "zod";

/** The answer of both forms. */
export function answerOf(
  { model }: Conversing,
  text: string,
  { finish, json, inputTokens, outputTokens, isEstimated }: Extract<ConverseEvent, { t: "end" }>,
): z.input<typeof ConverseAnswer> {
  return {
    output: { text, json },
    model,
    finish_reason: finish,
    usage: { input_tokens: inputTokens, output_tokens: outputTokens, estimated: isEstimated },
  };
}
