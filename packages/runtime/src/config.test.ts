import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import {
  ConfigError,
  base64BytesVariable,
  configRows,
  decimalVariable,
  flagVariable,
  integerVariable,
  listVariable,
  oneOfVariable,
  optional,
  readConfig,
  stringVariable,
  urlVariable,
} from "./config.ts";

const spec = {
  port: integerVariable({
    name: "API_PORT",
    default: 8080,
    min: 0,
    max: 65_535,
    unit: "port",
    why: "where it listens",
  }),
  host: stringVariable({ name: "API_HOST", default: "127.0.0.1", why: "address it listens on" }),
  scale: decimalVariable({
    name: "WEBHOOK_RETRY_TIME_SCALE",
    default: 1,
    min: 0,
    max: 10,
    testOnly: true,
    why: "multiplies waits",
  }),
  cidrs: listVariable({
    name: "WEBHOOK_ALLOWED_CIDRS",
    default: [],
    each: z.string().regex(/^[\d.:/a-f]+$/, "must be addresses"),
    entriesMax: 16,
    testOnly: true,
    why: "addresses that the guard lets through",
  }),
  database: urlVariable({ name: "DATABASE_URL", protocols: ["postgres:"], secret: true, why: "the database" }),
  metricsPort: optional(integerVariable({ name: "METRICS_PORT", min: 0, max: 65_535, why: "off when unset" })),
  provider: optional(
    oneOfVariable({ name: "MODEL_PROVIDER", words: ["openai_compatible", "anthropic"], why: "language model" }),
  ),
  key: optional(base64BytesVariable({ name: "SECRETS_KEY", bytes: 32, requiredInProduction: true, why: "at rest" })),
  pretty: flagVariable({ name: "LOG_PRETTY", default: false, why: "for people" }),
};
const database = "postgres://service:hidden@db/service";
const key = Buffer.alloc(32, 7).toString("base64");

function problemsOf(env: Record<string, string>): string {
  try {
    readConfig(spec, env);
    return "";
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

describe("configuration", () => {
  test("a refused string is answered in words, not with its pattern", () => {
    const prefix = { name: "QUEUE_PREFIX", pattern: /^[a-z]{1,4}$/, shape: "1 to 4 letters", why: "a name" };
    const read = (): unknown => readConfig({ prefix: stringVariable(prefix) }, { QUEUE_PREFIX: "a b" });
    expect(read).toThrow("QUEUE_PREFIX must be 1 to 4 letters");
  });

  test("uses the defaults, and undefined for optional variables", () => {
    expect(readConfig(spec, { DATABASE_URL: database, API_PORT: " " })).toEqual({
      port: 8080,
      host: "127.0.0.1",
      scale: 1,
      cidrs: [],
      database,
      metricsPort: undefined,
      provider: undefined,
      key: undefined,
      pretty: false,
    });
  });

  test("reads values of the environment", () => {
    const config = readConfig(spec, {
      DATABASE_URL: database,
      API_PORT: "0",
      WEBHOOK_RETRY_TIME_SCALE: "0.001",
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8, ::1/128,",
      MODEL_PROVIDER: "anthropic",
      SECRETS_KEY: key,
      LOG_PRETTY: "yes",
      METRICS_PORT: "9100",
    });
    expect(config).toMatchObject({ port: 0, scale: 0.001, cidrs: ["127.0.0.0/8", "::1/128"], provider: "anthropic" });
    expect(config).toMatchObject({ pretty: true, metricsPort: 9100, key: Buffer.alloc(32, 7) });
  });

  test("names every variable that is missing or wrong, and repeats no value (OPS-15)", () => {
    const message = problemsOf({
      API_PORT: "70000",
      WEBHOOK_RETRY_TIME_SCALE: "fast",
      MODEL_PROVIDER: "other-hidden",
      SECRETS_KEY: "c2hvcnQ=",
      LOG_PRETTY: "perhaps",
      WEBHOOK_ALLOWED_CIDRS: "hidden!",
    });
    expect(message.split("; ")).toEqual([
      "API_PORT must be a whole number from 0 to 65535",
      "WEBHOOK_RETRY_TIME_SCALE must be a number from 0 to 10",
      "WEBHOOK_ALLOWED_CIDRS must be addresses",
      "DATABASE_URL is required and not set",
      "MODEL_PROVIDER must be one of openai_compatible, anthropic",
      "SECRETS_KEY must be 32 bytes in base64",
      "LOG_PRETTY must be true or false",
    ]);
    expect(problemsOf({ DATABASE_URL: "mysql://root:hidden@db" })).toBe(
      "DATABASE_URL must be an address that starts with postgres://",
    );
  });

  test("refuses test-only allowances and a missing key in production, by name (OPS-16)", () => {
    const production = { NODE_ENV: "production", DATABASE_URL: database, SECRETS_KEY: key };
    expect(problemsOf(production)).toBe("");
    expect(problemsOf({ ...production, WEBHOOK_ALLOWED_CIDRS: "10.0.0.0/8" })).toBe(
      "WEBHOOK_ALLOWED_CIDRS is for tests and refused under NODE_ENV=production",
    );
    expect(problemsOf({ ...production, WEBHOOK_RETRY_TIME_SCALE: "0.5" })).toMatch(
      /^WEBHOOK_RETRY_TIME_SCALE is for tests/,
    );
    // The default written explicitly allows nothing.
    expect(problemsOf({ ...production, WEBHOOK_RETRY_TIME_SCALE: "1.0" })).toBe("");
    expect(problemsOf({ NODE_ENV: "production", DATABASE_URL: database })).toBe("SECRETS_KEY is required and not set");
  });

  test("documents itself without secrets", () => {
    const rows = configRows(spec);
    expect(rows[0]).toEqual({ name: "API_PORT", unit: "port", default: "8080", why: "where it listens" });
    expect(rows.find(({ name }) => name === "DATABASE_URL")?.default).toBe("required");
    expect(rows.find(({ name }) => name === "METRICS_PORT")?.default).toBe("unset");
  });
});

test("an address may have another form beside its protocols, and its problem names both (OPS-15)", () => {
  const other = { isOne: (text: string) => text.startsWith("many://"), shape: "many://host,host" };
  const queue = urlVariable({ name: "QUEUE_URL", protocols: ["redis:"], other, why: "the queue" });
  expect(readConfig({ queue }, { QUEUE_URL: "many://a:1,b:2" })).toEqual({ queue: "many://a:1,b:2" });
  expect(() => readConfig({ queue }, { QUEUE_URL: "redis+sentinel://a:1,b:2" })).toThrow(
    "QUEUE_URL must be an address that starts with redis://, or many://host,host",
  );
});
