import { fail, portalOnlyCapabilities, type Capability } from "@service/contract";
import type { Deps } from "../deps.ts";
import type { IssuedKey } from "./create-organization-key.ts";
import { environmentOfKey } from "./environment-of-key.ts";
import { builtInEngine } from "../contract-registry/index.ts";
import { makeScopedKey } from "./key-shapes.ts";
import { capabilityNamed } from "./read-keys.ts";

export interface IssuedScopedKey extends IssuedKey {
  readonly engines: readonly string[];
  readonly capabilities: readonly Capability[];
}

/**
 * Issues a scoped key bound to an environment, engines and capabilities (section 5.2); earlier capability names are
 * accepted and stored under today's. No engine and no capability are allowed: such a key may call nothing.
 * @throws `not_found`, `environment_not_found`, `engine_not_found`, `invalid_request` (a name that no key can hold).
 */
export async function createScopedKey(
  deps: Deps,
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
  await deps.db.prisma.scopedKey.create({
    data: {
      id,
      organizationId: request.organizationId,
      environmentId: environment.id,
      secretHash: new Uint8Array(secretHash),
      capabilities,
      engines: { create: engines.map((engine) => ({ engineId: engine.id })) },
    },
  });
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
