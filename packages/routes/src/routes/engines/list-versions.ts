import { EngineSlugParams, ReleaseList } from "@service/contract";
import { listReleases, presentReleaseLine } from "@service/domain/engines";
import { route } from "../../http/route.ts";

export const listVersions = route({
  id: "engines.versions.list",
  method: "GET",
  path: "/api/v1/engines/{engine_slug}/versions",
  summary: "List the releases of an engine",
  description: "Newest first.",
  params: EngineSlugParams,
  responses: { 200: ReleaseList },
  errors: ["engine_archived"],
  async handle({ deps, engine, reply }) {
    return reply(200, { versions: (await listReleases(deps, engine)).map(presentReleaseLine) });
  },
});
