/**
 * Analyses: counts, sums and extremes over one family of the book, computed in one statement at one snapshot over the rows
 * that the person sees.
 *
 * Guarantees: no answer tells a viewer of a narrower scope than All about fewer than five rows, neither by a group nor by
 * subtracting what is shown from a total; a field that the policy hides is asked about by nobody; an answer is read again
 * only with rights as wide as those it was computed with. Differences between two questions are not prevented.
 */
export {
  type AnalysisOrder,
  type AnalysisQuery,
  type Cell,
  type Measure,
  type MeasureOperation,
  measureOperations,
  smallestGroup,
} from "./analysis.ts";
export { type Answered, askAnalysis, type AnalysisRequest, refuseSwitchedOff } from "./ask-analysis.ts";
export { conditionIssues } from "./condition-issues.ts";
export { analysisDays, listAnalyses, readAnalysis, removeOldAnalyses, type StoredAnalysis } from "./read-analyses.ts";
