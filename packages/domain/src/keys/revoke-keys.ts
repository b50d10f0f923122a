import { fail } from "@service/contract";
import type { Deps } from "../deps.ts";
import { isUuid } from "./environment-of-key.ts";

export interface RevokedKey {
  readonly keyId: string;
  readonly revokedAt: Date;
}

/** Revokes an organization key; effective within 60 seconds (section 5.2). Repeating it changes nothing. @throws `not_found` */
export async function revokeKey(deps: Deps, keyId: string): Promise<RevokedKey> {
  if (!isUuid(keyId)) throw keyNotFound();
  const { rows } = await deps.db.pool.query<{ revokedAt: Date }>(
    `update organization_keys set revoked_at = coalesce(revoked_at, now()) where id = $1 returning revoked_at as "revokedAt"`,
    [keyId],
  );
  return revoked(keyId, rows[0]);
}

/** Revokes a scoped key; effective on the next request. Repeating it changes nothing. @throws `not_found` */
export async function revokeScopedKey(deps: Deps, keyId: string): Promise<RevokedKey> {
  const { rows } = await deps.db.pool.query<{ revokedAt: Date }>(
    `update scoped_keys set revoked_at = coalesce(revoked_at, now()) where id = $1 returning revoked_at as "revokedAt"`,
    [keyId],
  );
  return revoked(keyId, rows[0]);
}

function revoked(keyId: string, row: { revokedAt: Date } | undefined): RevokedKey {
  if (!row) throw keyNotFound();
  return { keyId, revokedAt: row.revokedAt };
}

function keyNotFound() {
  return fail("not_found", { message: "No key with this id exists." });
}
