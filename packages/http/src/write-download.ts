import type { ServerResponse } from "node:http";
import type { RequestClock } from "./request-clock.ts";
import { type DownloadSpec, isAsyncIterable } from "./response-forms.ts";
import { taken } from "./write-stream.ts";

/** A started answer whose status is set and not yet sent. */
interface DownloadSource {
  readonly response: ServerResponse;
  readonly isHead: boolean;
  readonly spec: DownloadSpec;
  /** What the handler replied with. */
  readonly file: unknown;
  readonly clock: RequestClock;
}

/**
 * Sends a file piece by piece, holding at most what Node queues for a connection, and returns when the connection has taken or
 * lost it. What the iterable throws is thrown: the status is sent, so that the caller of this function cuts the connection.
 */
export async function writeDownload({ response, isHead, spec, file, clock }: DownloadSource): Promise<void> {
  if (!isDownloadBody(file) || spec.contents[file.mediaType] === undefined)
    throw new Error("a download is replied to with a media type of its route, a file name and its pieces");
  if (!/^[A-Za-z0-9._-]{1,128}$/.test(file.fileName)) throw new Error("a file name has letters, digits and ._- alone");
  const iterator = file.pieces[Symbol.asyncIterator]();
  const { signal } = clock.time;
  try {
    // Before any header is set: what fails here can still be answered as a refusal.
    let step = isHead ? { done: true, value: undefined } : await iterator.next();
    if (signal.aborted) throw signal.reason;
    response.setHeader("content-type", `${file.mediaType}; charset=utf-8`);
    response.setHeader("content-disposition", `attachment; filename="${file.fileName}"`);
    response.setHeader("cache-control", "no-store");
    response.setHeader("x-content-type-options", "nosniff");
    clock.restart(spec.longestMs, () => clock.end(new Error("the download took too long")));
    while (step.done !== true) {
      if (!response.write(step.value)) await taken(response, "drain", spec.stalledMs, signal);
      if (response.destroyed) return;
      step = await iterator.next();
      if (signal.aborted) throw signal.reason;
    }
    const flushed = taken(response, "finish", spec.stalledMs);
    response.end();
    await flushed;
  } finally {
    clock.stop();
    iterator.return?.().then(undefined, () => undefined);
  }
}

function isDownloadBody(
  value: unknown,
): value is { readonly mediaType: string; readonly fileName: string; readonly pieces: AsyncIterable<unknown> } {
  return (
    typeof value === "object" &&
    value !== null &&
    "mediaType" in value &&
    typeof value.mediaType === "string" &&
    "fileName" in value &&
    typeof value.fileName === "string" &&
    "pieces" in value &&
    isAsyncIterable(value.pieces)
  );
}
