import {
  Conversation,
  ConversationHeaders,
  CreateConversationRequest,
  InstanceParams,
  limits,
} from "@service/contract";
import { createConversation as create, presentConversation } from "@service/domain/conversations";

import { asJsonObject } from "@service/json";
import { route } from "../../../http/route.ts";

export const createConversation = route({
  id: "conversations.create",
  method: "POST",
  path: "/api/v1/conversation-instances/{slug}/conversations",
  summary: "Begin a conversation",
  description:
    "`subject` says what it is about: turns read nothing of other clients, and whoever begins it must be able to read it. `subject` and `variables` are fixed for life. An equal request with the same `Idempotency-Key` answers `200` with the same conversation.",
  params: InstanceParams,
  headers: ConversationHeaders,
  body: {
    schema: CreateConversationRequest,
    limitBytes: limits.jsonBodyBytes,
    tooLarge: "request_bound_exceeded",
    optional: true,
  },
  responses: { 200: Conversation, 201: Conversation },
  errors: [
    "identity_unmapped",
    "conversation_instance_not_found",
    "conversation_instance_archived",
    "invalid_idempotency_key",
    "idempotency_key_reused",
    "conversation_instance_not_released",
    "not_found",
    "book_connection_ambiguous",
    "book_unavailable",
  ],
  async handle({ viewer, deps, params, headers, body, time, reply }) {
    const { title, subject, variables = {}, metadata = {}, seed = [] } = body;
    const { conversation, isNew } = await create(
      deps,
      { viewer: viewer, signal: time.signal },
      {
        slug: params.slug,
        title,
        subject: subject && {
          connectionId: subject.connection_id,
          clientKey: subject.client_key,
          policyKey: subject.policy_key,
          runIds: subject.run_ids ?? [],
        },
        variables,
        metadata,
        seed,
        idempotencyKey: headers["idempotency-key"],
        body: asJsonObject(body),
      },
    );
    const shown = presentConversation(conversation);
    return isNew ? reply(201, shown) : reply(200, shown);
  },
});
