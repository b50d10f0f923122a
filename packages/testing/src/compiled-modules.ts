import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** What the processes and threads that tests start load. */
const programs = [
  "apps/api/src/start-api.ts",
  "apps/worker/src/start-worker.ts",
  "apps/webhooks/src/start-webhooks.ts",
  "apps/operator/src/svc.ts",
];

/**
 * Processes and threads that tests start take what Node has compiled from one folder of this checkout: starting takes half
 * as long. On a new checkout it is filled first, because a process that a test kills writes nothing.
 */
export async function keepCompiledModules(root: string): Promise<void> {
  const folder = (process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules", ".cache", "node"));
  const filled = join(folder, "filled-for-tests");
  if (existsSync(filled)) return;
  const urls = programs.map((program) => pathToFileURL(join(root, program)).href);
  const load = `await Promise.all(${JSON.stringify(urls)}.map((url) => import(url))); process.exit(0);`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", load]);
  await mkdir(folder, { recursive: true });
  await writeFile(filled, "");
}
