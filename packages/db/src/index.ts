/**
 * The database: the Prisma client for models and ordinary reads and writes, the `pg` pools under it for the
 * statements every run passes through, transactions and migrations.
 *
 * Guarantees: opening never waits for Postgres, and everything recovers when it comes back; every statement has a
 * timeout; timestamps and 64-bit integers are read one way (`value-types.ts`). It leaves SQL and rules to `domain`.
 */
export { isCommitRefused, setCommitDeadline } from "./commit-deadline.ts";
export { isDatabaseAway, isRowError, isStatementTimeout, isUnavailable, isUniqueViolation } from "./database-errors.ts";
export {
  type AppliedMigrations,
  type MigrationStatus,
  applyMigrations,
  migrationStatus,
  schemaDifference,
  writeMigration,
} from "./migrate.ts";
export {
  type ArrayOf,
  type ArrayText,
  builtStatement,
  type DefinedStatement,
  definedStatements,
  hotStatement,
  type Querying,
  type RowOf,
  type Statement,
  type StatementCall,
  statement,
  type ValuesOf,
} from "./statement.ts";
export type { Session, SessionOptions, SessionTransaction } from "./session.ts";
export { type Database, type DatabaseOptions, type Pool, type Transaction, openDatabase } from "./open.ts";
export { type KeptPartitions, keepPartitions } from "./keep-partitions.ts";
