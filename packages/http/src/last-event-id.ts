import { refusing, type PlainErrorCode } from "@service/contract";
import * as z from "zod";

/** A frame id is short; a longer one was never sent. */
const charactersMax = 128;

/**
 * How a reader continues a stream after the frame with this id: the header that `EventSource` sends when it connects again,
 * or the query parameter for a reader that sets no headers. `refusal` is the code of an id that cannot be one; add it to the
 * route's errors.
 */
export function lastEventId(refusal: PlainErrorCode) {
  const id = (description: string) =>
    refusing(refusal, z.string().min(1).max(charactersMax))
      .optional()
      .meta({ description, examples: ["1-42"] });
  return {
    headers: { "last-event-id": id("Continue after the frame with this id.") },
    query: { after: id("As `Last-Event-ID`, which counts when both are sent.") },
    /** The header counts before the query: after a cut an `EventSource` repeats its URL and sends a newer id. */
    of: (call: {
      readonly headers: { readonly "last-event-id"?: string | undefined };
      readonly query: { readonly after?: string | undefined };
    }): string | undefined => call.headers["last-event-id"] ?? call.query.after,
  };
}
