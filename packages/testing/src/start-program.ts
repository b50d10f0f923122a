import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { track } from "./open-handles.ts";

/** Stops the program with this process, whatever happens to this one. */
const stopWithParent = new URL("../../../scripts/stop-with-parent.mjs", import.meta.url).href;
/** For what never comes, on a machine that is busy with other things. */
const readyTimeoutMs = 180_000;
const linesKept = 40;

/** A program of the repository in a process of its own, run from its file as in a deployment. */
export type Program = {
  readonly pid: number;
  /** Exit status, or null when a signal ended it. */
  readonly ended: Promise<number | null>;
  isRunning(): boolean;
  signal(name: NodeJS.Signals): void;
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM. @returns the exit status. */
  stop(): Promise<number | null>;
  /** The last lines of its output, oldest first. */
  readonly lines: readonly string[];
  /** Waits for a line that contains `text`. @throws when the program ends first or does not write it in three minutes. */
  says(text: string): Promise<void>;
};

/**
 * Starts a program of the repository with exactly these variables. What Node compiles is kept for the next one
 * (`NODE_COMPILE_CACHE`).
 */
export function startProgram(
  file: string,
  given: { readonly env: Readonly<Record<string, string>>; readonly onLine?: (line: string) => void },
): Program {
  const cache = process.env["NODE_COMPILE_CACHE"];
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "--import", stopWithParent, file], {
    env: { ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }), ...given.env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} could not be started`);
  const untrack = track(`${file} (process ${pid})`);
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  // "close" comes after the last line of its output.
  const ended = new Promise<number | null>((settle) => {
    child.once("close", (code) => {
      process.off("exit", killAtExit);
      untrack();
      settle(code);
    });
  });
  const lines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  if (given.onLine) listeners.add(given.onLine);
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream, crlfDelay: Infinity }).on("line", (line) => {
      lines.push(line);
      if (lines.length > linesKept) lines.shift();
      for (const listener of listeners) listener(line);
    });
  }
  return {
    pid,
    ended,
    lines,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => void child.kill(name),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
    async says(text) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const fail = (what: string): void => reject(new Error(`${file} ${what}:\n${lines.join("\n")}`));
      const listener = (line: string): void => {
        if (line.includes(text)) resolve();
      };
      listeners.add(listener);
      for (const line of lines) listener(line);
      void ended.then((code) => fail(`ended with status ${code}`));
      const timer = setTimeout(() => fail(`does not say "${text}"`), readyTimeoutMs);
      try {
        await promise;
      } finally {
        clearTimeout(timer);
        listeners.delete(listener);
      }
    },
  };
}
