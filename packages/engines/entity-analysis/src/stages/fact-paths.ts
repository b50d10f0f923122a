import { findingSchema, lossFactsSchema, shapeAt } from "@service/engine-kit";
import {
  part,
  type JsonSchema,
  anySchema,
  booleanSchema,
  closed,
  listOf,
  moneySchema,
  numberSchema,
} from "@service/json";
import type { AllowedPaths } from "@service/conditions";
import { familyNames } from "@service/record-families";
import { inlineRecordsSchema, inputSchema } from "../input.ts";

const inline = part(inlineRecordsSchema(), "properties");
const coverageRow = part(part(inline, "coverages"), "items");

/**
 * Families of the system of record besides those of an input (TYPE-29). Their fields are not settled and stay open;
 * accounts, which runs load, may have the customer's own fields.
 */
const otherFamilies = familyNames.filter((family) => !Object.hasOwn(inline, family));

const records: JsonSchema = closed({
  ...Object.fromEntries(otherFamilies.map((family) => [family, anySchema()])),
  ...Object.fromEntries(Object.keys(inline).map((family) => [family, part(inline, family)])),
  coverages: listOf(
    { ...coverageRow, properties: { ...part(coverageRow, "properties"), in_force: booleanSchema() } },
    1,
  ),
  // Derived by the stage `extract` (`run-entity-analysis.ts`).
  property: closed({ insured_to_value: numberSchema() }),
});
const input = inputSchema({});
const shapes: JsonSchema = closed({
  input: { ...input, properties: { ...part(input, "properties"), profile: anySchema(), records } },
  loss: lossFactsSchema(),
  profile: anySchema(),
  records,
  finding: findingSchema({ exposure_amount: moneySchema() }),
});

/**
 * Whether a path of these namespaces leads to a possible fact of a case file (COND-28); `@` is left to the element's
 * rule.
 */
export function factsIn(namespaces: readonly string[]): AllowedPaths {
  return { namespaces, mayExist: (path) => shapeAt(shapes, path) !== undefined };
}
