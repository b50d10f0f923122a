/**
 * Corrections: corrected results that the service attaches to finished runs (COR-1, COR-4).
 *
 * Guarantees: a correction matches its release's response schema; corrections of a run are numbered without gaps; the
 * run itself never changes; whether `run.superseded` is sent is decided once, in the commit that attaches the
 * correction.
 * Not here: what endpoints receive (`events`), and who may attach one (the operator).
 */
export { attachCorrection, type AttachedCorrection, type NewCorrection } from "./attach-correction.ts";
export {
  listCorrectionHeads,
  listCorrections,
  loadCorrections,
  type CorrectedResult,
  type CorrectionRow,
} from "./list-corrections.ts";
export { releaseOfRun, type RunRelease } from "./release-of-run.ts";
