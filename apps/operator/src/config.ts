import { parseCidr } from "@service/outgoing";
import {
  buildCommitVariable,
  consolePublicUrlVariable,
  databaseUrlVariable,
  metricsPortVariable,
  secretsKeyVariable,
  storeVariables,
} from "@service/process/variables";
import { listVariable, optional, readConfig, stringVariable, type ConfigOf } from "@service/runtime";
import { filesPublicUrlVariable, fileStoreVariables, scannerVariable } from "@service/files/variables";
import { modelVariables } from "@service/model-providers/variables";
import { z } from "zod";

/** Every variable the operator's command reads. */
export const operatorConfig = {
  // Unset = the embedded one of `npm start` under DATA_DIR.
  databaseUrl: optional(databaseUrlVariable),
  ...storeVariables,
  secretsKey: optional(secretsKeyVariable),
  webhookAllowedCidrs: listVariable({
    name: "WEBHOOK_ALLOWED_CIDRS",
    default: [],
    each: z.string().refine((text) => parseCidr(text) !== undefined, "must be networks such as 127.0.0.0/8"),
    entriesMax: 50,
    testOnly: true,
    why: "Addresses that connectors of kind http_json may also reach, over http: and any port.",
  }),
  ...fileStoreVariables,
  ...modelVariables,
  scanner: scannerVariable,
  filesPublicUrl: filesPublicUrlVariable,
  consolePublicUrl: consolePublicUrlVariable,
  operator: optional(
    stringVariable({
      name: "SVC_OPERATOR",
      pattern: /^[\x21-\x7e]{1,128}$/,
      shape: "1 to 128 characters of ASCII without blanks",
      why: "Name of the person running `svc`, for the audit log. Unset = the user of the operating system.",
    }),
  ),
};

export type OperatorConfig = ConfigOf<typeof operatorConfig>;

/** @throws ConfigError naming every variable that is wrong. */
export function readOperatorConfig(): OperatorConfig {
  return readConfig(operatorConfig, process.env);
}

const buildConfig = { buildCommit: buildCommitVariable("Shown by `svc --version`.") };

/** The commit that this build was made from. @throws ConfigError */
export function readBuildCommit(): string | undefined {
  return readConfig(buildConfig, process.env).buildCommit;
}

/** The port of metrics that a process started with these variables takes, for `svc doctor`. @throws ConfigError */
export function readMetricsPort(): number | undefined {
  return readConfig({ metricsPort: metricsPortVariable }, process.env).metricsPort;
}
