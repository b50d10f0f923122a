import { isJsonArray, isJsonObject } from "@service/json";
import { checkAnswer } from "./check-answer.ts";
import { systemText, userText, type ModelAddress, type ModelAnswer, type ModelProvider } from "./model-provider.ts";
import { postJson } from "./post-json.ts";

const answerTokensMax = 4_096;
const apiVersion = "2023-06-01";

/** The Messages API. The model has no tools (MODEL-11). */
export function anthropic({ baseUrl, apiKey, model }: ModelAddress): ModelProvider {
  return {
    key: "anthropic",
    model,
    async complete(question): Promise<ModelAnswer> {
      const posted = await postJson({
        url: `${baseUrl.replace(/\/+$/, "")}/v1/messages`,
        headers: { "x-api-key": apiKey, "anthropic-version": apiVersion },
        body: {
          model,
          temperature: 0,
          max_tokens: answerTokensMax,
          system: systemText(question),
          messages: [{ role: "user", content: userText(question) }],
        },
        timeoutMs: question.timeoutMs,
        signal: question.signal,
      });
      if (posted.kind === "failed") return { kind: "no_answer", failure: posted.failure, cause: posted.cause };
      if (!isJsonObject(posted.json)) return { kind: "no_answer", failure: "malformed" };
      const { content, stop_reason: stopReason } = posted.json;
      if (stopReason === "refusal") return { kind: "no_answer", failure: "declined" };
      if (stopReason === "max_tokens") return { kind: "no_answer", failure: "cut_short" };
      const texts = (isJsonArray(content) ? content : [])
        .filter(isJsonObject)
        .filter((block) => block["type"] === "text")
        .map((block) => block["text"]);
      return checkAnswer(question, texts.length === 1 ? texts[0] : undefined);
    },
  };
}
