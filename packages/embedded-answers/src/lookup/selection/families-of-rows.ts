import type { BookFamily } from "../../book-source.ts";

const owned: ReadonlySet<BookFamily> = new Set([
  "activities",
  "claims",
  "contacts",
  "documents",
  "invoices",
  "payments",
  "policies",
  "quotes",
  "renewals",
  "submissions",
  "tasks",
  "vehicles",
]);

/** Whether rows are compared by their client's state, segment and colleagues (ANSWER-68). */
export function isOwned(family: BookFamily): boolean {
  return owned.has(family);
}

/** Whether a row has a colleague of its own: somebody's task, a call that somebody made. */
export function isHandled(family: BookFamily): boolean {
  return family === "activities" || family === "tasks";
}

/** Whether the state is one of the client, and not of its row. */
export function isOfOwner(family: BookFamily, status: string): boolean {
  return isOwned(family) && (status === "commercial" || status === "personal");
}

const ofPolicies: ReadonlySet<BookFamily> = new Set([
  "activities",
  "documents",
  "drivers",
  "invoices",
  "payments",
  "tasks",
  "vehicles",
]);

/** Whether rows name the policies to which they belong, so that a line narrows them: `the drivers on the auto policy`. */
export function isOfPolicies(family: BookFamily): boolean {
  return ofPolicies.has(family);
}

const ofClientsAlone: ReadonlySet<BookFamily> = new Set(["contacts", "contracts", "opportunities", "tasks"]);

/** Whether rows name their client and no policy: of a policy they are those of its client. */
export function isOfClientAlone(family: BookFamily): boolean {
  return ofClientsAlone.has(family);
}
