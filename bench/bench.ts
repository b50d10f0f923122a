/**
 * `npm run bench -- NAME`: runs the benchmark of that name; without one, submissions. A benchmark is a file of this folder
 * whose first comment says how it is run. Each has its own settings, which stand there as well.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const folder = import.meta.dirname;
const name = process.argv[2] ?? "submissions";
const names = await benchmarks();
if (names.includes(name)) await import(`./${name}.ts`);
else {
  process.stderr.write(`There is no benchmark ${name}. There are: ${names.join(", ")}.\n`);
  process.exitCode = 2;
}

/** The other files here are parts of benchmarks. */
async function benchmarks(): Promise<string[]> {
  const found: string[] = [];
  for (const file of await readdir(folder)) {
    if (!file.endsWith(".ts") || file === "bench.ts") continue;
    const source = await readFile(join(folder, file), "utf8");
    if (/^\/\*\*\s+\* `npm run bench/.test(source)) found.push(file.slice(0, -".ts".length));
  }
  return found.toSorted();
}
