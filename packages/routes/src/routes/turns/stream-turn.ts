import { TurnParams } from "@service/contract";

import { findTurn } from "@service/domain/turns";
import { empty, lastEventId } from "@service/http";
import * as z from "zod";
import { route } from "../../http/route.ts";
import { startAfter } from "../../turns/start-of-stream.ts";
import { attachReader, pathOfTurn, spendReattach, turnStream } from "./turn-stream.ts";

const resume = lastEventId("invalid_stream_cursor");

export const streamTurn = route({
  id: "turns.stream",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/turns/{turn_id}/stream",
  summary: "Read the stream of a turn again, or further",
  description:
    "After the frame of `Last-Event-ID` or `after`; without one from the start of the current attempt. `204`: that was the " +
    "last frame. It changes nothing about the turn.",
  params: TurnParams,
  headers: z.object(resume.headers),
  query: z.strictObject(resume.query),
  namesPlace: true,
  responses: { 200: turnStream, 204: empty },
  errors: [
    "conversation_instance_not_found",
    "conversation_not_found",
    "turn_not_found",
    "invalid_stream_cursor",
    "streams_exhausted",
  ],
  async handle({ viewer, params, headers, query, deps, time, reply }) {
    const row = await findTurn(deps, viewer, {
      slug: params.slug,
      conversationId: params.conversation_id,
      turnId: params.turn_id,
    });
    await spendReattach(deps, row.id);
    const cursor = resume.of({ headers, query });
    const start =
      cursor === undefined ? ({ kind: "current" } as const) : await startAfter(deps.turnStreams, row, cursor);
    // `EventSource` connects again after a stream has ended; 204 makes it stop.
    if (start.kind === "ended") return reply(204);
    const frames = attachReader(deps, time, { row, viewer: viewer, start });
    return reply(200, frames, { "content-location": pathOfTurn(params.slug, row) });
  },
});
