/**
 * Connectors: they fetch a broker's book from its system of record, as files that an import reads. A folder that another
 * system exports to, a JSON interface, a PostgreSQL database.
 *
 * Guarantees: nothing is written to the system of record; a fetch that stops leaves no half delivery, and one over HTTP
 * continues where it stopped; waits, answers, pages and retries have bounds; no secret is in a log line or a message. What
 * the files mean, and when a connector runs, is left to the callers.
 */
export {
  type ConnectorConfigs,
  type ConnectorKind,
  connectorKinds,
  type ReadConfig,
  readConnectorConfig,
} from "./connector-config.ts";
export { openConnectorAgents } from "./connector-agents.ts";
export { openSecrets, sealSecrets, shownConfig } from "./connector-secrets.ts";
export { type ConnectorAgents, ConnectorError, type Fetch, type FetchOptions, type ManifestFile } from "./fetch.ts";
export { fetchDelivery } from "./fetch-delivery.ts";
export { fileBelow, realFolder } from "./files-of-folder.ts";
export { manifestName, readManifest } from "./manifest.ts";
