import { trustedProxiesVariable, webhookAddressVariables } from "@service/outgoing";
import { buildCommitVariable, consolePublicUrlVariable, processVariables } from "@service/process/variables";
import {
  type ConfigOf,
  decimalVariable,
  flagVariable,
  integerVariable,
  oneOfVariable,
  optional,
  stringVariable,
  urlVariable,
} from "@service/runtime";

/** Who needs a second factor to act in the console. */
const secondFactorRules = ["optional", "owners", "all"] as const;

/** Every variable this process reads; docs/operating.md lists them with units and defaults. */
export const consoleConfig = {
  ...processVariables,
  host: stringVariable({ name: "CONSOLE_HOST", default: "127.0.0.1", why: "Address the console listens on." }),
  port: integerVariable({
    name: "CONSOLE_PORT",
    default: 8081,
    min: 0,
    max: 65_535,
    why: "Port the console listens on; 0 picks a free one. `npm start` starts no console with `off`.",
  }),
  publicUrl: consolePublicUrlVariable,
  idleMinutes: integerVariable({
    name: "CONSOLE_IDLE_MINUTES",
    unit: "min",
    default: 60,
    min: 5,
    max: 1_440,
    why: "A session ends so long after its last request.",
  }),
  sessionHours: integerVariable({
    name: "CONSOLE_SESSION_HOURS",
    unit: "h",
    default: 12,
    min: 1,
    max: 168,
    why: "A session ends so long after its sign-in.",
  }),
  secondFactor: optional(
    oneOfVariable({
      name: "CONSOLE_SECOND_FACTOR",
      words: secondFactorRules,
      why: "Who needs a second factor: `optional` = nobody, `owners`, or `all`. Unset = `owners` in production, else `optional`.",
    }),
  ),
  oidcIssuer: optional(
    urlVariable({
      name: "OIDC_ISSUER",
      protocols: ["https:", "http:"],
      why: "Identity provider at which people sign in; unset = passwords only.",
    }),
  ),
  oidcClientId: optional(stringVariable({ name: "OIDC_CLIENT_ID", why: "Of this console at the identity provider." })),
  oidcClientSecret: optional(
    stringVariable({ name: "OIDC_CLIENT_SECRET", secret: true, why: "Of this console at the identity provider." }),
  ),
  oidcOnly: flagVariable({
    name: "OIDC_ONLY",
    default: false,
    why: "`true` refuses passwords: people sign in at the identity provider alone.",
  }),
  trustedProxies: trustedProxiesVariable,
  ...webhookAddressVariables,
  shutdownGraceSeconds: decimalVariable({
    name: "CONSOLE_SHUTDOWN_GRACE_SECONDS",
    unit: "s",
    default: 10,
    min: 0,
    max: 600,
    why: "How long requests in flight may finish when the process stops.",
  }),
  buildCommit: buildCommitVariable("Shown in the console."),
};

export type ConsoleConfig = ConfigOf<typeof consoleConfig>;
