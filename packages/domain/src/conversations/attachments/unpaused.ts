import { fail } from "@service/contract";
import type { Readable } from "node:stream";

/**
 * The chunks of a stream, as long as they come.
 * @throws `invalid_multipart` when none comes for so long; what the stream throws.
 */
export async function* unpaused(content: Readable, pauseMs: number): AsyncGenerator<Uint8Array> {
  const refuse = (): void => {
    content.destroy(fail("invalid_multipart", { message: `The upload paused for more than ${pauseMs / 1_000} s.` }));
  };
  let timer = setTimeout(refuse, pauseMs);
  try {
    for await (const chunk of content) {
      // The time in which the chunk is written is ours, not the sender's.
      clearTimeout(timer);
      if (chunk instanceof Uint8Array) yield chunk;
      timer = setTimeout(refuse, pauseMs);
    }
  } finally {
    clearTimeout(timer);
  }
}
