import { openDatabase } from "@service/db";
import { addressOfLink, firstLink } from "@service/domain/people";
import { systemClock } from "@service/runtime";

/**
 * A one-time link for the first owner, while nobody can sign in to the console.
 * @returns undefined once somebody can; in production, where only `svc person invite` makes links; and away from this machine.
 */
export async function linkForFirstOwner(given: {
  readonly databaseUrl: string;
  readonly consoleUrl: string;
}): Promise<string | undefined> {
  const { hostname } = new URL(given.consoleUrl);
  if (process.env["NODE_ENV"] === "production" || hostname !== "127.0.0.1") return undefined;
  const db = openDatabase({ url: given.databaseUrl, applicationName: "service-start" });
  try {
    const link = await firstLink({ db, clock: systemClock }, { kind: "operator", id: "npm start" });
    return link && addressOfLink(given.consoleUrl, link);
  } finally {
    await db.close();
  }
}
