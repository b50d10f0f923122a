/**
 * Real services for tests: a database cloned from a migrated template for each test file, a private Redis database,
 * servers to kill and freeze, connections to cut; a clock that stands still; waiting on signals;
 * the plans of the statements a piece of code sends.
 *
 * Guarantees: everything started here is ended by its own process id; a test file that leaves something of it open
 * fails. Only tests and benchmarks import this package.
 */
export { expiredCertificate, goodCertificate, leafKey, testAuthority, wrongNameCertificate } from "./certificates.ts";
export { type FakeClock, fakeClock } from "./fake-clock.ts";
export { freePort } from "@service/embedded-postgres/free-port";
export {
  chunk,
  type ModelVendor,
  named,
  startModelVendor,
  textEvent,
  type VendorAnswer,
  wholeAnswer,
  type WireFormat,
} from "./model-vendor.ts";
export { noteProvoked } from "./note-provoked.ts";
export { openTestDatabase } from "./open-test-database.ts";
export { describeWithPgbouncer, type Pgbouncer, startPgbouncer } from "./pgbouncer.ts";
export { type PlanNode, plansOf, rowsRead, type StatementPlan, tablesScanned } from "./plans-of.ts";
export { type PrivatePostgres, privatePostgres } from "./private-postgres.ts";
export { type PrivateRedis, hasRedis, privateRedis } from "./private-redis.ts";
export { type Received, type Receiver, startReceiver } from "./receiver.ts";
export { type RedisSentinels, redisSentinels } from "./redis-sentinels.ts";
export { type SeededDeliveries, seedDeliveries, seedEndpoint, type SeededOwner, seedOwner } from "./seed-deliveries.ts";
export { type Program, startProgram } from "./start-program.ts";
export { type TcpProxy, tcpProxy } from "./tcp-proxy.ts";
export { type TestDatabase, testDatabase } from "./test-database.ts";
export { type TestRedis, describeWithRedis, testRedis } from "./test-redis.ts";
export { testOperator } from "./test-operator.ts";
export { type Signal, createSignal, waitFor } from "./wait-for.ts";
