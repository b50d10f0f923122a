import { randomBytes, randomUUID } from "node:crypto";
import { fail, type InboundSourceKind } from "@service/contract";
import { isUniqueViolation, statement } from "@service/db";
import type { Actor } from "../../identity/access/index.ts";
import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { readMapping } from "./mapping.ts";
import { auditedSource, sourceKeyPattern } from "./source.ts";
import { makeSourceSecret, sealSourceSecret } from "./source-secrets.ts";

export interface SourceRequest {
  readonly organizationId: string;
  /** Slug. */
  readonly environment: string;
  readonly kind: InboundSourceKind;
  /** 8 to 64 of `A-Za-z0-9_-`; by default 128 random bits. */
  readonly sourceKey?: string | undefined;
  /** JSON text (IN-4). */
  readonly mapping?: string | undefined;
}

/** The values a sender needs; the secret is shown here and never again. */
export interface IssuedSource {
  readonly sourceKey: string;
  readonly secret: string;
}

const insertSource = statement(
  "inbound_sources_insert",
  `
  with source as (
    insert into inbound_sources (id, source_key, organization_id, environment_id, kind, mapping)
    select @id, @source_key, e.organization_id, e.id, @kind::inbound_source_kind, @mapping
      from environments e where e.organization_id = @organization_id and e.slug = @environment
    returning *
  ), secret as (
    insert into inbound_source_secrets (id, source_id, ciphertext) select @secret_id, source.id, @sealed from source
  )
  ${auditInsert({
    ...auditedSource("source"),
    after: "jsonb_build_object('kind', source.kind, 'mapping', source.mapping::jsonb)",
    from: "source",
  })}`,
);

/**
 * Registers a source of inbound events for an environment (IN-1).
 * @throws `not_found` for the organization, `environment_not_found`, `invalid_request` for an invalid key or mapping,
 *   or a taken key.
 */
export async function createSource(
  deps: Pick<Deps, "db" | "secrets">,
  actor: Actor,
  request: SourceRequest,
): Promise<IssuedSource> {
  const { kind, environment, sourceKey = randomBytes(16).toString("hex") } = request;
  if (!sourceKeyPattern.test(sourceKey))
    throw fail("invalid_request", { message: "The key must have 8 to 64 letters, digits, _ or -." });
  const mapping = request.mapping === undefined ? {} : readMapping(kind, request.mapping);
  const { id: organizationId } = await showOrganization(deps, request.organizationId);
  const id = randomUUID();
  const secretId = randomUUID();
  const secret = makeSourceSecret(kind);
  const sealed = sealSourceSecret(deps.secrets, id, secretId, secret);
  try {
    const { rowCount } = await deps.db.pool.query(
      insertSource({
        id,
        sourceKey,
        organizationId,
        environment,
        kind,
        mapping: JSON.stringify(mapping),
        secretId,
        sealed,
        ...auditValues(actor, "sources.create"),
      }),
    );
    if (rowCount !== 1) throw fail("environment_not_found");
  } catch (error) {
    if (isUniqueViolation(error)) throw fail("invalid_request", { message: "The key is taken.", cause: error });
    throw error;
  }
  return { sourceKey, secret };
}
