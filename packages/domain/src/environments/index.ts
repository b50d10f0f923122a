/**
 * Environments: one `live` and up to five sandboxes of each organization (section 2.11). Keys, webhook endpoints and
 * runs belong to one of them and are invisible from the others.
 *
 * Guarantees: never more than five sandboxes, however many are created at once; `live` is never removed; an
 * environment goes only when nothing refers to it (decisions.md 26). It leaves to others: what lives in one.
 */
export { createEnvironment } from "./create-environment.ts";
export { deleteEnvironment } from "./delete-environment.ts";
export { listEnvironments } from "./list-environments.ts";
export { presentEnvironment } from "./present-environment.ts";
export { updateEnvironment } from "./update-environment.ts";
