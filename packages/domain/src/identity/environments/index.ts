/**
 * Environments: one `live` and up to five sandboxes of each organization (ENV-1). Keys, webhook endpoints and
 * runs belong to one of them and are invisible from the others.
 *
 * Guarantees: never more than five sandboxes, even under concurrent creation; `live` is never removed; an environment
 * is removed only when nothing refers to it (ENV-9). Not here: the contents of an environment.
 */
export { createEnvironment } from "./create-environment.ts";
export { deleteEnvironment } from "./delete-environment.ts";
export { listEnvironments } from "./list-environments.ts";
export { presentEnvironment } from "./present-environment.ts";
export { updateEnvironment } from "./update-environment.ts";
