import { capabilities } from "@service/contract";
import {
  createOrganizationKey,
  createScopedKey,
  listKeys,
  listScopedKeys,
  revokeKey,
  revokeScopedKey,
} from "@service/domain/keys";
import * as z from "zod";
import { route } from "../http/route.ts";
import { Moment, OrganizationParams, sentBytes } from "./shapes.ts";

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
});

const list = route({
  id: "keys.list",
  method: "GET",
  path: "/console/v1/o/{organization_id}/keys",
  summary: "Keys of an organization, newest first; never the keys themselves",
  access: { scope: "organization", permission: null },
  params: OrganizationParams,
  responses: { 200: z.object({ keys: z.array(Key) }) },
  errors: [],
  async handle({ deps, membership: { organizationId }, reply }) {
    const [organization, scoped] = await Promise.all([
      listKeys(deps, organizationId),
      listScopedKeys(deps, organizationId),
    ]);
    const keys = [
      ...organization.map((key) => ({ ...key, kind: "organization" as const, capabilities: null, engines: null })),
      ...scoped.map((key) => ({ ...key, kind: "scoped" as const, label: null })),
    ];
    return reply(200, {
      keys: keys.map((key) => ({
        key_id: key.keyId,
        kind: key.kind,
        key_prefix: key.keyPrefix,
        environment: key.environment,
        label: key.label,
        capabilities: key.capabilities && [...key.capabilities],
        engines: key.engines && [...key.engines],
        created_at: key.createdAt.toISOString(),
        revoked_at: key.revokedAt?.toISOString() ?? null,
      })),
    });
  },
});

const create = route({
  id: "keys.create",
  method: "POST",
  path: "/console/v1/o/{organization_id}/keys",
  summary: "Make an organization key; it is shown once",
  access: manage,
  params: OrganizationParams,
  body: { schema: z.strictObject({ environment: z.string(), label: z.string().optional() }), limitBytes: sentBytes },
  responses: { 201: Issued },
  errors: ["environment_not_found"],
  async handle({ deps, principal, membership: { organizationId }, body, reply }) {
    const issued = await createOrganizationKey(deps, principal, {
      organizationId,
      environmentSlug: body.environment,
      label: body.label,
    });
    return reply(201, { key_id: issued.keyId, api_key: issued.apiKey, environment: issued.environment });
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
    const { keyId, revokedAt } = await revokeKey(deps, principal, principal, params.key_id);
    return reply(200, { key_id: keyId, revoked_at: revokedAt.toISOString() });
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
      environment: z.string(),
      engines: z.array(z.string()).max(100),
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
    return reply(201, { key_id: issued.keyId, api_key: issued.apiKey, environment: issued.environment });
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
    const { keyId, revokedAt } = await revokeScopedKey(deps, principal, principal, params.key_id);
    return reply(200, { key_id: keyId, revoked_at: revokedAt.toISOString() });
  },
});

export const keyRoutes = [list, create, revoke, createScoped, revokeScoped];
