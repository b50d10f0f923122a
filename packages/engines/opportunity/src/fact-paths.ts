import { lossFactsSchema, shapeAt } from "@service/engine-kit";
import {
  part,
  type JsonObject,
  type JsonSchema,
  booleanSchema,
  closed,
  countSchema,
  listOf,
  numberSchema,
  textSchema,
} from "@service/json";
import type { AllowedPaths } from "@service/conditions";
import { accountSchema } from "./account-schema.ts";

// Facts that the stage `extract` derives (`account.ts`) and those that only a renewal knows
// (`detectors/detect-renewals.ts`), besides the rows.
const accountProperties = part(accountSchema({}), "properties");
const coverages = withMembers("coverages", { in_force: booleanSchema() });
const policies = withMembers("policies", { in_force: booleanSchema() });
const account: JsonSchema = closed({
  ...schemasIn(accountProperties),
  coverages,
  policies,
  coverages_held: listOf(textSchema(128), 1),
  loss: lossFactsSchema(),
  lines_held: listOf(textSchema(128), 1),
  is_monoline: booleanSchema(),
  premium_in_force: numberSchema(),
  tenure_years: numberSchema(),
  days_to_expiration: countSchema(),
  activity_count: countSchema(),
  days_since_touch: countSchema(),
  late_payments_12m: countSchema(),
  overdue_balance: numberSchema(),
  naics2: textSchema(2),
  size_band: textSchema(10),
});
const policy: JsonSchema = closed({
  ...schemasIn(part(part(policies, "items"), "properties")),
  days_to_expiration: countSchema(),
  non_renewal_notice: booleanSchema(),
  premium_change: numberSchema(),
  is_first_renewal: booleanSchema(),
});

/** What rules about accounts may name (COND-28). */
export const accountFacts = factsOf({ account });
/** What points of a renewal may name besides. */
export const policyFacts = factsOf({ account, policy });

function factsOf(namespaces: { readonly [name: string]: JsonSchema }): AllowedPaths {
  const shapes = closed(namespaces);
  return { namespaces: Object.keys(namespaces), isKnown: (path) => shapeAt(shapes, path) !== undefined };
}

function withMembers(family: string, members: { readonly [name: string]: JsonSchema }): JsonSchema {
  const rows = part(accountProperties, family);
  const row = part(rows, "items");
  return { ...rows, items: { ...row, properties: { ...part(row, "properties"), ...members } } };
}

function schemasIn(properties: JsonObject): { readonly [name: string]: JsonSchema } {
  return Object.fromEntries(Object.keys(properties).map((name) => [name, part(properties, name)]));
}
