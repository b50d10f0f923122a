import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { configRows } from "@service/runtime";
import { apiConfig } from "../apps/api/src/config.ts";
import { operatorConfig } from "../apps/operator/src/config.ts";
import { webhooksConfig } from "../apps/webhooks/src/config.ts";
import { workerConfig } from "../apps/worker/src/config.ts";

const documented = readFileSync(join(import.meta.dirname, "../.env.example"), "utf8");
const processes = { api: apiConfig, worker: workerConfig, webhooks: webhooksConfig, operator: operatorConfig };

/** `NAME=` at the start of a line, commented out or not; the text behind it is the default. */
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
});
