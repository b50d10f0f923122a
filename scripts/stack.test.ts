import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { waitFor } from "@service/testing";

import { type StackOptions, type StackProcessName, startStack } from "./stack.ts";

// The processes here are small programs, so that the test speaks of starting and stopping alone; the real apps are
// started by the same code in `npm start`, in the demo and in the black-box suites.
const quietProgram = `
  process.on("SIGTERM", () => { console.log("asked to stop"); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log("running with " + process.env.DATABASE_URL);
`;
const apiProgram = `
  import { createServer } from "node:http";
  createServer((request, response) => response.end("{}")).listen(Number(process.env.API_PORT), process.env.API_HOST);
  ${quietProgram}
`;

let folder: string;
let lines: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "stack-test-"));
  lines = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function optionsWith(changed: Partial<Record<StackProcessName, string>>): Promise<StackOptions> {
  const programs = {
    api: join(folder, "api.mjs"),
    worker: join(folder, "worker.mjs"),
    webhooks: join(folder, "w.mjs"),
  };
  await writeFile(programs.api, changed.api ?? apiProgram);
  await writeFile(programs.worker, changed.worker ?? quietProgram);
  await writeFile(programs.webhooks, changed.webhooks ?? quietProgram);
  return {
    dataDir: join(folder, "data"),
    persistent: false,
    programs,
    onLine: (from, line) => lines.push(`${from}: ${line}`),
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("the stack on one machine", () => {
  test("answers when the API answers, tells the operator where the database is, and leaves nothing behind", async () => {
    const stack = await startStack(await optionsWith({}));
    expect((await fetch(`${stack.apiUrl}/health`)).status).toBe(200);
    // The stack answers with its API; the others may not have begun to listen for signals yet.
    await waitFor(() => lines.filter((line) => line.includes("running with")).length === 3);
    expect((await readFile(join(folder, "data/database-url"), "utf8")).trim()).toBe(stack.databaseUrl);
    expect(Object.values(stack.pids).every(isAlive)).toBe(true);

    await Promise.all([stack.stop(), stack.stop()]);
    expect(lines.filter((line) => line.endsWith("asked to stop"))).toHaveLength(3);
    expect(Object.values(stack.pids).some(isAlive)).toBe(false);
    expect(existsSync(join(folder, "data/database-url"))).toBe(false);
    expect(existsSync(join(folder, "data/postgres"))).toBe(false);
  });

  test("reports the process that dies by itself, and keeps the rest until it is stopped", async () => {
    const stack = await startStack(await optionsWith({ worker: `setTimeout(() => process.exit(3), 1500);` }));
    expect(await stack.unexpectedEnd).toEqual({ process: "worker", reason: "ended with status 3" });
    expect(isAlive(stack.pids.api)).toBe(true);
    await stack.stop();
    expect(Object.values(stack.pids).some(isAlive)).toBe(false);
  });

  test("refuses to start when a process cannot, with its reason, and stops what had started", async () => {
    const options = await optionsWith({ api: `console.error("SECRETS_KEY is required"); process.exit(1);` });
    await expect(startStack(options)).rejects.toThrow("api ended with status 1");
    expect(lines).toContain("api: SECRETS_KEY is required");
    expect(existsSync(join(folder, "data/postgres"))).toBe(false);
  });

  test("gives up and stops what had started when the signal aborts", async () => {
    const asked = new AbortController();
    const options = await optionsWith({ api: quietProgram });
    const onLine: StackOptions["onLine"] = (from, line) => {
      lines.push(`${from}: ${line}`);
      if (from === "worker") asked.abort(new Error("asked while starting"));
    };
    await expect(startStack({ ...options, onLine, signal: asked.signal })).rejects.toThrow("asked while starting");
    expect(existsSync(join(folder, "data/postgres"))).toBe(false);
  });
});
