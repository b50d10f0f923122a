import { EngineSlugParams, engineTypeNames, JsonObject } from "@service/contract";
import { compareReleases, listEnginesForOperator } from "@service/domain/engines";
import * as z from "zod";
import { route } from "../http/route.ts";
import { presentAs } from "./present-as.ts";
import { Moment, PlaceParams } from "./shapes.ts";

const place = "/console/v1/o/{organization_id}/e/{environment}";
const access = { scope: "environment", permission: "engines:manage" } as const;

const Row = z.object({
  slug: z.string(),
  label: z.string(),
  engine_type: z.enum(engineTypeNames),
  status: z.enum(["active", "archived"]),
  pin_policy: z.string(),
  newest_release: z.string().nullable(),
  draft_updated_at: Moment,
});
const Engines = z.object({ engines: z.array(Row) });

const list = route({
  id: "engineList.list",
  method: "GET",
  path: `${place}/engine-list`,
  summary: "Engines with their newest release, the oldest first",
  access,
  params: PlaceParams,
  responses: { 200: Engines },
  errors: [],
  handle: async ({ deps, principal, reply }) =>
    reply(200, presentAs(Engines, { engines: await listEnginesForOperator(deps, principal.organizationId) })),
});

const Comparison = z.object({
  base_config: JsonObject,
  head_config: JsonObject,
  schema_changes: z.array(
    z.object({
      schema: z.enum(["request", "response"]),
      path: z.string(),
      rule: z.string(),
      level: z.enum(["major", "minor"]),
    }),
  ),
  computed_version: z.string(),
});
const version = z.string().max(20);

const compare = route({
  id: "engineList.compare",
  method: "GET",
  path: `${place}/engine-list/{engine_slug}/comparison`,
  summary: "What a release, or the draft, changed against another release, and the number that this asks for",
  access,
  params: PlaceParams.extend(EngineSlugParams.shape),
  query: z.strictObject({ base: version, head: version }),
  responses: { 200: Comparison },
  errors: ["engine_not_found", "engine_archived", "engine_version_not_found"],
  async handle({ deps, principal, params, query, reply }) {
    const found = await compareReleases(deps, principal, params.engine_slug, query);
    return reply(200, {
      // As they are: names of their members belong to the configuration.
      base_config: found.baseConfig,
      head_config: found.headConfig,
      schema_changes: [...found.schemaChanges],
      computed_version: found.computedVersion,
    });
  },
});

export const engineRoutes = [list, compare];
