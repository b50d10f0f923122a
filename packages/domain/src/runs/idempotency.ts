import { hash } from "node:crypto";
import type { RunStatus } from "@service/contract";
import { hotStatement, isUnavailable, type Database } from "@service/db";
import { canonicalJson, type Json } from "@service/engine-types";
import { coalesce, type Coalesced } from "@service/runtime";
import { isParsedJson } from "./request-bounds.ts";

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
  return hash("sha256", text, "buffer");
}

/** What is compared on a replay, without the version (section 8). `input` and `offerings` are compact JSON texts. */
export type ComparedRequest = {
  readonly engineId: string;
  readonly environmentId: string;
  readonly testScenario: Json | undefined;
  readonly input: string;
  readonly offerings: string | null;
};

/**
 * Tells most repeated requests without reading the stored one: the same bytes have the same hash. Another hash says
 * nothing yet, since another order of members is the same request (`hasSameContent` decides); the canonical form of
 * every submission would be the dearest part of it, and hardly ever looked at.
 */
export function hashRequest({ engineId, environmentId, testScenario, input, offerings }: ComparedRequest): Buffer {
  // One after the other as JSON values, so that no part can imitate another.
  const scope = [engineId, environmentId, ...(testScenario === undefined ? [] : [testScenario])];
  const text = `${JSON.stringify(scope)}${input}${offerings ?? ""}`;
  return hash("sha256", text, "buffer");
}

/** Whether the stored run was submitted with the same content, members in whatever order. */
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
  // Another order of members leaves the length of compact JSON as it is.
  if (left === null || right === null || left.length !== right.length) return false;
  return canonicalOf(left) === canonicalOf(right);
}

function canonicalOf(text: string): string {
  const value: unknown = JSON.parse(text);
  return isParsedJson(value) ? canonicalJson(value) : text;
}

/** A request under a key that a run has: its hash, the pin as sent and the version that this resolves to. */
export type RepeatedRequest = ComparedRequest & {
  readonly hash: Buffer;
  readonly pinText: string | undefined;
  readonly version: string | undefined;
};

/**
 * Whether a repeated request is the stored one. The same pin text is the same version even when a publish has moved
 * what it resolves to; another text is compared by what it resolves to (runs.md, "Decided since").
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
