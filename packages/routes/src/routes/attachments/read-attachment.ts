import { Attachment, attachmentLimits, AttachmentParams } from "@service/contract";
import { attachmentContentUrl, findConversation, presentAttachment, readAttachment } from "@service/domain/attachments";
import { redirect } from "@service/http";
import { route } from "../../http/route.ts";
import { attachmentsPath } from "./path-of-attachments.ts";

const errors = ["conversation_instance_not_found", "conversation_not_found", "attachment_not_found"] as const;

export const readOneAttachment = route({
  id: "attachments.read",
  method: "GET",
  path: `${attachmentsPath}/{attachment_id}`,
  summary: "Read an attachment",
  description: "Ask again while `status` is `processing`.",
  params: AttachmentParams,
  responses: { 200: Attachment },
  errors: [...errors],
  async handle({ deps, caller, viewer, params, reply }) {
    const { slug, conversation_id: conversationId, attachment_id: attachmentId } = params;
    const { id } = await findConversation(deps, caller, { slug, conversationId, principal: viewer.principal });
    return reply(200, presentAttachment(await readAttachment(deps, caller, { conversationId: id, attachmentId })));
  },
});

export const readContent = route({
  id: "attachments.content",
  method: "GET",
  path: `${attachmentsPath}/{attachment_id}/content`,
  summary: "Download an attachment",
  description: "Redirects to its content, which can be downloaded for a minute, by anybody who has the URL.",
  params: AttachmentParams,
  responses: { 302: redirect({ validSeconds: attachmentLimits.contentSeconds }) },
  errors: [...errors, "attachment_not_ready", "attachments_not_configured"],
  async handle({ deps, caller, viewer, params, reply }) {
    const { slug, conversation_id: conversationId, attachment_id: attachmentId } = params;
    const { id } = await findConversation(deps, caller, { slug, conversationId, principal: viewer.principal });
    return reply(302, await attachmentContentUrl(deps, caller, { conversationId: id, attachmentId }));
  },
});
