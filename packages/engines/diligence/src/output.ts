import { evidenceIdsSchema, findingSchema, outputEnvelopeSchema } from "@service/engine-kit";
import {
  type JsonObject,
  type JsonSchema,
  isJsonObject,
  closed,
  countSchema,
  enumSchema,
  integerSchema,
  listOf,
  nullable,
  openEnumSchema,
  ratioSchema,
  scoreSchema,
  textSchema,
} from "@service/json";
import { sensitive } from "@service/privacy";
import { readSettings } from "./settings.ts";

/** Hits listed in one output; those left out are counted in `summary`. */
export const hitsMax = 2000;
export const entryNamesMax = 20;

/**
 * `{output}` of a release (DIL-62, DIL-64). `checks` is keyed by check key and requires each, so that a removed check
 * shows as a schema change. Everything that names a list entry has the class `screening`.
 */
export function responseSchema(effective: JsonObject): JsonSchema {
  const { checks } = readSettings(effective);
  const keys = checks.map(({ key }) => key);
  const envelope = outputEnvelopeSchema({
    engineType: "diligence",
    summary: closed(
      {
        decision: openEnumSchema(["clear", "review", "escalate", "incomplete"]),
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
      checks: closed(
        Object.fromEntries(checks.map(({ key, kind }) => [key, checkSchema(screeningKinds.includes(kind))])),
        keys,
      ),
      lists: listOf(listSchema(), 50),
      ownership: closed({ known: ratioSchema(), blocked_share: sensitive(ratioSchema(), "screening") }, [
        "known",
        "blocked_share",
      ]),
    },
    required: ["hits", "checks", "lists", "ownership"],
    finding: findingSchema(),
  });
  // The common parts that quote entries have the class too: hiding hits alone would leave their names in the text.
  const properties = isJsonObject(envelope["properties"]) ? envelope["properties"] : {};
  const tagged = Object.fromEntries(
    ["findings", "evidence", "narrative"].flatMap((name) => {
      const schema = properties[name];
      return isJsonObject(schema) ? [[name, sensitive(schema, "screening")] as const] : [];
    }),
  );
  return closed({ output: { ...envelope, properties: { ...properties, ...tagged } } }, ["output"]);
}

function hitSchema(): JsonSchema {
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
            value: { type: ["string", "number"], maxLength: 100 },
            // "main" or points added to the main feature.
            effect: { type: ["string", "number"], maxLength: 10 },
          },
          ["name", "value", "effect"],
        ),
        20,
      ),
      entry: closed(
        {
          kind: textSchema(40),
          names: listOf(
            closed({ name: textSchema(300), strength: enumSchema(["strong", "weak"]) }, ["name", "strength"]),
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
      suppressed_by: closed({ cleared_on: { type: "string", format: "date" }, cleared_by: textSchema(200) }, [
        "cleared_on",
        "cleared_by",
      ]),
      evidence_ids: evidenceIdsSchema(),
    },
    ["hit_key", "list_key", "entry_id", "party", "score", "band", "name_matched", "features", "entry", "evidence_ids"],
  );
}

/** Kinds of check whose sentences name listed persons. */
const screeningKinds: readonly string[] = ["name_screen", "identifier_match", "ownership_blocked", "adverse_terms"];

function checkSchema(isScreening: boolean): JsonSchema {
  return closed(
    {
      status: openEnumSchema(["pass", "fail", "review", "not_run"]),
      detail: isScreening ? sensitive(textSchema(1000), "screening") : textSchema(1000),
      evidence_ids: evidenceIdsSchema(),
    },
    ["status", "detail", "evidence_ids"],
  );
}

function listSchema(): JsonSchema {
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
