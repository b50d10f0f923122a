import { EngineSlugParams, engineTypeNames } from "@service/contract";
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
  summary: "What a release changed in the schemas against another one, and the number that this asks for",
  access,
  params: PlaceParams.extend(EngineSlugParams.shape),
  query: z.strictObject({ base: version, head: version }),
  responses: { 200: Comparison },
  errors: ["engine_not_found", "engine_archived", "engine_version_not_found"],
  handle: async ({ deps, principal, params, query, reply }) =>
    reply(200, presentAs(Comparison, await compareReleases(deps, principal, params.engine_slug, query))),
});

export const engineRoutes = [list, compare];
