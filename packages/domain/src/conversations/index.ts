/**
 * Conversations: configured assistants (instances) with a draft and immutable releases, the conversations that callers have
 * with them, what people say of the answers, and exports.
 *
 * Guarantees: the configuration under a hash never changes; a release is made only of a configuration that passed its gate,
 * under the lock of the instance; a conversation that is deleted is hidden at once. Not here: turns (module "turns"), what a
 * turn may read and who may read its answer (module "grounding"), evaluations (module "evals").
 */
export { configHash, presetConfig, readConfiguration } from "./configuration.ts";
