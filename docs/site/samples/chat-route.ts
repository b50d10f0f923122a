// POST /api/chat, for Next.js (app/api/chat/route.ts) and every server of Request and Response. AI SDK 6 or 7.
import process from "node:process";
import { Client } from "@service/client";
import { uiMessageChunks } from "@service/client/ai-sdk";
import { createUIMessageStream, createUIMessageStreamResponse, type UIMessage } from "ai";

/** The version of the package `ai` that is installed here. */
const version = 7;
const client = new Client({
  baseUrl: process.env["ENGINE_URL"] ?? "http://127.0.0.1:8080",
  apiKey: process.env["ENGINE_KEY"] ?? "",
});

/** The conversation of the person who is signed in, from your own session: never one that the browser names. */
function conversationOf(_request: Request): string {
  return process.env["ENGINE_CONVERSATION"] ?? "";
}

/** Answers the last message of the page. */
export async function POST(request: Request): Promise<Response> {
  const { messages }: { messages: UIMessage[] } = await request.json();
  const question = messages.at(-1);
  const text = question?.parts.map((part) => (part.type === "text" ? part.text : "")).join("") ?? "";
  const frames = client.turns.submit({
    slug: "desk",
    conversation_id: conversationOf(request),
    body: { text },
    // The id of the message: sent again, it gets the same turn.
    "idempotency-key": question?.id ?? crypto.randomUUID(),
  });
  const stream = createUIMessageStream({
    execute: async ({ writer }) => {
      for await (const chunk of uiMessageChunks(frames, version)) writer.write(chunk);
    },
    onError: (error) => (error instanceof Error ? error.message : "The answer could not be read."),
  });
  return createUIMessageStreamResponse({ stream });
}
