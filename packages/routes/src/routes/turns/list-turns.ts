import { TurnList, turnStatuses, TurnsParams } from "@service/contract";

import { listTurns as list, presentTurn } from "@service/domain/turns";
import * as z from "zod";
import { requestedPage, PageQuery } from "../../http/page-query.ts";
import { route } from "../../http/route.ts";

export const listTurns = route({
  id: "turns.list",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/turns",
  summary: "List the turns of a conversation",
  description:
    "In the order of `index`: the path from the beginning to the newest turn, or with `path=all` every branch.",
  params: TurnsParams,
  query: PageQuery.extend({
    path: z.enum(["head", "all"]).optional().meta({
      description: "`head` (default): from the beginning to the newest turn; `all`: every branch.",
    }),
    status: z.enum(turnStatuses).optional(),
  }),
  responses: { 200: TurnList },
  errors: ["conversation_instance_not_found", "conversation_not_found", "invalid_cursor"],
  async handle({ viewer, params, query, deps, reply }) {
    const { rows, nextCursor } = await list(deps, viewer, {
      slug: params.slug,
      conversationId: params.conversation_id,
      path: query.path ?? "head",
      status: query.status,
      ...requestedPage(query),
    });
    return reply(200, {
      turns: rows.map((row) => presentTurn(row, viewer, deps.clock.now())),
      next_cursor: nextCursor,
    });
  },
});
