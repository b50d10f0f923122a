import { EngineMetadata, EngineSlugParams, limits, UpdateEngineRequest } from "@service/contract";
import { presentEngine, updateEngine as update } from "@service/domain/engines";
import { route } from "../../http/route.ts";

export const updateEngine = route({
  id: "engines.update",
  method: "PATCH",
  path: "/api/v1/engines/{engine_slug}",
  summary: "Update, archive or restore an engine",
  description: "Send at least one field that is not null; the others keep their values.",
  params: EngineSlugParams,
  body: { schema: UpdateEngineRequest, limitBytes: limits.jsonBodyBytes },
  responses: { 200: EngineMetadata },
  errors: ["engine_not_found"],
  async handle({ caller, deps, params, body, reply }) {
    const { label, description, status, group_key: groupKey } = body;
    const updated = await update(deps, caller, params.engine_slug, { label, description, status, groupKey });
    return reply(200, presentEngine(updated));
  },
});
