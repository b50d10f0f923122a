import type { ConversationAnnotationKind, ConversationRating } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { annotationColumns, type AnnotationRow } from "./annotation.ts";
import { type ConversationRow, isUuid, type NamedConversation, requireConversation } from "./conversation.ts";
import { openPlace, type Page, timedPageOf, TimedPlace } from "../../paging.ts";

const readPage = statement(
  "conversation_annotations_list",
  `select ${annotationColumns} from conversation_annotations a
   where a.conversation_id = @conversation_id and (@turn_id::uuid is null or a.turn_id = @turn_id::uuid)
     and (@kind::text is null or a.kind = @kind::text)
     and (@rating::text is null or a.rating = @rating::text)
     and (@after_created_at::timestamptz is null
       or (a.created_at, a.id) > (@after_created_at::timestamptz, @after_id::uuid))
   order by a.created_at, a.id limit @limit`,
).narrowed<{ readonly labels: readonly string[] }>();

/** Which annotations a list is about. */
export interface AnnotationFilters {
  readonly turnId: string | undefined;
  readonly kind: ConversationAnnotationKind | undefined;
  readonly rating: ConversationRating | undefined;
}

/**
 * The annotations of a conversation, oldest first (CONV-73).
 * @throws `conversation_instance_not_found`, `conversation_not_found`, `invalid_cursor`
 */
export async function listAnnotations(
  deps: Pick<Deps, "db" | "secrets">,
  viewer: Viewer,
  named: NamedConversation,
  { limit, cursor, ...filters }: AnnotationFilters & { readonly limit: number; readonly cursor: string | undefined },
): Promise<Page<AnnotationRow> & { readonly conversation: ConversationRow }> {
  const conversation = await requireConversation(deps, viewer, named);
  const list = { list: "annotations", conversation: conversation.id, filters };
  const [createdAt, id] = cursor === undefined ? [] : openPlace(deps.secrets, list, cursor, TimedPlace);
  const { turnId, kind, rating } = filters;
  // What is no id names no turn.
  const isNowhere = turnId !== undefined && !isUuid(turnId);
  const { rows } = isNowhere
    ? { rows: [] }
    : await deps.db.pool.query(
        readPage({
          conversationId: conversation.id,
          turnId: turnId ?? null,
          kind: kind ?? null,
          rating: rating ?? null,
          afterCreatedAt: createdAt ?? null,
          afterId: id ?? null,
          limit: limit + 1,
        }),
      );
  const page = timedPageOf(deps.secrets, list, rows, limit);
  return { ...page, conversation };
}
