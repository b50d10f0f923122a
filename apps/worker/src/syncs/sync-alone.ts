import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DatabaseAddress } from "@service/db/open";
import type { EndOfSync } from "@service/domain/imports";
import type { Logger, LogLevel } from "@service/runtime";

/** What a child process needs to sync one connection; the child gets no environment. */
export interface SyncJob {
  readonly connectionId: string;
  readonly database: DatabaseAddress;
  readonly secretsKey: Uint8Array | undefined;
  readonly dataDir: string;
  readonly spoolFolder: string;
  readonly allowedCidrs: readonly string[];
  readonly logLevel: LogLevel;
}

/** An import holds some hundred MiB whatever its size; more than this is a fault, and ends the child alone. */
const heapMaxMb = 768;
const childFile = fileURLToPath(new URL("./sync-child.ts", import.meta.url));

/**
 * Syncs a connection in a child process: mapping a book keeps a core busy for minutes, and neither that nor its memory may
 * be taken from the runs of this process. A child whose worker dies ends too.
 * @param signal kills the child; what it has begun is resumed by the next sync.
 */
export function syncAlone(job: SyncJob, log: Logger, signal: AbortSignal): Promise<EndOfSync> {
  const { promise, resolve } = Promise.withResolvers<EndOfSync>();
  const child = fork(childFile, {
    env: {},
    execArgv: ["--disable-warning=ExperimentalWarning", `--max-old-space-size=${heapMaxMb}`],
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  let end: EndOfSync | undefined;
  const kill = () => void child.kill("SIGKILL");
  if (signal.aborted) kill();
  else signal.addEventListener("abort", kill, { once: true });
  child.once("message", (message: EndOfSync) => {
    end = message;
  });
  child.once("error", (error) => {
    log.error({ err: error, connection_id: job.connectionId }, "the process of a sync cannot be used");
    kill();
    // One that could not be started has no end of its own.
    if (child.pid === undefined) resolve({ kind: "interrupted" });
  });
  child.once("close", (code, killedBy) => {
    signal.removeEventListener("abort", kill);
    if (end === undefined && !signal.aborted) {
      log.error({ connection_id: job.connectionId, code, signal: killedBy }, "the process of a sync died");
    }
    resolve(end ?? { kind: "interrupted" });
  });
  child.send(job, (error) => {
    if (error) kill();
  });
  return promise;
}
