import { findEngineType } from "@service/engine-types";
import type {
  ConfigValidation,
  EngineConfigResponse,
  EngineMetadata,
  PublishedRelease,
  ReleaseDetail,
  ReleaseSummary,
} from "@service/contract";
import type * as z from "zod";
import { parseJsonObject } from "@service/json";
import type { Engine, EngineSummary } from "./engine.ts";
import type { Release, ReleaseLine } from "./release.ts";
import { versionOf } from "./release.ts";
import type { Validation } from "./validate-config.ts";

/** ENG-1. */
export function presentEngine(engine: EngineSummary): z.output<typeof EngineMetadata> {
  return {
    id: engine.id,
    slug: engine.slug,
    label: engine.label,
    description: engine.description,
    engine_type: engine.engineType,
    status: engine.status,
    group_key: engine.groupKey,
    created_at: engine.createdAt.toISOString(),
    updated_at: engine.updatedAt.toISOString(),
  };
}

/** ENG-15: the draft exactly as saved, with the preset of its type. */
export function presentConfig(engine: Engine): z.output<typeof EngineConfigResponse> {
  return {
    config: parseJsonObject(engine.draft),
    config_updated_at: engine.draftUpdatedAt.toISOString(),
    config_updated_by: engine.draftUpdatedBy,
    engine_type: engine.engineType,
    preset: findEngineType(engine.engineType).preset(),
  };
}

/** TYPE-119: one line of `GET versions`. */
export function presentReleaseLine(release: ReleaseLine): z.output<typeof ReleaseSummary> {
  return {
    version: versionOf(release),
    engine_config_version_hash: release.configHash,
    released_at: release.releasedAt.toISOString(),
    released_by: release.releasedBy,
    changelog: release.changelog,
    servable: release.withdrawnAt === null,
  };
}

/** ENG-34: the line with configuration, both schemas and the gate's result. */
export function presentRelease(release: Release): z.output<typeof ReleaseDetail> {
  return {
    ...presentReleaseLine(release),
    config: parseJsonObject(release.config),
    request_schema: parseJsonObject(release.requestSchema),
    response_schema: parseJsonObject(release.responseSchema),
    request_schema_sha256: release.requestSchemaSha256,
    response_schema_sha256: release.responseSchemaSha256,
    gate: parseJsonObject(release.gate),
  };
}

/** TYPE-103: the answer to a publish. */
export function presentPublished(release: Release, created: boolean): z.output<typeof PublishedRelease> {
  return {
    version: versionOf(release),
    engine_config_version_hash: release.configHash,
    released_at: release.releasedAt.toISOString(),
    request_schema_sha256: release.requestSchemaSha256,
    response_schema_sha256: release.responseSchemaSha256,
    changelog: release.changelog,
    created,
  };
}

/** GATE-25: the answer of `config/validate`. A configuration that fails its gate is still valid. */
export function presentValidation({ issues, outcome }: Validation): z.output<typeof ConfigValidation> {
  return {
    valid: issues.length === 0,
    issues: [...issues],
    computed_version: outcome?.computedVersion ?? null,
    schema_changes: [...(outcome?.changes ?? [])],
    gate: outcome?.gate ?? null,
  };
}
