import type { RecordsHead } from "./run-records.ts";

/**
 * The last change of a client's rows up to a snapshot, removed rows included; 0 for a client without rows. `+ 0` keeps
 * PostgreSQL from the index by snapshot, which has the changes of all clients: one client has a few versions.
 */
export function subjectSeqOf({ connection, client, seq }: { connection: string; client: string; seq: string }): string {
  return `coalesce((
       select max(case when h.to_seq <= ${seq} then h.to_seq else h.from_seq end) from book.heads h
       where h.connection_id = ${connection} and h.client_key = ${client} and h.from_seq + 0 <= ${seq}), 0)`;
}

const isComputed = `rr.attempt = r.attempt and r.status in ('completed', 'degraded')`;

/** Columns of `HeadColumns`, with `headJoins`, beside `runs r`. Every snapshot changes something of a whole book. */
export const headColumns = `rr.connection_id as "bookConnectionId",
     case when ${isComputed} then rr.snapshot_seq end as "computedSnapshotSeq",
     case when ${isComputed} then rr.subject_seq end as "computedSubjectSeq",
     rr.served_seq as "servedSnapshotSeq",
     case when rr.client_key is null then rr.served_seq
       else ${subjectSeqOf({ connection: "rr.connection_id", client: "rr.client_key", seq: "rr.served_seq" })}
     end as "servedSubjectSeq"`;

/** Nothing joins for a run that reads no book. `limit 1`: one probe for each run, whatever the planner knows. */
export const headJoins = `left join lateral (
     select b.connection_id, b.client_key, b.attempt, b.snapshot_seq, b.subject_seq,
       (select c.served_seq from record_connections c where c.id = b.connection_id) as served_seq
     from run_records b where b.run_id = r.id limit 1) rr on true`;

export interface HeadColumns {
  readonly bookConnectionId: string | null;
  readonly computedSnapshotSeq: number | null;
  readonly computedSubjectSeq: number | null;
  readonly servedSnapshotSeq: number | null;
  readonly servedSubjectSeq: number | null;
}

/** The head that a run was computed at, the one that serves now, and whether its subject has changed since (REC-77). */
export interface RunHeads {
  readonly computed: RecordsHead | null;
  readonly served: RecordsHead | null;
  readonly isStale: boolean;
}

export function headsOf(row: HeadColumns): RunHeads {
  const { bookConnectionId: connectionId } = row;
  const computed = headOf(connectionId, row.computedSnapshotSeq, row.computedSubjectSeq);
  const served = headOf(connectionId, row.servedSnapshotSeq, row.servedSubjectSeq);
  return { computed, served, isStale: computed !== null && served !== null && served.subjectSeq > computed.subjectSeq };
}

function headOf(
  connectionId: string | null,
  snapshotSeq: number | null,
  subjectSeq: number | null,
): RecordsHead | null {
  if (connectionId === null || snapshotSeq === null || subjectSeq === null) return null;
  return { connectionId, snapshotSeq, subjectSeq };
}
