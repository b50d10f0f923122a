import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createSignal } from "@service/testing";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "log-writer-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const runtime = JSON.stringify(join(import.meta.dirname, "index.ts"));

/** A process that logs to `out`; it says "up" on standard error, and what it is asked to add. */
async function startLogging(out: number, more = ""): Promise<{ child: ChildProcess; words: () => Promise<string> }> {
  const file = join(folder, "process.mjs");
  await writeFile(
    file,
    `import { createLogger, createStop } from ${runtime};
    const log = createLogger({ process: "test", level: "info" });
    const stop = createStop({ log, deadlineMs: 60_000 });
    setInterval(() => undefined, 60_000);
    ${more}
    stop.installSignals();
    process.stderr.write("up");`,
  );
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file], {
    stdio: ["ignore", out, "pipe"],
  });
  const words = createSignal<string>("standard error");
  child.stderr?.setEncoding("utf8").on("data", (text: string) => words.send(text));
  expect(await words.next()).toBe("up");
  return { child, words: () => words.next() };
}

/** A pipe with a name, and both of its ends. */
function pipe(): { reader: number; writer: number } {
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { reader, writer: openSync(path, "w") };
}

async function endOf(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  const [code, signal] = await once(child, "exit");
  return [code, signal];
}

describe("a process whose log has no reader", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("ends on %s after its reader is gone", async (signal) => {
    const { reader, writer } = pipe();
    const { child } = await startLogging(writer);
    closeSync(writer);
    closeSync(reader);
    const ended = endOf(child);
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
  });

  test("ends within its grace when the reader exists and reads nothing", async () => {
    const { reader, writer } = pipe();
    const { child } = await startLogging(
      writer,
      `log.info({ lines: Array(5000).fill("x".repeat(90)) }, "much");
      for (let i = 0; i < 100; i += 1) log.info({ text: "x".repeat(3000) }, "much");`,
    );
    closeSync(writer);
    const ended = endOf(child);
    child.kill("SIGTERM");
    expect(await ended).toEqual([null, "SIGKILL"]);
    closeSync(reader);
  });

  test("ends at once on a second signal, while a part that never closes has its grace", async () => {
    const { reader, writer } = pipe();
    const { child, words } = await startLogging(
      writer,
      `stop.onStop("stuck", () => new Promise(() => process.stderr.write("stopping")));`,
    );
    closeSync(writer);
    closeSync(reader);
    const ended = endOf(child);
    child.kill("SIGTERM");
    expect(await words()).toBe("stopping");
    child.kill("SIGINT");
    expect(await ended).toEqual([1, null]);
  });
});

describe("a process whose log is read", () => {
  test("every line arrives, in order, up to the last one before it ends", async () => {
    const path = join(folder, "log");
    const out = openSync(path, "w");
    const { child } = await startLogging(out, `for (let n = 0; n < 2000; n += 1) log.info({ n }, "line");`);
    closeSync(out);
    const ended = endOf(child);
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    const lines = (await readFile(path, "utf8"))
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(lines.slice(0, 2000)).toEqual(Array.from({ length: 2000 }, (_, n) => expect.objectContaining({ n })));
    expect(lines.at(-1)).toMatchObject({ msg: "stopped" });
  });

  test("the last words of a process that crashes arrive as well", async () => {
    const { reader, writer } = pipe();
    const { child } = await startLogging(
      writer,
      `process.on("SIGUSR2", () => { log.error({}, "last words"); process.exit(3); });`,
    );
    closeSync(writer);
    const ended = endOf(child);
    child.kill("SIGUSR2");
    expect(await ended).toEqual([3, null]);
    const bytes = Buffer.alloc(10_000);
    expect(bytes.subarray(0, readSync(reader, bytes)).toString("utf8")).toContain("last words");
    closeSync(reader);
  });
});
