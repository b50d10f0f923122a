import { type ConfigIssue, type Json, parseIssues } from "@service/json";
import type * as z from "zod";
import { type FileDropConfig, fileDropSchema } from "./file-drop/file-drop-config.ts";
import { type HttpJsonConfig, httpJsonSchema } from "./http-json/http-json-config.ts";
import { type SqlConfig, sqlSchema } from "./sql/sql-config.ts";

/** The config of each kind of connector. */
export interface ConnectorConfigs {
  readonly file_drop: FileDropConfig;
  readonly http_json: HttpJsonConfig;
  readonly sql: SqlConfig;
}
export type ConnectorKind = keyof ConnectorConfigs;

export const connectorKinds = ["file_drop", "http_json", "sql"] as const satisfies readonly ConnectorKind[];

const schemas: { readonly [K in ConnectorKind]: z.ZodType<ConnectorConfigs[K]> } = {
  file_drop: fileDropSchema,
  http_json: httpJsonSchema,
  sql: sqlSchema,
};

export type ReadConfig<K extends ConnectorKind> =
  | { readonly kind: "config"; readonly config: ConnectorConfigs[K] }
  | { readonly kind: "refused"; readonly issues: readonly ConfigIssue[] };

/** Checks a config with its secrets open, and fills in what it leaves out (IMP-200). No issue repeats a secret. */
export function readConnectorConfig<K extends ConnectorKind>(kind: K, json: Json): ReadConfig<K> {
  const parsed = schemas[kind].safeParse(json);
  return parsed.success
    ? { kind: "config", config: parsed.data }
    : { kind: "refused", issues: parseIssues(parsed.error) };
}
