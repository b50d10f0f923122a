import { parseSentinels, sentinelsShape } from "@service/queue/sentinels";
import {
  base64BytesVariable,
  type ConfigOf,
  integerVariable,
  logLevels,
  oneOfVariable,
  optional,
  stringVariable,
  urlVariable,
} from "@service/runtime";

/** The database that holds all state. */
export const databaseUrlVariable = urlVariable({
  name: "DATABASE_URL",
  protocols: ["postgres:", "postgresql:"],
  secret: true,
  why: "The PostgreSQL database that holds all state. `npm start` sets it to the embedded database when unset.",
});

/** Variables that the operator's command reads as well. */
export const storeVariables = {
  databaseDirectUrl: optional(
    urlVariable({
      name: "DATABASE_DIRECT_URL",
      protocols: ["postgres:", "postgresql:"],
      secret: true,
      why: "Set where DATABASE_URL leads to a pooler in transaction mode: the database past it, for migrations, LISTEN and imports.",
    }),
  ),
  queueUrl: optional(
    urlVariable({
      name: "QUEUE_URL",
      protocols: ["redis:", "rediss:", "postgres:", "postgresql:"],
      other: { isOne: (text) => parseSentinels(text) !== undefined, shape: sentinelsShape },
      secret: true,
      why: "Wake-ups and request budgets. Unset = the database.",
    }),
  ),
  queuePrefix: stringVariable({
    name: "QUEUE_PREFIX",
    default: "service",
    pattern: /^[A-Za-z0-9-]{1,40}$/,
    shape: "1 to 40 letters, digits or hyphens",
    why: "Separates installations that share one Redis.",
  }),
  dataDir: stringVariable({
    name: "DATA_DIR",
    default: ".data",
    why: "Where the secrets key is created on first start, and where files are kept unless another place is configured.",
  }),
};

/** Where people reach the console; links to it are made with this address. */
export const consolePublicUrlVariable = urlVariable({
  name: "CONSOLE_PUBLIC_URL",
  protocols: ["http:", "https:"],
  default: "http://127.0.0.1:8081",
  why: "Address of the console in the browser: origin for cookies, checks and links. https in production, except on this machine.",
});

/** The commit that a build was made from. @param why where it is shown. */
export const buildCommitVariable = (why: string) =>
  optional(
    stringVariable({
      name: "BUILD_COMMIT",
      pattern: /^[A-Za-z0-9._-]{1,64}$/,
      shape: "1 to 64 letters, digits, full stops, hyphens or underscores",
      why,
    }),
  );

/** Encrypts secrets at rest: the same in every process. */
export const secretsKeyVariable = base64BytesVariable({
  name: "SECRETS_KEY",
  bytes: 32,
  secret: true,
  requiredInProduction: true,
  why: "Encrypts secrets at rest; the same in every process.",
});

/** Where a process serves its metrics and probes. */
export const metricsPortVariable = optional(
  integerVariable({
    name: "METRICS_PORT",
    min: 0,
    max: 65_535,
    why: "Separate port for metrics, liveness and readiness; unset = off.",
  }),
);

/** Variables of every process, with units and defaults of the operator's guide. */
export const processVariables = {
  databaseUrl: databaseUrlVariable,
  ...storeVariables,
  secretsKey: optional(secretsKeyVariable),
  metricsPort: metricsPortVariable,
  metricsHost: stringVariable({ name: "METRICS_HOST", default: "127.0.0.1", why: "Address the metrics listen on." }),
  nodeEnv: optional(stringVariable({ name: "NODE_ENV", why: "`production` refuses every test-only allowance." })),
  logLevel: oneOfVariable({
    name: "LOG_LEVEL",
    words: logLevels,
    default: "info",
    why: "`debug` writes a line for every request, run and delivery.",
  }),
  buildCommit: buildCommitVariable("Shown by /health and in the console."),
  otlpEndpoint: optional(
    stringVariable({ name: "OTEL_EXPORTER_OTLP_ENDPOINT", why: "Where traces go; unset = no traces." }),
  ),
};

/** What `processVariables` read. */
export type ProcessConfig = ConfigOf<typeof processVariables>;
