import type { Command } from "commander";
import { print, verb } from "../command.ts";
import { DatabaseAway } from "../database-away.ts";
import { withProgress } from "../progress.ts";
import type { Session } from "../session.ts";

const probeTimeoutMs = 3_000;

/** `svc database`: migrations. */
export function addDatabase(noun: Command, { findDatabase }: Session): void {
  verb(noun, "migrate", "Apply the migrations that are pending").action(async (options: { json?: boolean }) => {
    const { applyMigrations } = await import("@service/db");
    const { applied } = await onDatabase(findDatabase, "applying migrations", applyMigrations);
    print(options, { answer: { applied } });
  });

  verb(noun, "status", "Show which migrations are applied, pending, failed or changed").action(
    async (options: { json?: boolean }) => {
      const { migrationStatus } = await import("@service/db");
      print(options, { answer: { ...(await onDatabase(findDatabase, "reading migrations", migrationStatus)) } });
    },
  );
}

async function onDatabase<T>(
  findDatabase: Session["findDatabase"],
  what: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const database = await findDatabase();
  const url = database.directUrl ?? database.url;
  try {
    return await withProgress(what, () => work(url));
  } catch (error) {
    // The schema engine reports a database that is away in words of its own.
    const { answers } = await import("@service/db/probe");
    if (!(await answers(url, probeTimeoutMs))) throw new DatabaseAway({ cause: error });
    throw error;
  } finally {
    await database.release();
  }
}
