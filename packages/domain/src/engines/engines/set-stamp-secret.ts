import { randomUUID } from "node:crypto";
import { fail, limits, previousSecretSeconds } from "@service/contract";
import { statement } from "@service/db";
import { isJsonArray, isJsonObject, parseJsonObject } from "@service/json";
import type { Actor } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { expireSecrets, assertOperatorSecret } from "../../identity/secrets/index.ts";
import { requireEngine } from "./engine.ts";
import { sealStampSecret } from "./stamp-secrets.ts";

/** Same as for `submission_sources[].key`. */
const sourceKeyPattern = /^[A-Za-z0-9._:-]{1,128}$/;

export interface SetStampSecret {
  readonly slug: string;
  readonly sourceKey: string;
  readonly setAt: Date;
  /** Stamps signed with the previous secret are accepted until then; null when there was none. */
  readonly previousAcceptedUntil: Date | null;
  /** Keys in `submission_sources` of the draft: one that is not in it has no effect yet. */
  readonly listedSources: readonly string[];
}

const insertStampSecret = statement(
  "engine_stamp_secrets_insert",
  `insert into engine_stamp_secrets (id, engine_id, source_key, ciphertext) values ($1, $2, $3, $4)
   returning created_at as "setAt"`,
);

/**
 * Sets the secret that signs stamps of a submission source (TYPE-131). The previous secret stays valid for a while, so
 * that the source can change over. It may be set before the draft names the source.
 *
 * @param given.previousExpiresInSeconds 0 to 604,800, default 86,400; 0 invalidates previous secrets immediately (a
 *   leak).
 * @throws `engine_not_found`; `invalid_request` for a malformed source key and for a secret that is too short or
 *   too long (KEY-43); `secret_limit_reached`.
 */
export async function setStampSecret(
  deps: Pick<Deps, "db" | "secrets">,
  actor: Actor,
  given: {
    readonly organizationId: string;
    readonly slug: string;
    readonly sourceKey: string;
    readonly secret: string;
    readonly previousExpiresInSeconds?: number | undefined;
  },
): Promise<SetStampSecret> {
  const { slug, sourceKey, secret, previousExpiresInSeconds = previousSecretSeconds.default } = given;
  if (!sourceKeyPattern.test(sourceKey))
    throw fail("invalid_request", { message: "The source must be a key as submission_sources has it." });
  assertOperatorSecret(secret);
  return deps.db.inTransaction(async (tx) => {
    const engine = await requireEngine(deps, given.organizationId, slug, tx);
    const max = limits.sourceSecretsLiveMax;
    const { lastEndsAt } = await expireSecrets(tx, "engine_stamp_secrets", {
      owner: { engine_id: engine.id, source_key: sourceKey },
      seconds: previousExpiresInSeconds,
      liveMax: max,
      message: `The source already has ${max} live secrets. Let one expire first.`,
    });
    const id = randomUUID();
    const { rows } = await tx.query(
      insertStampSecret([id, engine.id, sourceKey, sealStampSecret(deps.secrets, engine.id, id, secret)]),
    );
    const [stored] = rows;
    if (!stored) throw new Error("an insert returned no row");
    await recordChange(tx, actor, {
      action: "engines.stampSecret",
      kind: "engine",
      id: engine.slug,
      organizationId: engine.organizationId,
      before: null,
      after: { source_key: sourceKey, stamp_secret: "set", previous_expires_in: previousExpiresInSeconds },
    });
    return {
      slug,
      sourceKey,
      setAt: stored.setAt,
      previousAcceptedUntil: lastEndsAt,
      listedSources: sourcesIn(engine.draft),
    };
  });
}

function sourcesIn(draft: string): string[] {
  const { submission_sources: sources } = parseJsonObject(draft);
  if (!isJsonArray(sources)) return [];
  return sources.flatMap((source) =>
    isJsonObject(source) && typeof source["key"] === "string" ? [source["key"]] : [],
  );
}
