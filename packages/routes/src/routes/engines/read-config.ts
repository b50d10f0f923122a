import { EngineConfigResponse, EngineSlugParams } from "@service/contract";
import { presentConfig, readConfig as read } from "@service/domain/engines";
import { etagOf } from "../../http/revision.ts";
import { route } from "../../http/route.ts";

export const readConfig = route({
  id: "engines.config.read",
  method: "GET",
  path: "/api/v1/engines/{engine_slug}/config",
  summary: "Read the draft configuration",
  description:
    "The draft exactly as last saved, and the preset of the engine type. The `ETag` is its revision, for `If-Match`.",
  hasEtag: true,
  params: EngineSlugParams,
  responses: { 200: EngineConfigResponse },
  errors: [],
  async handle({ caller, deps, params, reply }) {
    const engine = await read(deps, caller, params.engine_slug);
    return reply(200, presentConfig(engine), { etag: etagOf(engine.draftRevision) });
  },
});
