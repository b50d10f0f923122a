import { Ajv2020 } from "ajv/dist/2020.js";
import type { ConfigIssue } from "./issue.ts";
import type { JsonObject } from "./json.ts";
import { messageOf } from "./schema-messages.ts";
import { issuesMax } from "./schema-validation.ts";

let ajv: Ajv2020 | undefined;

/**
 * What makes a caller's document no JSON Schema of draft 2020-12, by JSON Pointer. It is compared with the meta-schema and
 * never compiled, so its cost follows its size alone: bound that first.
 */
export function metaSchemaIssues(schema: JsonObject): ConfigIssue[] {
  ajv ??= new Ajv2020({ strict: false, allErrors: true, logger: false });
  if (ajv.validateSchema({ ...schema, $schema: "https://json-schema.org/draft/2020-12/schema" }) === true) return [];
  const seen = new Set<string>();
  const issues: ConfigIssue[] = [];
  for (const error of ajv.errors ?? []) {
    // The vocabularies report one place several times.
    if (seen.has(error.instancePath)) continue;
    seen.add(error.instancePath);
    if (issues.length < issuesMax) issues.push({ path: error.instancePath, message: messageOf(error) });
  }
  return issues;
}
