import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { applyMigrations } from "@service/db";
import { z } from "zod";

import { end, killedAtExit } from "../harness/programs.ts";
import type { SampleBook } from "./sample-book.ts";

const root = join(import.meta.dirname, "../..");
const svcProgram = join(root, "scripts/svc.ts");
/** Above anything that a benchmark reaches, so that no budget refuses. */
const budgetPerMinute = "10000000";

const worldShape = z.object({
  organizationId: z.string(),
  connectionId: z.string(),
  apiKey: z.string(),
  secretsKey: z.string(),
});

/** One organization, posture lit, with its seats and one connection. */
export type World = z.output<typeof worldShape> & {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Variables of every process of the service. */
  readonly environment: NodeJS.ProcessEnv;
};

/** Opens the organization of a database, made on the first time. */
export async function openWorld(database: { url: string; dataDir: string }, book: SampleBook): Promise<World> {
  const kept = join(database.dataDir, "world.json");
  await applyMigrations(database.url);
  const secretsKey = randomBytes(32).toString("base64");
  const stored = existsSync(kept) ? worldShape.parse(JSON.parse(await readFile(kept, "utf8"))) : undefined;
  const environment = {
    ...process.env,
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    SECRETS_KEY: stored?.secretsKey ?? secretsKey,
    DATABASE_URL: database.url,
    QUEUE_URL: "",
    DATA_DIR: database.dataDir,
  };
  const place = { databaseUrl: database.url, dataDir: database.dataDir, environment };
  if (stored !== undefined) return { ...stored, ...place };

  const svc = async <Shape extends z.ZodType>(shape: Shape, words: readonly string[]): Promise<z.output<Shape>> => {
    const call = promisify(execFile)(process.execPath, [svcProgram, ...words, "--json"], {
      cwd: root,
      env: environment,
    });
    return shape.parse(JSON.parse((await call).stdout));
  };
  const created = await svc(z.object({ organization_id: z.string() }), ["organization", "create", "--name", "Bench"]);
  const organizationId = created.organization_id;
  const of = ["--organization", organizationId];
  await svc(z.unknown(), [
    "organization",
    "set",
    organizationId,
    "--requests-per-minute",
    budgetPerMinute,
    "--records-posture",
    "lit",
  ]);
  await svc(z.unknown(), ["seat", "import", book.seatsFile, ...of]);
  const { connection_id: connectionId } = await svc(z.object({ connection_id: z.string() }), [
    "connection",
    "create",
    ...of,
    "--name",
    "Book",
    "--kind",
    "import",
    "--mapping",
    "native",
  ]);
  const { api_key: apiKey } = await svc(z.object({ api_key: z.string() }), [
    "key",
    "create",
    ...of,
    "--environment",
    "live",
  ]);
  const made = { organizationId, connectionId, apiKey, secretsKey };
  await writeFile(kept, JSON.stringify(made), { mode: 0o600 });
  return { ...made, ...place };
}

export interface Served {
  /** `http://host:port` */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** One API process, as it is deployed. */
export function startApi({ environment }: World): Promise<Served> {
  return startServer(join(root, "apps/api/src/main.ts"), { ...environment, API_HOST: "127.0.0.1", API_PORT: "0" });
}

/** The bare route beside it (bare-route.ts). */
export function startBareRoute({ environment }: World): Promise<Served> {
  return startServer(join(import.meta.dirname, "bare-route.ts"), environment);
}

const listeningShape = z.object({ listening: z.string() });

async function startServer(program: string, environment: NodeJS.ProcessEnv): Promise<Served> {
  const child = killedAtExit(
    spawn(process.execPath, [program], {
      cwd: root,
      env: environment,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }),
  );
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.on("message", (message) => {
    const { success, data } = listeningShape.safeParse(message);
    if (success) resolve(data.listening);
  });
  child.once("exit", (code) => reject(new Error(`${program} ended with status ${code}`)));
  return { url: await promise, pid: child.pid ?? 0, stop: () => end(child) };
}
