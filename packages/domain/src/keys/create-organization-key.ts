import { randomUUID } from "node:crypto";
import { fail } from "@service/contract";
import type { Deps } from "../deps.ts";
import { environmentOfKey } from "./environment-of-key.ts";
import { makeOrganizationKey } from "./key-shapes.ts";

const labelCharsMax = 120;

/** A key at the only moment it is known in full. */
export interface IssuedKey {
  readonly keyId: string;
  readonly apiKey: string;
  readonly environment: string;
}

/**
 * Issues an organization key for one environment; only its hash is kept.
 * @throws `not_found` (organization), `environment_not_found`, `invalid_request` (label).
 */
export async function createOrganizationKey(
  deps: Deps,
  request: { organizationId: string; environmentSlug: string; label?: string | undefined },
): Promise<IssuedKey> {
  const label = request.label ?? "";
  if ([...label].length > labelCharsMax) {
    throw fail("invalid_request", { message: `The label of a key has at most ${labelCharsMax} characters.` });
  }
  const environment = await environmentOfKey(deps, request.organizationId, request.environmentSlug);
  const { apiKey, hash } = makeOrganizationKey(environment.slug);
  const keyId = randomUUID();
  await deps.db.prisma.organizationKey.create({
    data: {
      id: keyId,
      organizationId: request.organizationId,
      environmentId: environment.id,
      keyHash: new Uint8Array(hash),
      label,
    },
  });
  return { keyId, apiKey, environment: environment.slug };
}
