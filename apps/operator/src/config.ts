import { parseCidr } from "@service/outgoing";
import {
  base64BytesVariable,
  listVariable,
  optional,
  readConfig,
  stringVariable,
  urlVariable,
  type ConfigOf,
} from "@service/runtime";
import { fileStoreVariables, scannerVariable } from "@service/files/variables";
import { modelVariables } from "@service/model-providers/variables";
import { z } from "zod";

/** Every variable the operator's command reads. */
export const operatorConfig = {
  databaseUrl: optional(
    urlVariable({
      name: "DATABASE_URL",
      protocols: ["postgres:", "postgresql:"],
      secret: true,
      why: "The database of the service. Unset = the embedded one of `npm start` under DATA_DIR.",
    }),
  ),
  queueUrl: optional(
    urlVariable({
      name: "QUEUE_URL",
      protocols: ["redis:", "rediss:", "postgres:", "postgresql:"],
      secret: true,
      why: "Queue that `svc queue status` probes. Unset = the database.",
    }),
  ),
  queuePrefix: stringVariable({
    name: "QUEUE_PREFIX",
    default: "service",
    pattern: /^[A-Za-z0-9-]{1,40}$/,
    why: "Separates installations that share one Redis.",
  }),
  dataDir: stringVariable({
    name: "DATA_DIR",
    default: ".data",
    why: "Where the embedded database and the secrets key are.",
  }),
  secretsKey: optional(
    base64BytesVariable({
      name: "SECRETS_KEY",
      bytes: 32,
      secret: true,
      requiredInProduction: true,
      why: "Encrypts secrets at rest; must equal the key of the other processes.",
    }),
  ),
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
  operator: optional(
    stringVariable({
      name: "SVC_OPERATOR",
      pattern: /^[\x21-\x7e]{1,128}$/,
      why: "Name of the person running `svc`, for the audit log. Unset = the user of the operating system.",
    }),
  ),
};

export type OperatorConfig = ConfigOf<typeof operatorConfig>;

/** @throws ConfigError naming every variable that is wrong. */
export function readOperatorConfig(): OperatorConfig {
  return readConfig(operatorConfig, process.env);
}

const buildConfig = {
  buildCommit: optional(
    stringVariable({ name: "BUILD_COMMIT", pattern: /^[A-Za-z0-9._-]{1,64}$/, why: "Shown by `svc --version`." }),
  ),
};

/** The commit that this build was made from. @throws ConfigError */
export function readBuildCommit(): string | undefined {
  return readConfig(buildConfig, process.env).buildCommit;
}
