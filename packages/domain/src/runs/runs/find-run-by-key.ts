import type { RunStatus } from "@service/contract";
import { hotStatement, type Database } from "@service/db";
import { createBatcher, type Batcher } from "@service/runtime";

/** A run that was stored under an `Idempotency-Key`. */
export type StoredRun = {
  readonly id: string;
  readonly status: RunStatus;
  readonly requestHash: Buffer;
  readonly requestedPin: string | null;
  readonly engineVersion: string | null;
};

const findByHash = hotStatement(
  "runs_find_by_idem_hash",
  `select r.id, r.status, r.idem_hash as "idemHash", r.request_hash as "requestHash",
          r.requested_pin as "requestedPin", r.engine_version as "engineVersion"
   from unnest($1::bytea[]) as wanted (idem_hash), lateral (select * from runs r where r.idem_hash = wanted.idem_hash) r`,
);

/** Finds the run stored under a key hash, if any. */
export function createKeyFinder(db: Database): Batcher<Buffer, StoredRun | undefined> {
  return createBatcher({
    name: "runs by key",
    maxBatch: 64,
    maxInFlight: 2,
    maxWaiting: 5_000,
    async run(hashes) {
      const { rows } = await db.hot.query(findByHash([hashes]));
      const byHash = new Map(rows.map((row) => [row.idemHash.toString("base64"), row]));
      return hashes.map((hash) => byHash.get(hash.toString("base64")));
    },
  });
}
