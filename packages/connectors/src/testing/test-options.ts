import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAddressGuard, createGuardedAgents, type ResolveHost, resolveHost } from "@service/outgoing";
import { type LogFields, type Logger, systemClock } from "@service/runtime";
import type { FetchOptions } from "../fetch.ts";

export interface TestFetch {
  readonly options: Required<Omit<FetchOptions, "watermark">> & { readonly watermark: undefined };
  /** A folder of this test alone. */
  readonly folder: string;
  /** Waits that were asked for, in milliseconds; none is waited. */
  readonly pauses: number[];
  /** Everything that was logged, as text. */
  readonly logged: string[];
  stop(): Promise<void>;
}

/** What a fetch needs, with local addresses allowed unless others are named. */
export async function testFetch(
  allowedCidrs: readonly string[] = ["127.0.0.0/8"],
  resolve: ResolveHost = resolveHost,
): Promise<TestFetch> {
  const folder = await mkdtemp(join(tmpdir(), "connectors-"));
  const guard = createAddressGuard({ allowedCidrs });
  const agents = createGuardedAgents(guard, resolve);
  const pauses: number[] = [];
  const logged: string[] = [];
  return {
    options: {
      watermark: undefined,
      spoolFolder: join(folder, "spool"),
      signal: new AbortController().signal,
      clock: systemClock,
      agents: { guard, ...agents },
      log: recordingLogger(logged),
      pause: (ms, signal) => {
        signal.throwIfAborted();
        pauses.push(ms);
        return Promise.resolve();
      },
    },
    folder,
    pauses,
    logged,
    async stop() {
      agents.http.destroy();
      agents.https.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function recordingLogger(lines: string[]): Logger {
  const write = (fields: LogFields, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const logger: Logger = { debug: write, info: write, warn: write, error: write, child: () => logger };
  return logger;
}
