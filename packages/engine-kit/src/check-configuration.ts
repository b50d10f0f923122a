import type { EngineTypeName } from "@service/contract";
import {
  cut,
  compileConfigurationSchema,
  type ConfigIssue,
  firstDeeperThan,
  isJsonArray,
  isJsonObject,
  issuesMax,
  type Json,
  type JsonObject,
  type JsonSchema,
  part,
  pointerToken,
} from "@service/json";
import { findManifest, type RegisteredManifests, sendsAnything } from "@service/models";
import { findPack, listPacks } from "@service/packs";
import { metricNames } from "./gate/labelled-metrics.ts";

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

/** Keeps the compiled schema: a type always checks with the same one, and compiling is slow. */
const compiled = new WeakMap<JsonSchema, ReturnType<typeof compileConfigurationSchema>>();

function compiledOnce(schema: JsonSchema): ReturnType<typeof compileConfigurationSchema> {
  const cached = compiled.get(schema);
  if (cached !== undefined) return cached;
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
          // Answers have a member for each key; as a member this one cannot be sent (PLAT-36).
          if (key === "__proto__") issues.push({ path: `${at}/${index}/${name}`, message: "must not be __proto__" });
          if (seen.has(`${name} ${key}`))
            issues.push({ path: `${at}/${index}/${name}`, message: `duplicate key "${cut(key, 128)}"` });
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
  const names = metricNames(engineType);
  for (const metric of Object.keys(thresholds)) {
    if (names.includes(metric)) continue;
    const path = `/evaluation/metric_thresholds/${pointerToken(metric)}`;
    issues.push({ path, message: `${engineType} measures ${names.join(", ")}` });
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
    } else if (path.slice(map.length + 1) in Object.prototype) {
      // Every object has it by inheritance, so that neither a check nor a rule could tell that it is absent.
      issues.push({ path: `/input_contract/fields/${index}/path`, message: "ends in a reserved name" });
    } else if (seen.has(path))
      issues.push({ path: `/input_contract/fields/${index}/path`, message: `duplicate path "${path}"` });
    seen.add(path);
  }
}
