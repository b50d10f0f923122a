import { createHash } from "node:crypto";

/** Tables of a peer: its keys, and its runs with what makes a submission repeatable. */
export const createTables = `
  create table peer_keys (key_hash bytea primary key, organization_id uuid not null, environment text not null);
  create table peer_runs (
    id uuid primary key,
    organization_id uuid not null,
    environment text not null,
    status text not null,
    input jsonb not null,
    output jsonb,
    idempotency_key text,
    request_hash bytea not null,
    created_at timestamptz not null default clock_timestamp(),
    completed_at timestamptz,
    unique (organization_id, environment, idempotency_key)
  );
  create index peer_runs_unfinished on peer_runs (status) where status = 'queued'`;

const insertedColumns = "id, organization_id, environment, status, input, idempotency_key, request_hash";

/** Inserts one run unless its key is taken: $1 id, $2 organization, $3 environment, $4 input, $5 key, $6 hash. */
export const insertRun = `
  insert into peer_runs (${insertedColumns}) values ($1, $2, $3, 'queued', $4, $5, $6)
  on conflict (organization_id, environment, idempotency_key) do nothing returning id`;

export const findByIdempotencyKey = `
  select id, status, request_hash from peer_runs
  where organization_id = $1 and environment = $2 and idempotency_key = $3`;

export const completeRun = `
  update peer_runs set status = 'completed', output = $2, completed_at = clock_timestamp()
  where id = $1 and status = 'queued'`;

export const completeRuns = `
  update peer_runs set status = 'completed', output = $2, completed_at = clock_timestamp()
  where id = any($1::uuid[]) and status = 'queued'`;

/** The result that every peer's worker stores. */
export const storedOutput = JSON.stringify({ summary: "Nothing to compute", findings: [] });

export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
