/**
 * Language models, as far as no network is needed: what of a run or a conversation may leave for a provider (egress
 * manifests), what is asked, which parts of an answer are accepted, and the narrative that an answer or a template fills;
 * the interface of providers, the prompts of conversations and the filters of their answers.
 *
 * Guarantees: nothing leaves that no rule of the manifest names; a sentence or fact without its place in the data is
 * refused; an answer never makes a run fail (MODEL-27). Calling a provider, with its timeouts and budgets, is left to
 * the worker.
 */
export {
  assemblePrompt,
  type AssembledPrompt,
  type PromptMessage,
  type PromptParts,
  type PromptSource,
  wrapUntrusted,
} from "./conversation/assemble-prompt.ts";
export {
  conversationBlock,
  type EgressOfAttempt,
  type EgressRecord,
  letLeave,
  openEgress,
  partMayLeave,
  picturesMayLeave,
} from "./conversation/conversation-egress.ts";
export { type AnswerRules, type PreparedPrompt, preparePrompt, type ToolText } from "./conversation/prepare-prompt.ts";
export { citedAddresses, filterLinks, type LinkPolicy } from "./conversation/link-filter.ts";
export type { HiddenIdentities, Marks } from "./conversation/marks.ts";
export { partOfSource, type PromptPart, promptParts } from "./conversation/prompt-parts.ts";
export { putValuesBack } from "./conversation/put-values-back.ts";
export { redactText, type RedactedKind } from "./conversation/redact-text.ts";
export { chainFilters, type TextFilter } from "./conversation/text-filter.ts";
export { visibleText } from "./conversation/visible-text.ts";
export type { EgressManifest, RegisteredManifests } from "./egress-manifest.ts";
export { builtInManifests, findManifest, manifestHash, readManifest, sendsAnything } from "./egress.ts";
export type {
  AcceptedEnrichment,
  AcceptedFact,
  AcceptedLine,
  EnrichmentNeeds,
  FactType,
  LabelQuestion,
} from "./enrichment-exchange.ts";
export { lineFields } from "./enrichment-exchange.ts";
export type { ReadFigures } from "./anchors.ts";
export { checkProposedLines } from "./proposed-lines.ts";
export {
  applyNarration,
  checkAlignments,
  checkProposedFacts,
  type EnrichmentSettings,
  enrichmentSettings,
  type EnrichmentTask,
  type EnrichmentTaskName,
  planEnrichment,
  settleEnrichment,
} from "./enrichment-tasks.ts";
export {
  capabilitiesOf,
  type FinishReason,
  isRetryableReason,
  type ModelCapabilities,
  modelCapabilities,
  type ModelEvent,
  type ModelMessage,
  type ModelPicture,
  type ModelProvider,
  type ModelProviderName,
  modelProviderNames,
  type ModelRequest,
  type ModelSurface,
  modelSurfaces,
  ProviderFailure,
  providerMessage,
  type ProviderReason,
  providerReasons,
  type ToolCall,
  type ToolDeclaration,
} from "./provider.ts";
export { type NarrativeSentence, templateNarrative } from "./narrative.ts";
export { createTokenUsage, type TokenTotal } from "./token-usage.ts";
