import { EnvironmentParams } from "@service/contract";
import { deleteEnvironment as remove } from "@service/domain/environments";
import { empty, route } from "../../http/route.ts";

export const deleteEnvironment = route({
  id: "environments.delete",
  method: "DELETE",
  path: "/api/v1/environments/{slug}",
  summary: "Delete a sandbox environment",
  description:
    "Refused while unrevoked keys, webhook endpoints or stored runs refer to it; finished runs do until retention removes them.",
  access: { key: "organization" },
  params: EnvironmentParams,
  responses: { 204: empty },
  errors: ["environment_live_immutable", "environment_not_found", "environment_in_use", "environment_operation_failed"],
  async handle({ caller, deps, params, reply }) {
    await remove(deps, caller.organizationId, params.slug);
    return reply(204);
  },
});
