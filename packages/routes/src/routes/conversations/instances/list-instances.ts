import { ConversationInstanceList, instanceStatuses } from "@service/contract";
import { listInstances as list, presentInstance } from "@service/domain/conversations";
import * as z from "zod";
import { route } from "../../../http/route.ts";
import { requestedPage, PageQuery } from "../../../http/page-query.ts";

export const listInstances = route({
  id: "conversationInstances.list",
  method: "GET",
  path: "/api/v1/conversation-instances",
  summary: "List conversation instances",
  query: PageQuery.extend({ status: z.enum(instanceStatuses).optional() }),
  responses: { 200: ConversationInstanceList },
  errors: ["invalid_cursor"],
  async handle({ caller, deps, query, reply }) {
    const { rows, nextCursor } = await list(deps, caller, { status: query.status, ...requestedPage(query) });
    return reply(200, { conversation_instances: rows.map(presentInstance), next_cursor: nextCursor });
  },
});
