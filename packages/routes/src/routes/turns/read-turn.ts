import { Turn, TurnParams } from "@service/contract";

import { findTurn, presentTurn } from "@service/domain/turns";
import { route } from "../../http/route.ts";

export const readTurn = route({
  id: "turns.read",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/turns/{turn_id}",
  summary: "Read a turn",
  params: TurnParams,
  responses: { 200: Turn },
  errors: ["conversation_instance_not_found", "conversation_not_found", "turn_not_found"],
  async handle({ viewer, params, deps, reply }) {
    const row = await findTurn(deps, viewer, {
      slug: params.slug,
      conversationId: params.conversation_id,
      turnId: params.turn_id,
    });
    return reply(200, presentTurn(row, viewer, deps.clock.now()));
  },
});
