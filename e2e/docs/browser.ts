import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";

/** What goes wrong on a page while it is open, and what a script on it answers. */
export interface Tab {
  /** Opens an address and waits until the page has loaded. */
  open(address: string): Promise<void>;
  /** The value of an expression on the page; promises are waited for. */
  evaluate(expression: string): Promise<unknown>;
  /** Asks again until the expression is true. @throws after half a minute, with what was waited for. */
  until(expression: string): Promise<void>;
  /** Errors that the browser has reported since the last call. */
  takeErrors(): string[];
}

export interface Browser {
  readonly tab: Tab;
  close(): Promise<void>;
}

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const deadlineMs = 30_000;

/** The Chromium of this machine; `CHROMIUM` names another one. */
export function findChromium(): string | undefined {
  return [process.env["CHROMIUM"] ?? "", ...places].find((path) => path !== "" && existsSync(path));
}

const messageShape = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
  sessionId: z.string().optional(),
});
const exceptionShape = z.object({ exceptionDetails: z.looseObject({ text: z.string() }) });
const entryShape = z.object({ entry: z.object({ level: z.string(), text: z.string(), url: z.string().optional() }) });
const consoleShape = z.object({ type: z.string(), args: z.array(z.looseObject({ value: z.unknown().optional() })) });
const failedShape = z.object({ errorText: z.string(), canceled: z.boolean().optional() });
const answerShape = z.object({
  result: z.looseObject({ value: z.unknown().optional() }),
  exceptionDetails: z.looseObject({ text: z.string() }).optional(),
});

/** Starts the browser without a window, in a temporary profile, and speaks its DevTools protocol. */
export async function openBrowser(path: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), "docs-browser-"));
  const program = spawn(
    path,
    [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  // However this process ends, the browser ends with it.
  const kill = (): void => void program.kill();
  process.once("exit", kill);
  const stop = async (): Promise<void> => {
    process.off("exit", kill);
    await ended(program);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const connection = await connect(await addressOf(program));
    const { targetId } = z
      .object({ targetId: z.string() })
      .parse(await connection.ask("Target.createTarget", { url: "about:blank" }));
    const attached = await connection.ask("Target.attachToTarget", { targetId, flatten: true });
    const { sessionId } = z.object({ sessionId: z.string() }).parse(attached);
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await connection.ask(`${domain}.enable`, {}, sessionId);
    return {
      tab: tabOf(connection, sessionId),
      close: async () => {
        connection.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Connection {
  ask(method: string, params: object, sessionId?: string): Promise<unknown>;
  /** Called with every event, until the next listener takes its place. */
  listen(onEvent: (method: string, params: unknown) => void): void;
  close(): void;
}

function tabOf(connection: Connection, sessionId: string): Tab {
  let errors: string[] = [];
  let onLoad: (() => void) | undefined;
  connection.listen((method, params) => {
    if (method === "Page.loadEventFired") onLoad?.();
    else errors.push(...errorsIn(method, params));
  });
  const evaluate = async (expression: string): Promise<unknown> => {
    const words = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = answerShape.parse(await connection.ask("Runtime.evaluate", words, sessionId));
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${exceptionDetails.text}`);
    return result.value;
  };
  return {
    async open(address) {
      const { promise, resolve } = Promise.withResolvers<void>();
      onLoad = resolve;
      const answer = await connection.ask("Page.navigate", { url: address }, sessionId);
      const { errorText } = z.object({ errorText: z.string().optional() }).parse(answer);
      if (errorText !== undefined) throw new Error(`${address}: ${errorText}`);
      const gaveUp = wait(deadlineMs, "late", { ref: false });
      if ((await Promise.race([promise, gaveUp])) === "late") throw new Error(`${address} did not load`);
    },
    evaluate,
    async until(expression) {
      for (const end = performance.now() + deadlineMs; performance.now() < end; await wait(50)) {
        // A page that is just being left answers nothing.
        if ((await evaluate(expression).catch(() => false)) === true) return;
      }
      throw new Error(`never true: ${expression}`);
    },
    takeErrors() {
      const taken = errors;
      errors = [];
      return taken;
    },
  };
}

function errorsIn(method: string, params: unknown): string[] {
  switch (method) {
    case "Runtime.exceptionThrown":
      return [exceptionShape.parse(params).exceptionDetails.text];
    case "Log.entryAdded": {
      const { level, text, url } = entryShape.parse(params).entry;
      return level === "error" ? [`${text} ${url ?? ""}`.trim()] : [];
    }
    case "Runtime.consoleAPICalled": {
      const { type, args } = consoleShape.parse(params);
      return type === "error" || type === "assert" ? [args.map(({ value }) => JSON.stringify(value)).join(" ")] : [];
    }
    case "Network.loadingFailed": {
      const { errorText, canceled } = failedShape.parse(params);
      return canceled === true ? [] : [errorText];
    }
    default:
      return [];
  }
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  const open = Promise.withResolvers<void>();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let listener: ((method: string, params: unknown) => void) | undefined;
  let lastId = 0;
  socket.addEventListener("open", () => open.resolve());
  socket.addEventListener("error", () => open.reject(new Error("the browser refused the connection")));
  socket.addEventListener("close", () => {
    for (const question of waiting.values()) question.reject(new Error("the browser is gone"));
  });
  socket.addEventListener("message", ({ data }) => {
    const { id, method, params, result, error } = messageShape.parse(JSON.parse(String(data)));
    if (method !== undefined) listener?.(method, params);
    const question = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || question === undefined) return;
    waiting.delete(id);
    if (error === undefined) question.resolve(result);
    else question.reject(new Error(error.message));
  });
  await open.promise;
  return {
    ask(method, params, sessionId) {
      lastId += 1;
      const question = Promise.withResolvers<unknown>();
      waiting.set(lastId, question);
      socket.send(JSON.stringify({ id: lastId, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
      return question.promise;
    },
    listen(onEvent) {
      listener = onEvent;
    },
    close: () => socket.close(),
  };
}

/** The browser says on standard error where it listens. */
async function addressOf(program: ChildProcess): Promise<string> {
  if (program.stderr === null) throw new Error("the browser has no standard error");
  const said: string[] = [];
  for await (const line of createInterface({ input: program.stderr })) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
    said.push(line);
  }
  throw new Error(`the browser ended: ${said.slice(-3).join(" ")}`);
}

async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const end = new Promise<void>((resolve) => void program.once("exit", () => resolve()));
  program.kill();
  const isLate = (await Promise.race([end, wait(5_000, "late", { ref: false })])) === "late";
  if (isLate) program.kill("SIGKILL");
  await end;
}
