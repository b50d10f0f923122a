/**
 * Models: the language models that the operator registered, to whom they are open, and what was asked of them.
 *
 * Guarantees: an organization uses an alias only after an operator opened it, and for what it was registered for; keys are
 * sealed and in no answer; a changed registration counts from the next use on. What may be sent to a model is decided by
 * an egress manifest, which is not here.
 */
export { disableModel } from "./disable-model.ts";
export { embeddedAlias, embeddedModel, embeddedTest } from "./embedded-model.ts";
export { listModels } from "./list-models.ts";
export { listOpenModels, type OpenModel } from "./list-open-models.ts";
export { type ModelRegistration, readModelRegistration } from "./model-registration.ts";
export { createModelCallMetrics, type ModelCall, type ModelCallObserver } from "./model-calls.ts";
export { type ModelDesk, openModelDesk } from "./model-desk.ts";
export { type ModelLine, shownCaps, shownModel } from "./model-line.ts";
export { listModelUsage, type ModelUsageLine } from "./list-model-usage.ts";
export { type ModelUse, recordModelUsage } from "./record-model-usage.ts";
export { registerModel } from "./register-model.ts";
export { openUsageTally, type UsageTally } from "./usage-tally.ts";
export { removeOldModelUsage } from "./remove-old-model-usage.ts";
export { type ModelRefusal, type ResolvedModel, resolveModel } from "./resolve-model.ts";
export { type ModelTest, testModel } from "./test-model.ts";
