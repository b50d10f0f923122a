import type { Viewer } from "../../book/seats/index.ts";

/** Where, and by whom, an `Idempotency-Key` is used: by the acting person, else by the API key. */
export function keyScopeOf({ organizationId, environmentId, principal, keyId }: Viewer, placeId: string): string[] {
  return [organizationId, environmentId, placeId, ...(principal === null ? ["key", keyId] : ["principal", principal])];
}
