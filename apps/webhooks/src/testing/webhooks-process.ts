import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
/** Stops the child with its parent, so a failed or killed test leaves no process behind. */
const stopWithParent = new URL("../../../../scripts/stop-with-parent.mjs", import.meta.url).href;

export interface WebhooksProcess {
  readonly pid: number;
  /** `SIGKILL`, and waits until it is gone. */
  kill(): Promise<void>;
  /** Sends `SIGTERM`. @returns the exit code. */
  stop(): Promise<number | null>;
}

/** Starts a separate webhooks process, as in a container, for tests of `kill -9`. */
export function startWebhooksProcess(env: Readonly<Record<string, string>>): WebhooksProcess {
  const child: ChildProcess = spawn(process.execPath, ["--import", stopWithParent, main], {
    env: { ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    pid: child.pid ?? 0,
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    stop() {
      child.kill("SIGTERM");
      return exited;
    },
  };
}
