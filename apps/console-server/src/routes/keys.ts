import { capabilities } from "@service/contract";
import { refuse } from "@service/contract/console";
import {
  createOrganizationKey,
  createScopedKey,
  listKeys,
  listScopedKeys,
  reachOf,
  reachOfKey,
  revokeKey,
  revokeScopedKey,
} from "@service/domain/keys";
import { listRefusals, type Refusal, usesOfKeys } from "@service/domain/key-uses";
import * as z from "zod";
import { route } from "../http/route.ts";
import { type CsvColumns, csvFile, csvOf } from "./csv.ts";
import { presentAs } from "./present-as.ts";
import { Id, Moment, OrganizationParams, PlaceParams, sentBytes, Slug } from "./shapes.ts";

const manage = { scope: "organization", permission: "keys:manage", fresh: true } as const;
const service = { scope: "organization", permission: "service:manage", fresh: true } as const;
const KeyParams = OrganizationParams.extend({ key_id: z.string() });
/** The key itself, shown once. */
const Issued = z.object({ key_id: z.string(), api_key: z.string(), environment: z.string() });
const Revoked = z.object({ key_id: z.string(), revoked_at: Moment });
const Key = z.object({
  key_id: z.string(),
  kind: z.enum(["organization", "scoped"]),
  key_prefix: z.string().nullable(),
  environment: z.string(),
  label: z.string().nullable(),
  capabilities: z.array(z.string()).nullable(),
  engines: z.array(z.string()).nullable(),
  created_at: Moment,
  revoked_at: Moment.nullable(),
  used_at: Moment.nullable(),
  calls_24h: z.int(),
  refusals_24h: z.int(),
});
const Keys = z.object({ keys: z.array(Key) });

const list = route({
  id: "keys.list",
  method: "GET",
  path: "/console/v1/o/{organization_id}/keys",
  summary: "Keys of an organization, newest first; organization keys for who manages them, scoped keys for all members",
  access: { scope: "organization", permission: null },
  params: OrganizationParams,
  responses: { 200: Keys },
  errors: [],
  async handle({ deps, principal, membership: { organizationId }, reply }) {
    const [organization, scoped, uses] = await Promise.all([
      principal.permissions.has("keys:manage") ? listKeys(deps, organizationId) : [],
      listScopedKeys(deps, organizationId),
      usesOfKeys(deps, { organizationId }),
    ]);
    const useOf = new Map(uses.map((use) => [use.keyId, use]));
    const keys = [
      ...organization.map((key) => ({ ...key, kind: "organization" as const, capabilities: null, engines: null })),
      ...scoped.map((key) => ({ ...key, kind: "scoped" as const, label: null })),
    ];
    const used = keys.map((key) => {
      const use = useOf.get(key.keyId);
      return { ...key, usedAt: use?.usedAt ?? null, calls_24h: use?.calls ?? 0, refusals_24h: use?.refusals ?? 0 };
    });
    return reply(200, presentAs(Keys, { keys: used }));
  },
});

const create = route({
  id: "keys.create",
  method: "POST",
  path: "/console/v1/o/{organization_id}/keys",
  summary: "Make an organization key; it is shown once",
  access: manage,
  params: OrganizationParams,
  body: { schema: z.strictObject({ environment: Slug, label: z.string().optional() }), limitBytes: sentBytes },
  responses: { 201: Issued },
  errors: ["environment_not_found"],
  async handle({ deps, principal, membership: { organizationId }, body, reply }) {
    const issued = await createOrganizationKey(deps, principal, {
      organizationId,
      environmentSlug: body.environment,
      label: body.label,
    });
    return reply(201, presentAs(Issued, issued));
  },
});

const revoke = route({
  id: "keys.revoke",
  method: "DELETE",
  path: "/console/v1/o/{organization_id}/keys/{key_id}",
  summary: "Revoke an organization key; effective within 60 seconds",
  access: manage,
  params: KeyParams,
  responses: { 200: Revoked },
  errors: [],
  async handle({ deps, principal, params, reply }) {
    return reply(200, presentAs(Revoked, await revokeKey(deps, principal, principal, params.key_id)));
  },
});

const createScoped = route({
  id: "scopedKeys.create",
  method: "POST",
  path: "/console/v1/o/{organization_id}/scoped-keys",
  summary: "Make a scoped key for some engines; it is shown once",
  access: service,
  params: OrganizationParams,
  body: {
    schema: z.strictObject({
      environment: Slug,
      engines: z.array(Slug).max(100),
      capabilities: z.array(z.enum(capabilities)).min(1),
    }),
    limitBytes: sentBytes,
  },
  responses: { 201: Issued },
  errors: ["environment_not_found", "engine_not_found"],
  async handle({ deps, principal, membership: { organizationId }, body, reply }) {
    const issued = await createScopedKey(deps, principal, {
      organizationId,
      environmentSlug: body.environment,
      engineSlugs: body.engines,
      capabilities: body.capabilities,
    });
    return reply(201, presentAs(Issued, issued));
  },
});

