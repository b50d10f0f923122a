import { EngineConfigResponse, EngineSlugParams, limits, SaveConfigRequest } from "@service/contract";
import { presentConfig, saveConfig as save } from "@service/domain/engines";
import { route } from "../../http/route.ts";

export const saveConfig = route({
  id: "engines.config.save",
  method: "PUT",
  path: "/api/v1/engines/{engine_slug}/config",
  summary: "Replace the draft configuration",
  description: "Send the whole configuration: it replaces the draft. Releases do not change.",
  params: EngineSlugParams,
  body: { schema: SaveConfigRequest, limitBytes: limits.jsonBodyBytes },
  responses: { 200: EngineConfigResponse },
  errors: ["engine_not_found", "engine_archived", "validation_error"],
  async handle({ caller, deps, params, body, reply }) {
    return reply(200, presentConfig(await save(deps, caller, params.engine_slug, body.config)));
  },
});
