import { findEngineType } from "@service/engine-types";
import { randomUUID } from "node:crypto";
import { fail, limits } from "@service/contract";
import { isCommitRefused, setCommitDeadline, type Transaction, statement } from "@service/db";
import type { TimeBudget } from "@service/runtime";
import { parseJsonObject } from "@service/json";
import type { Deps } from "../../deps.ts";
import type { Actor, OrganizationScope } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import { appendPlatformEvents } from "../../events/events/index.ts";
import { enginePublished, evaluationFinished } from "./announce.ts";
import { callBudget } from "./call-budget.ts";
import { checkDraft } from "./check-draft.ts";
import { storedConfiguration } from "./compiled-engine.ts";
import { assertActive, requireEngine, type Engine } from "./engine.ts";
import type { GateReport } from "./gate-report.ts";
import {
  assertPassed,
  assertVersion,
  compareSchemas,
  evaluationIn,
  evaluateGateInWorker,
  latestRelease,
  missingLabelledSets,
  type SchemaComparison,
  type DraftDeps,
} from "./judge-draft.ts";
import { readVersion, releaseColumns, versionOf, type Release } from "./release.ts";

export interface PublishRequest {
  readonly version?: string | undefined;
  readonly changelog?: string | undefined;
  /**
   * Cases allowed to fail although they passed for the latest release; those that did fail are stored with the release.
   */
  readonly acceptRegressions?: readonly { readonly caseKey: string; readonly reason: string }[] | undefined;
}

export interface Publication {
  readonly release: Release;
  /** False when the latest release already has the draft's configuration: nothing changed. */
  readonly created: boolean;
}

/**
 * Publishes the draft as an immutable release (ENG-25). The checks and their order are those of GATE-24; what
 * is released is the stored configuration of the draft's hash, the same that draft runs executed. When the budget ends,
 * nothing is published, then or later: the gate is cancelled, and the database refuses the commit.
 *
 * @throws `engine_not_found`, `engine_archived`, `invalid_engine_config`, `engine_config_hash_unavailable`,
 *   `engine_config_hash_inconsistent`, `engine_version_schema_change_requires_major`,
 *   `engine_version_publish_mismatch`, `engine_limit_reached`, `cold_start_gate_not_met`, `cold_start_gate_failed`,
 *   `cold_start_gate_regressed`, `engine_config_changed`, `request_timeout`.
 */
export async function publish(
  deps: DraftDeps,
  caller: Actor & OrganizationScope,
  slug: string,
  request: PublishRequest,
  budget: TimeBudget = callBudget(),
): Promise<Publication> {
  const engine = await requireEngine(deps, caller.organizationId, slug);
  assertActive(engine);

  const type = findEngineType(engine.engineType);
  const draft = parseJsonObject(engine.draft);
  const issues = await checkDraft(deps, engine.id, type, draft);
  if (issues.length > 0) throw fail("invalid_engine_config", { details: issues });

  const { effective } = await storedConfiguration(deps, engine.draftConfigHash);

  const latest = await latestRelease(deps, engine.id);
  if (latest?.configHash === engine.draftConfigHash) return publishedBefore(latest, request);
  const workedOut = type.effectiveConfig(draft);
  const candidate = {
    organizationId: caller.organizationId,
    engineId: engine.id,
    slug: engine.slug,
    type,
    effective,
    evaluation: evaluationIn(workedOut),
  };
  const missing = await missingLabelledSets(deps, candidate);
  if (missing.length > 0) throw fail("invalid_engine_config", { details: missing });
  const schemas = compareSchemas(candidate, latest);
  assertVersion(request.version, latest, schemas);

  const accepted = (request.acceptRegressions ?? []).map(({ caseKey, reason }) => ({ case_key: caseKey, reason }));
  const report = await evaluateGateInWorker(deps, candidate, {
    latest,
    computedVersion: schemas.computedVersion,
    acceptRegressions: accepted,
    signal: budget.signal,
  });
  if (report.gate !== "passed")
    await deps.db.inTransaction((tx) => appendPlatformEvents(tx, [evaluationFinished(engine, report)]));
  assertPassed(report);

  // The executed configuration (TYPE-89) plus the operational settings saved in the draft.
  const released = JSON.stringify({ ...workedOut, ...parseJsonObject(effective) });
  return storeInTime(deps, budget, (tx) =>
    storeRelease(deps, tx, { caller, judged: engine, released, request, schemas, report }),
  );
}

/**
 * The latest release already has the draft's configuration: answer it, or refuse a different requested version
 * (TYPE-116, TYPE-117).
 * @throws `engine_version_publish_mismatch`
 */
