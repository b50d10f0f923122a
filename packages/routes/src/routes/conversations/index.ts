/**
 * Conversation instances, their releases, and the conversations that callers have with them (CONV-1). Every change of an
 * instance needs an organization key; the rules are in the domain package.
 */
import {
  changeAnnotation,
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  readAnnotation,
} from "./annotations/annotation-routes.ts";
import { createConversation } from "./conversations/create-conversation.ts";
import { deleteConversation } from "./conversations/delete-conversation.ts";
import { listConversations } from "./conversations/list-conversations.ts";
import { readConversation } from "./conversations/read-conversation.ts";
import { updateConversation } from "./conversations/update-conversation.ts";
import { exportConversation } from "./export/export-conversation.ts";
import { createInstance } from "./instances/create-instance.ts";
import { listInstances } from "./instances/list-instances.ts";
import { readDraft } from "./instances/read-draft.ts";
import { readInstance } from "./instances/read-instance.ts";
import { saveDraft } from "./instances/save-draft.ts";
import { updateInstance } from "./instances/update-instance.ts";
import { listVersions } from "./versions/list-versions.ts";
import { publishVersion } from "./versions/publish-version.ts";
import { readVersion } from "./versions/read-version.ts";

export const conversationsRoutes = [
  listInstances,
  createInstance,
  readInstance,
  updateInstance,
  readDraft,
  saveDraft,
  listVersions,
  publishVersion,
  readVersion,
  listConversations,
  createConversation,
  readConversation,
  updateConversation,
  deleteConversation,
  listAnnotations,
  createAnnotation,
  readAnnotation,
  changeAnnotation,
  deleteAnnotation,
  exportConversation,
];
