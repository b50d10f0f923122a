import { EnvironmentList } from "@service/contract";
import { listEnvironments as list, presentEnvironment } from "@service/domain/environments";
import { route } from "../../http/route.ts";

export const listEnvironments = route({
  id: "environments.list",
  method: "GET",
  path: "/api/v1/environments",
  summary: "List the environments of the organization",
  description: "`live` first, then the sandboxes by age.",
  responses: { 200: EnvironmentList },
  errors: ["list_environments_failed"],
  async handle({ caller, deps, reply }) {
    const environments = await list(deps, caller);
    return reply(200, { environments: environments.map(presentEnvironment) });
  },
});
