/**
 * `npm start`: the whole stack on this machine, in the foreground. Data lives in DATA_DIR and survives a restart. One
 * Ctrl-C (or SIGTERM) stops everything cleanly: the processes first, the database last; further ones change nothing.
 * When a process dies by itself the rest is stopped and the exit status is 1.
 */
import { buildConsole } from "./build-console.ts";
import { linkForFirstOwner } from "./first-link.ts";
import { type StackProcessName, startStack } from "./stack.ts";

function portFrom(name: string, fallback: number): number {
  const text = process.env[name]?.trim() ?? "";
  if (text === "") return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`${name} must be a whole number from 0 to 65535, or unset`);
}

function textFrom(name: string): string | undefined {
  const text = process.env[name]?.trim() ?? "";
  return text === "" ? undefined : text;
}

const prefixWidth = "webhooks".length;

function print(from: StackProcessName | "stack", line: string): void {
  console.log(`${from.padEnd(prefixWidth)} | ${line}`);
}

async function main(): Promise<number> {
  const stopping = new AbortController();
  const stopRequested = new Promise<string>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (!stopping.signal.aborted) print("stack", `${signal}: stopping`);
        stopping.abort(new Error(`${signal} while starting`));
        resolve(signal);
      });
    }
  });

  try {
    const databaseUrl = textFrom("DATABASE_URL");
    const queueUrl = textFrom("QUEUE_URL");
    const apiHost = textFrom("API_HOST");
    const metricsPort = portFrom("METRICS_PORT", 0);
    const hasConsole = textFrom("CONSOLE_PORT")?.toLowerCase() !== "off";
    if (hasConsole) await buildConsole((line) => print("stack", line));
    const stack = await startStack({
      dataDir: textFrom("DATA_DIR") ?? ".data",
      persistent: true,
      apiPort: portFrom("API_PORT", 8080),
      ...(hasConsole && { consolePort: portFrom("CONSOLE_PORT", 8081) }),
      ...(databaseUrl !== undefined && { databaseUrl }),
      ...(queueUrl !== undefined && { queueUrl }),
      ...(apiHost !== undefined && { apiHost }),
      ...(metricsPort !== 0 && { metricsPort }),
      signal: stopping.signal,
      onLine: print,
    });
    print("stack", `API ready at ${stack.apiUrl}`);
    if (stack.consoleUrl !== undefined) {
      const { databaseUrl: url, consoleUrl } = stack;
      print("stack", `console at ${consoleUrl}`);
      const link = await linkForFirstOwner({ databaseUrl: url, consoleUrl });
      if (link !== undefined) print("stack", `nobody can sign in yet; this link lets the first owner in: ${link}`);
    }
    const end = await Promise.race([stack.unexpectedEnd, stopRequested]);
    if (typeof end !== "string") print("stack", `${end.process} ${end.reason}; stopping the rest`);
    await stack.stop();
    print("stack", "stopped");
    return typeof end === "string" ? 0 : 1;
  } catch (error) {
    if (stopping.signal.aborted) return 0;
    print("stack", `cannot start: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

// Not exitCode: idle connections of a library must not hold the terminal for seconds after the last line.
process.exit(await main());
