import type { Turn } from "@service/client";
import * as z from "zod";
import { type At, clip, clipText, pageWithin } from "../bounded.ts";
import { common, listed, tool } from "../tool.ts";

const { cursor, limit, connectionId, callId } = common;
/** Less than the minute that clients of the protocol wait. */
const answerMs = 50_000;

/** Assistants of the organization, which answer with citations. */
export const assistantTools = [
  tool({
    name: "list_assistants",
    title: "List assistants",
    description: "The assistants that answer questions: slug and what each is for.",
    needs: ["conversations:use"],
    effect: "read",
    input: { limit, cursor },
    async answer({ client, options }, given) {
      const read = async (at: At) => {
        const page = await client.conversationInstances.list({ status: "active", ...at }, options);
        return { rows: page.conversation_instances, next: page.next_cursor };
      };
      return listed(
        await pageWithin(given, read, ({ slug, label, description, latest_version }) => ({
          cite: `assistant:${slug}`,
          slug,
          label,
          description,
          latest_version,
        })),
      );
    },
  }),
  tool({
    name: "ask_assistant",
    title: "Ask an assistant",
    description:
      "Asks an assistant of the organization; the answer cites its sources by [n]. With the conversation_id of an answer before, the conversation goes on. The same call again shows the same answer.",
    needs: ["conversations:use"],
    effect: "write",
    input: {
      assistant: z.string().min(1).max(60).describe("Slug."),
      question: z.string().min(1).max(8_000),
      conversation_id: z.string().max(64).exactOptional(),
      client_key: z.string().max(128).exactOptional().describe("The client that a new conversation is about."),
      connection_id: connectionId,
      call_id: callId,
    },
    async answer(
      { client, options, fingerprint },
      { assistant: slug, question, conversation_id, client_key, connection_id },
    ) {
      const about = { connection_id, client_key };
      const conversation =
        conversation_id ??
        (
          await client.call(
            "conversations.create",
            { slug, "idempotency-key": fingerprint, body: client_key === undefined ? {} : { subject: about } },
            options,
          )
        ).conversation_id;
      const place = { slug, conversation_id: conversation };
      const ending = new AbortController();
      const timer = setTimeout(() => ending.abort(), answerMs);
      try {
        const signal = AbortSignal.any([ending.signal, ...(options.signal ? [options.signal] : [])]);
        const turn = await client.turns.submitAndWait(
          { ...place, body: { text: question }, "idempotency-key": fingerprint },
          { ...options, signal },
        );
        return { data: turnShown(turn) };
      } catch (error) {
        // The turn goes on in the service.
        if (!ending.signal.aborted) throw error;
        return { data: { ...place, status: "running", hint: "Not finished: make the same call again." } };
      } finally {
        clearTimeout(timer);
      }
    },
  }),
];

function turnShown({ turn_id, conversation_id, status, output, error, incomplete_reason }: Turn) {
  const { text, method, tentative } = output;
  return {
    cite: `turn:${turn_id}`,
    conversation_id,
    turn_id,
    status,
    method,
    tentative,
    error,
    incomplete_reason,
    answer: text === null ? null : clipText(text, 8_000),
    citations: clip(output.citations, { text: 300, items: 15, depth: 6 }),
  };
}
