import { evidenceIdsSchema, findingSchema, outputEnvelopeSchema } from "@service/engine-kit";
import {
  type JsonObject,
  type JsonSchema,
  closed,
  countSchema,
  dateSchema,
  enumSchema,
  integerSchema,
  listOf,
  nullable,
  openEnumSchema,
  part,
  ratioSchema,
  scoreSchema,
  shapeOf,
  textSchema,
  type Written,
} from "@service/json";
import { sensitive } from "@service/privacy";
import { type CheckKind, checkStatuses, decisions, nameStrengths } from "./codes.ts";
import { readSettings } from "./settings.ts";

/** Hits listed in one output; those left out are counted in `summary`. */
export const hitsMax = 2000;
export const entryNamesMax = 20;

/**
 * `{output}` of a release (DIL-62, DIL-64). Everything that names a list entry has the class `screening`, the common
 * parts that quote entries too: hiding hits alone would leave their names in the text.
 */
export function responseSchema(effective: JsonObject): JsonSchema {
  const output = outputSchema(effective);
  const properties = part(output, "properties");
  const quoting = ["findings", "evidence", "narrative"].map(
    (name) => [name, sensitive(part(properties, name), "screening")] as const,
  );
  return closed({ output: { ...output, properties: { ...properties, ...Object.fromEntries(quoting) } } }, ["output"]);
}

export type DiligenceOutput = Written<ReturnType<typeof outputSchema>>;

function outputSchema(effective: JsonObject) {
  return outputEnvelopeSchema({
    engineType: "diligence",
    summary: closed(
      {
        decision: openEnumSchema(decisions),
        risk_score: scoreSchema(),
        strong: countSchema(),
        possible: countSchema(),
        suppressed: countSchema(),
        checks_failed: countSchema(),
        lists_screened: countSchema(),
      },
      ["decision", "risk_score", "strong", "possible", "suppressed", "checks_failed", "lists_screened"],
    ),
    properties: {
      hits: sensitive(listOf(hitSchema(), hitsMax), "screening"),
      checks: checksSchema(effective),
      lists: listOf(listSchema(), 50),
      ownership: closed({ known: ratioSchema(), blocked_share: sensitive(ratioSchema(), "screening") }, [
        "known",
        "blocked_share",
      ]),
    },
    required: ["hits", "checks", "lists", "ownership"],
    finding: findingSchema(),
  });
}

export type WrittenHit = Written<ReturnType<typeof hitSchema>>;

function hitSchema() {
  return closed(
    {
      hit_key: textSchema(400, 1),
      list_key: textSchema(128, 1),
      entry_id: textSchema(128, 1),
      party: textSchema(128, 1),
      score: ratioSchema(),
      band: openEnumSchema(["strong", "possible", "suppressed"]),
      name_matched: textSchema(300),
      features: listOf(
        closed(
          {
            name: textSchema(64),
            value: shapeOf<string | number>({ type: ["string", "number"], maxLength: 100 }),
            // "main" or points added to the main feature.
            effect: shapeOf<"main" | number>({ type: ["string", "number"], maxLength: 10 }),
          },
          ["name", "value", "effect"],
        ),
        20,
      ),
      entry: closed(
        {
          kind: textSchema(40),
          names: listOf(
            closed({ name: textSchema(300), strength: enumSchema(nameStrengths) }, ["name", "strength"]),
            entryNamesMax,
          ),
          birth_dates: listOf(textSchema(40), 20),
          countries: listOf(textSchema(60), 20),
          programs: listOf(textSchema(200), 20),
          remarks: textSchema(500),
          version: textSchema(128),
        },
        ["kind", "names", "birth_dates", "countries", "programs", "version"],
      ),
      suppressed_by: closed({ cleared_on: dateSchema(), cleared_by: textSchema(200) }, ["cleared_on", "cleared_by"]),
      evidence_ids: evidenceIdsSchema(),
    },
    ["hit_key", "list_key", "entry_id", "party", "score", "band", "name_matched", "features", "entry", "evidence_ids"],
  );
}

/** Kinds of check whose sentences name listed persons. */
const screeningKinds: ReadonlySet<CheckKind> = new Set([
  "name_screen",
  "identifier_match",
  "ownership_blocked",
  "adverse_terms",
]);

/** Keyed by check key, each required, so that a removed check shows as a schema change (DIL-64). */
function checksSchema(effective: JsonObject) {
  const { checks } = readSettings(effective);
  const members = checks.map(({ key, kind }) => [key, checkSchema(screeningKinds.has(kind))] as const);
  return shapeOf<{ readonly [key: string]: WrittenCheck }>(
    closed(
      Object.fromEntries(members),
      checks.map(({ key }) => key),
    ),
  );
}

export type WrittenCheck = Written<ReturnType<typeof checkSchema>>;

function checkSchema(isScreening: boolean) {
  const detail = textSchema(1000);
  return closed(
    {
      status: openEnumSchema(checkStatuses),
      detail: isScreening ? sensitive(detail, "screening") : detail,
      evidence_ids: evidenceIdsSchema(),
    },
    ["status", "detail", "evidence_ids"],
  );
}

export type WrittenList = Written<ReturnType<typeof listSchema>>;

function listSchema() {
  return closed(
    {
      list_key: textSchema(128, 1),
      version: nullable(textSchema(128)),
      entries: countSchema(),
      as_of: nullable(textSchema(40)),
      age_days: nullable(integerSchema(0, 4_000_000)),
      status: openEnumSchema(["screened", "stale", "unavailable", "not_searched"]),
    },
    ["list_key", "version", "entries", "as_of", "age_days", "status"],
  );
}
