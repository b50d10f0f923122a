import { execFile } from "node:child_process";
import { join } from "node:path";

/** How a command ended. */
export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the command as an operator does, in a separate process.
 * @param given.input standard input.
 */
export function runSvc(
  words: readonly string[],
  given: { readonly environment: Readonly<Record<string, string>>; readonly input?: string },
): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const child = execFile(
    process.execPath,
    [join(import.meta.dirname, "../main.ts"), ...words],
    { env: { ...given.environment } },
    (error, stdout, stderr) => resolve({ status: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
  );
  child.stdin?.end(given.input ?? "");
  return promise;
}
