/**
 * What conversation instances need of their evaluations: the gate of a release, and the erasure of scenarios that were
 * promoted from a conversation.
 *
 * Guarantees: the gate is judged over the scenarios and runs of the moment, within the caller's transaction. Scenarios and
 * runs themselves are in the module "evals", which knows instances; this one knows their rows alone.
 */
export { checkReleaseGate } from "./check-release-gate.ts";
export { eraseScenariosOf } from "./erase-scenarios.ts";
export { readScenarioBody, type ScenarioBody, writtenBody } from "./scenario-body.ts";
export { tryResults } from "./tried-scenarios.ts";
export { wordsOfGap } from "./words-of-gap.ts";
