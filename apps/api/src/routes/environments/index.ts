/**
 * Environments (sections 2.11 and 4.5): organization keys only, of any environment. A key sees every environment of its
 * organization here; everything else it sees is of its own environment.
 */
import { createEnvironment } from "./create-environment.ts";
import { deleteEnvironment } from "./delete-environment.ts";
import { listEnvironments } from "./list-environments.ts";
import { updateEnvironment } from "./update-environment.ts";

export const environmentsRoutes = [listEnvironments, createEnvironment, updateEnvironment, deleteEnvironment];
