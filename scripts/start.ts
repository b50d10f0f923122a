/**
 * `npm start`: the whole stack on this machine, in the foreground. Data lives in DATA_DIR and survives a restart. One
 * Ctrl-C (or SIGTERM) stops everything cleanly: the processes first, the database last; further ones change nothing.
 * When a process dies by itself the rest is stopped and the exit status is 1.
 */
import { databaseUrlVariable, storeVariables } from "@service/process/variables";
import { integerVariable, optional, readConfig, stringVariable } from "@service/runtime";
import { buildConsole } from "./build-console.ts";
import { linkForFirstOwner } from "./first-link.ts";
import { type StackProcessName, startStack } from "./stack.ts";

/** Three processes serve their metrics on it and the two ports above. */
const metricsPortMax = 65_533;
const port = { min: 0, max: 65_535, why: "Read by the process too, which says what it is for." };

/** What the stack itself reads; its processes read the rest, and refuse it in the same words. */
const variables = {
  ...storeVariables,
  databaseUrl: optional(databaseUrlVariable),
  apiHost: optional(stringVariable({ ...port, name: "API_HOST" })),
  apiPort: integerVariable({ ...port, name: "API_PORT", default: 8080 }),
  consolePort: integerVariable({ ...port, name: "CONSOLE_PORT", default: 8081 }),
  metricsPort: integerVariable({ ...port, name: "METRICS_PORT", max: metricsPortMax, default: 0 }),
};

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
    const hasConsole = process.env["CONSOLE_PORT"]?.trim().toLowerCase() !== "off";
    const { databaseUrl, databaseDirectUrl, queueUrl, dataDir, apiHost, apiPort, consolePort, metricsPort } =
      readConfig(variables, {
        ...process.env,
        ...(!hasConsole && { CONSOLE_PORT: "" }),
      });
    // The embedded database has no pooler.
    const directUrl = databaseUrl === undefined ? undefined : databaseDirectUrl;
    if (hasConsole) await buildConsole((line) => print("stack", line));
    const stack = await startStack({
      dataDir,
      persistent: true,
      apiPort,
      ...(hasConsole && { consolePort }),
      ...(databaseUrl !== undefined && { databaseUrl }),
      ...(directUrl !== undefined && { databaseDirectUrl: directUrl }),
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
      const link = await linkForFirstOwner({ databaseUrl: directUrl ?? url, consoleUrl });
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
