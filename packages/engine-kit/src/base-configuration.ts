import type { EngineTypeName } from "@service/contract";
import {
  booleanSchema,
  canonicalHash,
  closed,
  defaultsOf,
  enumSchema,
  fillDefaults,
  integerSchema,
  type Json,
  type JsonObject,
  type JsonSchema,
  keySchema,
  listOf,
  type Members,
  number,
  numberSchema,
  type ObjectShape,
  objectsIn,
  patternSchema,
  type Shape,
  shapeOf,
  text,
  textSchema,
  withDefault,
} from "@service/json";
import { builtInManifests } from "@service/models";
import { findPack } from "@service/packs";
import { sensitivities } from "@service/privacy";
import { evaluationSchema } from "./evaluation-shape.ts";

/** Read from the draft at request time and not from a release: changing them makes no new configuration (TYPE-90). */
const operationalKeys = ["expose_warnings", "notify_on_supersede", "quotas", "evaluation"] as const;

/** Named in every stored configuration, so that what it was made for can be told from the document alone. */
const requiredKeys = [
  "schema_version",
  "domain_key",
  "response_type",
  "pack_key",
  "pack_version",
  "privacy_policy",
  "egress_manifest_version",
] as const;

/** The members that all six types share, each with what a new engine has (TYPE-83, TYPE-92). */
function baseMembers() {
  return {
    schema_version: withDefault(shapeOf<1>({ type: "integer", const: 1 }), 1),
    domain_key: withDefault(textSchema(64, 1), "us_insurance_distribution"),
    response_type: textSchema(64, 1),
    pack_key: withDefault(textSchema(128, 1), "us_commercial_core"),
    pack_version: withDefault(integerSchema(1, 1_000_000), 1),
    privacy_policy: withDefault(
      closed({ mode: shapeOf<"default_deny">({ type: "string", const: "default_deny" }) }, ["mode"]),
      { mode: "default_deny" },
    ),
    egress_manifest_version: withDefault(patternSchema("^[0-9a-f]{64}$"), builtInManifests.empty.sha256),
    expose_warnings: withDefault(booleanSchema(), false),
    notify_on_supersede: withDefault(booleanSchema(), false),
    quotas: withDefault(closed({ requests_per_minute: withDefault(integerSchema(1, 10_000_000), 120) }), {}),
    enrichment: withDefault(
      closed({
        mode: withDefault(enumSchema(["off", "optional", "required"]), "optional"),
        provider_key: keySchema(),
        tasks: withDefault(
          { ...listOf(enumSchema(["narrate", "align_labels", "propose_facts"]), 3), uniqueItems: true },
          ["narrate"],
        ),
        timeout_ms: withDefault(integerSchema(1000, 60_000), 20_000),
        max_calls: withDefault(integerSchema(1, 10), 3),
        allow_fact_fill: withDefault(booleanSchema(), false),
      }),
      {},
    ),
    input_contract: withDefault(closed({ fields: withDefault(listOf(contractFieldSchema(), 200), []) }), {}),
    submission_sources: withDefault(listOf(submissionSourceSchema(), 20), []),
    evaluation: evaluationSchema(),
  };
}

type BaseMembers = ReturnType<typeof baseMembers>;

/** The shape of a configuration: the common members and those of a type. */
export type ConfigurationShape<P extends Members, Required extends PropertyKey = never> = ObjectShape<
  Omit<BaseMembers, keyof P> & P,
  (typeof requiredKeys)[number] | Required
>;

/**
 * The closed schema of a configuration as saved: the common members and those a type adds (TYPE-83, TYPE-84). Each
 * member stands with its default, so that preset, check and effective configuration follow from one expression.
 */
export function configurationShape<P extends Members>(own: P): ConfigurationShape<P>;
export function configurationShape<P extends Members, Required extends keyof P>(
  own: P,
  required: readonly Required[],
): ConfigurationShape<P, Required>;
export function configurationShape(own: Members, required: readonly string[] = []): JsonSchema {
  return closed({ ...baseMembers(), ...own }, [...requiredKeys, ...required]);
}

/**
 * The configuration with every default filled in, its rules merged with those of its pack (TYPE-88, TYPE-89). `packed`
 * names the members that a pack may hold rules for.
 */
export function effectiveOf<W, C>(
  shape: Shape<W, C>,
  config: JsonObject,
  engineType: EngineTypeName,
  packed: readonly string[],
): C {
  const usual = defaultsOf(shape);
  const pack = findPack(text(config, "pack_key") ?? "", number(config, "pack_version") ?? 0);
  const rules = pack?.rules[engineType] ?? {};
  const merged: { [name: string]: Json } = {};
  for (const name of packed) merged[name] = mergeRules(rules[name] ?? [], objectsIn(config[name] ?? usual[name]));
  return fillDefaults(shape, { ...config, ...merged });
}

/**
 * Pack rules replaced by configuration rules of the same `key`, in the pack's order, then new rules in theirs; rules
 * with `enabled: false` are removed (PACK-3). Elements without a key replace nothing and are kept.
 */
export function mergeRules(packRules: readonly JsonObject[], configRules: readonly JsonObject[]): JsonObject[] {
  const merged = new Map<Json | symbol, JsonObject>();
  for (const rule of [...packRules, ...configRules])
    merged.set(typeof rule.key === "string" ? rule.key : Symbol("keyless"), rule);
  return [...merged.values()].filter((rule) => rule.enabled !== false);
}

/** `engine_config_version_hash` of an effective configuration. */
export function configHash(effective: JsonObject): string {
  const kept = Object.entries(effective).filter(
    ([name]) => !operationalKeys.some((operational) => operational === name),
  );
  return canonicalHash(Object.fromEntries(kept));
}

function contractFieldSchema() {
  return closed(
    {
      path: shapeOf<string>({ type: "string", maxLength: 200, pattern: "^[a-z_]+(\\.[A-Za-z0-9_-]{1,128}){1,3}$" }),
      type: enumSchema(["string", "number", "integer", "money", "date", "boolean", "list"]),
      required: booleanSchema(),
      enum: listOf(textSchema(200), 100, 1),
      sensitivity: enumSchema(sensitivities),
    },
    ["path", "type", "required"],
  );
}

function submissionSourceSchema() {
  return closed(
    {
      key: keySchema(),
      required: booleanSchema(),
      max_age_hours: numberSchema(0, 87_600),
      verify: enumSchema(["none", "sha256", "hmac"]),
    },
    ["key", "required", "max_age_hours", "verify"],
  );
}

/** The pack that a configuration names, as `provenance.pack` of its outputs; `sha256` is empty for a pack that is gone. */
export function packOf(effective: JsonObject): {
  readonly key: string;
  readonly version: number;
  readonly sha256: string;
} {
  const key = text(effective, "pack_key") ?? "";
  const version = number(effective, "pack_version") ?? 1;
  return { key, version, sha256: findPack(key, version)?.sha256 ?? "" };
}
