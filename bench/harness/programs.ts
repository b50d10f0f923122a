import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { until } from "./measure.ts";

const bench = join(import.meta.dirname, "..");
/** The API process as it is deployed. */
export const apiProgram = "../apps/api/src/main.ts";

/** Kills a process that this one would leave behind. */
export function killedAtExit<Child extends ChildProcess>(child: Child): Child {
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return child;
}

/** Starts a program with its input and output as pipes: most load generators. @param file in `bench`. */
export function startPiped(file: string, environment: Readonly<Record<string, string>> = {}) {
  return killedAtExit(
    spawn(process.execPath, [join(bench, file)], {
      env: { ...process.env, ...environment },
      stdio: ["pipe", "pipe", "inherit"],
    }),
  );
}

/** Starts a server as deployed and waits for its `/health`. @param file in `bench`. */
export async function startServer(
  file: string,
  port: number,
  environment: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const child = killedAtExit(
    spawn(process.execPath, [join(bench, file)], {
      env: { ...process.env, NODE_ENV: "production", ...environment },
      stdio: ["ignore", "ignore", "inherit"],
    }),
  );
  await untilAnswering(`http://127.0.0.1:${port}`, file);
  return child;
}

/** Waits for `GET /health` of a server. */
export function untilAnswering(base: string, what: string): Promise<void> {
  const isAnswering = (): Promise<boolean> =>
    fetch(`${base}/health`).then(
      (response) => response.ok,
      () => false,
    );
  return until(isAnswering, { what, everyMs: 50, timeoutMs: 60_000 });
}

/** Longest time of a process to end by itself. */
const endWithinMs = 20_000;

/** Ends a process, also one that is stopped; one that has ended already, or does not end when asked, is not waited for. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  const timer = setTimeout(() => child.kill("SIGKILL"), endWithinMs);
  child.kill("SIGCONT");
  child.kill("SIGTERM");
  await ended;
  clearTimeout(timer);
}
