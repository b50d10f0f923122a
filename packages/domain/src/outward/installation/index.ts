/**
 * The installation at a glance, for those who run it: queues, processes, deliveries, notices (CON-62). It counts nothing itself
 * that a module below counts.
 */
export {
  type FailedExecutions,
  type InstallationOverview,
  openInstallationOverview,
  type ReadInstallation,
} from "./installation-overview.ts";
export { inspectDatabase, type InspectedDatabase } from "./inspect-database.ts";