function publishedBefore(release: Release, { version: requested }: PublishRequest): Publication {
  const computed = versionOf(release);
  if (requested !== undefined && requested !== computed)
    throw fail("engine_version_publish_mismatch", { details: { requested, computed } });
  return { release, created: false };
}

/** Time reserved before the request's end for the commit itself. */
const commitMarginMs = 500;

/** Commits what `store` wrote before the budget ends, or not at all. @throws `request_timeout` */
async function storeInTime<T>(
  deps: Pick<Deps, "db">,
  budget: TimeBudget,
  store: (tx: Transaction) => Promise<T>,
): Promise<T> {
  budget.signal.throwIfAborted();
  try {
    return await deps.db.inTransaction(async (tx) => {
      await setCommitDeadline(tx, () => budget.leftMs() - commitMarginMs);
      return store(tx);
    });
  } catch (error) {
    if (isCommitRefused(error)) throw fail("request_timeout", { cause: error });
    throw error;
  }
}

const readNewest = statement(
  "engine_releases_read_newest",
  `select ${releaseColumns} from engine_releases where engine_id = $1 order by major desc, minor desc limit 1`,
);

const countReleases = statement(
  "engine_releases_count",
  "select count(*) as releases from engine_releases where engine_id = $1",
);

const insertRelease = statement(
  "engine_releases_insert",
  `insert into engine_releases (id, engine_id, organization_id, major, minor, config_hash, config, request_schema,
     response_schema, request_schema_sha256, response_schema_sha256, changelog, gate, released_by)
   values (@id, @engine_id, @organization_id, @major, @minor, @config_hash, @config, @request_schema, @response_schema,
     @request_schema_sha256, @response_schema_sha256, @changelog, @gate, @released_by)
   returning ${releaseColumns}`,
);

/**
 * Stores the release. Locks the engine's row: of two publishes of one draft the second finds the first's release, and a
 * draft saved since its gate is not released.
 */
async function storeRelease(
  deps: Pick<Deps, "db">,
  tx: Transaction,
  given: {
    readonly caller: Actor & OrganizationScope;
    readonly judged: Engine;
    readonly released: string;
    readonly request: PublishRequest;
    readonly schemas: SchemaComparison;
    readonly report: GateReport;
  },
): Promise<Publication> {
  const { caller, judged, released, request, schemas, report } = given;
  const version = readVersion(schemas.computedVersion);
  if (!version) throw new Error(`computed version ${schemas.computedVersion} is not major.minor`);
  const engine = await requireEngine(deps, judged.organizationId, judged.slug, tx);
  assertActive(engine);
  if (engine.draftRevision !== judged.draftRevision) throw fail("engine_config_changed");
  const { rows: newest } = await tx.query(readNewest([engine.id]));
  if (newest[0]?.configHash === engine.draftConfigHash) return publishedBefore(newest[0], request);
  const { rows: counted } = await tx.query(countReleases([engine.id]));
  if ((counted[0]?.releases ?? 0) >= limits.releasesPerEngine) {
    throw fail("engine_limit_reached", { message: `An engine has at most ${limits.releasesPerEngine} releases.` });
  }
  const { rows } = await tx.query(
    insertRelease({
      id: randomUUID(),
      engineId: engine.id,
      organizationId: engine.organizationId,
      major: version.major,
      minor: version.minor,
      configHash: engine.draftConfigHash,
      config: released,
      requestSchema: schemas.requestSchema,
      responseSchema: schemas.responseSchema,
      requestSchemaSha256: schemas.requestSchemaSha256,
      responseSchemaSha256: schemas.responseSchemaSha256,
      changelog: request.changelog ?? "",
      gate: JSON.stringify(report),
      releasedBy: caller.id,
    }),
  );
  const [release] = rows;
  if (!release) throw new Error("an insert returned no row");
  await appendPlatformEvents(tx, [evaluationFinished(engine, report), enginePublished(engine, release)]);
  await recordRelease(tx, caller, { engine, before: newest[0], release, request });
  return { release, created: true };
}

function recordRelease(
  tx: Transaction,
  caller: Actor & OrganizationScope,
  published: {
    readonly engine: Engine;
    readonly before: Release | undefined;
    readonly release: Release;
    readonly request: PublishRequest;
  },
): Promise<void> {
  const { engine, before, release, request } = published;
  return recordChange(tx, caller, {
    action: "engines.versions.publish",
    kind: "engine",
    id: engine.slug,
    organizationId: engine.organizationId,
    before: before ? { version: versionOf(before), config_hash: before.configHash } : null,
    after: {
      version: versionOf(release),
      config_hash: release.configHash,
      changelog: release.changelog,
      accepted_regressions: request.acceptRegressions?.map(({ caseKey }) => caseKey) ?? [],
    },
  });
}
