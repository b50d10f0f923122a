import {
  type ConversationAnnotation,
  type ConversationAnnotationKind,
  conversationAnnotationKinds,
  type ConversationRating,
  conversationRatings,
  fail,
} from "@service/contract";
import { type Querying, statement } from "@service/db";
import { isOneOf } from "@service/json";
import type * as z from "zod";
import type { Deps } from "../../deps.ts";
import { answerShownTo, readEvidence } from "../grounding/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { type ConversationRow, isUuid, type NamedConversation, requireConversation } from "./conversation.ts";

/** What a person says of a turn or of a conversation, as stored. */
export interface AnnotationRow {
  readonly id: string;
  /** Null: of the conversation as a whole. */
  readonly turnId: string | null;
  readonly kind: string;
  readonly rating: string | null;
  readonly labels: readonly string[];
  readonly correctedOutput: string | null;
  readonly comment: string | null;
  readonly authorPrincipal: string | null;
  readonly revision: number;
  readonly promotedScenarioKey: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const annotationColumns = `a.id, a.turn_id as "turnId", a.kind, a.rating, a.labels,
  a.corrected_output as "correctedOutput", a.comment, a.author_principal as "authorPrincipal", a.revision,
  a.promoted_scenario_key as "promotedScenarioKey", a.created_at as "createdAt", a.updated_at as "updatedAt"`;

const readOne = statement(
  "conversation_annotations_read",
  `select ${annotationColumns} from conversation_annotations a where a.id = $1 and a.conversation_id = $2`,
).narrowed<{ readonly labels: readonly string[] }>();

/** An annotation as a path names it. */
export interface NamedAnnotation extends NamedConversation {
  readonly annotationId: string;
}

/**
 * An annotation of a conversation that the caller may look at.
 * @throws `conversation_instance_not_found`, `conversation_not_found`, `annotation_not_found`
 */
export async function requireAnnotation(
  deps: Pick<Deps, "db">,
  viewer: Viewer,
  named: NamedAnnotation,
): Promise<{ readonly conversation: ConversationRow; readonly annotation: AnnotationRow }> {
  const conversation = await requireConversation(deps, viewer, named);
  const { rows } = isUuid(named.annotationId)
    ? await deps.db.pool.query(readOne([named.annotationId, conversation.id]))
    : { rows: [] };
  const [annotation] = rows;
  if (!annotation) throw fail("annotation_not_found");
  return { conversation, annotation };
}

const readEvidences = statement(
  "turns_read_evidence",
  `select id, evidence from turns where conversation_id = $1 and evidence is not null
     and ($2::uuid[] is null or id = any($2::uuid[]))`,
);

/** Whose answers are withheld from a viewer: ids of turns of one conversation (4.8 of the design; CONV-72). */
export async function withheldTurns(
  db: Querying,
  viewer: Viewer,
  conversationId: string,
  turnIds: readonly string[] | null,
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query(readEvidences([conversationId, turnIds]));
  return new Set(rows.filter(({ evidence }) => !answerShownTo(viewer, readEvidence(evidence))).map(({ id }) => id));
}

/**
 * Annotations as a viewer sees them (CONV-72). Words about an answer that is withheld are withheld with it; those about the
 * conversation are with any of its answers.
 */
export async function presentAnnotations(
  deps: Pick<Deps, "db">,
  viewer: Viewer,
  conversationId: string,
  rows: readonly AnnotationRow[],
): Promise<z.output<typeof ConversationAnnotation>[]> {
  if (rows.length === 0) return [];
  const ofTurns = rows.flatMap(({ turnId }) => turnId ?? []);
  const turnIds = ofTurns.length === rows.length ? ofTurns : null;
  const withheld = await withheldTurns(deps.db.pool, viewer, conversationId, turnIds);
  return rows.map((row) => present(row, row.turnId === null ? withheld.size > 0 : withheld.has(row.turnId)));
}

function present(row: AnnotationRow, isWithheld: boolean): z.output<typeof ConversationAnnotation> {
  return {
    annotation_id: row.id,
    target: row.turnId === null ? { type: "conversation" } : { type: "turn", turn_id: row.turnId },
    kind: kindOf(row),
    rating: ratingOf(row),
    labels: [...row.labels],
    corrected_output: isWithheld ? null : row.correctedOutput,
    comment: isWithheld ? null : row.comment,
    withheld: isWithheld,
    author_principal: row.authorPrincipal,
    revision: row.revision,
    promoted_scenario_key: row.promotedScenarioKey,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The kind of a stored annotation; a CHECK of its table allows no other word. */
export function kindOf({ kind }: Pick<AnnotationRow, "kind">): ConversationAnnotationKind {
  if (!isOneOf(conversationAnnotationKinds, kind)) throw new Error(`an annotation is of the kind ${kind}`);
  return kind;
}

function ratingOf({ rating }: AnnotationRow): ConversationRating | null {
  return isOneOf(conversationRatings, rating) ? rating : null;
}
