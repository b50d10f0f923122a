import { randomUUID } from "node:crypto";
import { opportunityStatuses } from "@service/contract";
import type { JsonObject } from "@service/json";
import type { Deps } from "../../deps.ts";
import type { RunRecords } from "../run-records/index.ts";
import { createTestBook, newOrganization, type TestBook } from "@service/domain/testing";
import type { OpportunityGroup } from "./project-runs.ts";
import { storeProjection } from "./store-projection.ts";

/** An engine's place with a book, for the tests of this module. */
export interface Place extends OpportunityGroup {
  readonly book: TestBook;
}

/** An organization with a book of clients c1 … cn. */
export async function createPlace(deps: Pick<Deps, "db" | "secrets">, { clients = 3 } = {}): Promise<Place> {
  const id = await newOrganization(deps);
  const book = await createTestBook(deps.db, { organizationId: id });
  await book.write({
    puts: Array.from({ length: clients }, (_, index) => ({
      family: "accounts" as const,
      sourceId: `c${index + 1}`,
      fields: { name: `Client ${index + 1}`, producer_seat: "S-1" },
    })),
  });
  await book.serve();
  return { organizationId: id, environmentId: randomUUID(), engineId: randomUUID(), book };
}

/** What a run says of one opportunity. */
interface ReportedOpportunity {
  readonly id: string;
  readonly client?: string;
  readonly change?: "new" | "updated" | "unchanged" | "resolved";
  readonly members?: JsonObject;
}

/** An opportunity as an engine writes it. */
function reportedRow(
  { book }: Place,
  { id, client = "c1", change = "new", members = {} }: ReportedOpportunity,
): JsonObject {
  const clientKey = book.keyOf("accounts", client);
  return {
    opportunity_id: id,
    kind: "renewal_prep",
    status: change === "resolved" ? "resolved" : "open",
    client_key: clientKey,
    account_name: `Client ${client}`,
    title: "The policy expires soon",
    because: ["It expires soon."],
    score: 50,
    propensity: 0.5,
    urgency: 0.5,
    est_premium: 1_000,
    est_revenue: 120,
    expected_value: 60,
    due_on: "2027-01-01",
    next_expiration: "2027-02-01",
    producer_seat: "S-1",
    office_key: null,
    rule_key: "renewal_prep",
    talking_points: [],
    evidence: [],
    suggested_commands: [],
    first_seen_at: "2026-11-01T00:00:00Z",
    last_seen_at: "2026-11-01T00:00:00Z",
    change,
    ...members,
  };
}

const insertRun = `with run as (
     insert into runs (id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type,
       submitter, key_id, request_hash, status, fair_rank, config_hash, created_at, started_at, completed_at, error)
     values ($1, $2, $3, 'live', $4, 'none', 'opportunity', 'test', 'test', '', $5::run_status, 0, null, $6, $6, $7,
       case when $5::text = 'failed' then 'It failed.' end)
     returning id
   ), payload as (
     insert into run_payloads (run_id, input, output) select id, '{}', $8::text from run
   )
   insert into run_records (run_id, organization_id, connection_id, posture, scope, wanted, attempt, snapshot_seq, subject_seq)
   values ($1, $2, $9, 'off', 'All', '{}', 1, $10::int, $10::int)`;

export interface FinishedRun {
  readonly rows?: readonly ReportedOpportunity[];
  readonly status?: "completed" | "degraded" | "failed" | "cancelled" | "processing";
  /** Seconds after the first moment of the test. */
  readonly submittedAt: number;
  readonly completedAt?: number;
  readonly clientKeys?: readonly string[];
  readonly kinds?: readonly string[];
  readonly isRequested?: boolean;
}

/** A moment of the test's own time. */
export function moment(seconds: number): Date {
  return new Date(Date.UTC(2026, 10, 20) + seconds * 1_000);
}

/** Stores a run with its result, as a worker leaves it; the projector has yet to find it. */
export async function finishedRun(deps: Pick<Deps, "db">, place: Place, run: FinishedRun): Promise<string> {
  const { rows = [], status = "completed", submittedAt, completedAt = submittedAt + 1, isRequested = false } = run;
  const id = randomUUID();
  const { organizationId, environmentId, engineId, book } = place;
  const hasOutput = status === "completed" || status === "degraded";
  await deps.db.pool.query(insertRun, [
    id,
    organizationId,
    environmentId,
    engineId,
    status,
    moment(submittedAt),
    status === "processing" ? null : moment(completedAt),
    hasOutput ? JSON.stringify({ opportunities: rows.map((row) => reportedRow(place, row)) }) : null,
    book.connectionId,
    book.servedSeq(),
  ]);
  const records: RunRecords = {
    organizationId,
    connectionId: book.connectionId,
    viewer: { posture: "off", seatKey: null, scope: "All", lens: null },
    wanted: {
      connectionId: null,
      clientKeys: run.clientKeys ?? null,
      policyKeys: null,
      filter: {},
      families: ["accounts"],
      peers: [],
    },
  };
  const stored = await storeProjection(deps.db, { id, ...place }, records, {
    isRequested,
    kinds: run.kinds === undefined ? undefined : [...run.kinds],
  });
  if (stored.kind !== "stored") throw new Error(stored.kind);
  await deps.db.pool.query("update opportunity_projections set submitted_at = $2 where run_id = $1", [
    id,
    moment(submittedAt),
  ]);
  return id;
}

/** `status change` by id. */
export async function standing(deps: Pick<Deps, "db">, { engineId }: Place): Promise<Record<string, string>> {
  const { rows } = await deps.db.pool.query<{ id: string; status: string; change: string }>(
    "select opportunity_id as id, status, change from opportunities where engine_id = $1 order by opportunity_id",
    [engineId],
  );
  if (rows.some(({ status }) => !opportunityStatuses.some((each) => each === status))) throw new Error("status");
  return Object.fromEntries(rows.map(({ id, status, change }) => [id, `${status} ${change}`]));
}
