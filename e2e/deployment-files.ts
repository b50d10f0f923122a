import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { z } from "zod";

// Clusters cannot be started where this runs, and images only where buildah is installed (image.test.ts), so what they run is
// held equal to what the tests run: the same npm scripts, the same variables, the same ports.
export const root = resolve(import.meta.dirname, "..");
export const read = (path: string): string => readFileSync(join(root, path), "utf8");

const manifest = z.object({ version: z.string(), scripts: z.record(z.string(), z.string()) });
export const { scripts, version } = manifest.parse(JSON.parse(read("package.json")));

/** Name and value of every variable of .env.example, commented out or not. */
export const documented = new Map(
  [...read(".env.example").matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]),
);
/** Meant for other programs in the same files. */
const foreignVariables = new Set(["POSTGRES_USER", "POSTGRES_DB", "NODE_COMPILE_CACHE"]);
export const isDocumented = (name: string): boolean => documented.has(name) || foreignVariables.has(name);

/** How long each process gives itself to stop. */
export const graceVariables = new Map([
  ["api", "API_SHUTDOWN_GRACE_SECONDS"],
  ["worker", "WORKER_SHUTDOWN_GRACE_SECONDS"],
  ["webhooks", "WEBHOOK_SHUTDOWN_GRACE_SECONDS"],
  ["console", "CONSOLE_SHUTDOWN_GRACE_SECONDS"],
]);

export const dockerfile = read("infra/Dockerfile");
export const imageEnvironment = new Map(
  [...dockerfile.matchAll(/^(?:ENV)?\s+([A-Z][A-Z_]+)=(\S+)/gm)].map(([, name = "", value = ""]) => [name, value]),
);
export const apiPort = imageEnvironment.get("API_PORT") ?? "";
export const filesPort = imageEnvironment.get("FILES_PORT") ?? "";
export const consolePort = imageEnvironment.get("CONSOLE_PORT") ?? "";
export const metricsPort = imageEnvironment.get("METRICS_PORT") ?? "";

export const apps = ["api", "worker", "webhooks", "console-server", "operator"].filter((app) =>
  existsSync(join(root, "apps", app, "src/config.ts")),
);
const variable = z.object({
  name: z.string(),
  secret: z.boolean().optional(),
  absent: z.object({ kind: z.string(), text: z.string().optional() }),
});

/** The rows of the configuration table of an app. */
export async function variablesOf(app: string): Promise<z.infer<typeof variable>[]> {
  const module: unknown = await import(pathToFileURL(join(root, "apps", app, "src/config.ts")).href);
  return Object.values(z.record(z.string(), z.unknown()).parse(module))
    .filter((value) => typeof value === "object" && value !== null)
    .flatMap((value) => Object.values<unknown>({ ...value }))
    .map((value) => variable.safeParse(value))
    .flatMap((parsed) => (parsed.success ? [parsed.data] : []));
}
