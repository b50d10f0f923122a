import type { ServerResponse } from "node:http";
import { type Received, startReceiver } from "./receiver.ts";

export type WireFormat = "openai_compatible" | "anthropic";

/** What a vendor does with one request. */
export type VendorAnswer =
  /** A whole answer: its texts one event each, then the end. */
  | { readonly texts: readonly string[]; readonly finish?: string; readonly usage?: { in: number; out: number } }
  /** Events as given, and then the end of the stream, a cut socket or silence. */
  | { readonly events: readonly string[]; readonly ending: "end" | "cut" | "silence" }
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | ((request: Received, response: ServerResponse) => void);

export interface ModelVendor {
  /** Ends with `/v1`. */
  readonly baseUrl: string;
  readonly received: readonly Received[];
  /** Answers of the next requests, in order; the last one stays. */
  answer(...answers: readonly VendorAnswer[]): void;
  stop(): Promise<void>;
}

/** A local server that speaks the streams of one of the two wire formats. Answers "Hello." unless told otherwise. */
export async function startModelVendor(format: WireFormat): Promise<ModelVendor> {
  const receiver = await startReceiver();
  let answers: readonly VendorAnswer[] = [{ texts: ["Hello."] }];
  receiver.answer((request, response) => {
    const [next] = answers;
    if (answers.length > 1) answers = answers.slice(1);
    if (next !== undefined) give(format, next, request, response);
  });
  return {
    baseUrl: `http://127.0.0.1:${receiver.port}/v1`,
    received: receiver.received,
    answer: (...given) => {
      answers = given;
    },
    stop: receiver.stop,
  };
}

function give(format: WireFormat, answer: VendorAnswer, request: Received, response: ServerResponse): void {
  if (typeof answer === "function") return answer(request, response);
  if ("status" in answer) {
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
    response.end(answer.body ?? "{}");
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const events = "events" in answer ? answer.events : wholeAnswer(format, answer);
  response.write(events.join(""));
  if (!("events" in answer) || answer.ending === "end") response.end();
  // The headers and the events must leave before the socket breaks.
  else if (answer.ending === "cut") setTimeout(() => response.destroy(), 20);
}

/** The events of a whole answer. */
export function wholeAnswer(
  format: WireFormat,
  {
    texts,
    finish,
    usage = { in: 12, out: 3 },
  }: { readonly texts: readonly string[]; readonly finish?: string; readonly usage?: { in: number; out: number } },
): string[] {
  return format === "openai_compatible"
    ? [...texts.map((text) => textEvent(format, text)), ...openAiEnd(finish ?? "stop", usage)]
    : [
        named("message_start", { message: { role: "assistant", usage: { input_tokens: usage.in, output_tokens: 1 } } }),
        named("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
        named("ping", {}),
        ...texts.map((text) => textEvent(format, text)),
        named("content_block_stop", { index: 0 }),
        named("message_delta", { delta: { stop_reason: finish ?? "end_turn" }, usage: { output_tokens: usage.out } }),
        named("message_stop", {}),
      ];
}

/** One piece of text. */
export function textEvent(format: WireFormat, text: string): string {
  return format === "openai_compatible"
    ? chunk({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] })
    : named("content_block_delta", { index: 0, delta: { type: "text_delta", text } });
}

/** One event of chat completions. */
export function chunk(data: object): string {
  return `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", ...data })}\n\n`;
}

/** One event of the Messages API. */
export function named(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function openAiEnd(finish: string, usage: { in: number; out: number }): string[] {
  return [
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }),
    chunk({ choices: [], usage: { prompt_tokens: usage.in, completion_tokens: usage.out } }),
    "data: [DONE]\n\n",
  ];
}
