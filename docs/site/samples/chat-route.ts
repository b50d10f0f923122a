// POST /api/chat, for Next.js (app/api/chat/route.ts) and every server of Request and Response. AI SDK 6 or 7.
import process from "node:process";
import { createUIMessageStream, createUIMessageStreamResponse, type UIMessage } from "ai";
import { askTurn } from "./ask-turn.ts";
import { uiMessageChunks } from "./ui-message-chunks.ts";

/** The version of the package `ai` that is installed here. */
const version = 7;

/** The conversation of the person who is signed in, from your own session: never an address that the browser sends. */
function conversationOf(_request: Request): string {
  return process.env["ENGINE_CONVERSATION"] ?? "/conversation-instances/desk/conversations/…";
}

/** Answers the last message of the page. */
export async function POST(request: Request): Promise<Response> {
  const { messages }: { messages: UIMessage[] } = await request.json();
  const question = messages.at(-1);
  const text = question?.parts.map((part) => (part.type === "text" ? part.text : "")).join("") ?? "";
  const stream = createUIMessageStream({
    execute: async ({ writer }) => {
      const frames = askTurn({
        api: process.env["ENGINE_API"] ?? "http://127.0.0.1:8080/api/v1",
        key: process.env["ENGINE_KEY"] ?? "",
        conversation: conversationOf(request),
        body: { text },
        // The id of the message: sent again, it gets the same turn.
        idempotencyKey: question?.id ?? crypto.randomUUID(),
      });
      for await (const chunk of uiMessageChunks(frames, version)) writer.write(chunk);
    },
    onError: (error) => (error instanceof Error ? error.message : "The answer could not be read."),
  });
  return createUIMessageStreamResponse({ stream });
}
