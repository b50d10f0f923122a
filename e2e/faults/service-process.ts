import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const root = resolve(import.meta.dirname, "../..");
const preloaded = ["scripts/stop-with-parent.mjs", "e2e/faults/keep-compiled.mjs"].flatMap((file) => [
  "--import",
  pathToFileURL(join(root, file)).href,
]);
/** Starting five processes at once on a busy machine takes its time. */
const readyTimeoutMs = 180_000;
const linesKept = 40;

export type AppName = "api" | "worker" | "webhooks";

/** What the log of each process says when it takes work. */
const readyTexts = {
  api: "api listening",
  worker: "worker started",
  webhooks: "webhooks delivering",
} as const satisfies Record<AppName, string>;

/** One process of the service, run from its `main.ts` as in a deployment. */
export type ServiceProcess = {
  readonly pid: number;
  /** Exit status, or null when a signal ended it. */
  readonly ended: Promise<number | null>;
  isRunning(): boolean;
  signal(name: NodeJS.Signals): void;
};

/**
 * Starts a process and waits for the line of its log that says it takes work. It ends with this process, whatever
 * happens to this one.
 *
 * @throws when it ends first or is not ready within three minutes; the message holds its last lines.
 */
export async function startServiceProcess(
  app: AppName,
  environment: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", ...preloaded, join(root, "apps", app, "src/main.ts")],
    { cwd: root, env: environment, stdio: ["ignore", "pipe", "pipe", "ipc"] },
  );
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const ended = new Promise<number | null>((settle) => {
    child.once("exit", (code) => {
      process.off("exit", killAtExit);
      settle(code);
    });
  });
  const ready = Promise.withResolvers<void>();
  const lines: string[] = [];
  const fail = (what: string): void => ready.reject(new Error(`${app} ${what}:\n${lines.join("\n")}`));
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream, crlfDelay: Infinity }).on("line", (line) => {
      lines.push(line);
      if (lines.length > linesKept) lines.shift();
      if (process.env["FAULTS_VERBOSE"]) process.stderr.write(`${app} ${child.pid}: ${line}\n`);
      if (line.includes(readyTexts[app])) ready.resolve();
    });
  }
  child.once("error", (error) => fail(`could not be started (${error.message})`));
  void ended.then((code) => fail(`ended with status ${code}`));
  const timer = setTimeout(() => fail(`does not say "${readyTexts[app]}"`), readyTimeoutMs);
  try {
    await ready.promise;
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(timer);
  }
  child.send("flush the compile cache", () => undefined);
  if (child.pid === undefined) throw new Error(`${app} has no process id`);
  return {
    pid: child.pid,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => void child.kill(name),
  };
}
