import type { EngineDeps, ConfigurationDeps } from "../../engines/engines/index.ts";
import type { ReadDeps } from "../records/index.ts";

/** What reads of opportunities use of a process. */
export type OpportunityDeps = ReadDeps & EngineDeps & ConfigurationDeps;

/** An opportunity as stored, for the presenter. */
export interface OpportunityRow {
  readonly opportunityId: string;
  readonly engineId: string;
  readonly runId: string | null;
  readonly status: string;
  readonly change: string;
  /** JSON text of the row as the run wrote it. */
  readonly body: string;
  readonly configHash: string | null;
  readonly connectionId: string;
  /** The snapshot that the run read which wrote it last; null once that run is removed. */
  readonly seq: number | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** JSON of its annotation. */
  readonly annotation: AnnotationRow | null;
  /** False: posture lit would withhold it. */
  readonly isSeen: boolean;
}

/** As the database writes it into JSON: times with their offset. */
export interface AnnotationRow {
  readonly status: string;
  readonly assignee_seat: string | null;
  readonly follow_up_on: string | null;
  readonly reason_code: string | null;
  readonly note: string | null;
  readonly revision: number;
  readonly updated_by: string;
  readonly updated_at: string;
}

/** Columns of `OpportunityRow` but `isSeen`, from `opportunities o`. */
export const opportunityColumns = `o.opportunity_id as "opportunityId", o.engine_id as "engineId", o.run_id as "runId",
      o.status, o.change, o.body, o.config_hash as "configHash", o.connection_id as "connectionId",
      (select rr.snapshot_seq from run_records rr where rr.run_id = o.run_id) as seq, o.first_seen_at as "firstSeenAt",
      o.last_seen_at as "lastSeenAt", case when o.is_annotated then (
        select json_build_object('status', a.status, 'assignee_seat', a.assignee_seat, 'follow_up_on', a.follow_up_on,
          'reason_code', a.reason_code, 'note', a.note, 'revision', a.revision, 'updated_by', a.updated_by,
          'updated_at', a.updated_at)
        from opportunity_annotations a where a.organization_id = o.organization_id
          and a.environment_id = o.environment_id and a.engine_id = o.engine_id
          and a.opportunity_id = o.opportunity_id) end as annotation`;
