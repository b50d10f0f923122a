/**
 * Opportunities: what runs find in a book, as a resource that lives from run to run (OPPS-1).
 *
 * Guarantees: a finished run is brought in once, in order of completion, in one transaction; an older run never undoes a
 * newer one; the table of states (`opportunity-states.ts`) says what becomes of which status; what people say survives
 * runs. A viewer sees the opportunities of the clients that the viewer sees. Not here: what is found (the engine type),
 * how a run is submitted (`runs`), the book (`records`).
 */
export { deleteAnnotation, type NewAnnotation, saveAnnotation } from "./annotate-opportunity.ts";
export { findOpportunityEngine } from "./find-opportunity-engine.ts";
export { expireOpportunities, removeOldOpportunities } from "./keep-opportunities.ts";
export { listOpportunities, type ListedOpportunities, type OpportunityListRequest } from "./list-opportunities.ts";
export { type LoadedOpportunities, loadOpportunities } from "./load-opportunities.ts";
export { openOpportunitiesOf } from "./open-opportunities.ts";
export { opportunitySorts, type OpportunitySort } from "./opportunity-order.ts";
export type { AnnotationRow, OpportunityDeps, OpportunityRow } from "./opportunity.ts";
export {
  decidedStatuses,
  type DecidedStatus,
  opportunityTransitions,
  type OpportunityTransition,
} from "./opportunity-states.ts";
export { hiddenMembers, hidesNotes, presentAnnotationTo, presentOpportunities } from "./present-opportunity.ts";
export { projectRuns } from "./project-runs.ts";
export { readOpportunity } from "./read-opportunity.ts";
export type { Projection } from "./read-projection.ts";
export type { OpportunityFilters, OpportunityScope } from "./opportunity-filters.ts";
export { setOpportunityStatuses, type StatusDecision } from "./set-opportunity-status.ts";
export { removeOrphanedProjections, removeProjection, storeProjection } from "./store-projection.ts";
export { type OpportunityTotals, summarizeOpportunities } from "./summarize-opportunities.ts";
