import { hash } from "node:crypto";
import type { RunStatus } from "@service/contract";
import { hotStatement, type Database } from "@service/db";
import { canonicalJson, type Json } from "@service/engine-types";
import { createBatcher, type Batcher } from "@service/runtime";
import { isParsedJson } from "./request-bounds.ts";

/** A run that was stored under an `Idempotency-Key`. */
export type StoredRun = {
  readonly id: string;
  readonly status: RunStatus;
  readonly requestHash: Buffer;
  readonly requestedPin: string | null;
  readonly engineVersion: string | null;
};

/** Scope of a key (RUN-20): organization, environment, and submitter (acting principal if sent, else the API key). */
export function hashIdempotencyKey(scope: {
  readonly organizationId: string;
  readonly environmentId: string;
  readonly submitter: string;
  readonly key: string;
}): Buffer {
  // A JSON array: a plain concatenation of submitter and key would be ambiguous.
  const text = JSON.stringify([scope.organizationId, scope.environmentId, scope.submitter, scope.key]);
  return hash("sha256", text, "buffer");
}

/** The compared parts of a replay, without the version (RUN-22). `input` and `offerings` are compact JSON strings. */
export type ComparedRequest = {
  readonly engineId: string;
  readonly environmentId: string;
  readonly testScenario: Json | undefined;
  readonly input: string;
  readonly offerings: string | null;
};

/**
 * Recognizes most repeated requests without reading the stored one. Equal hashes mean equal requests; on different
 * hashes `hasSameContent` decides, since the order of members does not matter. Hashing a canonical form instead would
 * be the most expensive part of every submission and is hardly ever needed.
 */
export function hashRequest({ engineId, environmentId, testScenario, input, offerings }: ComparedRequest): Buffer {
  // Separate JSON values, so that parts cannot run into each other.
  const scope = [engineId, environmentId, ...(testScenario === undefined ? [] : [testScenario])];
  const text = `${JSON.stringify(scope)}${input}${offerings ?? ""}`;
  return hash("sha256", text, "buffer");
}

/** Whether the stored run was submitted with the same content, in any order of members. */
async function hasSameContent(db: Database, runId: string, request: ComparedRequest): Promise<boolean> {
  const { rows } = await db.pool.query<StoredContent>(
    `select r.engine_id as "engineId", r.test_scenario as "testScenario", p.input, p.offerings
     from runs r join run_payloads p on p.run_id = r.id where r.id = $1`,
    [runId],
  );
  const stored = rows[0];
  return (
    stored !== undefined &&
    stored.engineId === request.engineId &&
    (stored.testScenario ?? undefined) === request.testScenario &&
    isSameJson(stored.input, request.input) &&
    isSameJson(stored.offerings, request.offerings)
  );
}

type StoredContent = {
  readonly engineId: string;
  readonly testScenario: string | null;
  readonly input: string;
  readonly offerings: string | null;
};

function isSameJson(left: string | null, right: string | null): boolean {
  if (left === right) return true;
  // The order of members does not change the length of compact JSON.
  if (left === null || right === null || left.length !== right.length) return false;
  return canonicalOf(left) === canonicalOf(right);
}

function canonicalOf(text: string): string {
  const value: unknown = JSON.parse(text);
  return isParsedJson(value) ? canonicalJson(value) : text;
}

/** A request whose key a run already has: its hash, the pin as sent and the version it resolves to. */
export type RepeatedRequest = ComparedRequest & {
  readonly hash: Buffer;
  readonly pinText: string | undefined;
  readonly version: string | undefined;
};

/**
 * Whether a repeated request equals the stored one. An equal pin string is the same version even after a publish moved
 * it; a different string is compared by the version it resolves to (RUN-23).
 */
export async function isSameRequest(db: Database, stored: StoredRun, request: RepeatedRequest): Promise<boolean> {
  const isSamePin = stored.requestedPin === (request.pinText ?? null);
  if (!isSamePin && (request.version === undefined || request.version !== stored.engineVersion)) return false;
  return stored.requestHash.equals(request.hash) || hasSameContent(db, stored.id, request);
}

type StoredRow = StoredRun & { readonly idemHash: Buffer };

const findByHash = hotStatement(
  "runs_find_by_idem_hash",
  `select r.id, r.status, r.idem_hash as "idemHash", r.request_hash as "requestHash",
          r.requested_pin as "requestedPin", r.engine_version as "engineVersion"
   from unnest($1::bytea[]) as wanted (idem_hash), lateral (select * from runs r where r.idem_hash = wanted.idem_hash) r`,
);

const finders = new WeakMap<Database, Batcher<Buffer, StoredRun | undefined>>();

/** The run stored under this key hash, if any. Concurrent callers share one statement. */
export function findRunByKeyHash(db: Database, idemHash: Buffer): Promise<StoredRun | undefined> {
  let find = finders.get(db);
  if (!find) {
    find = createBatcher({
      name: "runs by key",
      maxBatch: 64,
      maxInFlight: 2,
      maxWaiting: 5_000,
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
