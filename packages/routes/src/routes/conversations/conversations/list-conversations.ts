import { ConversationList, conversationStatuses, InstanceParams, limits, text, Timestamp } from "@service/contract";
import { listConversations as list, presentConversation } from "@service/domain/conversations";

import { freeQuery } from "@service/http";
import * as z from "zod";
import { route } from "../../../http/route.ts";
import { requestedPage, PageQuery } from "../../../http/page-query.ts";

/** `metadata.<name>=value` for each of up to sixteen names. */
const ListQuery = freeQuery(
  {
    ...PageQuery.shape,
    status: z.enum(conversationStatuses).optional(),
    updated_after: Timestamp.optional().meta({
      description: "Exclusive. The list then stands in the order of the changes, oldest first.",
      examples: ["2026-11-21T09:00:00.000Z"],
    }),
    // Of a person who was named by the address alone, the address.
    owner_principal: text(1, limits.actingEmailCharsMax)
      .optional()
      .meta({ examples: ["pat.moreno"] }),
    client_key: text(1, 128)
      .optional()
      .meta({ examples: ["c_k3v5n2q7x4m6p8r2t4w6"] }),
    q: text(1, 200)
      .optional()
      .meta({
        description:
          "Words that begin words of the title, of a question or of an answer of a turn that has ended. An answer that is withheld from the reader finds nothing.",
        examples: ["renewal harb"],
      }),
  },
  text(0, limits.conversationMetadataCharsMax),
  {
    name: "metadata",
    prefix: "metadata.",
    countMax: limits.conversationMetadataMax,
    description: "Metadata that the conversation has, each as `metadata.<name>=<value>`.",
    example: { "metadata.ticket": "T-1042" },
  },
);

export const listConversations = route({
  id: "conversations.list",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/conversations",
  summary: "List conversations",
  description:
    "Newest first. With `X-Service-Acting-Principal` those of that person. `metadata.<name>=<value>` selects by metadata.",
  params: InstanceParams,
  query: ListQuery,
  responses: { 200: ConversationList },
  errors: ["conversation_instance_not_found", "invalid_cursor"],
  async handle({ viewer, deps, params, query, reply }) {
    const { limit, cursor, status, updated_after, owner_principal, client_key, q, ...others } = query;
    const { rows, nextCursor } = await list(deps, viewer, {
      slug: params.slug,
      filters: {
        status,
        updatedAfter: updated_after === undefined ? undefined : new Date(updated_after),
        ownerPrincipal: owner_principal,
        clientKey: client_key,
        q,
        metadata: metadataIn(others),
      },
      ...requestedPage({ limit, cursor }),
    });
    return reply(200, { conversations: rows.map(presentConversation), next_cursor: nextCursor });
  },
});

/** Names without their prefix; a name that no metadata has selects nothing. */
function metadataIn(others: Readonly<Record<string, unknown>>): Record<string, string> {
  // `fromEntries` keeps `__proto__`, which an assignment drops: the filter would select everything.
  return Object.fromEntries(
    Object.entries(others).flatMap(([name, value]) =>
      typeof value === "string" ? [[name.slice("metadata.".length), value]] : [],
    ),
  );
}
