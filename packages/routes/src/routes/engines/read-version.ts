import { EngineVersionParams, ReleaseDetail } from "@service/contract";
import { presentRelease, readRelease } from "@service/domain/engines";
import { route } from "../../http/route.ts";

export const readVersion = route({
  id: "engines.versions.read",
  method: "GET",
  path: "/api/v1/engines/{engine_slug}/versions/{version}",
  summary: "Read a release",
  description: "With its configuration, both schemas and the result of its gate.",
  params: EngineVersionParams,
  responses: { 200: ReleaseDetail },
  errors: ["engine_archived", "engine_version_not_found"],
  async handle({ deps, engine, params, reply }) {
    return reply(200, presentRelease(await readRelease(deps, engine, params.version)));
  },
});
