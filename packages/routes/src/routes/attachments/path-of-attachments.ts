/** Where the attachments of a conversation are. */
export const attachmentsPath = "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/attachments";
