import { ConverseAnswer, ConverseFrame, ConverseRequest, fail, limits } from "@service/contract";
import { converse, type ConverseEvent, type Conversing } from "@service/domain/converse";
import { streamOrJson } from "@service/http";
import { ProviderFailure } from "@service/models";
import { route } from "../../http/route.ts";
import { answerOf } from "./answer-of.ts";
import { framesOf } from "./frames-of.ts";
import type * as z from "zod";

/** The longest answer; turns may take as long. */
const longestMs = 300_000;

export const answerConverse = route({
  id: "converse.answer",
  method: "POST",
  path: "/api/v1/converse",
  summary: "Ask a model once",
  description:
    "Sends the messages as they are to a model that is open to the organization, and stores nothing but a line of usage. The " +
    "embedded model sends nothing to anybody: it quotes the messages before the last one of the user, and generates no text. " +
    "With `stream` a failure of the model is an `error` frame before `done`.",
  body: { schema: ConverseRequest, limitBytes: limits.converseBodyBytes, tooLarge: "request_bound_exceeded" },
  responses: { 200: streamOrJson(ConverseFrame, ConverseAnswer, { longestMs }) },
  errors: ["provider_not_configured", "provider_error"],
  async handle({ deps, caller, body, incoming, time, reply }) {
    const { messages, model, max_output_tokens: maxOutputTokens, temperature, response_format: format } = body;
    const schema = format?.type === "json_schema" ? format.schema : undefined;
    const conversing = await converse(
      deps,
      caller,
      { messages, alias: model, maxOutputTokens, temperature, schema },
      time.signal,
    );
    if (body.stream ?? wantsEvents(incoming.headers["accept"]))
      return reply(200, framesOf(conversing, { signal: time.signal, log: deps.log }));
    return reply(200, await wholeAnswer(conversing));
  },
});

function wantsEvents(accept: string | undefined): boolean {
  return accept !== undefined && /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(accept);
}

/** @throws `provider_error` with the reason. */
async function wholeAnswer(conversing: Conversing): Promise<z.input<typeof ConverseAnswer>> {
  let text = "";
  let end: Extract<ConverseEvent, { t: "end" }> | undefined;
  try {
    for await (const event of conversing.events) {
      if (event.t === "text") text += event.text;
      else end = event;
    }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const { reason, retryAfterSeconds, message } = error;
    throw fail("provider_error", {
      message,
      details: { reason, ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }) },
    });
  }
  if (end === undefined) throw new Error("an exchange ends with its end or an error");
  return answerOf(conversing, text, end);
}
