import { findEngineType } from "@service/engine-types";
import { randomUUID } from "node:crypto";
import { fail, limits } from "@service/contract";
import type { Deps } from "../deps.ts";
import { readJsonObject } from "../json-text.ts";
import type { OrganizationCaller } from "../keys/index.ts";
import { appendPlatformEvents } from "../platform-events/index.ts";
import { enginePublished, evaluationFinished } from "./announce.ts";
import { storedConfiguration } from "./compiled-engine.ts";
import { manifestsNamedBy } from "./egress-manifests.ts";
import { assertActive, requireEngine, type Engine } from "./engine.ts";
import type { GateReport } from "./gate-report.ts";
import {
  assertPassed,
  assertVersion,
  compareSchemas,
  evaluationIn,
  judgeGate,
  latestRelease,
  missingLabelledSets,
  type SchemaComparison,
} from "./judge-draft.ts";
import { readVersion, releaseColumns, type Release } from "./release.ts";

export interface PublishRequest {
  readonly version?: string | undefined;
  readonly changelog?: string | undefined;
  /** Cases that may fail although they passed for the latest release; those that did are kept with the release. */
  readonly acceptRegressions?: readonly { readonly caseKey: string; readonly reason: string }[] | undefined;
}

export interface Publication {
  readonly release: Release;
  /** False when the draft has the configuration of the latest release: nothing was done. */
  readonly created: boolean;
}

/**
 * Publishes the draft as an immutable release (section 3.2). The checks and their order are those of domain.md B; what
 * is released is the stored configuration of the draft's hash, the very one that draft runs executed.
 *
 * @throws `engine_not_found`, `engine_archived`, `invalid_engine_config`, `engine_config_hash_unavailable`,
 *   `engine_config_hash_inconsistent`, `engine_version_schema_change_requires_major`,
 *   `engine_version_publish_mismatch`, `engine_limit_reached`, `cold_start_gate_not_met`, `cold_start_gate_failed`,
 *   `cold_start_gate_regressed`, `engine_config_changed`.
 */
export async function publish(
  deps: Deps,
  caller: OrganizationCaller,
  slug: string,
  request: PublishRequest,
): Promise<Publication> {
  const engine = await requireEngine(deps, caller.organizationId, slug);
  assertActive(engine);

  const type = findEngineType(engine.engineType);
  const draft = readJsonObject(engine.draft);
  const issues = type.validateConfig(draft, await manifestsNamedBy(deps, draft["egress_manifest_version"]));
  if (issues.length > 0) throw fail("invalid_engine_config", { details: [...issues] });

  const { effective } = await storedConfiguration(deps, engine.draftConfigHash);

  const latest = await latestRelease(deps, engine.id);
  if (latest?.configHash === engine.draftConfigHash) return { release: latest, created: false };
  const workedOut = type.effectiveConfig(draft);
  const candidate = {
    organizationId: caller.organizationId,
    engineId: engine.id,
    type,
    effective,
    evaluation: evaluationIn(workedOut),
  };
  const missing = await missingLabelledSets(deps, candidate);
  if (missing.length > 0) throw fail("invalid_engine_config", { details: missing });
  const schemas = compareSchemas(candidate, latest);
  assertVersion(request.version, latest, schemas);

  const accepted = (request.acceptRegressions ?? []).map(({ caseKey, reason }) => ({ case_key: caseKey, reason }));
  const report = await judgeGate(deps, candidate, latest, schemas.computedVersion, accepted);
  if (report.gate !== "passed")
    await deps.db.inTransaction((tx) => appendPlatformEvents(tx, [evaluationFinished(engine, report)]));
  assertPassed(report);

  // What the release runs (domain.md 0.6), with the operational settings that were saved beside it.
  const released = JSON.stringify({ ...workedOut, ...readJsonObject(effective) });
  return storeRelease(deps, caller, engine, released, request, schemas, report);
}

/**
 * The one step that changes something. The engine's row is locked: of two publishes of one draft the second finds the
 * first's release, and a draft that was saved meanwhile is not released unseen.
 */
async function storeRelease(
  deps: Deps,
  caller: OrganizationCaller,
  judged: Engine,
  released: string,
  request: PublishRequest,
  schemas: SchemaComparison,
  report: GateReport,
): Promise<Publication> {
  const version = readVersion(schemas.computedVersion);
  if (!version) throw new Error(`computed version ${schemas.computedVersion} is not major.minor`);
  return deps.db.inTransaction(async (tx) => {
    const engine = await requireEngine(deps, judged.organizationId, judged.slug, tx);
    assertActive(engine);
    if (engine.draftRevision !== judged.draftRevision) throw fail("engine_config_changed");
    const { rows: newest } = await tx.query<Release>(
      `select ${releaseColumns} from engine_releases where engine_id = $1 order by major desc, minor desc limit 1`,
      [engine.id],
    );
    if (newest[0]?.configHash === engine.draftConfigHash) return { release: newest[0], created: false };
    const { rows: counted } = await tx.query<{ releases: number }>(
      "select count(*) as releases from engine_releases where engine_id = $1",
      [engine.id],
    );
    if ((counted[0]?.releases ?? 0) >= limits.releasesPerEngine) {
      throw fail("engine_limit_reached", { message: `An engine has at most ${limits.releasesPerEngine} releases.` });
    }
    const { rows } = await tx.query<Release>(
      `insert into engine_releases (id, engine_id, organization_id, major, minor, config_hash, config, request_schema,
         response_schema, request_schema_sha256, response_schema_sha256, changelog, gate, released_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       returning ${releaseColumns}`,
      [
        randomUUID(),
        engine.id,
        engine.organizationId,
        version.major,
        version.minor,
        engine.draftConfigHash,
        released,
        schemas.requestSchema,
        schemas.responseSchema,
        schemas.requestSchemaSha256,
        schemas.responseSchemaSha256,
        request.changelog ?? "",
        JSON.stringify(report),
        caller.keyId,
      ],
    );
    const [release] = rows;
    if (!release) throw new Error("an insert returned no row");
    await appendPlatformEvents(tx, [evaluationFinished(engine, report), enginePublished(engine, release)]);
    return { release, created: true };
  });
}
