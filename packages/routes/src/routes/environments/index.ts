/**
 * Environments (ENV-2): organization keys only, of any environment. Only these routes show a key every environment of
 * its organization; all others are limited to its own environment.
 */
import { createEnvironment } from "./create-environment.ts";
import { deleteEnvironment } from "./delete-environment.ts";
import { listEnvironments } from "./list-environments.ts";
import { updateEnvironment } from "./update-environment.ts";

export const environmentsRoutes = [listEnvironments, createEnvironment, updateEnvironment, deleteEnvironment];
