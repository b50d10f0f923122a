import { part } from "../checked-fields.ts";
import type { AllowedPaths } from "../conditions/index.ts";
import { lossFactsSchema, shapeAt } from "../fact-shapes.ts";
import type { JsonSchema } from "../json.ts";
import {
  anySchema,
  booleanSchema,
  closed,
  findingSchema,
  listOf,
  moneySchema,
  numberSchema,
} from "../schemas/index.ts";
import { inputSchema } from "./input-schema.ts";
import { inlineRecordsSchema } from "./record-families.ts";

const inline = part(inlineRecordsSchema(), "properties");
const coverageRow = part(part(inline, "coverages"), "items");

/**
 * Families of the system of record besides those of an input (domain.md C.1). What a run could load of them is not settled, so
 * their fields are open; accounts, which it loads, may have fields of the customer's own.
 */
const otherFamilies = [
  "accounts",
  "contacts",
  "drivers",
  "activities",
  "documents",
  "submissions",
  "quotes",
  "renewals",
  "invoices",
  "payments",
  "carriers",
  "lines",
  "offices",
  "teams",
  "staff",
] as const;

const records: JsonSchema = closed({
  ...Object.fromEntries(otherFamilies.map((family) => [family, anySchema()])),
  ...Object.fromEntries(Object.keys(inline).map((family) => [family, part(inline, family)])),
  coverages: listOf(
    { ...coverageRow, properties: { ...part(coverageRow, "properties"), in_force: booleanSchema() } },
    1,
  ),
  // Derived by the stage `extract` (`analyze.ts`).
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

/** Paths of these namespaces that lead to a fact a case file could hold (domain.md 0.5); `@` is an element's own matter. */
export function factsIn(namespaces: readonly string[]): AllowedPaths {
  return { namespaces, isKnown: (path) => shapeAt(shapes, path) !== undefined };
}
