import { CreateEnvironmentRequest, Environment, limits } from "@service/contract";
import { createEnvironment as create, presentEnvironment } from "@service/domain/environments";
import { route } from "../../http/route.ts";

export const createEnvironment = route({
  id: "environments.create",
  method: "POST",
  path: "/api/v1/environments",
  summary: "Create a sandbox environment",
  description: "An organization has at most five sandboxes besides `live`. `name` defaults to the slug.",
  body: { schema: CreateEnvironmentRequest, limitBytes: limits.jsonBodyBytes },
  responses: { 201: Environment },
  errors: [
    "environment_slug_invalid",
    "environment_slug_reserved",
    "environment_slug_taken",
    "environment_name_invalid",
    "environment_limit_reached",
    "environment_operation_failed",
  ],
  async handle({ caller, deps, body, reply }) {
    return reply(201, presentEnvironment(await create(deps, caller, body)));
  },
});
