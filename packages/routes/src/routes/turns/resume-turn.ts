import { limits, ResumeTurnRequest, TurnParams } from "@service/contract";

import { resumeTurn as resume } from "@service/domain/turns";
import { route } from "../../http/route.ts";
import type { StreamStart } from "../../turns/frames-of-turn.ts";
import { attachReader, pathOfTurn, spendReattach, turnStream } from "./turn-stream.ts";

export const resumeTurn = route({
  id: "turns.resume",
  method: "POST",
  path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/turns/{turn_id}/resume",
  summary: "Run a turn again",
  description:
    "The newest turn of a conversation, when it was interrupted or failed in a way that may pass: at most 3 attempts within " +
    "24 hours, with the version, history and passages of the first. The stream begins with `attempt.started`; of a turn that " +
    "runs, with the start of its current attempt.",
  params: TurnParams,
  body: {
    schema: ResumeTurnRequest,
    limitBytes: limits.jsonBodyBytes,
    tooLarge: "request_bound_exceeded",
    optional: true,
  },
  namesPlace: true,
  responses: { 200: turnStream },
  errors: [
    "conversation_instance_not_found",
    "conversation_not_found",
    "turn_not_found",
    "turn_not_resumable",
    "streams_exhausted",
  ],
  async handle({ viewer, params, body, deps, time, reply }) {
    const { row, after } = await resume(deps, viewer, {
      slug: params.slug,
      conversationId: params.conversation_id,
      turnId: params.turn_id,
      mode: body.mode ?? "restart",
    });
    if (after === undefined) await spendReattach(deps, row.id);
    const isNext = row.status === "queued" && row.attempt > 0;
    const start: StreamStart =
      after === undefined ? { kind: isNext ? "next_attempt" : "current" } : { kind: "after", place: after };
    const frames = attachReader(deps, time, { row, viewer: viewer, start });
    return reply(200, frames, { "content-location": pathOfTurn(params.slug, row) });
  },
});
