import type { TimeLimit } from "./send.ts";

/** One event of a stream. */
interface StreamEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/** Three heartbeats: a connection that is silent for longer is dead. */
const silenceMs = 45_000;

/** Server-Sent Events as the service writes them: one line of data each. Comments are heartbeats. */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  limit: TimeLimit,
): AsyncGenerator<StreamEvent, void, undefined> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  try {
    limit.restart(silenceMs);
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      // A caller that takes its time is no silence of the connection.
      limit.end();
      const events = (rest + decoder.decode(read.value, { stream: true })).split("\n\n");
      // What is cut in the middle of a frame is sent again.
      rest = events.pop() ?? "";
      for (const event of events) {
        const { id, data } = fieldsOf(event);
        if (data !== undefined) yield { id, data };
      }
      limit.restart(silenceMs);
    }
  } finally {
    limit.end();
    // A connection that was cut has nothing to give back.
    await reader.cancel().catch(() => undefined);
  }
}

/** Not by a regular expression: its `.` and `$` stop at a line separator (U+2028), which text may hold. */
function fieldsOf(event: string): { readonly id?: string; readonly data?: string } {
  return Object.fromEntries(
    event.split("\n").map((line) => {
      const at = line.indexOf(": ");
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
}
