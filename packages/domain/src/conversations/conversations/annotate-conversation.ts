import { randomUUID } from "node:crypto";
import {
  type ConversationAnnotationKind,
  type ConversationRating,
  fail,
  limits,
  requiredMemberOf,
} from "@service/contract";
import { statement } from "@service/db";
import type { Caller } from "../../identity/access/index.ts";
import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import type { Viewer } from "../../book/seats/index.ts";
import {
  annotationColumns,
  type AnnotationRow,
  kindOf,
  type NamedAnnotation,
  requireAnnotation,
} from "./annotation.ts";
import { type ConversationRow, lockConversation, type NamedConversation, requireConversation } from "./conversation.ts";
import { assertRevision } from "./if-match.ts";

/** What an annotation says. */
export interface AnnotationContent {
  readonly rating: ConversationRating | null;
  readonly labels: readonly string[];
  readonly correctedOutput: string | null;
  readonly comment: string | null;
}

/** No word of an annotation is in the audit log. */
const audited = {
  kind: "conversation",
  id: "a.conversation_id",
  organizationId: "a.organization_id",
  environment: "(select slug from environments e where e.id = a.environment_id)",
  from: "a",
} as const;
const summary = "jsonb_build_object('annotation_id', a.id, 'kind', a.kind, 'rating', a.rating, 'revision', a.revision)";

const readTarget = statement(
  "turns_read_for_annotation",
  `select id, status in ('queued', 'running') as "isActive" from turns where id = $1 and conversation_id = $2`,
).narrowed<{ readonly isActive: boolean }>();
const countAll = statement(
  "conversation_annotations_count",
  "select count(*) as annotations from conversation_annotations where conversation_id = $1",
);
const insertOne = statement(
  "conversation_annotations_insert",
  `with a as (
     insert into conversation_annotations (id, organization_id, environment_id, conversation_id, turn_id, kind, rating,
       labels, corrected_output, comment, author_principal, key_id)
     values (@id, @organization_id, @environment_id, @conversation_id, @turn_id, @kind, @rating, @labels::text[],
       @corrected_output, @comment, @author_principal, @key_id)
     returning *
   ), audited as (${auditInsert({ ...audited, after: summary })})
   select ${annotationColumns} from a`,
).narrowed<{ readonly labels: readonly string[] }>();

interface By {
  readonly caller: Caller;
  readonly viewer: Viewer;
}

/**
 * Annotates a turn that has ended, or the conversation (CONV-70).
 * @throws `conversation_instance_not_found`, `conversation_not_found`, `turn_not_found`, `turn_in_progress`,
 *   `annotation_limit_reached`.
 */
export async function annotateConversation(
  deps: Pick<Deps, "db">,
  { caller, viewer }: By,
  named: NamedConversation,
  given: AnnotationContent & { readonly turnId: string | null; readonly kind: ConversationAnnotationKind },
): Promise<{ readonly conversation: ConversationRow; readonly annotation: AnnotationRow }> {
  const conversation = await requireConversation(deps, viewer, named);
  return deps.db.inTransaction(async (tx) => {
    // One annotation at a time, so that the count still holds when the row is inserted.
    await lockConversation(tx, viewer, named);
    if (given.turnId !== null) {
      const { rows } = await tx.query(readTarget([given.turnId, conversation.id]));
      const [turn] = rows;
      if (!turn) throw fail("turn_not_found");
      if (turn.isActive) throw fail("turn_in_progress", { details: { turn_id: turn.id } });
    }
    const { rows: counted } = await tx.query(countAll([conversation.id]));
    if ((counted[0]?.annotations ?? 0) >= limits.annotationsPerConversation) throw fail("annotation_limit_reached");
    const { rows } = await tx.query(
      insertOne({
        id: randomUUID(),
        organizationId: conversation.organizationId,
        environmentId: conversation.environmentId,
        conversationId: conversation.id,
        turnId: given.turnId,
        kind: given.kind,
        rating: given.rating,
        labels: given.labels,
        correctedOutput: given.correctedOutput,
        comment: given.comment,
        authorPrincipal: viewer.principal,
        keyId: viewer.keyId,
        ...auditValues(caller, "conversations.annotations.create"),
      }),
    );
    const [annotation] = rows;
    if (!annotation) throw new Error("an insert returned no row");
    return { conversation, annotation };
  });
}

