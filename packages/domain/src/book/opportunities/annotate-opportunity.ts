import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { Caller } from "../../identity/access/index.ts";
import { auditInsert, auditValues, slugOf } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { unknownSeats } from "../seats/index.ts";
import type { DecidedStatus } from "./opportunity-states.ts";
import type { AnnotationRow, OpportunityRow } from "./opportunity.ts";
import { decidedColumns } from "./set-opportunity-status.ts";

/** What a person says of an opportunity. */
export interface NewAnnotation {
  readonly status: DecidedStatus;
  readonly assigneeSeat: string | null;
  /** A day, today or later. */
  readonly followUpOn: string | null;
  readonly reasonCode: string | null;
  readonly note: string | null;
}

interface AnnotationChange {
  readonly caller: Caller;
  /** As the viewer was shown it: this also decides whether it may be changed. */
  readonly row: OpportunityRow;
  /** `If-Match`, as sent. */
  readonly ifMatch: string | undefined;
}

const keyColumns = `(organization_id, environment_id, engine_id, opportunity_id)`;
const isOpportunity = `o.organization_id = @organization_id and o.environment_id = @environment_id
       and o.engine_id = @engine_id and o.opportunity_id = @opportunity_id`;

const auditedAs = {
  kind: "opportunity",
  id: "t.opportunity_id",
  organizationId: "t.organization_id",
  environment: slugOf("t.environment_id"),
} as const;

/**
 * The revision that must stand, null for none. On the row of the opportunity, which carries it too: a statement that
 * waited for another one judges the row that this one left.
 */
const isAtRevision = (revision: string): string => `case when ${revision}::int is null then not o.is_annotated
       else o.is_annotated and o.annotation_revision = ${revision}::int end`;

const save = statement(
  "opportunity_annotations_save",
  `with t as (
     update opportunities o set ${decidedColumns("@status::text")}, is_annotated = true,
       annotation_revision = o.annotation_revision + 1, revision = o.revision + 1
     where ${isOpportunity} and ${isAtRevision("@stands")}
     returning o.organization_id, o.environment_id, o.engine_id, o.opportunity_id, o.annotation_revision
   ), saved as (
     insert into opportunity_annotations as a (organization_id, environment_id, engine_id, opportunity_id, status,
       assignee_seat, follow_up_on, reason_code, note, revision, updated_by, updated_at)
     select t.organization_id, t.environment_id, t.engine_id, t.opportunity_id, @status::text, @assignee_seat::text,
       @follow_up_on::date, @reason_code::text,
       @note::text, t.annotation_revision, @by::text, @now::timestamptz from t
     on conflict ${keyColumns} do update set status = excluded.status, assignee_seat = excluded.assignee_seat,
       follow_up_on = excluded.follow_up_on, reason_code = excluded.reason_code, note = excluded.note,
       revision = excluded.revision, updated_by = excluded.updated_by, updated_at = excluded.updated_at
     returning a.revision
   ), audited as (
     ${auditInsert({ ...auditedAs, after: `jsonb_build_object('status', @status::text, 'revision', t.annotation_revision)`, from: "t" })}
   )
   select revision from saved`,
);

/**
 * Writes the annotation of an opportunity, and with it its status (OPPS-40).
 * @returns the annotation as stored; `isNew` when there was none.
 * @throws `precondition_required`, `revision_conflict`, `invalid_request` for a day that is past and a seat that is not
 *   there (SEAT-43), `opportunity_not_found` when it is gone meanwhile.
 */
