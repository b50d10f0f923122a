import { findEngineType } from "@service/engine-types";
import { computeVersion, diffSchemas, type JsonObject, parseJsonObject, type SchemaChange } from "@service/json";
import type { Deps } from "../../deps.ts";
import type { OrganizationScope } from "../../identity/access/index.ts";
import { type Engine, requireEngine } from "./engine.ts";
import { readRelease } from "./list-releases.ts";
import { versionOf } from "./release.ts";

/** What a release changed against another one. */
export interface ReleaseComparison {
  /** Both configurations, with the defaults of the type. */
  readonly baseConfig: JsonObject;
  readonly headConfig: JsonObject;
  /** In document order, the request's first; each with the level that it has for callers (TYPE-106). */
  readonly schemaChanges: readonly SchemaChange[];
  /** The number that these changes ask for after the base. */
  readonly computedVersion: string;
}

/** A release, or the saved draft as it would be released. */
interface Compared {
  readonly config: JsonObject;
  readonly requestSchema: JsonObject;
  readonly responseSchema: JsonObject;
}

/**
 * Compares two releases of an engine, or the saved draft with one, as publishing does (TYPE-103, CON-67).
 * @param versions.head `draft` or a release.
 * @throws `engine_not_found`, `engine_archived`, `engine_version_not_found`
 */
export async function compareReleases(
  deps: Pick<Deps, "db">,
  caller: OrganizationScope,
  slug: string,
  versions: { readonly base: string; readonly head: string },
): Promise<ReleaseComparison> {
  const engine = await requireEngine(deps, caller.organizationId, slug);
  const [base, head] = await Promise.all([
    read(deps, engine, versions.base),
    versions.head === "draft" ? draftOf(engine) : read(deps, engine, versions.head),
  ]);
  const schemaChanges = [
    ...diffSchemas("request", base.requestSchema, head.requestSchema),
    ...diffSchemas("response", base.responseSchema, head.responseSchema),
  ];
  return {
    baseConfig: base.config,
    headConfig: head.config,
    schemaChanges,
    computedVersion: computeVersion(base.version, schemaChanges),
  };
}

async function read(
  deps: Pick<Deps, "db">,
  engine: Engine,
  version: string,
): Promise<Compared & { readonly version: string }> {
  const release = await readRelease(deps, engine, version);
  return {
    version: versionOf(release),
    config: parseJsonObject(release.config),
    requestSchema: parseJsonObject(release.requestSchema),
    responseSchema: parseJsonObject(release.responseSchema),
  };
}

function draftOf(engine: Engine): Compared {
  const type = findEngineType(engine.engineType);
  const config = type.effectiveConfig(parseJsonObject(engine.draft));
  return { config, requestSchema: type.requestSchema(config), responseSchema: type.responseSchema(config) };
}
