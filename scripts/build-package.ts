/**
 * Builds a package for publishing into packages/<name>/dist, or the folder that is given: modules, with declarations where
 * it is imported, README, licence and a package.json without anything of this repository. `npm publish
 * packages/<name>/dist` publishes it.
 *
 *   build-package.ts client|mcp [FOLDER]
 */
import { spawnSync } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod";

const root = join(import.meta.dirname, "..");
const name = z.enum(["client", "mcp"]).parse(process.argv[2]);
const source = join(root, "packages", name);
const target = resolve(process.argv[3] ?? join(source, "dist"));

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
if (name === "client") run(process.execPath, [join(root, "packages/testing/src/write-client-types.ts")]);
// Compiled against the client as it is published.
else run(process.execPath, [import.meta.filename, "client"]);
run(join(root, "node_modules/.bin/tsc"), ["-p", join(source, "tsconfig.build.json"), "--outDir", join(target, "dist")]);
for (const path of await readdir(join(target, "dist"), { recursive: true })) {
  if (!path.endsWith(".d.ts")) continue;
  // The compiler leaves the names of sources in declarations.
  const text = await readFile(join(target, "dist", path), "utf8");
  await writeFile(join(target, "dist", path), text.replaceAll(/( from "[.]\/[^"]+)[.]ts"/g, '$1.js"'));
}
await copyFile(join(source, "README.md"), join(target, "README.md"));
await copyFile(join(root, "LICENSE"), join(target, "LICENSE"));
await writeFile(join(target, "package.json"), `${JSON.stringify(await manifest(), null, 2)}\n`);
console.log(`@service/${name} is built. Install it with: npm install ${target}`);

/** The workspace's package.json as it is published: built files instead of sources, and nothing for development. */
async function manifest() {
  const {
    private: _private,
    devDependencies: _development,
    exports,
    bin,
    ...kept
  } = z
    .looseObject({
      exports: z.record(z.string(), z.string()).optional(),
      bin: z.record(z.string(), z.string()).optional(),
    })
    .parse(JSON.parse(await readFile(join(source, "package.json"), "utf8")));
  return {
    ...kept,
    ...(exports && {
      exports: mapped(exports, (file) => ({ types: `./${file}.d.ts`, default: `./${file}.js` })),
      sideEffects: false,
    }),
    ...(bin && { bin: mapped(bin, (file) => `${file}.js`) }),
    files: ["dist"],
    engines: { node: ">=20" },
  };
}

/** The same names with what is built of their sources. */
function mapped<T>(given: Readonly<Record<string, string>>, built: (file: string) => T): Record<string, T> {
  return Object.fromEntries(
    Object.entries(given).map(([key, path]) => [key, built(path.replace("./src/", "dist/").replace(/[.]ts$/, ""))]),
  );
}

function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
