import type { AnnotationLabel, OutcomeType } from "@service/contract";
import { type Statement, statement } from "@service/db";
import type { OrganizationScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";

export interface OutcomeRow {
  readonly eventId: string;
  readonly eventType: OutcomeType;
  readonly occurredAt: Date;
  /** JSON strings. */
  readonly target: string | null;
  readonly payload: string | null;
  readonly reasonText: string | null;
  readonly recordedAt: Date;
  readonly recordedBy: string;
}

export interface AnnotationRow {
  readonly eventId: string;
  readonly label: AnnotationLabel;
  readonly path: string | null;
  readonly comment: string | null;
  readonly recordedAt: Date;
  readonly recordedBy: string;
}

/** Most rows listed; a run has few, further ones are not shown. */
const listedMax = 1_000;

const readOutcomes = statement(
  "run_outcomes_read",
  `select event_id as "eventId", event_type as "eventType", occurred_at as "occurredAt", target, payload,
     reason_text as "reasonText", recorded_at as "recordedAt", coalesce(acting_principal, key_id) as "recordedBy"
   from run_outcomes where organization_id = $1 and run_id = $2 order by recorded_at, event_id limit $3`,
).narrowed<Pick<OutcomeRow, "eventType">>();

const readAnnotations = statement(
  "run_annotations_read",
  `select event_id as "eventId", label, path, comment, recorded_at as "recordedAt",
     coalesce(acting_principal, key_id) as "recordedBy"
   from run_annotations where organization_id = $1 and run_id = $2 order by recorded_at, event_id limit $3`,
).narrowed<Pick<AnnotationRow, "label">>();

/** What was recorded of a run, oldest first. Check first that the run is the caller's. */
function listOf<Row extends object>(read: Statement<readonly [string, string, number], Row>) {
  return async (deps: Pick<Deps, "db">, { organizationId }: OrganizationScope, runId: string): Promise<Row[]> => {
    const { rows } = await deps.db.pool.query(read([organizationId, runId, listedMax]));
    return rows;
  };
}
export const listOutcomes = listOf<OutcomeRow>(readOutcomes);
export const listAnnotations = listOf<AnnotationRow>(readAnnotations);
