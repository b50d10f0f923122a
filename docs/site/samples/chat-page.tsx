"use client";
// A whole page, for Next.js (app/page.tsx). AI SDK 6 (`ai@6 @ai-sdk/react@3`) or 7 (`ai@7 @ai-sdk/react@4`), React 19.
import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, type UIMessage } from "ai";
import { useState } from "react";

export default function Page() {
  const [question, setQuestion] = useState("");
  const { messages, sendMessage, stop, status, error } = useChat({
    transport: new DefaultChatTransport({ api: "/api/chat" }),
  });
  const isBusy = status === "submitted" || status === "streaming";
  return (
    <main>
      {messages.map((message) => (
        <article key={message.id}>
          <h2>{message.role === "user" ? "You" : "Assistant"}</h2>
          {shown(message).map((part, index) => {
            if (part.type === "text") return <p key={index}>{part.text}</p>;
            if (part.type === "source-document")
              return (
                <p key={index}>
                  [{part.sourceId}] {part.title}: <q>{String(part.providerMetadata?.["service"]?.["quote"] ?? "")}</q>
                </p>
              );
            if (part.type === "data-notice") return <p key={index}>{noticeOf(part.data)}</p>;
            return null;
          })}
        </article>
      ))}
      {error && <p role="alert">{error.message}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text: question });
          setQuestion("");
        }}
      >
        <label>
          Question <input value={question} onChange={(event) => setQuestion(event.target.value)} />
        </label>
        {isBusy ? (
          <button type="button" onClick={() => void stop()}>
            Stop
          </button>
        ) : (
          <button type="submit">Ask</button>
        )}
      </form>
    </main>
  );
}

/** What was said before an attempt began anew is not shown (AI SDK 6; version 7 removes it by itself). */
function shown({ parts }: UIMessage): UIMessage["parts"] {
  return parts.slice(parts.findLastIndex(({ type }) => type === "data-taken-back") + 1);
}

function noticeOf(data: unknown): string {
  const message: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "message") : undefined;
  return typeof message === "string" ? message : "";
}
