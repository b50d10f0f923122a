import { fail } from "@service/contract";
import { statement } from "@service/db";
import { type Actor, inScope, organizationIdOf, type ScopeOrEvery } from "../access/index.ts";
import { type AuditedKind, auditInsert, auditValues, fieldsOf, slugOf } from "../audit/index.ts";
import type { Deps } from "../../deps.ts";
import { isUuid } from "./environment-of-key.ts";

export interface RevokedKey {
  readonly keyId: string;
  readonly revokedAt: Date;
}

/** Only the first revocation counts and is recorded (KEY-35). */
function revoke(table: "organization_keys" | "scoped_keys", kind: AuditedKind): string {
  return `
    with before as (
      select id, revoked_at from ${table} where id = @key_id and ${inScope("organization_id")} for update
    ), k as (
      update ${table} k set revoked_at = coalesce(k.revoked_at, now()) from before where k.id = before.id
      returning k.id, k.organization_id, k.environment_id, k.revoked_at, before.revoked_at as revoked_before
    ), audited as (
      ${auditInsert({
        kind,
        id: "k.id",
        organizationId: "k.organization_id",
        environment: slugOf("k.environment_id"),
        before: "jsonb_build_object('revoked_at', null)",
        after: fieldsOf("k", ["revoked_at"]),
        from: "k where k.revoked_before is null",
      })}
    )
    select revoked_at as "revokedAt" from k`;
}

const revokeOrganizationKey = statement(
  "organization_keys_revoke",
  revoke("organization_keys", "organization_key"),
  // The update writes it.
).narrowed<{ readonly revokedAt: Date }>();
const revokeScoped = statement("scoped_keys_revoke", revoke("scoped_keys", "scoped_key")).narrowed<{
  readonly revokedAt: Date;
}>();

/**
 * Revokes an organization key; effective within 60 seconds (KEY-31). Repeating it changes nothing.
 * @throws `not_found`
 */
export async function revokeKey(
  deps: Pick<Deps, "db">,
  actor: Actor,
  scope: ScopeOrEvery,
  keyId: string,
): Promise<RevokedKey> {
  if (!isUuid(keyId)) throw keyNotFound();
  const organizationId = organizationIdOf(scope);
  const { rows } = await deps.db.pool.query(
    revokeOrganizationKey({ keyId, organizationId, ...auditValues(actor, "keys.revoke") }),
  );
  return revoked(keyId, rows[0]);
}

/** Revokes a scoped key; effective on the next request. Repeating it changes nothing. @throws `not_found` */
export async function revokeScopedKey(
  deps: Pick<Deps, "db">,
  actor: Actor,
  scope: ScopeOrEvery,
  keyId: string,
): Promise<RevokedKey> {
  const organizationId = organizationIdOf(scope);
  const { rows } = await deps.db.pool.query(
    revokeScoped({ keyId, organizationId, ...auditValues(actor, "scopedKeys.revoke") }),
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
