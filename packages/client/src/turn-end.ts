import type { TurnFrame } from "./call.ts";
import type { Turn } from "./turn-frames.ts";

type ErrorFrame = Extract<TurnFrame, { type: "error" }>;

/** How the frames of a turn ended: with the turn and what it failed by, or without it, because the connection was lost. */
export type TurnEnd =
  | { readonly type: "ended"; readonly turn: Turn; readonly failure: ErrorFrame | undefined }
  | { readonly type: "lost"; readonly code: string; readonly message: string };

/** The frames of a turn, and at last its end, which is made of `error` and `done`. */
export async function* framesAndEnd(
  frames: AsyncIterable<TurnFrame>,
): AsyncGenerator<Exclude<TurnFrame, { type: "error" | "done" }> | TurnEnd, void, undefined> {
  let failure: ErrorFrame | undefined;
  for await (const frame of frames) {
    switch (frame.type) {
      case "error":
        failure = frame;
        break;
      case "done":
        yield { type: "ended", turn: frame.turn, failure };
        return;
      default:
        // What another frame follows was an error of the connection, not the end of the turn.
        failure = undefined;
        yield frame;
    }
  }
  const { code, message } = failure ?? {
    code: "connection_lost",
    message: "The connection was lost; the turn goes on.",
  };
  yield { type: "lost", code, message };
}
