import { AttachmentList, AttachmentsParams } from "@service/contract";
import { findConversation, listAttachments, presentAttachment } from "@service/domain/attachments";
import { requestedPage, PageQuery } from "../../http/page-query.ts";
import { route } from "../../http/route.ts";
import { attachmentsPath } from "./path-of-attachments.ts";

export const listOfAttachments = route({
  id: "attachments.list",
  method: "GET",
  path: attachmentsPath,
  summary: "List the attachments of a conversation",
  description: "Newest first.",
  params: AttachmentsParams,
  query: PageQuery,
  responses: { 200: AttachmentList },
  errors: ["conversation_instance_not_found", "conversation_not_found", "invalid_cursor"],
  async handle({ deps, caller, viewer, params, query, reply }) {
    const { slug, conversation_id } = params;
    const { id } = await findConversation(deps, caller, {
      slug,
      conversationId: conversation_id,
      principal: viewer.principal,
    });
    const { rows, nextCursor } = await listAttachments(deps, caller, {
      conversationId: id,
      ...requestedPage(query),
    });
    return reply(200, { attachments: rows.map(presentAttachment), next_cursor: nextCursor });
  },
});