export async function saveAnnotation(
  { db, clock }: Pick<Deps, "db" | "clock">,
  change: AnnotationChange & { readonly by: string; readonly annotation: NewAnnotation },
): Promise<{ readonly annotation: AnnotationRow; readonly isNew: boolean }> {
  const { caller, row, by, annotation } = change;
  const { status, assigneeSeat, followUpOn, reasonCode, note } = annotation;
  const now = clock.now();
  if (followUpOn !== null && followUpOn < now.toISOString().slice(0, 10))
    throw fail("invalid_request", {
      message: "follow_up_on must be today or later.",
      details: [{ field: "follow_up_on", message: "must be today or later" }],
    });
  const stands = matchedRevision(change);
  // What stands may stay, also where its seat has been switched off since.
  const named = assigneeSeat === null || assigneeSeat === row.annotation?.assignee_seat ? [] : [assigneeSeat];
  if ((await unknownSeats(db, caller.organizationId, named)).size > 0)
    throw fail("invalid_request", {
      message: "assignee_seat is no active seat of the organization.",
      details: [{ field: "assignee_seat", message: "is no active seat of the organization" }],
    });
  const { rows } = await db.pool.query(
    save({
      ...keyOf(caller, row),
      status,
      assigneeSeat,
      followUpOn,
      reasonCode,
      note,
      by,
      now,
      stands,
      ...auditValues(caller, "opportunities.annotation.save"),
    }),
  );
  const [saved] = rows;
  if (saved === undefined) throw fail("revision_conflict");
  return {
    isNew: stands === null,
    annotation: {
      status,
      assignee_seat: assigneeSeat,
      follow_up_on: followUpOn,
      reason_code: reasonCode,
      note,
      revision: saved.revision,
      updated_by: by,
      updated_at: now.toISOString(),
    },
  };
}

const remove = statement(
  "opportunity_annotations_delete",
  `with t as (
     update opportunities o set ${decidedColumns("'open'")}, is_annotated = false, revision = o.revision + 1
     where ${isOpportunity} and ${isAtRevision("@stands")}
     returning o.organization_id, o.environment_id, o.engine_id, o.opportunity_id
   ), removed as (
     delete from opportunity_annotations a using t
     where a.organization_id = t.organization_id and a.environment_id = t.environment_id
       and a.engine_id = t.engine_id and a.opportunity_id = t.opportunity_id
     returning a.status, a.revision
   ), audited as (
     ${auditInsert({ ...auditedAs, before: `jsonb_build_object('revision', @stands::int)`, from: "t" })}
   )
   select revision from removed`,
);

/**
 * Removes the annotation of an opportunity, which is open again unless it is gone (OPPS-41).
 * @throws `annotation_not_found`, `invalid_request` for another `If-Match`, `precondition_required`, `revision_conflict`.
 */
export async function deleteAnnotation({ db }: Pick<Deps, "db">, change: AnnotationChange): Promise<void> {
  const { caller, row } = change;
  if (row.annotation === null) throw fail("annotation_not_found");
  const stands = matchedRevision(change);
  const { rowCount } = await db.pool.query(
    remove({ ...keyOf(caller, row), stands, ...auditValues(caller, "opportunities.annotation.delete") }),
  );
  if (rowCount === 0) throw fail("revision_conflict");
}

function keyOf({ organizationId, environmentId }: Caller, { engineId, opportunityId }: OpportunityRow) {
  return { organizationId, environmentId, engineId, opportunityId };
}

/**
 * The revision that stands, null without an annotation, once `If-Match` names it.
 * @throws `invalid_request` for what is not one revision in quotes, `precondition_required`, `revision_conflict`.
 */
function matchedRevision({ row: { annotation }, ifMatch }: AnnotationChange): number | null {
  const sent = ifMatch?.trim() ?? "";
  const named = /^(?:W\/)?"(\d{1,9})"$/.exec(sent)?.[1];
  if (sent !== "" && named === undefined)
    throw fail("invalid_request", {
      message: 'If-Match must be one revision in quotes, such as "3"; * and several revisions are not accepted.',
      details: [{ field: "if-match", message: "must be one revision in quotes" }],
    });
  if (annotation === null) {
    if (sent !== "") throw fail("revision_conflict");
    return null;
  }
  if (sent === "") throw fail("precondition_required");
  if (Number(named) !== annotation.revision) throw fail("revision_conflict");
  return annotation.revision;
}
