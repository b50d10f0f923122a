import { randomUUID } from "node:crypto";
import { fail, previousSecretSeconds } from "@service/contract";
import { statement } from "@service/db";
import type { Actor } from "../../identity/access/index.ts";
import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { expireSecrets } from "../../identity/secrets/index.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import type { IssuedSource } from "./create-source.ts";
import { auditedSource, sourceNotFound } from "./source.ts";
import { liveSecretsMax, makeSourceSecret, sealSourceSecret } from "./source-secrets.ts";

const insertSecret = statement(
  "inbound_source_secrets_insert",
  `
  with secret as (
    insert into inbound_source_secrets (id, source_id, ciphertext) values (@secret_id, @source_id, @ciphertext)
      returning source_id
  )
  ${auditInsert({
    ...auditedSource("s"),
    after: "jsonb_build_object('previous_expires_in', @previous_expires_in_seconds::int)",
    from: "secret join inbound_sources s on s.id = secret.source_id",
  })}`,
);

const lockSource = statement(
  "inbound_sources_lock",
  `select id, kind, disabled_at is not null as "isDisabled" from inbound_sources
   where organization_id = $1 and source_key = $2 for no key update`,
);

/**
 * Issues a new secret; the live ones are accepted for a while longer, so that the sender can change over (IN-7).
 * @param options.previousExpiresInSeconds 0 to 604,800, default 86,400; 0 drops the others at once (a leak).
 * @throws `not_found` for the organization, `source_not_found`, `secret_limit_reached`.
 */
export async function rotateSource(
  deps: Pick<Deps, "db" | "secrets">,
  actor: Actor,
  options: {
    readonly organizationId: string;
    readonly sourceKey: string;
    readonly previousExpiresInSeconds?: number | undefined;
  },
): Promise<IssuedSource> {
  const { sourceKey, previousExpiresInSeconds = previousSecretSeconds.default } = options;
  const { id: organizationId } = await showOrganization(deps, options.organizationId);
  const secret = await deps.db.inTransaction(async (tx) => {
    const { rows } = await tx.query(lockSource([organizationId, sourceKey]));
    const [source] = rows;
    if (!source) throw sourceNotFound();
    if (source.isDisabled)
      throw fail("source_not_found", { message: "The source is disabled, which is permanent: create another one." });
    const max = liveSecretsMax(source.kind);
    await expireSecrets(tx, "inbound_source_secrets", {
      owner: { source_id: source.id },
      seconds: previousExpiresInSeconds,
      liveMax: max,
      message: `The source already has ${max} live secrets. Let one expire first.`,
    });
    const secretId = randomUUID();
    const made = makeSourceSecret(source.kind);
    await tx.query(
      insertSecret({
        secretId,
        sourceId: source.id,
        ciphertext: sealSourceSecret(deps.secrets, source.id, secretId, made),
        previousExpiresInSeconds,
        ...auditValues(actor, "sources.rotate"),
      }),
    );
    return made;
  });
  return { sourceKey, secret };
}
