import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { DatabaseAddress } from "@service/db/open";
import { ConfigError } from "@service/runtime";
import type { OperatorConfig } from "./config.ts";
import { withProgress } from "./progress.ts";

/** The service's database, for the duration of one command. */
export interface FoundDatabase extends DatabaseAddress {
  /** Stops the database if this command started it. */
  release(): Promise<void>;
}

/** Starts the database of this machine, with every migration applied; the folder is `DATA_DIR`. */
export type StartDatabase = (dataDir: string) => Promise<FoundDatabase>;

const connectTimeoutMs = 3_000;

/**
 * Finds the service's database: `DATABASE_URL`; else the embedded one of a running `npm start`, whose address is in
 * `DATA_DIR/database-url`; else starts one until `release`, where the program that runs the command can.
 * @throws when there is none and none can be started, as in the image.
 */
export async function findDatabase(
  config: OperatorConfig,
  startDatabase: StartDatabase | undefined,
): Promise<FoundDatabase> {
  const { databaseUrl: url, databaseDirectUrl: directUrl } = config;
  if (url !== undefined) return { url, directUrl, release: () => Promise.resolve() };
  const running = await runningDatabase(config.dataDir);
  if (running !== undefined) return { url: running, release: () => Promise.resolve() };

  if (startDatabase === undefined) throw new Error("no database: set DATABASE_URL");
  return withProgress("starting the embedded database", () => startDatabase(resolve(config.dataDir)));
}

/** The address written by a running stack, if a server answers there: a killed stack leaves its file behind. */
async function runningDatabase(dataDir: string): Promise<string | undefined> {
  let url: string;
  try {
    url = (await readFile(join(resolve(dataDir), "database-url"), "utf8")).trim();
  } catch (error) {
    if (Error.isError(error) && "code" in error && error.code === "ENOENT") return undefined;
    // Starting a second server on the folder would fail with an error that hides this one.
    const reason = Error.isError(error) && "code" in error ? String(error.code) : String(error);
    throw new ConfigError([{ variable: "DATA_DIR", problem: `must be a folder that can be read (${reason})` }]);
  }
  const { answers } = await import("@service/db/probe");
  return (await answers(url, connectTimeoutMs)) ? url : undefined;
}
