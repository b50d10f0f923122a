/**
 * Where SQL and Prisma may stand, for check-house-rules.mjs. Each list names the exceptions of today, with the reason; a
 * list only shrinks.
 */

/** Files that use Prisma's client: reads of one row or of a short list, which stand alone (decision 0002). */
const prismaReaders = [
  "packages/domain/src/engines/engines/egress-manifests.ts",
  "packages/domain/src/engines/engines/judge-draft.ts",
  "packages/domain/src/identity/keys/create-scoped-key.ts",
  "packages/domain/src/identity/keys/environment-of-key.ts",
  "packages/domain/src/identity/keys/list-keys.ts",
  "packages/domain/src/identity/organizations/list-organizations.ts",
];

/** Statements whose text is made for each call, or that PostgreSQL cannot describe: their row types are written by hand. */
const handTyped = [
  // Reads a cursor.
  "packages/domain/src/engines/datasets/read-stored-rows.ts",
  // The rows of each consumer.
  "packages/domain/src/events/events/handle-events.ts",
  // Reads of the book: a table for each family, and conditions for each list; all of them go through one function.
  "packages/domain/src/book/records/account-timeline.ts",
  "packages/domain/src/book/records/book-reads.ts",
  "packages/domain/src/book/records/book-status.ts",
  "packages/domain/src/book/records/changed-rows.ts",
  "packages/domain/src/book/records/find-clients.ts",
  "packages/domain/src/book/records/read-page.ts",
  "packages/domain/src/book/records/read-row.ts",
  "packages/domain/src/book/records/rows-of-clients.ts",
  // A statement for each question about a family, through the same function.
  "packages/domain/src/book/analyses/ask-analysis.ts",
  "packages/domain/src/conversations/conversations/sources/count-rows.ts",
  "packages/domain/src/book/run-records/read-rows.ts",
  "packages/domain/src/book/opportunities/opportunity-words.ts",
  "packages/domain/src/book/opportunities/open-opportunities.ts",
  "packages/domain/src/book/opportunities/read-opportunity.ts",
  "packages/domain/src/book/opportunities/read-opportunity-page.ts",
  "packages/domain/src/book/opportunities/summarize-opportunities.ts",
  // Lists of the ledger: a table and conditions for each; through the same function.
  "packages/domain/src/book/ledger/list-ledger.ts",
  "packages/domain/src/book/ledger/load-open-tasks.ts",
  "packages/domain/src/book/ledger/work-of-clients.ts",
  // One statement for three tables.
  "packages/domain/src/identity/secrets/expire-secrets.ts",
];

/** Files that write events: a run's event without marks is never handled (`record-events.ts`). */
const eventWriters = [
  "packages/domain/src/events/events/handle-events.ts",
  "packages/domain/src/events/events/record-events.ts",
  // Events that go straight to one endpoint, without consumers.
  "packages/domain/src/outward/deliveries/deliver-platform-event.ts",
  "packages/domain/src/outward/deliveries/test-endpoint.ts",
];

const rules = [
  {
    says: "uses Prisma's client: make it a statement, or list the file in scripts/sql-rules.mjs",
    pattern: /[.]prisma[.]/,
    listed: prismaReaders,
  },
  {
    says: "types a row by hand: define a `statement`, whose types come from the database",
    pattern: /[.]query</,
    listed: handTyped,
  },
  {
    says: "inserts an event: include `announceRunEvents` or `appendPlatformRows`",
    pattern: /insert into (?:webhook_events|platform_events|event_marks)\b/,
    listed: eventWriters,
  },
];

const isTest = /[.]test[.]ts$|test-kit[.]ts$|\/src\/testing\//;

/** Findings in one file of the repository, by line; also that a list names the file without need. */
export function sqlFindings(name, text) {
  if (!/^(?:apps|packages\/domain)\/.*[.]ts$/.test(name) || isTest.test(name)) return [];
  return rules.flatMap(({ says, pattern, listed }) => {
    const lines = text.split("\n").flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
    if (!listed.includes(name)) return lines.map((line) => ({ line, says }));
    return lines.length > 0
      ? []
      : [{ line: 1, says: "needs no exception any more: remove it from scripts/sql-rules.mjs" }];
  });
}
