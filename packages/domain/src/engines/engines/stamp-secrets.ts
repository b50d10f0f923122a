import { hotStatement, statement } from "@service/db";
import { isJsonArray, isJsonObject, type ConfigIssue, type JsonObject } from "@service/json";
import type { SecretBox } from "@service/runtime";
import type { Deps } from "../../deps.ts";

const readSecrets = hotStatement(
  "engines_read_stamp_secrets",
  `select id, ciphertext from engine_stamp_secrets
   where engine_id = $1 and source_key = $2 and (expires_at is null or expires_at > now())`,
);

/**
 * The live secrets of this source; empty when no operator has set one.
 * @throws SecretBoxError when one was sealed with a key that this process does not have.
 */
export async function readStampSecrets(
  deps: Pick<Deps, "db" | "secrets">,
  engineId: string,
  sourceKey: string,
): Promise<string[]> {
  const { rows } = await deps.db.hot.query(readSecrets([engineId, sourceKey]));
  return rows.map(({ id, ciphertext }) => deps.secrets.open(ciphertext, contextOf(engineId, id)));
}

const readSourceKeys = statement(
  "engine_stamp_secrets_read_sources",
  `select distinct source_key as "sourceKey" from engine_stamp_secrets
   where engine_id = $1 and source_key = any($2) and (expires_at is null or expires_at > now())`,
);

/** Issues for sources that verify by `hmac` but have no secret, so that no stamp could be valid (TYPE-132). */
export async function missingStampSecrets(
  deps: Pick<Deps, "db">,
  engineId: string,
  config: JsonObject,
): Promise<ConfigIssue[]> {
  const { submission_sources: sources } = config;
  const signed = (isJsonArray(sources) ? sources : []).flatMap((source, index) =>
    isJsonObject(source) && source["verify"] === "hmac" && typeof source["key"] === "string"
      ? [{ key: source["key"], index }]
      : [],
  );
  if (signed.length === 0) return [];
  const { rows } = await deps.db.pool.query(readSourceKeys([engineId, signed.map(({ key }) => key)]));
  const stamped = new Set(rows.map(({ sourceKey }) => sourceKey));
  return signed
    .filter(({ key }) => !stamped.has(key))
    .map(({ index }) => ({
      path: `/submission_sources/${index}`,
      message: "verifies by hmac and has no secret yet: an operator sets it (svc engine set-stamp-secret)",
    }));
}

/** Sealed values are bound to their row: a ciphertext copied to another engine does not open. */
function contextOf(engineId: string, secretId: string): string {
  return `engine_stamp_secret:${engineId}:${secretId}`;
}

export function sealStampSecret(box: SecretBox, engineId: string, secretId: string, secret: string): string {
  return box.seal(secret, contextOf(engineId, secretId));
}
