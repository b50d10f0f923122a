import { EngineConfigResponse, EngineSlugParams } from "@service/contract";
import { presentConfig, readConfig as read } from "@service/domain/engines";
import { route } from "../../http/route.ts";

export const readConfig = route({
  id: "engines.config.read",
  method: "GET",
  path: "/api/v1/engines/{engine_slug}/config",
  summary: "Read the draft configuration",
  description: "The draft exactly as last saved, and the preset of the engine type.",
  params: EngineSlugParams,
  responses: { 200: EngineConfigResponse },
  errors: [],
  async handle({ caller, deps, params, reply }) {
    return reply(200, presentConfig(await read(deps, caller, params.engine_slug)));
  },
});
