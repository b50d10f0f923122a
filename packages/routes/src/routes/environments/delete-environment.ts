import { EnvironmentParams } from "@service/contract";
import { deleteEnvironment as remove } from "@service/domain/environments";
import { empty } from "@service/http";
import { route } from "../../http/route.ts";

export const deleteEnvironment = route({
  id: "environments.delete",
  method: "DELETE",
  path: "/api/v1/environments/{slug}",
  summary: "Delete a sandbox environment",
  description:
    "First revoke its keys and delete its webhook endpoints: it is refused while these or stored runs refer to the environment. Finished runs do so until retention removes them.",
  params: EnvironmentParams,
  responses: { 204: empty },
  errors: ["environment_live_immutable", "environment_not_found", "environment_in_use", "environment_operation_failed"],
  async handle({ caller, deps, params, reply }) {
    await remove(deps, caller, params.slug);
    return reply(204);
  },
});
