import { createHash } from "node:crypto";
import type { RunStatus } from "@service/contract";
import { hotStatement, isUnavailable, type Database } from "@service/db";
import { canonicalHash, type Json, type JsonObject } from "@service/engine-types";
import { coalesce, type Coalesced } from "@service/runtime";

/** A run that was stored under an `Idempotency-Key`. */
export type StoredRun = {
  readonly id: string;
  readonly status: RunStatus;
  readonly requestHash: Buffer;
  readonly requestedPin: string | null;
  readonly engineVersion: string | null;
};

/** Scope of a key (section 8): organization, environment, and submitter (acting principal if sent, else the API key). */
export function hashIdempotencyKey(scope: {
  readonly organizationId: string;
  readonly environmentId: string;
  readonly submitter: string;
  readonly key: string;
}): Buffer {
  // As a JSON array, so that no choice of submitter and key can imitate another pair.
  const text = JSON.stringify([scope.organizationId, scope.environmentId, scope.submitter, scope.key]);
  return createHash("sha256").update(text, "utf8").digest();
}

/**
 * What is compared on a replay, without the version: engine, environment, test_scenario, input and offerings
 * (section 8). Canonical, so that another order of members is the same request.
 */
export function hashRequest(request: {
  readonly engineId: string;
  readonly environmentId: string;
  readonly testScenario: Json | undefined;
  readonly input: JsonObject;
  readonly offerings: Json | undefined;
}): Buffer {
  const hash = canonicalHash({
    engine: request.engineId,
    environment: request.environmentId,
    input: request.input,
    ...(request.testScenario === undefined ? {} : { test_scenario: request.testScenario }),
    ...(request.offerings === undefined ? {} : { offerings: request.offerings }),
  });
  return Buffer.from(hash, "hex");
}

/**
 * Whether a repeated request is the stored one. The same pin text is the same version even when a publish has moved
 * what it resolves to; another text is compared by what it resolves to (runs.md, "Decided since").
 */
export function isSameRequest(
  stored: StoredRun,
  request: { readonly requestHash: Buffer; readonly pinText: string | undefined; readonly version: string | undefined },
): boolean {
  if (!stored.requestHash.equals(request.requestHash)) return false;
  if (stored.requestedPin === (request.pinText ?? null)) return true;
  return request.version !== undefined && request.version === stored.engineVersion;
}

type StoredRow = StoredRun & { readonly idemHash: Buffer };

const findByHash = hotStatement(
  "runs_find_by_idem_hash",
  `select r.id, r.status, r.idem_hash as "idemHash", r.request_hash as "requestHash",
          r.requested_pin as "requestedPin", r.engine_version as "engineVersion"
   from unnest($1::bytea[]) as wanted (idem_hash), lateral (select * from runs r where r.idem_hash = wanted.idem_hash) r`,
);

const finders = new WeakMap<Database, Coalesced<Buffer, StoredRun | undefined>>();

/** The run stored under this key hash, if any. Callers that wait together share one statement. */
export function findRunByKeyHash(db: Database, idemHash: Buffer): Promise<StoredRun | undefined> {
  let find = finders.get(db);
  if (!find) {
    find = coalesce({
      name: "runs by key",
      maxBatch: 64,
      maxInFlight: 2,
      maxWaiting: 5_000,
      retryItemByItem: (error) => !isUnavailable(error),
      async run(hashes) {
        const { rows } = await db.hot.query<StoredRow>(findByHash([hashes]));
        const byHash = new Map(rows.map((row) => [row.idemHash.toString("base64"), row]));
        return hashes.map((hash) => byHash.get(hash.toString("base64")));
      },
    });
    finders.set(db, find);
  }
  return find(idemHash);
}
