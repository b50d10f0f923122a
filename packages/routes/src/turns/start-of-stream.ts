import { fail } from "@service/contract";
import { framePlace, isEnded, shownAttempt, type TurnRow } from "@service/domain/turns";
import type { StreamStart } from "./frames-of-turn.ts";
import type { TurnStreams } from "./turn-streams.ts";

/** Attachments to one turn per minute (TURN-38). */
export const reattachesPerMinute = 30;

/**
 * Where a reader with this cursor continues (TURN-31); `ended` where there is nothing after it, for which an `EventSource` needs a 204. A cursor of an attempt that is over is taken as it is.
 * @throws `invalid_stream_cursor` for one that names no frame, or one ahead of the log.
 */
export async function startAfter(
  streams: Pick<TurnStreams, "read">,
  row: TurnRow,
  cursor: string,
): Promise<StreamStart | { readonly kind: "ended" }> {
  const place = framePlace(cursor);
  if (place === undefined) throw fail("invalid_stream_cursor");
  const attempt = shownAttempt(row);
  if (place.attempt > attempt || (place.attempt === 1 && place.seq === 0)) throw fail("invalid_stream_cursor");
  if (place.attempt < attempt) return { kind: "after", place };
  const isOver = isEnded(row.status);
  if (isOver && place.seq === row.lastSeq) return { kind: "ended" };
  if (place.seq > row.lastSeq && (isOver || !(await isLogged(streams, row, place.seq))))
    throw fail("invalid_stream_cursor");
  return { kind: "after", place };
}

/**
 * A row knows of its newest frames only at a checkpoint, the log knows of all. Unless a crash has emptied it: of a turn that
 * goes on it then holds what came since, or nothing.
 */
async function isLogged(streams: Pick<TurnStreams, "read">, row: TurnRow, seq: number): Promise<boolean> {
  const { id: turnId, createdAt } = row;
  const wanted = { turnId, createdAt, attempt: shownAttempt(row) };
  const found = await streams.read({ ...wanted, afterSeq: seq - 1 });
  // The frame itself, or later ones: those before them are lost, and replaced by a snapshot.
  if ((found?.frames.length ?? 0) > 0) return true;
  // Read anew from the beginning: a frame may have come since, and is then the oldest one of what the crash has left.
  const oldest = (await streams.read({ ...wanted, afterSeq: 0 }))?.frames.at(0);
  return oldest === undefined ? row.status === "running" : oldest.seq >= seq;
}
