import { Attachment, AttachmentFields, attachmentLimits, AttachmentsParams, fail } from "@service/contract";
import {
  assertAttachable,
  attachFile,
  examineFile,
  type ExaminedFile,
  findConversation,
  presentAttachment,
} from "@service/domain/attachments";
import { listOpenModels } from "@service/domain/models";
import { multipart } from "@service/http";
import { route } from "../../http/route.ts";
import { attachmentsPath } from "./path-of-attachments.ts";

export const uploadAttachment = route({
  id: "attachments.upload",
  method: "POST",
  path: attachmentsPath,
  summary: "Upload an attachment",
  description:
    "A form with one file `file`, of at most 20 MiB: PDF, DOCX, XLSX, CSV, text, Markdown, HTML or a mail, and PNG or JPEG where a model of the instance looks at pictures. The type follows from the content; a name or declared type of another one is refused. The file is scanned and read afterwards: a turn takes it once its `status` is `ready`. An instance takes attachments where `attachments.enabled` of its configuration is true.",
  params: AttachmentsParams,
  body: multipart({
    fields: AttachmentFields,
    files: { file: { bytesMax: attachmentLimits.fileBytes, tooLarge: "attachment_too_large" } },
    fieldBytesMax: attachmentLimits.metadataBytes,
    bodyBytesMax: attachmentLimits.bodyBytes,
    tooLarge: "attachment_too_large",
    malformed: "invalid_multipart",
    unsupported: "attachment_type_unsupported",
    uploadMs: attachmentLimits.uploadMs,
  }),
  responses: { 201: Attachment },
  errors: [
    "conversation_instance_not_found",
    "conversation_not_found",
    "attachment_type_unsupported",
    "attachment_limit_reached",
    "attachments_not_configured",
    "file_store_unavailable",
    "invalid_request",
  ],
  async handle({ deps, settings, caller, viewer, params, body, reply }) {
    const { slug, conversation_id: conversationId } = params;
    const conversation = await findConversation(deps, caller, { slug, conversationId, principal: viewer.principal });
    const files = await assertAttachable(deps, caller, conversation);
    const models = await listOpenModels(deps, caller.organizationId);
    const seeing = models.flatMap(({ alias, caps }) => (caps.vision ? [alias] : []));
    const examined: ExaminedFile[] = [];
    try {
      const { fields } = await body.receive({
        file: async (sent) => {
          examined.push(await examineFile(files, sent, { takes: conversation.takes, seeing }));
        },
      });
      const [file] = examined;
      if (file === undefined) throw fail("invalid_multipart", { message: "The part file is missing." });
      const { hasScanner } = settings;
      const given = { conversation, file, metadata: fields.metadata, hasScanner };
      return reply(201, presentAttachment(await attachFile({ db: deps.db, files }, caller, given)));
    } finally {
      // What is stored by now stays stored; of everything else nothing is left.
      await Promise.all(examined.map(({ received }) => received.discard()));
    }
  },
});
