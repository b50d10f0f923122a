/**
 * Conversations: configured assistants (instances) with a draft and immutable releases, the conversations that callers have
 * with them, what people say of the answers, and exports.
 *
 * Guarantees: the configuration under a hash never changes; a release is made only of a configuration that passed its gate,
 * under the lock of the instance; a conversation that is deleted is hidden at once. Not here: turns (module "turns"), what a
 * turn may read and who may read its answer (module "grounding"), evaluations (module "evals").
 */
export {
  annotateConversation,
  type AnnotationChanges,
  type AnnotationContent,
  changeAnnotation,
  removeAnnotation,
} from "./annotate-conversation.ts";
export {
  type AnnotationRow,
  type NamedAnnotation,
  presentAnnotations,
  requireAnnotation,
  withheldTurns,
} from "./annotation.ts";
export { readInstanceConfig } from "./check-instance-config.ts";
export { configHash, presetConfig, readConfiguration } from "./configuration.ts";
export {
  type ConversationRow,
  type ConversationScope,
  lockConversation,
  type NamedConversation,
  requireConversation,
} from "./conversation.ts";
export { type ConversationRequest, createConversation } from "./create-conversation.ts";
export { createInstance } from "./create-instance.ts";
export { assertRevision } from "./if-match.ts";
export { assertInstanceActive, gateOf, type Instance, requireInstance } from "./instance.ts";
export { listInstances } from "./list-instances.ts";
export { listVersions, readVersion } from "./list-versions.ts";
export { deleteConversation } from "./delete-conversation.ts";
export { conversationRetentionDays, expireConversations } from "./expire-conversations.ts";
export { type AnnotationFilters, listAnnotations } from "./list-annotations.ts";
export { type ConversationFilters, listConversations } from "./list-conversations.ts";
export { presentConversation, subjectOf, variablesOf } from "./present-conversation.ts";
export { presentDraft, presentInstance } from "./present-instance.ts";
export { type InstancePublication, type PublicationOutcome, publishVersion } from "./publish-version.ts";
export { purgeConversations } from "./purge-conversations.ts";
export { draftOf, readDraft } from "./read-draft.ts";
export { releaseGateOf } from "./release-gate.ts";
export { removeUnusedInstanceConfigurations } from "./remove-unused-configurations.ts";
export { saveDraft } from "./save-draft.ts";
export { type ConversationChanges, updateConversation } from "./update-conversation.ts";
export { type InstanceChanges, updateInstance } from "./update-instance.ts";
export { assertVariables, type VariableValues, withVariables } from "./variables.ts";
export { presentVersion } from "./version.ts";
export { type BookSourceDeps, openBookSource } from "./sources/index.ts";
