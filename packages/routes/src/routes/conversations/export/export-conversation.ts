import { ConversationExport, ConversationParams, ExportedMessages, ExportQuery } from "@service/contract";
import { exportConversation as start } from "@service/domain/conversation-exports";

import { download } from "@service/http";
import * as z from "zod";
import { route } from "../../../http/route.ts";

export const exportConversation = route({
  id: "conversations.export",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/export",
  summary: "Export a conversation",
  description:
    "`json` has everything; `jsonl` the same as one record a line, the last of which has counts and the SHA-256 of what stands before it; `markdown` is a transcript with numbered sources; `csv` has a row a turn, and a cell that a spreadsheet would compute begins with an apostrophe; `messages` has questions and answers of the newest branch. It shows the turns that there are when it begins, unfinished ones with their status; answers that are made of what the caller may not read are withheld. Needs `conversations:export`, which `conversations:use` does not include.",
  params: ConversationParams,
  query: ExportQuery,
  responses: {
    200: download({
      "application/json": z.union([ConversationExport, ExportedMessages]),
      "application/x-ndjson": z.string().meta({ examples: ['{"type":"turn","turn":{}}'] }),
      "text/markdown": z.string().meta({ examples: ["# Renewal"] }),
      "text/csv": z.string().meta({ examples: ["index,turn_id"] }),
    }),
  },
  errors: ["invalid_export_format", "conversation_instance_not_found", "conversation_not_found"],
  async handle({ caller, viewer, deps, params, query, reply }) {
    const { slug, conversation_id: conversationId } = params;
    const by = { actor: caller, viewer: viewer };
    return reply(200, await start(deps, by, { slug, conversationId }, query.format ?? "json"));
  },
});
