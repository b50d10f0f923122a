import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

const root = join(import.meta.dirname, "..");
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "configuration-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test.each([
  ["api", "apps/api/src/main.ts", "METRICS_PORT"],
  ["worker", "apps/worker/src/main.ts", "METRICS_PORT"],
  ["webhooks", "apps/webhooks/src/main.ts", "METRICS_PORT"],
  ["console", "apps/console-server/src/main.ts", "METRICS_PORT"],
  ["stack", "scripts/start.ts", "METRICS_PORT"],
  ["stack", "scripts/start.ts", "API_PORT"],
  ["stack", "scripts/start.ts", "CONSOLE_PORT"],
  ["stack", "scripts/start.ts", "DATABASE_URL"],
  ["stack", "scripts/start.ts", "QUEUE_URL"],
])("OPS-62: %s (%s) ends with one sentence when %s is wrong, and starts nothing", (name, file, variable) => {
  const env = { DATABASE_URL: "postgres://127.0.0.1:1/none", DATA_DIR: dataDir, [variable]: "none" };
  const ended = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", join(root, file)], {
    cwd: root,
    env: { PATH: process.env["PATH"], ...env },
    encoding: "utf8",
  });
  const written = `${ended.stdout}${ended.stderr}`.trimEnd().split("\n");
  expect([ended.status, written]).toEqual([1, [expect.stringMatching(new RegExp(`^${name}.*${variable} must be`))]]);
});
