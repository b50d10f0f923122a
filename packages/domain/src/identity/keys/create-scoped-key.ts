import { fail, portalOnlyCapabilities, type Capability } from "@service/contract";
import { statement } from "@service/db";
import type { Actor } from "../access/index.ts";
import { auditInsert, auditValues, slugOf } from "../audit/index.ts";
import type { Deps } from "../../deps.ts";
import type { IssuedKey } from "./create-organization-key.ts";
import { environmentOfKey } from "./environment-of-key.ts";
import { builtInEngine } from "@service/contract-registry";
import { makeScopedKey } from "./key-shapes.ts";
import { capabilityNamed } from "./read-keys.ts";

export interface IssuedScopedKey extends IssuedKey {
  readonly engines: readonly string[];
  readonly capabilities: readonly Capability[];
}

const insertKey = statement(
  "scoped_keys_insert",
  `
  with k as (
    insert into scoped_keys (id, organization_id, environment_id, secret_hash, capabilities)
    values (@id, @organization_id, @environment_id, @secret_hash, @capabilities::text[]) returning *
  ), bound as (
    insert into scoped_key_engines (key_id, engine_id) select k.id, engine_id from k,
      unnest(@engine_ids::uuid[]) as engine_id
  )
  ${auditInsert({
    kind: "scoped_key",
    id: "k.id",
    organizationId: "k.organization_id",
    environment: slugOf("k.environment_id"),
    after: "jsonb_build_object('capabilities', k.capabilities, 'engines', @slugs::text[])",
    from: "k",
  })}`,
);

/**
 * Issues a scoped key bound to an environment, engines and capabilities (KEY-6); former capability names are accepted
 * and stored under their current names. Engines and capabilities may be empty: such a key can call nothing.
 * @throws `not_found`, `environment_not_found`, `engine_not_found`, `invalid_request` (not a capability of keys).
 */
export async function createScopedKey(
  deps: Pick<Deps, "db">,
  actor: Actor,
  request: {
    organizationId: string;
    environmentSlug: string;
    engineSlugs: readonly string[];
    capabilities: readonly string[];
  },
): Promise<IssuedScopedKey> {
  const capabilities = [...new Set(request.capabilities.map(grantable))];
  const environment = await environmentOfKey(deps, request.organizationId, request.environmentSlug);
  const slugs = [...new Set(request.engineSlugs)];
  const owned = await deps.db.prisma.engine.findMany({
    where: { organizationId: request.organizationId, slug: { in: slugs } },
    select: { id: true, slug: true },
  });
  const engines = slugs.includes(builtInEngine.slug) ? [...owned, builtInEngine] : owned;
  const missing = slugs.find((slug) => !engines.some((engine) => engine.slug === slug));
  if (missing !== undefined) {
    throw fail("engine_not_found", { message: `The organization has no engine ${JSON.stringify(missing)}.` });
  }
  const { id, apiKey, secretHash } = makeScopedKey();
  await deps.db.pool.query(
    insertKey({
      id,
      organizationId: request.organizationId,
      environmentId: environment.id,
      secretHash,
      capabilities,
      engineIds: engines.map((engine) => engine.id),
      slugs,
      ...auditValues(actor, "scopedKeys.create"),
    }),
  );
  return { keyId: id, apiKey, environment: environment.slug, engines: slugs, capabilities };
}

function grantable(name: string): Capability {
  const capability = capabilityNamed(name);
  if (capability) return capability;
  const isPortalOnly = portalOnlyCapabilities.some((portalOnly) => portalOnly === name);
  throw fail("invalid_request", {
    message: isPortalOnly
      ? `The capability ${name} exists in the portal only and can never be on a key.`
      : `There is no capability ${JSON.stringify(name)}.`,
  });
}
