import { isJsonArray, isJsonObject, type Json } from "@service/json";
import { checkAnswer } from "./check-answer.ts";
import { systemText, userText, type ModelAddress, type ModelAnswer, type ModelProvider } from "./model-provider.ts";
import { postJson } from "./post-json.ts";

const answerTokensMax = 4_096;

/** Any server that speaks the chat completions API: hosted models, gateways, and models run by the operator. */
export function openAiCompatible({ baseUrl, apiKey, model }: ModelAddress): ModelProvider {
  return {
    key: "openai_compatible",
    model,
    async complete(question): Promise<ModelAnswer> {
      const posted = await postJson({
        url: `${baseUrl.replace(/\/+$/, "")}/chat/completions`,
        headers: { authorization: `Bearer ${apiKey}` },
        body: {
          model,
          temperature: 0,
          max_tokens: answerTokensMax,
          messages: [
            { role: "system", content: systemText(question) },
            { role: "user", content: userText(question) },
          ],
          response_format: {
            type: "json_schema",
            json_schema: { name: question.task, schema: question.schema, strict: true },
          },
        },
        timeoutMs: question.timeoutMs,
        signal: question.signal,
      });
      if (posted.kind === "failed") return { kind: "no_answer", failure: posted.failure, cause: posted.cause };
      const choice = firstIn(posted.json, "choices");
      const message = choice?.["message"];
      if (!isJsonObject(message)) return { kind: "no_answer", failure: "malformed" };
      if (typeof message["refusal"] === "string" || choice?.["finish_reason"] === "content_filter") {
        return { kind: "no_answer", failure: "declined" };
      }
      if (choice?.["finish_reason"] === "length") return { kind: "no_answer", failure: "cut_short" };
      return checkAnswer(question, message["content"]);
    },
  };
}

function firstIn(json: Json, member: string) {
  const list = isJsonObject(json) ? json[member] : undefined;
  const first = isJsonArray(list) ? list[0] : undefined;
  return isJsonObject(first) ? first : undefined;
}
