import { Turn, TurnParams } from "@service/contract";
import { askerOf } from "@service/domain/grounding";
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
  async handle({ caller, reader, params, deps, reply }) {
    const asker = askerOf(caller, reader);
    const row = await findTurn(deps, asker, {
      slug: params.slug,
      conversationId: params.conversation_id,
      turnId: params.turn_id,
    });
    return reply(200, presentTurn(row, asker, deps.clock.now()));
  },
});