const revokeScoped = route({
  id: "scopedKeys.revoke",
  method: "DELETE",
  path: "/console/v1/o/{organization_id}/scoped-keys/{key_id}",
  summary: "Revoke a scoped key; effective on the next request",
  access: service,
  params: KeyParams,
  responses: { 200: Revoked },
  errors: [],
  async handle({ deps, principal, params, reply }) {
    return reply(200, presentAs(Revoked, await revokeScopedKey(deps, principal, principal, params.key_id)));
  },
});

const Reach = z.object({
  actions: z.array(z.object({ action: z.string(), on: z.enum(["engine", "run"]).nullable() })),
  engine_ids: z.array(z.string()).nullable(),
  reads: z.array(z.string()),
  writes: z.array(z.string()),
});

const reach = route({
  id: "keys.reach",
  method: "GET",
  path: "/console/v1/o/{organization_id}/keys/{key_id}/reach",
  summary: "What a key opens: routes, engines and classes of data",
  access: { scope: "organization", permission: null },
  params: KeyParams,
  responses: { 200: Reach },
  errors: [],
  async handle({ deps, principal, params, reply }) {
    // Organization keys are for who manages them; their ids are UUIDs, those of scoped keys are not.
    if (Id.safeParse(params.key_id).success && !principal.permissions.has("keys:manage"))
      throw refuse("not_found", { message: "No key with this id exists." });
    return reply(200, presentAs(Reach, await reachOfKey(deps, principal, params.key_id)));
  },
});

const reachBefore = route({
  id: "keys.reachBefore",
  method: "GET",
  path: "/console/v1/o/{organization_id}/key-reach",
  summary: "What a key would open, before it is made",
  access: { scope: "organization", permission: null },
  params: OrganizationParams,
  query: z.strictObject({
    environment: Slug,
    /** Of a scoped key, with commas; left out: an organization key. */
    capabilities: z
      .string()
      .transform((text) => text.split(","))
      .pipe(z.array(z.enum(capabilities)))
      .optional(),
  }),
  responses: { 200: Reach },
  errors: [],
  handle({ query, reply }) {
    const isLive = query.environment === "live";
    const grant =
      query.capabilities === undefined
        ? ({ kind: "organization_key", isLive } as const)
        : ({ kind: "scoped_key", isLive, capabilities: query.capabilities, engineIds: [] } as const);
    return reply(200, presentAs(Reach, reachOf(grant)));
  },
});

const Refused = z.object({
  id: z.int(),
  refused_at: Moment,
  key_id: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  code: z.string(),
  field: z.string().nullable(),
  request_id: z.string(),
});

const RefusalFilters = z.strictObject({
  key_id: z.string().max(100).optional(),
  status: z.coerce.number().int().min(100).max(599).optional(),
  code: z.string().max(100).optional(),
  request_id: z.string().max(200).optional(),
});
const readsRefusals = { scope: "environment", permission: "runs:trace" } as const;

function refusalFilters({ key_id: keyId, request_id: requestId, status, code }: z.output<typeof RefusalFilters>) {
  return { keyId, status, code, requestId };
}

const refusals = route({
  id: "refusals.list",
  method: "GET",
  path: "/console/v1/o/{organization_id}/e/{environment}/refusals",
  summary: "Calls that were refused within seven days, newest first",
  access: readsRefusals,
  params: PlaceParams,
  query: RefusalFilters.extend({
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  responses: { 200: z.object({ rows: z.array(Refused), next: z.string().nullable() }) },
  errors: ["invalid_cursor"],
  async handle({ deps, principal, query: { cursor, limit, ...given }, reply }) {
    const { rows, nextCursor } = await listRefusals(deps, principal, { filters: refusalFilters(given), cursor, limit });
    return reply(200, { rows: rows.map((row) => presentAs(Refused, row)), next: nextCursor });
  },
});

const refusalColumns: CsvColumns<Refusal> = {
  refused_at: ({ refusedAt }) => refusedAt.toISOString(),
  status: ({ status }) => status,
  code: ({ code }) => code,
  method: ({ method }) => method,
  path: ({ path }) => path,
  field: ({ field }) => field,
  key_id: ({ keyId }) => keyId,
  request_id: ({ requestId }) => requestId,
};

const refusalsCsv = route({
  id: "refusals.csv",
  method: "GET",
  path: "/console/v1/o/{organization_id}/e/{environment}/refusals/csv",
  summary: "Refused calls as CSV, at most 100,000",
  access: readsRefusals,
  params: PlaceParams,
  query: RefusalFilters,
  responses: { 200: csvFile },
  errors: [],
  handle({ deps, principal, query, reply }) {
    const file = csvOf("refusals", refusalColumns, async (cursor?: string) => {
      const page = await listRefusals(deps, principal, { filters: refusalFilters(query), cursor, limit: 100 });
      return { rows: page.rows, next: page.nextCursor };
    });
    return reply(200, file);
  },
});

export const keyRoutes = [list, create, revoke, createScoped, revokeScoped, reach, reachBefore, refusals, refusalsCsv];
