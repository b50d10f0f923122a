import { execFile } from "node:child_process";
import { join } from "node:path";
import { Readable } from "node:stream";
import { jest } from "@jest/globals";
import { svc } from "../svc.ts";

/** How a command ended. */
export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GivenSvc {
  /** All of its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string;
  /** A stream whose reader is gone before the command writes; of a separate process. */
  readonly unread?: "stdout" | "stderr";
}

/** Runs the command as an operator does, in a separate process. */
export function runSvcProcess(words: readonly string[], given: GivenSvc): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const child = execFile(
    process.execPath,
    [join(import.meta.dirname, "../main.ts"), ...words],
    { env: { ...given.environment } },
    (error, stdout, stderr) => resolve({ status: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
  );
  if (given.unread !== undefined) child[given.unread]?.destroy();
  child.stdin?.end(given.input ?? "");
  return promise;
}

let before: Promise<unknown> = Promise.resolve();

/**
 * Runs the command in this process, which saves the second that a new one needs to load the service: with the same environment,
 * input, streams and status. One after the other, because a process has one of each.
 */
export function runSvc(words: readonly string[], given: GivenSvc): Promise<Ended> {
  const ended = before.then(() => runHere(words, given));
  before = ended.catch(() => undefined);
  return ended;
}

async function runHere(words: readonly string[], { environment, input = "" }: GivenSvc): Promise<Ended> {
  const { env, stdin, exitCode } = process;
  const text = { stdout: "", stderr: "" };
  const streams = (["stdout", "stderr"] as const).map((name) =>
    jest.spyOn(process[name], "write").mockImplementation((part) => {
      text[name] += String(part);
      return true;
    }),
  );
  Object.defineProperty(process, "stdin", { value: Readable.from([Buffer.from(input)]), configurable: true });
  Object.assign(process, { env: { ...environment }, exitCode: 0 });
  try {
    const status = await svc(words);
    return { ...text, status: status === 0 ? Number(process.exitCode) : status };
  } finally {
    for (const stream of streams) stream.mockRestore();
    Object.defineProperty(process, "stdin", { value: stdin, configurable: true });
    Object.assign(process, { env, exitCode });
  }
}
