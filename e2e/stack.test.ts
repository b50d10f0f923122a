import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { freePort, waitFor } from "@service/testing";

import { nodeArguments, type StackOptions, type StackProcessName, startStack } from "../scripts/stack.ts";
import { scripts } from "./deployment-files.ts";

// The processes here are small programs, so that the test speaks of starting and stopping alone; the real apps are
// started by the same code in `npm start`, in the demo and in the black-box suites.
const quietProgram = `
  process.on("SIGTERM", () => { console.log("asked to stop"); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log("running with " + process.env.DATABASE_URL);
`;
const apiProgram = `
  import { createServer } from "node:http";
  const server = createServer((request, response) => response.end("{}"));
  server.listen(Number(process.env.API_PORT), process.env.API_HOST, () => {
    process.send({ listening: "http://127.0.0.1:" + server.address().port });
  });
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

test.each(["start:api", "start:worker", "start:webhooks", "start:console"])(
  "%s runs Node with the arguments of the stack (OPS-3)",
  (name) => {
    expect(scripts[name]).toContain(`exec node ${nodeArguments.join(" ")} apps/`);
  },
);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("the stack on one machine", () => {
  test("answers when the API answers, prints where the database is, and leaves nothing behind (OPS-3)", async () => {
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

  test("reports the process that dies by itself, and keeps the rest until it is stopped (OPS-3)", async () => {
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

  test("a second stack on the folder is refused and leaves the first as it is, with the file that svc finds it by", async () => {
    const first = await startStack(await optionsWith({}));
    const second = startStack(await optionsWith({}));
    await expect(second).rejects.toThrow(`process ${process.pid} is running the database`);
    expect((await readFile(join(folder, "data/database-url"), "utf8")).trim()).toBe(first.databaseUrl);
    await first.stop();
  });

  test("a stack that shares the database of another leaves its file, refused or stopped", async () => {
    const first = await startStack(await optionsWith({}));
    const { databaseUrl } = first;
    // An API that never listens: the stack is still starting when its worker ends.
    const options = await optionsWith({ api: quietProgram, worker: `process.exit(3)` });
    const refused = startStack({ ...options, databaseUrl });
    await expect(refused).rejects.toThrow("worker ended with status 3");
    await (await startStack({ ...(await optionsWith({})), databaseUrl })).stop();
    expect((await readFile(join(folder, "data/database-url"), "utf8")).trim()).toBe(databaseUrl);
    await first.stop();
  });

  test("a port that another process listens on refuses the start before anything is made", async () => {
    const other = createServer((_request, response) => response.end("{}"));
    const port = await new Promise<number>((resolve) => {
      other.listen(0, "127.0.0.1", () => {
        const address = other.address();
        if (address !== null && typeof address === "object") resolve(address.port);
      });
    });
    const start = startStack({ ...(await optionsWith({})), apiPort: port });
    await expect(start).rejects.toThrow(`another process listens on 127.0.0.1:${port}`);
    expect(existsSync(join(folder, "data"))).toBe(false);
    await new Promise((resolve) => other.close(resolve));
  });

  test("is ready when its own API says so, and not when the port answers", async () => {
    const options = await optionsWith({
      api: `import { createServer } from "node:http";
        const server = createServer((request, response) => response.end("{}"));
        server.listen(Number(process.env.API_PORT), "127.0.0.1", () => setTimeout(() => process.exit(5), 1500));`,
    });
    const apiPort = await freePort();
    await expect(startStack({ ...options, apiPort })).rejects.toThrow("api ended with status 5");
  });

  test("gives up and stops what had started when the signal aborts", async () => {
    const stopping = new AbortController();
    const options = await optionsWith({ api: quietProgram });
    const onLine: StackOptions["onLine"] = (from, line) => {
      lines.push(`${from}: ${line}`);
      if (from === "worker") stopping.abort(new Error("asked while starting"));
    };
    await expect(startStack({ ...options, onLine, signal: stopping.signal })).rejects.toThrow("asked while starting");
    expect(existsSync(join(folder, "data/postgres"))).toBe(false);
  });
});
