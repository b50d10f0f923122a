import {
  ConversationAnnotation,
  conversationAnnotationKinds,
  ConversationAnnotationList,
  ConversationAnnotationParams,
  ConversationParams,
  conversationRatings,
  CreateConversationAnnotationRequest,
  limits,
  UpdateConversationAnnotationRequest,
} from "@service/contract";
import {
  annotateConversation,
  type AnnotationRow,
  changeAnnotation as change,
  listAnnotations as list,
  presentAnnotations,
  removeAnnotation as remove,
  requireAnnotation,
} from "@service/domain/conversations";
import type { Viewer } from "@service/domain/seats";
import { empty } from "@service/http";
import * as z from "zod";
import { route } from "../../../http/route.ts";
import type { ApiDeps } from "../../../http/route.ts";
import { requestedPage, PageQuery } from "../../../http/page-query.ts";
import { ConditionHeaders, etagOf } from "../../../http/revision.ts";

/** What people say of turns and conversations (CONV-70). */

const path = "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/annotations";
const onePath = `${path}/{annotation_id}` as const;
const codes = ["conversation_instance_not_found", "conversation_not_found"] as const;

export const createAnnotation = route({
  id: "conversations.annotations.create",
  method: "POST",
  path,
  summary: "Annotate a turn or a conversation",
  description:
    "A rating, labels, a corrected answer or a comment; the member of its `kind` is required. An answer that is right can become an evaluation scenario.",
  hasEtag: true,
  params: ConversationParams,
  body: {
    schema: CreateConversationAnnotationRequest,
    limitBytes: limits.jsonBodyBytes,
    tooLarge: "request_bound_exceeded",
  },
  responses: { 201: ConversationAnnotation },
  errors: [...codes, "turn_not_found", "turn_in_progress", "annotation_limit_reached"],
  async handle({ caller, viewer, deps, params, body, reply }) {
    const { slug, conversation_id: conversationId } = params;
    const { conversation, annotation } = await annotateConversation(
      deps,
      { caller, viewer },
      { slug, conversationId },
      {
        turnId: body.target.type === "turn" ? body.target.turn_id : null,
        kind: body.kind,
        rating: body.rating ?? null,
        labels: body.labels ?? [],
        correctedOutput: body.corrected_output ?? null,
        comment: body.comment ?? null,
      },
    );
    const shown = await presented(deps, viewer, conversation.id, annotation);
    return reply(201, shown, { etag: etagOf(annotation.revision) });
  },
});

export const listAnnotations = route({
  id: "conversations.annotations.list",
  method: "GET",
  path,
  summary: "List the annotations of a conversation",
  description: "Oldest first.",
  params: ConversationParams,
  query: PageQuery.extend({
    turn_id: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .meta({ examples: ["5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11"] }),
    kind: z.enum(conversationAnnotationKinds).optional(),
    rating: z.enum(conversationRatings).optional(),
  }),
  responses: { 200: ConversationAnnotationList },
  errors: [...codes, "invalid_cursor"],
  async handle({ viewer, deps, params, query, reply }) {
    const { slug, conversation_id: conversationId } = params;
    const { turn_id: turnId, kind, rating } = query;
    const { rows, nextCursor, conversation } = await list(
      deps,
      viewer,
      { slug, conversationId },
      { turnId, kind, rating, ...requestedPage(query) },
    );
    const annotations = await presentAnnotations(deps, viewer, conversation.id, rows);
    return reply(200, { annotations, next_cursor: nextCursor });
  },
});

export const readAnnotation = route({
  id: "conversations.annotations.read",
  method: "GET",
  path: onePath,
  summary: "Read an annotation of a conversation",
  hasEtag: true,
  params: ConversationAnnotationParams,
  responses: { 200: ConversationAnnotation },
  errors: [...codes, "annotation_not_found"],
  async handle({ viewer, deps, params, reply }) {
    const { conversation, annotation } = await requireAnnotation(deps, viewer, namedBy(params));
    const shown = await presented(deps, viewer, conversation.id, annotation);
    return reply(200, shown, { etag: etagOf(annotation.revision) });
  },
});

export const changeAnnotation = route({
  id: "conversations.annotations.update",
  method: "PATCH",
  path: onePath,
  summary: "Change an annotation of a conversation",
  description: "`null` removes a member; the one of its kind stays.",
  hasEtag: true,
  params: ConversationAnnotationParams,
  headers: ConditionHeaders,
  body: {
    schema: UpdateConversationAnnotationRequest,
    limitBytes: limits.jsonBodyBytes,
    tooLarge: "request_bound_exceeded",
  },
  responses: { 200: ConversationAnnotation },
  errors: [...codes, "annotation_not_found", "precondition_required", "revision_conflict"],
  async handle({ caller, viewer, deps, params, headers, body, reply }) {
    const { conversation, annotation } = await change(
      deps,
      { caller, viewer },
      { ...namedBy(params), ifMatch: headers["if-match"] },
      { rating: body.rating, labels: body.labels, correctedOutput: body.corrected_output, comment: body.comment },
    );
    const shown = await presented(deps, viewer, conversation.id, annotation);
    return reply(200, shown, { etag: etagOf(annotation.revision) });
  },
});

export const deleteAnnotation = route({
  id: "conversations.annotations.delete",
  method: "DELETE",
  path: onePath,
  summary: "Remove an annotation of a conversation",
  description: "An evaluation scenario that was promoted from it stays.",
  params: ConversationAnnotationParams,
  responses: { 204: empty },
  errors: [...codes, "annotation_not_found"],
  async handle({ caller, viewer, deps, params, reply }) {
    await remove(deps, { caller, viewer: viewer }, namedBy(params));
    return reply(204);
  },
});

function namedBy(params: z.output<typeof ConversationAnnotationParams>) {
  const { slug, conversation_id: conversationId, annotation_id: annotationId } = params;
  return { slug, conversationId, annotationId };
}

async function presented(
  deps: Pick<ApiDeps, "db">,
  viewer: Viewer,
  conversationId: string,
  annotation: AnnotationRow,
): Promise<z.output<typeof ConversationAnnotation>> {
  const [shown] = await presentAnnotations(deps, viewer, conversationId, [annotation]);
  if (!shown) throw new Error("an annotation was presented as nothing");
  return shown;
}
