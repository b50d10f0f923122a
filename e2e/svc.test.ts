import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

// The operator's command as `npm run svc` starts it.
const run = promisify(execFile);
const program = join(import.meta.dirname, "../scripts/svc.ts");

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "svc-e2e-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function svc(...words: string[]): Promise<string> {
  const environment = { PATH: process.env["PATH"], DATABASE_URL: "", DATA_DIR: dataDir };
  return (await run(process.execPath, [program, ...words], { env: environment })).stdout;
}

test("without DATABASE_URL the command starts the embedded database, whose data stays (OPS-32)", async () => {
  expect(JSON.parse(await svc("organization", "create", "--name", "Kept", "--json"))).toMatchObject({ name: "Kept" });
  expect(await svc("organization", "list")).toContain("Kept");
});

test("./svc is the same command without npm, from any folder (OPS-32)", async () => {
  const environment = { PATH: process.env["PATH"], DATABASE_URL: "", DATA_DIR: dataDir };
  const { stdout } = await run(join(import.meta.dirname, "../svc"), ["organization", "list"], {
    env: environment,
    cwd: tmpdir(),
  });
  expect(stdout).toContain("Kept");
});
