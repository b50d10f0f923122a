import { createParser } from "eventsource-parser";

/** A Server-Sent Event as a reader of another's making understands it. */
export type ReadEvent = {
  readonly id: string | undefined;
  readonly event: string | undefined;
  /** The `data` lines as JSON. */
  readonly data: unknown;
};

/** Parses `text/event-stream` as it arrives. `push` it piece by piece; the three lists grow. */
export function eventReader() {
  const events: ReadEvent[] = [];
  const comments: string[] = [];
  const retriesMs: number[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => events.push({ id, event, data: JSON.parse(data) }),
    onComment: (comment) => comments.push(comment),
    onRetry: (ms) => retriesMs.push(ms),
    onError: (error) => {
      throw error;
    },
  });
  return { events, comments, retriesMs, push: (text: string): void => parser.feed(text) };
}
