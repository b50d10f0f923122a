/**
 * Connections: the systems of record whose books an organization keeps here.
 *
 * Guarantees: names are unique in an organization; every change is in the audit log, without the config, which may hold
 * secrets. Bringing rows in is left to `imports`, reading them to `records`.
 */
export { connectionKinds, type ConnectionKind, readConnection, type RecordConnection } from "./connection.ts";
export { type ConnectionMapping, readConnectionMapping } from "./connection-mapping.ts";
export { type ConnectorSettings, connectorSettings } from "./connector-settings.ts";
export { createConnection } from "./create-connection.ts";
export { listConnections } from "./list-connections.ts";
export { type ConnectionChanges, setConnection } from "./set-connection.ts";
export { nextSync, type SyncSchedule } from "./sync-schedule.ts";
