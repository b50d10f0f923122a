/**
 * Calls to model vendors: the two wire formats that the service speaks, behind the one interface of `@service/models`.
 *
 * Guarantees: a key goes to its own host alone, no redirect is followed, every failure is one of fifteen reasons with a
 * fixed sentence, nothing that a vendor wrote is in an error, and every wait has a bound. What may be sent, who may ask
 * and what is done with an answer is left to the callers.
 */
export { type Breaker, createBreakers } from "./circuit-breaker.ts";
export { type EnvironmentModel, environmentModelOf } from "./environment-model.ts";
export { type ModelAddress, openModelProvider, type ProviderOptions } from "./open-model-provider.ts";
