/** Conversations for tests of attachments and sources: rows as the service writes them; never part of a process. */
export { insertConversation, type TestConversation } from "./insert-conversation.ts";
