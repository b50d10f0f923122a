import { statement, type Transaction } from "@service/db";
import { applies, type DecidedStatus } from "./opportunity-states.ts";

/** A decision about an opportunity, made outside its annotation. */
export interface StatusDecision {
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

/**
 * Inputs: organization, then of each decision its environment, opportunity, status, note, person and time. An id names one
 * opportunity of an environment: it is derived from its engine's id. Rows are locked in the order of their ids.
 */
const setStatuses = statement(
  "opportunities_set_statuses",
  `with locked as materialized (
     select o.organization_id, o.environment_id, o.engine_id, o.opportunity_id, asked.status, asked.note, asked.by,
       asked.decided_at
     from unnest(@environment_ids::uuid[], @opportunity_ids::uuid[], @statuses::text[], @notes::text[],
       @authors::text[], @times::timestamptz[])
         as asked(environment_id, opportunity_id, status, note, by, decided_at)
       join opportunities o on o.opportunity_id = asked.opportunity_id and o.organization_id = @organization_id
         and o.environment_id = asked.environment_id
     order by o.opportunity_id, o.environment_id for no key update of o
   ), decided as (
     update opportunities o set ${decidedColumns("l.status")}, is_annotated = true,
       annotation_revision = o.annotation_revision + 1, revision = o.revision + 1
     from locked l
     where o.organization_id = l.organization_id and o.environment_id = l.environment_id
       and o.engine_id = l.engine_id and o.opportunity_id = l.opportunity_id
     returning o.organization_id, o.environment_id, o.engine_id, o.opportunity_id, o.annotation_revision, l.status, l.note,
       l.by, l.decided_at
   )
   insert into opportunity_annotations as a (organization_id, environment_id, engine_id, opportunity_id, status, note,
     revision, updated_by, updated_at)
   select d.organization_id, d.environment_id, d.engine_id, d.opportunity_id, d.status, d.note, d.annotation_revision,
     d.by, d.decided_at from decided d
   on conflict (organization_id, environment_id, engine_id, opportunity_id) do update set status = excluded.status,
     note = coalesce(excluded.note, a.note),
     follow_up_on = case when a.follow_up_on < excluded.updated_at::date then null else a.follow_up_on end,
     revision = excluded.revision, updated_by = excluded.updated_by, updated_at = excluded.updated_at
   returning a.revision`,
);

/**
 * Sets the status of opportunities in the caller's transaction, with the effect of an annotation (OPPS-42): the command
 * `set_opportunity_status` of the ledger, of whose transaction it is one statement, however many there are. The other
 * members of an annotation stay.
 * @param decisions each about another opportunity.
 * @returns how many there were.
 */
export async function setOpportunityStatuses(
  tx: Transaction,
  organizationId: string,
  decisions: readonly StatusDecision[],
): Promise<number> {
  if (decisions.length === 0) return 0;
  const { rowCount } = await tx.query(
    setStatuses({
      organizationId,
      environmentIds: decisions.map(({ environmentId }) => environmentId),
      opportunityIds: decisions.map(({ opportunityId }) => opportunityId),
      statuses: decisions.map(({ status }) => status),
      notes: decisions.map(({ reason }) => reason ?? null),
      authors: decisions.map(({ by }) => by),
      times: decisions.map(({ now }) => now),
    }),
  );
  return rowCount ?? 0;
}
