import { findPack, listPacks } from "@service/packs";
import {
  pointerToken,
  canonicalHash,
  part,
  type ConfigIssue,
  type Json,
  type JsonObject,
  type JsonSchema,
  isJsonArray,
  isJsonObject,
  firstDeeperThan,
  compileConfigurationSchema,
  issuesMax,
  booleanSchema,
  closed,
  enumSchema,
  integerSchema,
  keySchema,
  listOf,
  mapOf,
  numberSchema,
  ratioSchema,
  textSchema,
  anySchema,
  objectSchema,
  patternSchema,
  objectsIn,
  text,
  number,
  defaultsOf,
  fillDefaults,
  shapeOf,
  withDefault,
  type Members,
  type ObjectShape,
  type Shape,
} from "@service/json";
import type { EngineTypeName } from "@service/contract";
import { sensitivities } from "@service/privacy";
import { builtInManifests, findManifest, sendsAnything, type RegisteredManifests } from "@service/models";
import { labelsSchema, metricNames } from "./gate/labelled-metrics.ts";

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

export type ConfigurationContext = {
  /** Given a type, `required` enrichment is checked against what the manifest sends for it. */
  readonly engineType?: EngineTypeName;
  /** Free maps that `input_contract` may extend, e.g. `["profile"]`; without it any path is taken. */
  readonly freeMaps?: readonly string[];
  /** Manifests the operator has registered besides the built-in ones. */
  readonly manifests?: RegisteredManifests | undefined;
  /** Checks of the type's own fields; adds to the issues found so far. */
  readonly checkOwn?: (config: JsonObject, issues: ConfigIssue[]) => void;
};

/**
 * Levels of arrays and objects in a configuration, itself the first. Room for what has a bound of its own: a case's
 * input may be as deep as that of a run (32 levels, five of them down in `evaluation`), a condition has 12 nodes of two
 * levels each.
 */
const levelsMax = 64;

/**
 * Problems of a configuration as saved: its schema, duplicate `key`s in any array, an unregistered pack or egress
 * manifest, required enrichment that could send nothing, contract fields outside the free maps, what the type adds.
 * JSON Pointer paths, at most 50. A configuration nested too deep gets that problem alone, because all later code, up
 * to hashing, recurses into it.
 */
