import { EngineMetadata, EngineSlugParams } from "@service/contract";
import { getEngine, presentEngine } from "@service/domain/engines";
import { route } from "../../http/route.ts";

export const readEngine = route({
  id: "engines.read",
  method: "GET",
  path: "/api/v1/engines/{engine_slug}",
  summary: "Read an engine",
  params: EngineSlugParams,
  responses: { 200: EngineMetadata },
  errors: [],
  async handle({ caller, deps, params, reply }) {
    return reply(200, presentEngine(await getEngine(deps, caller, params.engine_slug)));
  },
});
