import { EngineConfigResponse, EngineSlugParams, limits, SaveConfigRequest } from "@service/contract";
import { presentConfig, saveConfig as save } from "@service/domain/engines";
import { ConditionHeaders, etagOf } from "../../http/revision.ts";
import { route } from "../../http/route.ts";

export const saveConfig = route({
  id: "engines.config.save",
  method: "PUT",
  path: "/api/v1/engines/{engine_slug}/config",
  summary: "Replace the draft configuration",
  description:
    "Send the whole configuration: it replaces the draft. Releases do not change. With `If-Match`, a draft that has changed since it was read is kept.",
  hasEtag: true,
  params: EngineSlugParams,
  headers: ConditionHeaders,
  body: { schema: SaveConfigRequest, limitBytes: limits.jsonBodyBytes },
  responses: { 200: EngineConfigResponse },
  errors: ["engine_not_found", "engine_archived", "revision_conflict", "validation_error"],
  async handle({ caller, deps, params, headers, body, reply }) {
    const engine = await save(deps, caller, params.engine_slug, body.config, headers["if-match"]);
    return reply(200, presentConfig(engine), { etag: etagOf(engine.draftRevision) });
  },
});
