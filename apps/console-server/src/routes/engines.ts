import { EngineSlugParams, engineTypeNames, JsonObject, limits, pinPolicies } from "@service/contract";
import {
  compareReleases,
  type EnginePurpose,
  type EngineSettings,
  listEnginesForOperator,
  setEngineSettings,
  setStampSecret,
} from "@service/domain/engines";
import { parseJsonObject } from "@service/json";
import * as z from "zod";
import { route } from "../http/route.ts";
import { presentAs } from "./present-as.ts";
import { Moment, PlaceParams, SecretText, sentBytes } from "./shapes.ts";

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

const ServiceSettings = z.object({
  pin_policy: z.enum(pinPolicies),
  withdrawn_versions: z.array(z.string()),
  designated_for: z.array(z.string()),
  /** Null: the `evaluation` of the draft applies as it is. */
  gate: JsonObject.nullable(),
});

function presentSettings(settings: EngineSettings): z.output<typeof ServiceSettings> {
  return {
    pin_policy: settings.pinPolicy,
    withdrawn_versions: [...settings.withdrawnVersions],
    designated_for: [...settings.designatedFor],
    gate: settings.gate === null ? null : parseJsonObject(settings.gate),
  };
}

const ofService = { scope: "environment", permission: "service:manage" } as const;
const settingsPath = `${place}/engine-list/{engine_slug}/settings` as const;

const readSettings = route({
  id: "engineList.readSettings",
  method: "GET",
  path: settingsPath,
  summary: "Settings of an engine that are the service's",
  access: ofService,
  params: PlaceParams.extend(EngineSlugParams.shape),
  responses: { 200: ServiceSettings },
  errors: ["engine_not_found"],
  handle: async ({ deps, principal, params, reply }) =>
    reply(
      200,
      presentSettings(await setEngineSettings(deps, principal, principal.organizationId, params.engine_slug, {})),
    ),
});

const designations = ["risk", "program", "opportunity", "none"] as const satisfies readonly (EnginePurpose | "none")[];

const changeSettings = route({
  id: "engineList.setSettings",
  method: "PATCH",
  path: settingsPath,
  summary: "Change them; a release is withdrawn for good",
  access: { ...ofService, fresh: true },
  params: PlaceParams.extend(EngineSlugParams.shape),
  body: {
    schema: z.strictObject({
      pin_policy: z.enum(pinPolicies).optional(),
      withdraw: version.optional(),
      designate: z.enum(designations).optional(),
      gate: JsonObject.optional(),
    }),
    limitBytes: limits.jsonBodyBytes,
  },
  responses: { 200: ServiceSettings },
  errors: ["engine_not_found", "engine_version_not_found"],
  async handle({ deps, principal, params, body, reply }) {
    const settings = await setEngineSettings(deps, principal, principal.organizationId, params.engine_slug, {
      pinPolicy: body.pin_policy,
      withdraw: body.withdraw,
      designate: body.designate,
      gate: body.gate === undefined ? undefined : JSON.stringify(body.gate),
    });
    return reply(200, presentSettings(settings));
  },
});

const StampSecret = z.object({
  set_at: Moment,
  previous_accepted_until: Moment.nullable(),
  listed_sources: z.array(z.string()),
});

const stampSecret = route({
  id: "engineList.setStampSecret",
  method: "POST",
  path: `${place}/engine-list/{engine_slug}/stamp-secrets`,
  summary: "Set the secret with which a submission source signs; the one before is accepted for a while",
  access: { ...ofService, fresh: true },
  params: PlaceParams.extend(EngineSlugParams.shape),
  body: {
    schema: z.strictObject({
      source_key: z.string().max(128),
      secret: SecretText,
      /** Default: a day. */
      previous_expires_in_seconds: z.int().min(0).max(604_800).optional(),
    }),
    limitBytes: sentBytes,
  },
  responses: { 201: StampSecret },
  errors: ["engine_not_found", "secret_limit_reached"],
  async handle({ deps, principal, params, body, reply }) {
    const set = await setStampSecret(deps, principal, {
      organizationId: principal.organizationId,
      slug: params.engine_slug,
      sourceKey: body.source_key,
      secret: body.secret,
      previousExpiresInSeconds: body.previous_expires_in_seconds,
    });
    return reply(201, presentAs(StampSecret, set));
  },
});

export const engineRoutes = [list, compare, readSettings, changeSettings, stampSecret];
