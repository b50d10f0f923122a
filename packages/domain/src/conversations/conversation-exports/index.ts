/**
 * Exports of conversations: one conversation with everything that hangs on it, in five forms, sent while it is read.
 *
 * Guarantees: an export shows the turns that there were when it began, each as the viewer may see it; it is never held in
 * memory as a whole; who exported what is in the audit log. Not here: what a viewer may see (modules "turns" and "grounding").
 */
export { type ConversationExport, exportConversation } from "./export-conversation.ts";
