import {
  type ConnectorConfigs,
  type ConnectorKind,
  connectorKinds,
  openSecrets,
  readConnectorConfig,
  sealSecrets,
} from "@service/connectors";
import { fail } from "@service/contract";
import { isJsonObject, type JsonObject, parseJson } from "@service/json";
import type { SecretBox } from "@service/runtime";
import { invalidFile } from "../../identity/operators/index.ts";
import { checkedConfig } from "./checked-settings.ts";
import type { ConnectionKind, RecordConnection } from "./connection.ts";

/** Binds a sealed secret to its connection: copied to another row it cannot be opened. */
function contextOf(connectionId: string): string {
  return `connection:${connectionId}:config`;
}

/**
 * The config of a connection as it is stored: checked by its kind, its secrets sealed for this connection alone (IMP-201).
 * @throws `invalid_request` for a connector without a config (IMP-204), and with the place of each problem; no message repeats a secret.
 */
export function storedConfig(
  secrets: SecretBox,
  { id, kind, config }: { readonly id: string; readonly kind: ConnectionKind; readonly config: string | undefined },
): string {
  const given = parsed(checkedConfig(config ?? "{}"));
  const isEmpty = Object.keys(given).length === 0;
  if (!isConnector(kind)) {
    if (isEmpty) return "{}";
    throw fail("invalid_request", { message: "A connection of kind import has no config." });
  }
  if (isEmpty)
    throw fail("invalid_request", {
      message: `A connection of kind ${kind} needs a config that says where to fetch: --config FILE.`,
    });
  checkedFor(kind, given);
  return JSON.stringify(sealSecrets(given, (secret) => secrets.seal(secret, contextOf(id))));
}

/** A connection with the config that its connector works with. */
export type ConnectorSettings<Kind extends ConnectorKind = ConnectorKind> = {
  readonly [K in Kind]: { readonly kind: K; readonly config: ConnectorConfigs[K] };
}[Kind];

/**
 * The config of a connection with its secrets open.
 * @throws `invalid_request` for a connection that fetches nothing.
 */
export function connectorSettings(secrets: SecretBox, connection: RecordConnection): ConnectorSettings {
  const { id, kind } = connection;
  const stored = parsed(connection.config);
  if (!isConnector(kind))
    throw fail("invalid_request", {
      message: "A connection of kind import has nothing to fetch: give its files to svc records import.",
    });
  if (Object.keys(stored).length === 0)
    throw fail("invalid_request", { message: "The connection has no config: svc connection set ID --config FILE." });
  const open = openSecrets(stored, (sealed) => secrets.open(sealed, contextOf(id)));
  return settingsOf(kind, open);
}

function settingsOf<K extends ConnectorKind>(kind: K, config: JsonObject): ConnectorSettings<K> {
  return { kind, config: checkedFor(kind, config) };
}

function checkedFor<K extends ConnectorKind>(kind: K, config: JsonObject): ConnectorConfigs[K] {
  const read = readConnectorConfig(kind, config);
  if (read.kind === "config") return read.config;
  throw invalidFile(`The config is not one of kind ${kind}:`, read.issues);
}

function isConnector(kind: ConnectionKind): kind is ConnectorKind {
  return connectorKinds.some((name) => name === kind);
}

function parsed(text: string): JsonObject {
  const json = parseJson(text);
  return isJsonObject(json) ? json : {};
}
