import { CancelTurnRequest, limits, Turn, TurnParams } from "@service/contract";

import { cancelTurn as cancel, presentTurn } from "@service/domain/turns";
import { route } from "../../http/route.ts";

export const cancelTurn = route({
  id: "turns.cancel",
  method: "POST",
  path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/turns/{turn_id}/cancel",
  summary: "Cancel a turn",
  description:
    "`202` while it waits or runs; the text so far stays. `200` once it has ended. The first reason is kept.",
  params: TurnParams,
  body: {
    schema: CancelTurnRequest,
    limitBytes: limits.jsonBodyBytes,
    tooLarge: "request_bound_exceeded",
    optional: true,
  },
  responses: { 200: Turn, 202: Turn },
  errors: ["conversation_instance_not_found", "conversation_not_found", "turn_not_found"],
  async handle({ viewer, params, body, deps, reply }) {
    const { outcome, row } = await cancel(deps, viewer, {
      slug: params.slug,
      conversationId: params.conversation_id,
      turnId: params.turn_id,
      reason: body.reason,
    });
    const turn = presentTurn(row, viewer, deps.clock.now());
    return outcome === "ended" ? reply(200, turn) : reply(202, turn);
  },
});
