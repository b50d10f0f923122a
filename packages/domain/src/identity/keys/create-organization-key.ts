import { randomUUID } from "node:crypto";
import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { Actor } from "../access/index.ts";
import { auditInsert, auditValues, fieldsOf, slugOf } from "../audit/index.ts";
import type { Deps } from "../../deps.ts";
import { environmentOfKey } from "./environment-of-key.ts";
import { makeOrganizationKey } from "./key-shapes.ts";

const labelCharsMax = 120;

/** A newly issued key: the only time it is available in full. */
export interface IssuedKey {
  readonly keyId: string;
  readonly apiKey: string;
  readonly environment: string;
}

const insertKey = statement(
  "organization_keys_insert",
  `
  with k as (
    insert into organization_keys (id, organization_id, environment_id, key_hash, label, key_prefix)
    values (@key_id, @organization_id, @environment_id, @hash, @label, @prefix)
    returning *
  )
  ${auditInsert({
    kind: "organization_key",
    id: "k.id",
    organizationId: "k.organization_id",
    environment: slugOf("k.environment_id"),
    after: fieldsOf("k", ["label"]),
    from: "k",
  })}`,
);

/**
 * Issues an organization key for one environment; only its hash is kept.
 * @throws `not_found` (organization), `environment_not_found`, `invalid_request` (label).
 */
export async function createOrganizationKey(
  deps: Pick<Deps, "db">,
  actor: Actor,
  request: { organizationId: string; environmentSlug: string; label?: string | undefined },
): Promise<IssuedKey> {
  const label = request.label ?? "";
  if ([...label].length > labelCharsMax) {
    throw fail("invalid_request", { message: `The label of a key must be at most ${labelCharsMax} characters.` });
  }
  const environment = await environmentOfKey(deps, request.organizationId, request.environmentSlug);
  const { apiKey, hash, prefix } = makeOrganizationKey(environment.slug);
  const keyId = randomUUID();
  await deps.db.pool.query(
    insertKey({
      keyId,
      organizationId: request.organizationId,
      environmentId: environment.id,
      hash,
      label,
      prefix,
      ...auditValues(actor, "keys.create"),
    }),
  );
  return { keyId, apiKey, environment: environment.slug };
}
