import type { ConnectorConfigs, ConnectorKind } from "./connector-config.ts";
import type { Fetch, FetchOptions } from "./fetch.ts";
import { fetchFileDrop } from "./file-drop/fetch-file-drop.ts";
import { fetchHttpJson } from "./http-json/fetch-http-json.ts";
import { pause } from "./pause.ts";
import { fetchSql } from "./sql/fetch-sql.ts";

type Fetcher<Config> = (config: Config, options: Required<FetchOptions>) => Promise<Fetch>;

const fetchers: { readonly [K in ConnectorKind]: Fetcher<ConnectorConfigs[K]> } = {
  file_drop: fetchFileDrop,
  http_json: fetchHttpJson,
  sql: fetchSql,
};

/**
 * Fetches what the system of record has to give (IMP-202). One at a time for a spool folder: the caller sees to it.
 * @throws ConnectorError with a sentence for the operator; the reason of the signal when it aborts.
 */
export async function fetchDelivery<K extends ConnectorKind>(
  kind: K,
  config: ConnectorConfigs[K],
  options: FetchOptions,
): Promise<Fetch> {
  options.signal.throwIfAborted();
  return fetchers[kind](config, { pause, ...options });
}
