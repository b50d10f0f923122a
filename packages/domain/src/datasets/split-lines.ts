import { datasetLimits } from "./dataset.ts";

/** A line of a file without its end, or why reading cannot go on. */
export type FileLine =
  | { readonly kind: "line"; readonly line: number; readonly text: string }
  | { readonly kind: "unreadable"; readonly line: number; readonly message: string };

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = "\uFEFF";

/**
 * Lines of a UTF-8 file, numbered from 1. Ends of lines are LF or CRLF; a byte order mark is dropped. Holds one line in
 * memory. Ends with `unreadable` at the first line that is too long or not UTF-8.
 */
export async function* splitLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine> {
  // Decode line by line, so that invalid UTF-8 can be reported by its line.
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let line = 0;
  let open: Buffer[] = [];
  let openBytes = 0;

  function close(last: Uint8Array): FileLine {
    line += 1;
    const bytes = open.length === 0 ? last : Buffer.concat([...open, last]);
    open = [];
    openBytes = 0;
    if (bytes.length > datasetLimits.rowBytes) return tooLong(line);
    const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
    try {
      const text = decoder.decode(bytes.subarray(0, end));
      return { kind: "line", line, text: line === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text };
    } catch {
      // The decoder throws for invalid UTF-8 only.
      return { kind: "unreadable", line, message: "is not UTF-8" };
    }
  }

  for await (const chunk of source) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(lineFeed, start);
      if (end < 0) break;
      const closed = close(chunk.subarray(start, end));
      yield closed;
      if (closed.kind === "unreadable") return;
      start = end + 1;
    }
    if (start < chunk.length) {
      // Copied: a stream may reuse its chunk's memory.
      open.push(Buffer.from(chunk.subarray(start)));
      openBytes += chunk.length - start;
    }
    if (openBytes > datasetLimits.rowBytes) {
      yield tooLong(line + 1);
      return;
    }
  }
  if (openBytes > 0) yield close(new Uint8Array());
}

function tooLong(line: number): FileLine {
  return { kind: "unreadable", line, message: `is longer than ${datasetLimits.rowBytes / 1024 / 1024} MiB` };
}