const changeOne = statement(
  "conversation_annotations_change",
  `with a as (
     update conversation_annotations a set rating = @rating, labels = @labels::text[],
       corrected_output = @corrected_output, comment = @comment,
       revision = a.revision + 1, updated_at = now()
     where a.id = @id and a.revision = @revision returning *
   ), audited as (
     ${auditInsert({ ...audited, before: "jsonb_build_object('revision', @revision::int)", after: summary })}
   )
   select ${annotationColumns} from a`,
).narrowed<{ readonly labels: readonly string[] }>();

/** What a change says; `undefined` stays, `null` removes. */
export interface AnnotationChanges {
  readonly rating: ConversationRating | null | undefined;
  readonly labels: readonly string[] | null | undefined;
  readonly correctedOutput: string | null | undefined;
  readonly comment: string | null | undefined;
}

/**
 * Changes an annotation that still has the revision of `If-Match` (CONV-71).
 * @throws `conversation_instance_not_found`, `conversation_not_found`, `annotation_not_found`, `precondition_required`,
 *   `revision_conflict`; `invalid_request` when the member of its kind would be missing, or a correction is about a
 *   conversation.
 */
export async function changeAnnotation(
  deps: Pick<Deps, "db">,
  { caller, viewer }: By,
  named: NamedAnnotation & { readonly ifMatch: string | undefined },
  changes: AnnotationChanges,
): Promise<{ readonly conversation: ConversationRow; readonly annotation: AnnotationRow }> {
  const { conversation, annotation } = await requireAnnotation(deps, viewer, named);
  const now: AnnotationContent = {
    rating: changes.rating === undefined ? ratingIn(annotation) : changes.rating,
    labels: changes.labels === undefined ? annotation.labels : (changes.labels ?? []),
    correctedOutput: changes.correctedOutput === undefined ? annotation.correctedOutput : changes.correctedOutput,
    comment: changes.comment === undefined ? annotation.comment : changes.comment,
  };
  assertWhole(annotation, now);
  assertRevision(named.ifMatch, annotation.revision);
  const { rows } = await deps.db.pool.query(
    changeOne({
      id: annotation.id,
      revision: annotation.revision,
      rating: now.rating,
      labels: now.labels,
      correctedOutput: now.correctedOutput,
      comment: now.comment,
      ...auditValues(caller, "conversations.annotations.update"),
    }),
  );
  const [changed] = rows;
  if (changed) return { conversation, annotation: changed };
  const standing = await requireAnnotation(deps, viewer, named);
  throw fail("revision_conflict", { details: { revision: standing.annotation.revision } });
}

function ratingIn({ rating }: AnnotationRow): ConversationRating | null {
  return rating === "up" || rating === "down" ? rating : null;
}

/** @throws `invalid_request` */
function assertWhole(annotation: AnnotationRow, { rating, labels, correctedOutput, comment }: AnnotationContent): void {
  const has = {
    rating: rating !== null,
    labels: labels.length > 0,
    corrected_output: correctedOutput !== null,
    comment: comment !== null,
  };
  const member = requiredMemberOf(kindOf(annotation));
  if (!has[member]) throw refused(member, "is required for this kind");
  if (correctedOutput !== null && annotation.turnId === null)
    throw refused("corrected_output", "needs a turn as target");
}

function refused(field: string, message: string) {
  return fail("invalid_request", {
    message: `The request is not valid. ${field} ${message}.`,
    details: [{ field, message }],
  });
}

const removeOne = statement(
  "conversation_annotations_remove",
  `with a as (
     delete from conversation_annotations a where a.id = @id returning *
   ), audited as (${auditInsert({ ...audited, before: summary })})
   select a.id from a`,
);

/**
 * Removes an annotation; a scenario that was promoted from it stays (CONV-71).
 * @throws `conversation_instance_not_found`, `conversation_not_found`, `annotation_not_found`
 */
export async function removeAnnotation(
  deps: Pick<Deps, "db">,
  { caller, viewer }: By,
  named: NamedAnnotation,
): Promise<void> {
  const { annotation } = await requireAnnotation(deps, viewer, named);
  const { rowCount } = await deps.db.pool.query(
    removeOne({ id: annotation.id, ...auditValues(caller, "conversations.annotations.delete") }),
  );
  if (rowCount !== 1) throw fail("annotation_not_found");
}
