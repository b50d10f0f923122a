import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { configRows, readConfig, testOnlyAllowances } from "@service/runtime";
import { apiConfig } from "../apps/api/src/config.ts";
import { consoleConfig } from "../apps/console-server/src/config.ts";
import { operatorConfig } from "../apps/operator/src/config.ts";
import { webhooksConfig } from "../apps/webhooks/src/config.ts";
import { workerConfig } from "../apps/worker/src/config.ts";

const documented = readFileSync(join(import.meta.dirname, "../.env.example"), "utf8");
const processes = {
  api: apiConfig,
  worker: workerConfig,
  webhooks: webhooksConfig,
  console: consoleConfig,
  operator: operatorConfig,
};

/** `NAME=` at the start of a line, commented out or not; the rest of the line is the default. */
function documentedDefault(name: string): string | undefined {
  return new RegExp(`^(?:# )?${name}=(.*)$`, "m").exec(documented)?.[1];
}

describe.each(Object.entries(processes))("%s", (_name, spec) => {
  test.each(configRows(spec).map((row) => [row.name, row] as const))(
    "%s is in .env.example with its default",
    (name, row) => {
      const shown = documentedDefault(name);
      expect(shown).toBeDefined();
      if (row.default !== "" && shown !== "") expect(shown).toBe(row.default);
    },
  );

  test.each([
    ["WEBHOOK_ALLOWED_CIDRS", "127.0.0.0/8", ""],
    ["WEBHOOK_RETRY_TIME_SCALE", "0.001", "1.0"],
  ])("%s is refused in production by its name, read or not; its default is not", (name, allowance, byDefault) => {
    const production = {
      NODE_ENV: "production",
      DATABASE_URL: "postgres://a:b@db/x",
      SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
    };
    expect(() => readConfig(spec, { ...production, [name]: allowance })).toThrow(
      `${name} is for tests and refused under NODE_ENV=production`,
    );
    expect(() => readConfig(spec, { ...production, [name]: byDefault })).not.toThrow();
    expect(() => readConfig(spec, { ...production, NODE_ENV: "", [name]: allowance })).not.toThrow();
  });

  test("its test-only variables are among those that every process refuses", () => {
    const own = Object.values(spec).filter((row) => row.testOnly);
    expect(Object.keys(testOnlyAllowances)).toEqual(expect.arrayContaining(own.map((row) => row.name)));
  });
});
