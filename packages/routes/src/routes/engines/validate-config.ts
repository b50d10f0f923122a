import { ConfigValidation, EngineSlugParams, limits, ValidateConfigRequest } from "@service/contract";
import { presentValidation, validateConfig as validate } from "@service/domain/engines";
import { route } from "../../http/route.ts";

export const validateConfig = route({
  id: "engines.config.validate",
  method: "POST",
  path: "/api/v1/engines/{engine_slug}/config/validate",
  summary: "Check a configuration without saving it",
  description: "Runs the checks of publishing on `config`, or on the saved draft when absent. Stores nothing.",
  // Nobody would read the answer; the gate goes on for the next request (GATE-42).
  endsWithCaller: true,
  params: EngineSlugParams,
  body: { schema: ValidateConfigRequest, limitBytes: limits.jsonBodyBytes, optional: true },
  responses: { 200: ConfigValidation },
  errors: ["engine_not_found", "engine_archived", "engine_config_hash_inconsistent", "engine_config_hash_unavailable"],
  async handle({ caller, deps, params, body, reply, ...call }) {
    const validation = await validate(deps, caller, params.engine_slug, body.config, call.time);
    return reply(200, presentValidation(validation));
  },
});
