import { fail, limits, Turn, TurnsParams, TurnSubmission, TurnSubmissionHeaders } from "@service/contract";

import { presentTurn, submitTurn as submit, type TurnRow } from "@service/domain/turns";
import { asJsonObject } from "@service/json";
import { lastEventId, empty } from "@service/http";
import { route } from "../../http/route.ts";
import type { StreamStart } from "../../turns/frames-of-turn.ts";
import { startAfter } from "../../turns/start-of-stream.ts";
import { turnWaitSeconds, waitForTurn, wantsJson } from "../../turns/wait-for-turn.ts";
import { attachReader, pathOfTurn, turnStreamOrJson } from "./turn-stream.ts";

const resume = lastEventId("invalid_stream_cursor");
/** Kept of the request's time for the answer after waiting. */
const answerMarginMs = 1_000;

export const submitTurn = route({
  id: "turns.submit",
  method: "POST",
  path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/turns",
  summary: "Ask a question",
  description:
    "A worker answers; the stream of the turn is the response. Read it until `done`; a stream that ends without it was cut: " +
    "continue with the id of the last frame. With `Accept: application/json` the answer is the turn, when it has ended or " +
    "the time of `Prefer: wait=N` (default 25 seconds, at most 30; `respond-async` = 0) is over. Send an `Idempotency-Key` " +
    "to retry safely: a repeat gets the stream of the original turn.",
  params: TurnsParams,
  headers: TurnSubmissionHeaders.extend(resume.headers),
  body: { schema: TurnSubmission, limitBytes: limits.jsonBodyBytes, tooLarge: "request_bound_exceeded" },
  namesPlace: true,
  responses: { 200: turnStreamOrJson, 202: Turn, 204: empty },
  errors: [
    "invalid_idempotency_key",
    "request_bound_exceeded",
    "invalid_stream_cursor",
    "invalid_test_scenario",
    "test_scenario_sandbox_only",
    "test_scenario_forbidden",
    "instance_version_draft_requires_sandbox_key",
    "conversation_instance_not_found",
    "conversation_instance_archived",
    "conversation_not_found",
    "turn_not_found",
    "conversation_archived",
    "conversation_instance_not_released",
    "turn_in_progress",
    "attachment_not_found",
    "attachment_not_ready",
    "idempotency_key_reused",
    "provider_not_configured",
    "queue_unreachable",
    "streams_exhausted",
  ],
  async handle({ viewer, params, headers, body, deps, time, incoming, traceId, traceParent, reply }) {
    const { turnId, conversationId, isReplay } = await submit(deps, viewer, {
      slug: params.slug,
      conversationId: params.conversation_id,
      text: body.text,
      parentTurnId: body.parent_turn_id,
      attachmentIds: body.attachment_ids ?? [],
      onConflict: body.on_conflict ?? "reject",
      cancelsOnLeave: body.on_disconnect === "cancel",
      isDraft: body.version === "draft",
      metadata: body.metadata ?? {},
      testScenario: body.test_scenario,
      afterChars: body.after_chars,
      body: asJsonObject(JSON.parse(JSON.stringify(body))),
      idempotencyKey: headers["idempotency-key"],
      traceId,
      traceParent,
    });
    const turn = { turnId, conversationId };
    if (wantsJson(incoming.headers["accept"])) {
      const waitMs = Math.min(turnWaitSeconds(headers.prefer) * 1_000, time.leftMs() - answerMarginMs);
      const row = found(await waitForTurn(deps, turn, { waitMs, signal: time.signal }));
      const location = pathOfTurn(params.slug, row);
      return row.completedAt === null
        ? reply(202, presentTurn(row, viewer, deps.clock.now()), { location })
        : reply(200, presentTurn(row, viewer, deps.clock.now()), { "content-location": location });
    }
    const row = found(await deps.turnStreams.readTurn(turn));
    const cursor = headers["last-event-id"];
    const start: StreamStart | { readonly kind: "ended" } =
      isReplay && cursor !== undefined
        ? await startAfter(deps.turnStreams, row, cursor)
        : { kind: "submission", isReplay };
    // An `EventSource` sends its request again after a stream has ended: 204 makes it stop.
    if (start.kind === "ended") return reply(204);
    const frames = attachReader(deps, time, { row, viewer: viewer, start });
    return reply(200, frames, { "content-location": pathOfTurn(params.slug, row) });
  },
});

function found(row: TurnRow | undefined): TurnRow {
  if (row === undefined) throw fail("conversation_not_found");
  return row;
}
