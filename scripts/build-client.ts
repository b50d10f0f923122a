/**
 * Builds the client for publishing into packages/client/dist, or the folder that is given: modules with their declarations,
 * README, licence and a package.json without anything of this repository. `npm publish packages/client/dist` publishes it.
 */
import { spawnSync } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod";

const root = join(import.meta.dirname, "..");
const source = join(root, "packages/client");
const target = resolve(process.argv[2] ?? join(source, "dist"));

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
run(process.execPath, [join(root, "packages/testing/src/write-client-types.ts")]);
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
console.log(`The client is built. Install it with: npm install ${target}`);

/** The workspace's package.json as it is published: built files instead of sources, and nothing for development. */
async function manifest() {
  const {
    private: _private,
    devDependencies: _development,
    exports,
    ...kept
  } = z
    .looseObject({ exports: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(join(source, "package.json"), "utf8")));
  const built = Object.entries(exports).map(([name, path]) => {
    const file = path.replace("./src/", "./dist/").replace(/[.]ts$/, "");
    return [name, { types: `${file}.d.ts`, default: `${file}.js` }] as const;
  });
  return {
    ...kept,
    exports: Object.fromEntries<object>(built),
    files: ["dist"],
    sideEffects: false,
    engines: { node: ">=20" },
  };
}

function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