export function checkConfiguration(
  config: Json,
  schema: JsonSchema,
  context: ConfigurationContext = {},
): ConfigIssue[] {
  const tooDeep = firstDeeperThan(config, levelsMax);
  if (tooDeep !== undefined) return [{ path: tooDeep, message: `is nested more than ${levelsMax} levels deep` }];
  const check = compiledOnce(schema);
  const issues = check(config);
  if (isJsonObject(config)) {
    duplicateKeys(config, "", issues);
    unresolvedReferences(config, context, issues);
    impossibleWords(config, issues);
    if (context.engineType !== undefined) unknownMetrics(config, context.engineType, issues);
    if (context.freeMaps !== undefined) fieldsOutside(config, context.freeMaps, issues);
    context.checkOwn?.(config, issues);
  }
  return issues.slice(0, issuesMax);
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

/** The part of a preset that all six types share (TYPE-92); each type adds its `response_type`. */
export function baseConfigurationPreset(): JsonObject {
  return defaultsOf(closed(baseMembers()));
}

export function baseConfigurationSchema(extra: {
  readonly properties: { readonly [name: string]: JsonSchema };
  readonly required: readonly string[];
}): JsonSchema {
  return closed({ ...baseMembers(), ...extra.properties }, [...requiredKeys, ...extra.required]);
}

export function effectiveBase(config: JsonObject, preset: JsonObject): JsonObject {
  const effective: { [name: string]: Json } = { ...preset, ...config };
  for (const name of ["enrichment", "quotas", "input_contract"]) {
    const saved = config[name];
    const usual = preset[name];
    if (isJsonObject(saved) && isJsonObject(usual)) effective[name] = { ...usual, ...saved };
  }
  if (isJsonObject(effective.evaluation)) effective.evaluation = fillDefaults(evaluationSchema(), effective.evaluation);
  return effective;
}

export function filledIn(elements: readonly JsonObject[], defaults: JsonObject): JsonObject[] {
  return elements.map((element) => ({ ...defaults, ...element }));
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

/** One case of `evaluation` (GATE-2); input and offerings are checked by the gate, against the release. */
function evaluationCaseSchema() {
  return closed(caseProperties(), ["case_key", "label", "input", "expect"]);
}

/** One row of a labelled set: an input with labels, assertions or both (`labelled-metrics.ts`). */
export function labelledRowSchema(): JsonSchema {
  return closed({ ...caseProperties(), labels: labelsSchema() }, ["case_key", "input"]);
}

function caseProperties() {
  const assertion = closed(
    {
      path: shapeOf<string>({ type: "string", maxLength: 500, pattern: "^(/.*)?$" }),
      op: enumSchema(["eq", "ne", "gte", "lte", "in", "contains", "exists", "absent", "count_gte", "rank_lte"]),
      value: anySchema(),
    },
    ["path", "op"],
  );
  return {
    case_key: keySchema(),
    label: textSchema(200),
    tags: listOf(textSchema(64), 20),
    input: objectSchema(),
    offerings: listOf(objectSchema(), 10_000),
    expect: listOf(assertion, 30),
  };
}

/** The shape of `evaluation` (GATE-1). Absent, the built-in cases are run. */
function evaluationSchema() {
  return closed({
    min_cases: withDefault(integerSchema(3, 50), 3),
    pass_rate: withDefault(numberSchema(0.8, 1), 1),
    metric_tolerance: withDefault(numberSchema(0, 1), 0.02),
    metric_thresholds: mapOf(ratioSchema(), 20),
    cases: listOf(evaluationCaseSchema(), 50),
    labelled_sets: {
      ...listOf(patternSchema("^labelled:[A-Za-z0-9._:-]{1,119}$"), 20),
      uniqueItems: true,
    },
  });
}

/** Keeps the compiled schema: a type always checks with the same one, and compiling is slow. */
const compiled = new WeakMap<JsonSchema, ReturnType<typeof compileConfigurationSchema>>();

function compiledOnce(schema: JsonSchema): ReturnType<typeof compileConfigurationSchema> {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const check = compileConfigurationSchema(schema);
  compiled.set(schema, check);
  return check;
}

function duplicateKeys(value: Json, at: string, issues: ConfigIssue[]): void {
  if (issues.length >= issuesMax) return;
  if (isJsonArray(value)) {
    const seen = new Set<string>();
    for (const [index, element] of value.entries()) {
      if (isJsonObject(element)) {
        for (const name of ["key", "case_key"]) {
          const key = element[name];
          if (typeof key !== "string") continue;
          if (seen.has(`${name} ${key}`))
            issues.push({ path: `${at}/${index}/${name}`, message: `duplicate key "${key.slice(0, 128)}"` });
          seen.add(`${name} ${key}`);
        }
      }
      duplicateKeys(element, `${at}/${index}`, issues);
    }
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      // A case's input is a document under test and may contain a duplicate on purpose.
      if (at.startsWith("/evaluation/cases/") && (name === "input" || name === "offerings")) continue;
      duplicateKeys(member, `${at}/${pointerToken(name)}`, issues);
    }
  }
}

function unresolvedReferences(config: JsonObject, context: ConfigurationContext, issues: ConfigIssue[]): void {
  const { pack_key, pack_version, egress_manifest_version, enrichment } = config;
  if (
    typeof pack_key === "string" &&
    typeof pack_version === "number" &&
    findPack(pack_key, pack_version) === undefined
  ) {
    issues.push(
      listPacks().some(({ key }) => key === pack_key)
        ? { path: "/pack_version", message: "the pack has no such version" }
        : { path: "/pack_key", message: "no registered pack has this key" },
    );
  }
  if (typeof egress_manifest_version !== "string" || !/^[0-9a-f]{64}$/.test(egress_manifest_version)) return;
  const manifest = findManifest(egress_manifest_version, context.manifests);
  if (manifest === undefined) {
    issues.push({ path: "/egress_manifest_version", message: "no registered egress manifest has this hash" });
  } else if (
    isJsonObject(enrichment) &&
    enrichment.mode === "required" &&
    !sendsAnything(manifest, context.engineType)
  ) {
    issues.push({
      path: "/enrichment/mode",
      message: "required enrichment needs an egress manifest that sends something",
    });
  }
}

/** Refuses a threshold on a metric that this type never measures: nothing would ever be compared with it. */
function unknownMetrics(config: JsonObject, engineType: EngineTypeName, issues: ConfigIssue[]): void {
  const thresholds = isJsonObject(config.evaluation) ? config.evaluation.metric_thresholds : undefined;
  if (!isJsonObject(thresholds)) return;
  const known = metricNames(engineType);
  for (const metric of Object.keys(thresholds)) {
    if (known.includes(metric)) continue;
    const path = `/evaluation/metric_thresholds/${pointerToken(metric)}`;
    issues.push({ path, message: `${engineType} measures ${known.join(", ")}` });
  }
}

const wordlessTypes = ["number", "integer", "money", "date", "boolean"] as const;

/** `enum` holds strings: a number, day or boolean never equals one, and such a field would refuse every run. */
function impossibleWords(config: JsonObject, issues: ConfigIssue[]): void {
  const { fields } = part(config, "input_contract");
  for (const [index, field] of (isJsonArray(fields) ? fields : []).entries()) {
    if (!isJsonObject(field) || field.enum === undefined || !wordlessTypes.some((type) => type === field.type))
      continue;
    issues.push({ path: `/input_contract/fields/${index}/enum`, message: "is for fields of type string or list" });
  }
}

function fieldsOutside(config: JsonObject, freeMaps: readonly string[], issues: ConfigIssue[]): void {
  const contract = config.input_contract;
  if (!isJsonObject(contract) || !isJsonArray(contract.fields)) return;
  const seen = new Set<string>();
  for (const [index, field] of contract.fields.entries()) {
    if (!isJsonObject(field) || typeof field.path !== "string") continue;
    const { path } = field;
    const map = path.slice(0, path.lastIndexOf("."));
    if (!freeMaps.includes(map)) {
      const allowed =
        freeMaps.length === 0 ? "this engine type has no free map" : `must lie in ${freeMaps.join(" or ")}`;
      issues.push({ path: `/input_contract/fields/${index}/path`, message: allowed });
    } else if (seen.has(path))
      issues.push({ path: `/input_contract/fields/${index}/path`, message: `duplicate path "${path}"` });
    seen.add(path);
  }
}
