/**
 * Language models, as far as no network is needed: what of a run may leave for a provider (egress manifests), what is
 * asked, which parts of an answer are accepted, and the narrative that an answer or a template fills.
 *
 * Guarantees: nothing leaves that no rule of the manifest names; a sentence or fact without its place in the data is
 * refused; an answer never makes a run fail (MODEL-27). Calling a provider, with its timeouts and budgets, is left to
 * the worker.
 */
export type { EgressManifest, RegisteredManifests } from "./egress-manifest.ts";
export { builtInManifests, findManifest, manifestHash, readManifest, sendsAnything } from "./egress.ts";
export type {
  AcceptedEnrichment,
  AcceptedFact,
  EnrichmentNeeds,
  FactType,
  LabelQuestion,
} from "./enrichment-exchange.ts";
export {
  applyNarration,
  checkAlignments,
  checkProposedFacts,
  type EnrichmentSettings,
  enrichmentSettings,
  type EnrichmentTask,
  type EnrichmentTaskName,
  planEnrichment,
  type ReadFigures,
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
