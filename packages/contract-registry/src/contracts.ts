import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  engineTypeNames,
  serviceNamespace,
  uuidV5,
  versionPattern,
  type EngineTypeName,
  type TestScenario,
} from "@service/contract";
import { isJsonArray, isJsonObject, sha256Hex, type Json, type JsonObject } from "@service/json";

const site = join(import.meta.dirname, "../../../docs/site");
const registryPath = "/contracts/supported-versions";

/** A published release, from its files. */
export interface Contract {
  readonly engineKind: string;
  readonly version: string;
  readonly major: number;
  readonly minor: number;
  readonly engineType: EngineTypeName;
  readonly configHash: string;
  readonly releasedAt: Date;
  readonly changelog: string;
  /** JSON strings, exactly as published. */
  readonly requestSchema: string;
  readonly responseSchema: string;
  /** Canonical JSON of the effective configuration; its SHA-256 is the hash. */
  readonly effective: string;
  readonly fixtures: JsonObject;
}

/** The outcome of a test scenario's run: the published example of that terminal state. */
export type FixtureRun =
  | { readonly status: "completed" | "degraded"; readonly output: JsonObject }
  | { readonly status: "failed"; readonly error: string; readonly details: JsonObject };

let loaded: ReadonlyMap<string, Contract> | undefined;

/** All published releases by configuration hash. Read once: published files never change. */
function contracts(): ReadonlyMap<string, Contract> {
  loaded ??= new Map(readContracts().map((contract) => [contract.configHash, contract]));
  return loaded;
}

/** The engine every organization has for tests (REG-6). */
export const fixtureEngineKind = "generic_fixture_engine";

/** Its identity: the same in every organization, not stored in the database. */
export const builtInEngine = {
  id: uuidV5(serviceNamespace, `engine:${fixtureEngineKind}`),
  slug: fixtureEngineKind,
} as const;

/** The published releases of an engine kind, newest first. */
export function contractsOf(engineKind: string): Contract[] {
  return [...contracts().values()]
    .filter((contract) => contract.engineKind === engineKind)
    .toSorted((a, b) => b.major - a.major || b.minor - a.minor);
}

/** The published release with this configuration hash, if any. */
export function findContract(configHash: string): Contract | undefined {
  return contracts().get(configHash);
}

/** The example of a terminal state that a published release documents. */
export function fixtureRun(configHash: string, scenario: TestScenario): FixtureRun | undefined {
  const cases = findContract(configHash)?.fixtures["cases"];
  const documented = isJsonArray(cases)
    ? cases.find((one) => isJsonObject(one) && one["scenario"] === scenario)
    : undefined;
  const run = isJsonObject(documented) ? documented["run"] : undefined;
  if (!isJsonObject(run)) return undefined;
  if (scenario === "failed") {
    return {
      status: "failed",
      error: textOf(run["error"]),
      details: isJsonObject(run["error_details"]) ? run["error_details"] : {},
    };
  }
  const output = run["output"];
  return isJsonObject(output) ? { status: scenario, output } : undefined;
}

function readContracts(): Contract[] {
  const index: unknown = JSON.parse(readFileSync(join(site, registryPath, "index.json"), "utf8"));
  if (!Array.isArray(index)) throw new Error("the index of the contract registry is not a list");
  return index.map((listed: Json) => {
    const line = objectOf(listed);
    const entry = objectOf(JSON.parse(readPublished(line)));
    const configHash = textOf(entry["config_version_hash"]);
    const engineType = engineTypeNames.find((name) => name === entry["runtime_engine_type"]);
    if (!engineType) throw new Error("an entry of the contract registry names no engine type");
    const version = textOf(line["version"]);
    const parts = versionPattern.exec(version);
    if (!parts) throw new Error("an entry of the contract registry has no version");
    return {
      engineKind: textOf(line["engine_kind"]),
      version,
      major: Number(parts[1]),
      minor: Number(parts[2]),
      engineType,
      configHash,
      releasedAt: new Date(textOf(entry["released_at"])),
      changelog: textOf(entry["changelog"]),
      requestSchema: readPublished(objectOf(entry["request_schema"])),
      responseSchema: readPublished(objectOf(entry["response_schema"])),
      effective: readPublished({
        path: `${registryPath}/configurations/sha256-${configHash}.json`,
        sha256: configHash,
      }),
      fixtures: objectOf(JSON.parse(readPublished(objectOf(entry["fixtures"])))),
    };
  });
}

/** The bytes of a published file, checked against the hash that refers to it (REG-1). */
function readPublished(reference: JsonObject): string {
  const path = textOf(reference["path"]);
  if (!/^\/contracts\/supported-versions\/\w+\/sha256-[0-9a-f]{64}\.json$/.test(path))
    throw new Error(`not a published path: ${path}`);
  const text = readFileSync(join(site, path), "utf8");
  const sha256 = sha256Hex(text);
  if (sha256 !== reference["sha256"] || !path.endsWith(`sha256-${sha256}.json`)) {
    throw new Error(`a published file does not match the hash in its name: ${path}`);
  }
  return text;
}

function objectOf(value: unknown): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("the contract registry has a value that should be an object");
  return Object.fromEntries(Object.entries(value));
}

function textOf(value: Json | undefined): string {
  if (typeof value !== "string") throw new Error("the contract registry has a value that should be a string");
  return value;
}
