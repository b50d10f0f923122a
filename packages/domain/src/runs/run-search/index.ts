/**
 * Run search: lists of runs for people, by filters that no index was made for (CON-50), the neighbours of a run in such a
 * list, and an overview of an environment.
 *
 * Guarantees: a search answers within its time with what it found and where it stopped; no statement here is on a run's
 * path, and none needs a new index. Not here: one run and its result (module "runs").
 */
export { neighboursOfRun } from "./neighbours-of-run.ts";
export { readRunMarks, type RunMark } from "./read-run-marks.ts";
export type { RunFilters } from "./run-filters.ts";
export { openRunOverviews, type OverviewWindow, type RunOverview, type RunOverviews } from "./run-overviews.ts";
export {
  countRuns,
  cursorOfRun,
  type FoundRuns,
  type ListedRun,
  type RunSearch,
  searchRuns,
  type SearchBounds,
} from "./search-runs.ts";
