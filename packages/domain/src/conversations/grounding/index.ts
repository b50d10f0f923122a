/**
 * Grounding: who asks, what may be read for them, what was read for an answer, and who may therefore see it.
 *
 * Guarantees: every source is read by the verbs of its public route, with the viewer's key, seat and field policy; what an
 * answer was made from is stored with it, and whoever may not read that is not shown the answer. How answers are made from
 * passages is left to the answerers, conversations and turns to their modules.
 */
export { answerShownTo } from "./answer-shown-to.ts";
export {
  type BookEvidence,
  type Evidence,
  joinedEvidence,
  noEvidence,
  readEvidence,
  type RunEvidence,
} from "./evidence.ts";
export { gatherSources, type OpenBook, type SourcesRequest } from "./gather-sources.ts";
export { identitiesOfSubject } from "./identities-of-subject.ts";
export { keyScopeOf } from "./key-scope.ts";
export { narrowerOf } from "./narrower-of.ts";
export type {
  Gathered,
  GroundingConfig,
  GroundingRun,
  GroundingRuns,
  GroundingSource,
  GroundingSubject,
  Passage,
  SourceKind,
  SourceNotice,
} from "./passage.ts";
export { presentRights } from "./present-rights.ts";
export type { VariableValues } from "./selected.ts";
export type { GroundingDeps, Reach } from "./sources/source-question.ts";
export { readViewer } from "./viewer-json.ts";
