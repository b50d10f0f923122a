import { openDatabase, type Database, type DatabaseOptions } from "@service/db/open";

/** Reached only by what never comes, also on a machine that is busy with other things, and before Jest ends the test. */
const connectTimeoutMs = 120_000;
const statementTimeoutMs = 240_000;

/** Opens a database as a process does, without its short limits. A test about a limit passes its own. */
export function openTestDatabase(url: string, options: Partial<Omit<DatabaseOptions, "url">> = {}): Database {
  return openDatabase({ url, applicationName: "test", connectTimeoutMs, statementTimeoutMs, ...options });
}
