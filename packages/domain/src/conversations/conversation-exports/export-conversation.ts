import type { ExportFormat } from "@service/contract";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";
import { type ConversationRow, type NamedConversation, requireConversation } from "../conversations/index.ts";
import type { Deps } from "../../deps.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { csvOf } from "./csv-of.ts";
import { jsonLinesOf } from "./json-lines-of.ts";
import { jsonOf } from "./json-of.ts";
import { markdownOf } from "./markdown-of.ts";
import { messagesOf } from "./messages-of.ts";
import { type ExportDeps, openParts, type Parts } from "./parts.ts";
import { recordExport } from "./record-export.ts";

/** A file that is made while it is sent. */
export interface ConversationExport {
  readonly mediaType: string;
  readonly fileName: string;
  readonly pieces: AsyncIterable<string>;
}

const forms = {
  json: { mediaType: "application/json", extension: "json", pieces: jsonOf },
  jsonl: { mediaType: "application/x-ndjson", extension: "jsonl", pieces: jsonLinesOf },
  markdown: { mediaType: "text/markdown", extension: "md", pieces: markdownOf },
  csv: { mediaType: "text/csv", extension: "csv", pieces: csvOf },
  messages: { mediaType: "application/json", extension: "messages.json", pieces: messagesOf },
} as const satisfies Record<
  ExportFormat,
  { mediaType: string; extension: string; pieces: (parts: Parts) => AsyncIterable<string> }
>;

/**
 * Exports a conversation (CONV-60 to CONV-66): the turns that there are now, in the order of their index, those from which the
 * answer is withheld without it. The audit row is written first: whoever reads the first byte is in the log.
 * @throws `conversation_instance_not_found`, `conversation_not_found`
 */
export async function exportConversation(
  deps: ExportDeps & Pick<Deps, "db">,
  { actor, viewer }: { readonly actor: Actor & EnvironmentScope; readonly viewer: Viewer },
  named: NamedConversation,
  format: ExportFormat,
): Promise<ConversationExport> {
  const conversation: ConversationRow = await requireConversation(deps, viewer, named);
  await recordExport(deps, actor, { conversation, format });
  const { mediaType, extension, pieces } = forms[format];
  return {
    mediaType,
    fileName: `conversation-${conversation.id}.${extension}`,
    pieces: pieces(await openParts(deps, { viewer, conversation })),
  };
}
