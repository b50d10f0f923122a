/**
 * Attachments: files that people add to a conversation. Bytes and text are those of blobs (module `documents`): equal bytes
 * are stored, scanned and read once.
 *
 * Guarantees: what a file is follows from its content, and what is no type that is taken is not stored; a file is ready only
 * after a scan that is set up; nothing is stored under a name that a sender chose; what no turn names goes after a day.
 */
export { presentAttachment, type StoredAttachment } from "./attachment.ts";
export { assertAttachable, attachFile, type AttachmentDeps, type ExaminedFile, examineFile } from "./attach-file.ts";
export { type AttachedFile, attachmentsForTurn, findAttachedFiles, markAttached } from "./attachments-for-turn.ts";
export { findConversation } from "./find-conversation.ts";
export { listAttachments } from "./list-attachments.ts";
export { attachmentContentUrl, readAttachment } from "./read-attachment.ts";
export { removeAttachmentsOf, removeUnattached } from "./remove-attachments.ts";
