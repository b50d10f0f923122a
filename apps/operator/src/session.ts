import { readOperatorConfig } from "./config.ts";
import { findDatabase, type FoundDatabase, type StartDatabase } from "./find-database.ts";
import { createWithDeps, type WithDeps } from "./with-deps.ts";

/** How the commands of one command line reach the service; nothing is opened before a command uses it. */
export interface Session {
  readonly withDeps: WithDeps;
  /** For commands that need the database's address alone. */
  readonly findDatabase: () => Promise<FoundDatabase>;
}

/** @param startDatabase left out where no database may be started, as in the image. */
export function createSession(startDatabase: StartDatabase | undefined): Session {
  const find = (): Promise<FoundDatabase> => findDatabase(readOperatorConfig(), startDatabase);
  return { withDeps: createWithDeps(find), findDatabase: find };
}
