import { Environment, EnvironmentParams, limits, UpdateEnvironmentRequest } from "@service/contract";
import { presentEnvironment, updateEnvironment as update } from "@service/domain/environments";
import { route } from "../../http/route.ts";

export const updateEnvironment = route({
  id: "environments.update",
  method: "PATCH",
  path: "/api/v1/environments/{slug}",
  summary: "Rename an environment",
  params: EnvironmentParams,
  body: { schema: UpdateEnvironmentRequest, limitBytes: limits.jsonBodyBytes },
  responses: { 200: Environment },
  errors: ["environment_name_invalid", "environment_not_found", "environment_operation_failed"],
  async handle({ caller, deps, params, body, reply }) {
    return reply(200, presentEnvironment(await update(deps, caller, params.slug, body)));
  },
});
