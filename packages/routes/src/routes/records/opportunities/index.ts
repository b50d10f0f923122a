/** Opportunities of an engine: lists, annotations and runs (OPPS-1). The rules are in the domain package. */
import { deleteAnnotation, readAnnotation, saveAnnotation } from "./annotation-routes.ts";
import { listOpportunities } from "./list-opportunities.ts";
import { readOpportunity } from "./read-opportunity.ts";
import { submitOpportunityRun } from "./submit-opportunity-run.ts";
import { summarizeOpportunities } from "./summarize-opportunities.ts";

export const opportunitiesRoutes = [
  listOpportunities,
  summarizeOpportunities,
  submitOpportunityRun,
  readOpportunity,
  readAnnotation,
  saveAnnotation,
  deleteAnnotation,
];
