import { CreateEngineRequest, EngineMetadata, limits } from "@service/contract";
import { createEngine as create, presentEngine } from "@service/domain/engines";
import { route } from "../../http/route.ts";

export const createEngine = route({
  id: "engines.create",
  method: "POST",
  path: "/api/v1/engines",
  summary: "Create an engine",
  description: "The draft begins as the preset of the engine type. Publish a version before you submit runs.",
  body: { schema: CreateEngineRequest, limitBytes: limits.jsonBodyBytes },
  responses: { 201: EngineMetadata },
  errors: ["invalid_engine_type", "engine_slug_conflict", "engine_limit_reached"],
  async handle({ caller, deps, body, reply }) {
    const { slug, label, description, engine_type: engineType } = body;
    return reply(201, presentEngine(await create(deps, caller, { slug, label, description, engineType })));
  },
});
