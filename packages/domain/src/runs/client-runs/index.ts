/**
 * Runs about one client whose input the service writes from the book: risk runs (entity_analysis) and program runs
 * (matching). What the person of the request does not see is in no input. Submitting them is left to `runs`.
 */
export { type ClientRunRequest, type ClientRunPurpose, clientRunInput } from "./client-run-input.ts";
