/** Builds the console's page (apps/console) when it is not built, or its sources have changed since. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "..");
const app = join(root, "apps/console");
const vite = join(root, "node_modules/vite/bin/vite.js");
const stamp = join(app, "dist/.made-from");

/** @param say receives a line before a build, which takes a few seconds. */
export async function buildConsole(say: (line: string) => void): Promise<void> {
  const sources = await hashOfSources();
  if ((await readFile(stamp, "utf8").catch(() => "")) === sources) return;
  say("building the console's page");
  // A process of its own: Vite sets NODE_ENV, which the processes of the stack would inherit. That of a test would make
  // React's development build, and leave it for the next start.
  const env = { ...process.env, NODE_ENV: "production" };
  await promisify(execFile)(process.execPath, [vite, "build", "--logLevel", "error"], { cwd: app, env });
  await writeFile(stamp, sources);
}

async function hashOfSources(): Promise<string> {
  const hash = createHash("sha256");
  const entries = await readdir(join(app, "src"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const others = ["index.html", "vite.config.ts", "package.json"].map((name) => join(app, name));
  // Types are not part of what is built.
  for (const file of [...files.filter((name) => !name.includes("/generated/")).toSorted(), ...others])
    hash.update(file.slice(root.length)).update(await readFile(file));
  return hash.digest("hex");
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await buildConsole((line) => process.stderr.write(`${line}\n`));
