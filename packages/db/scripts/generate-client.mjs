/**
 * Generates the Prisma client into packages/db/src/generated (not committed). Prisma would first download an engine
 * that generating does not use; naming any existing executable as that engine keeps it from the network.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const packagePath = createRequire(import.meta.url).resolve("prisma/package.json");
const command = join(dirname(packagePath), "build/index.js");

const { status, error } = spawnSync(process.execPath, [command, "generate", "--no-hints"], {
  cwd: root,
  stdio: process.argv.includes("--quiet") ? ["ignore", "ignore", "inherit"] : "inherit",
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  },
});
if (error) throw error;
process.exitCode = status ?? 1;
