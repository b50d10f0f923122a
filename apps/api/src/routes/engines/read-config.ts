import { EngineConfigResponse, EngineSlugParams } from "@service/contract";
import { presentConfig, readConfig as read } from "@service/domain/engines";
import { route } from "../../http/route.ts";

export const readConfig = route({
  id: "engines.config.read",
  method: "GET",
  path: "/api/v1/engines/{engine_slug}/config",
  summary: "Read the draft configuration",
  description: "Exactly what was saved last, beside the preset of the engine type.",
  access: { key: "any", capabilities: ["engines:read"], engine: "slug" },
  params: EngineSlugParams,
  responses: { 200: EngineConfigResponse },
  errors: [],
  async handle({ caller, deps, params, reply }) {
    return reply(200, presentConfig(await read(deps, caller, params.engine_slug)));
  },
});
