import { Worker } from "node:worker_threads";
import {
  FileText,
  noText,
  type TextFailure,
  textLimits,
  type TextMediaType,
  textMediaTypes,
  type TextTask,
} from "./file-text.ts";

/** Start-up does not count against the time of a file, but a thread that never starts must not keep its slot. */
const startingMsMax = 60_000;
const looksAtMemoryMs = 50;
const MiB = 1024 * 1024;

/** A thread that has read so many files is replaced, so that nothing of them adds up. */
const filesPerThread = 100;

export interface TextBounds {
  readonly seconds: number;
  readonly memoryMiB: number;
}

/** Reads the text of files in threads. */
export interface TextReader {
  /**
   * The text of a file, read in a thread within 15 seconds and 256 MiB (STORE-31): without environment or secrets, and with
   * no script executed. A file that is hostile or broken costs its thread and nothing else.
   * @param bytes the whole file; they go to the thread and are empty here afterwards.
   * @param mediaType as `detectMediaType` found it; among kinds of plain text another one may be wanted.
   * @param signal ends the thread; its reason is thrown.
   */
  extract(bytes: Uint8Array<ArrayBuffer>, mediaType: string, signal: AbortSignal): Promise<FileText>;
  close(): Promise<void>;
}

interface TextThread {
  readonly worker: Worker;
  files: number;
}

/** Opens threads as they are needed; one that read its file is kept for the next, because starting one takes longer. */
export function openTextReader(bounds: TextBounds = textLimits): TextReader {
  const idle: TextThread[] = [];
  let isClosed = false;
  return {
    async extract(bytes, mediaType, signal) {
      if (bytes.byteLength === 0) return noText("failed", "unreadable");
      if (mediaType === "application/x-cfb")
        // Since 2007 office programs write this container only around documents with a password, and their older formats.
        return noText("failed", isEncryptedOffice(bytes) ? "encrypted" : "unsupported");
      if (mediaType.startsWith("image/")) return noText("none", "scanned");
      if (!isTextMediaType(mediaType)) return noText("failed", "unsupported");
      signal.throwIfAborted();
      const thread = idle.pop() ?? openThread(bounds);
      let isReusable = false;
      try {
        const text = await readInThread(thread.worker, { bytes, mediaType }, signal, bounds);
        isReusable = text.status === "ready" && ++thread.files < filesPerThread && !isClosed;
        return text;
      } finally {
        if (isReusable) idle.push(thread);
        else await thread.worker.terminate();
      }
    },
    async close() {
      isClosed = true;
      await Promise.all(idle.splice(0).map(({ worker }) => worker.terminate()));
    },
  };
}

export function isTextMediaType(mediaType: string): mediaType is TextMediaType {
  return textMediaTypes.some((each) => each === mediaType);
}

function isEncryptedOffice({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): boolean {
  return Buffer.from(buffer, byteOffset, byteLength).includes(Buffer.from("EncryptedPackage", "utf16le"));
}

function openThread({ memoryMiB }: TextBounds): TextThread {
  const worker = new Worker(new URL("./text-thread.ts", import.meta.url), {
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 32 },
  });
  // Without a listener a thread's error would end the process; "exit" always follows it.
  worker.on("error", () => undefined);
  // An idle thread does not keep a process that is done.
  worker.unref();
  return { worker, files: 0 };
}

async function readInThread(
  worker: Worker,
  task: TextTask,
  signal: AbortSignal,
  { seconds, memoryMiB }: TextBounds,
): Promise<FileText> {
  const { promise, resolve, reject } = Promise.withResolvers<FileText>();
  const end = (reason: TextFailure): void => resolve(noText("failed", reason));
  let clock = setTimeout(() => end("out_of_time"), startingMsMax);
  const watch = setInterval(() => {
    // Buffers are outside the heap that the resource limits bound.
    void worker.getHeapStatistics().then(
      ({ used_heap_size: heap, external_memory: external }) => {
        if (heap + external > memoryMiB * MiB) end("out_of_memory");
      },
      () => undefined,
    );
  }, looksAtMemoryMs);
  const abort = (): void => reject(Error.isError(signal.reason) ? signal.reason : new Error("aborted"));
  const onMessage = (message: unknown): void => {
    if (message !== "started") return resolve(FileText.parse(message));
    clearTimeout(clock);
    clock = setTimeout(() => end("out_of_time"), seconds * 1_000);
  };
  const onError = (error: unknown): void => end(isOutOfMemory(error) ? "out_of_memory" : "unreadable");
  const onExit = (): void => end("unreadable");
  signal.addEventListener("abort", abort, { once: true });
  worker.on("message", onMessage);
  worker.on("error", onError);
  worker.on("exit", onExit);
  worker.postMessage(task, [task.bytes.buffer]);
  try {
    return await promise;
  } finally {
    clearTimeout(clock);
    clearInterval(watch);
    signal.removeEventListener("abort", abort);
    worker.off("message", onMessage);
    worker.off("error", onError);
    worker.off("exit", onExit);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
