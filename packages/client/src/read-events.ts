import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { TimeLimit } from "./send.ts";

/** Three heartbeats: a connection that is silent for longer is dead. */
const silenceMs = 45_000;

/** The events of a stream. Heartbeats are comments; an event that is cut is left out, because it is sent again. */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  limit: TimeLimit,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    limit.restart(silenceMs);
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      // A caller that takes its time is no silence of the connection.
      limit.end();
      parser.feed(decoder.decode(read.value, { stream: true }));
      yield* events.splice(0);
      limit.restart(silenceMs);
    }
  } finally {
    limit.end();
    // A connection that was cut has nothing to give back.
    await reader.cancel().catch(() => undefined);
  }
}
