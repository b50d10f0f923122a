/**
 * Corrections: corrected results that the service attaches to finished runs (section 6.1 rules 6 and 7, domain.md H).
 *
 * Guarantees: a correction has the shape of its release's responses; corrections of a run are numbered without gaps;
 * the run itself never changes; whether `run.superseded` is told is decided once, in the commit that attaches the
 * correction. It leaves to others: what endpoints receive (`events`), and who may attach one (the operator).
 */
export { attachCorrection, type AttachedCorrection, type NewCorrection } from "./attach-correction.ts";
export { listCorrections, loadCorrections, type CorrectedResult, type CorrectionRow } from "./list-corrections.ts";
export { releaseOfRun, type RunRelease } from "./release-of-run.ts";
