import { fstatSync, write, writeSync } from "node:fs";

/** Bytes that wait for a slow reader, at most; lines beyond are dropped, and their number is logged. */
const waitingBytesMax = 16 * 1024 * 1024;
const chunkCharsMax = 64 * 1024;
const busyMs = 20;
const busyAtExitMax = 10;

/** Writes lines to a file descriptor in order, in the background. Never throws, never blocks the event loop. */
export type LogWriter = {
  write(line: string): void;
  /** Whether everything is written, or the reader is gone, within `withinMs`. */
  flush(withinMs: number): Promise<boolean>;
};

const opened = new Map<number, LogWriter>();

/** The writer of a descriptor; one for all loggers of the process, so that their lines never mix. */
export function logWriterTo(fd: number): LogWriter {
  const writer = opened.get(fd) ?? openLogWriter(fd);
  opened.set(fd, writer);
  return writer;
}

/** Waits for the lines of all loggers. @returns false when a reader that still exists takes none of them. */
export async function flushLogs(withinMs: number): Promise<boolean> {
  const flushed = await Promise.all([...opened.values()].map((writer) => writer.flush(withinMs)));
  return flushed.every(Boolean);
}

/**
 * Our own writer, because the one of the logging library retries a broken pipe for ever while the process exits:
 * neither SIGTERM nor SIGINT could end a process whose log reader is gone.
 */
function openLogWriter(fd: number): LogWriter {
  let waiting: string[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  let isWriting = false;
  let isBroken = !isOpen(fd);
  let idle = Promise.withResolvers<void>();
  idle.resolve();

  function settle(): void {
    isWriting = false;
    idle.resolve();
  }

  function give(bytes: Buffer): void {
    write(fd, bytes, (error, written) => {
      if (error && isBusy(error)) {
        setTimeout(() => give(bytes), busyMs);
        return;
      }
      if (error) {
        // The reader is gone for good; the error cannot be reported anywhere.
        isBroken = true;
        waiting = [];
        settle();
        return;
      }
      if (written < bytes.length) give(bytes.subarray(written));
      else next();
    });
  }

  function next(): void {
    if (dropped > 0 && waiting.length === 0) {
      waiting.push(`${JSON.stringify({ level: "warn", dropped, msg: "lines dropped: the log is not read" })}\n`);
      dropped = 0;
    }
    if (waiting.length === 0) return settle();
    const chunk = takeChunk();
    give(Buffer.from(chunk, "utf8"));
  }

  function takeChunk(): string {
    let count = 0;
    for (let chars = 0; count < waiting.length && (count === 0 || chars < chunkCharsMax); count += 1)
      chars += waiting[count]?.length ?? 0;
    const chunk = waiting.splice(0, count).join("");
    waitingBytes = Math.max(0, waitingBytes - chunk.length);
    return chunk;
  }

  // Lines of a process that ends by itself, such as the last words of a crash.
  process.once("exit", () => {
    if (isBroken || waiting.length === 0) return;
    writeNow(fd, Buffer.from(waiting.join(""), "utf8"));
  });

  return {
    write(line) {
      if (isBroken) return;
      if (waitingBytes + line.length > waitingBytesMax) {
        dropped += 1;
        return;
      }
      waiting.push(line);
      waitingBytes += line.length;
      if (isWriting) return;
      isWriting = true;
      idle = Promise.withResolvers<void>();
      // The lines of one turn of the event loop go out together.
      setImmediate(next);
    },
    async flush(withinMs) {
      if (!isWriting) return true;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => resolve(false), withinMs);
      void idle.promise.then(() => resolve(true));
      const isFlushed = await promise;
      clearTimeout(timer);
      return isFlushed;
    },
  };
}

function isOpen(fd: number): boolean {
  try {
    fstatSync(fd);
    return true;
  } catch {
    // Started with the descriptor closed (`>&-`): whatever is opened next takes its number and must not receive lines.
    return false;
  }
}

function isBusy(error: unknown): boolean {
  return Error.isError(error) && "code" in error && (error.code === "EAGAIN" || error.code === "EBUSY");
}

function writeNow(fd: number, bytes: Buffer): void {
  let left = bytes;
  for (let busy = 0; left.length > 0 && busy < busyAtExitMax;) {
    try {
      left = left.subarray(writeSync(fd, left));
    } catch (error) {
      if (!isBusy(error)) return;
      busy += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs);
    }
  }
}
