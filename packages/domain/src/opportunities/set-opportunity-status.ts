import { statement, type Transaction } from "@service/db";
import { applies, type DecidedStatus } from "./opportunity-states.ts";

/** A decision about an opportunity, made outside its annotation. */
export interface StatusDecision {
  readonly organizationId: string;
  readonly environmentId: string;
  readonly opportunityId: string;
  readonly status: DecidedStatus;
  /** Becomes the note of the annotation; undefined leaves the note that is there. */
  readonly reason?: string | undefined;
  /** The acting person, otherwise the key. */
  readonly by: string;
  readonly now: Date;
}

/** What the row becomes when a person decides, in SQL; one that is gone stays so until a run finds it again. */
export function decidedColumns(status: string): string {
  return `status = case when ${applies("decide")} then ${status} else o.status end,
       won_term_ends_on = case when ${applies("decide")} and ${status} in ('won', 'lost') then o.next_expiration end`;
}

/** The opportunity id is unique: it is derived from its engine's id. */
const setStatus = statement(
  "opportunities_set_status",
  `with decided as (
     update opportunities o set ${decidedColumns("$4::text")}, is_annotated = true,
       annotation_revision = o.annotation_revision + 1, revision = o.revision + 1
     where o.organization_id = $1 and o.environment_id = $2 and o.opportunity_id = $3
     returning o.organization_id, o.environment_id, o.engine_id, o.opportunity_id, o.annotation_revision
   )
   insert into opportunity_annotations as a (organization_id, environment_id, engine_id, opportunity_id, status, note,
     revision, updated_by, updated_at)
   select d.organization_id, d.environment_id, d.engine_id, d.opportunity_id, $4::text, $5::text, d.annotation_revision,
     $6::text, $7::timestamptz from decided d
   on conflict (organization_id, environment_id, engine_id, opportunity_id) do update set status = excluded.status,
     note = coalesce(excluded.note, a.note),
     follow_up_on = case when a.follow_up_on < excluded.updated_at::date then null else a.follow_up_on end,
     revision = excluded.revision, updated_by = excluded.updated_by, updated_at = excluded.updated_at
   returning a.revision`,
);

/**
 * Sets the status of an opportunity in the caller's transaction, with the effect of an annotation (OPPS-42): the command
 * `set_opportunity_status` of the ledger. The other members of the annotation stay.
 */
export async function setOpportunityStatus(
  tx: Transaction,
  { organizationId, environmentId, opportunityId, status, reason, by, now }: StatusDecision,
): Promise<"written" | "not_found"> {
  const { rowCount } = await tx.query(
    setStatus([organizationId, environmentId, opportunityId, status, reason ?? null, by, now]),
  );
  return rowCount === 0 ? "not_found" : "written";
}
