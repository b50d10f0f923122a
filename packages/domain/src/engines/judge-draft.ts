import { fail, type ErrorCode } from "@service/contract";
import {
  canonicalJson,
  computeVersion,
  diffSchemas,
  gateDatasetKeys,
  isJsonObject,
  labelledSetsOf,
  sha256Hex,
  type ConfigIssue,
  type EngineType,
  type JsonObject,
  type SchemaChange,
} from "@service/engine-types";
import { currentDatasets, loadSharedDatasets } from "../datasets/index.ts";
import type { Deps } from "../deps.ts";
import { readJsonObject } from "../json-text.ts";
import { GateReport, unevaluatedReport, type AcceptedRegression } from "./gate-report.ts";
import { releaseColumns, versionOf, type Release } from "./release.ts";
import { runGate } from "./run-gate.ts";

/** A configuration that might become a release. */
export interface Candidate {
  readonly organizationId: string;
  readonly engineId: string;
  readonly type: EngineType;
  /** Effective configuration without the operational keys, canonical JSON text. */
  readonly effective: string;
  /** `evaluation` of the draft. */
  readonly evaluation: JsonObject | undefined;
}

/** Both schemas of a candidate and what they change against the latest release (domain.md 0.14). */
export interface SchemaComparison {
  readonly requestSchema: string;
  readonly responseSchema: string;
  readonly requestSchemaSha256: string;
  readonly responseSchemaSha256: string;
  readonly changes: readonly SchemaChange[];
  readonly computedVersion: string;
}

/** The newest release of an engine; null when nothing is released. */
export async function latestRelease(deps: Deps, engineId: string): Promise<Release | null> {
  const { rows } = await deps.db.pool.query<Release>(
    `select ${releaseColumns} from engine_releases where engine_id = $1 order by major desc, minor desc limit 1`,
    [engineId],
  );
  return rows[0] ?? null;
}

/** Generates both schemas and compares them with those of the latest release. */
export function compareSchemas(candidate: Candidate, latest: Release | null): SchemaComparison {
  const effective = readJsonObject(candidate.effective);
  const request = candidate.type.requestSchema(effective);
  const response = candidate.type.responseSchema(effective);
  const changes = latest
    ? [
        ...diffSchemas("request", readJsonObject(latest.requestSchema), request),
        ...diffSchemas("response", readJsonObject(latest.responseSchema), response),
      ]
    : [];
  const requestSchema = canonicalJson(request);
  const responseSchema = canonicalJson(response);
  return {
    requestSchema,
    responseSchema,
    requestSchemaSha256: sha256Hex(requestSchema),
    responseSchemaSha256: sha256Hex(responseSchema),
    changes,
    computedVersion: computeVersion(latest ? versionOf(latest) : null, changes),
  };
}

const namedChangesMax = 50;

/**
 * Decides about the version a publish asks for (domain.md 0.14): a major change is never published as a minor, and
 * never without being asked for; any other number must be the computed one.
 * @throws `engine_version_schema_change_requires_major`, `engine_version_publish_mismatch`
 */
export function assertVersion(
  requested: string | undefined,
  latest: Release | null,
  { changes, computedVersion }: SchemaComparison,
): void {
  if (requested === computedVersion) return;
  const major = changes.filter((change) => change.level === "major");
  const nextMinor = latest ? versionOf({ major: latest.major, minor: latest.minor + 1 }) : computedVersion;
  if (major.length > 0 && (requested === undefined || requested === nextMinor)) {
    throw fail("engine_version_schema_change_requires_major", {
      details: {
        computed: computedVersion,
        changes: major.slice(0, namedChangesMax).map(({ schema, path, rule }) => ({ schema, path, rule })),
      },
    });
  }
  if (requested !== undefined) {
    throw fail("engine_version_publish_mismatch", { details: { requested, computed: computedVersion } });
  }
}

/**
 * Labelled sets that a gate is to measure and nobody imported, as problems of the configuration. Saving is not refused for
 * them: a set may come after the configuration that names it, but before the release.
 */
export async function missingLabelledSets(deps: Deps, candidate: Candidate): Promise<ConfigIssue[]> {
  const operator = await readGate(deps, candidate.engineId);
  const evaluation = { ...candidate.evaluation, ...operator };
  const sets = labelledSetsOf({ evaluation });
  if (sets.length === 0) return [];
  const current = await currentDatasets(deps.db, candidate.organizationId, sets);
  const namedBy = operator?.["labelled_sets"] === undefined ? "" : ", which the operator's gate names,";
  return sets.flatMap((key, index) =>
    current.some(({ datasetKey }) => datasetKey === key)
      ? []
      : [
          {
            path: `/evaluation/labelled_sets/${index}`,
            message: `the dataset "${key}"${namedBy} is not imported in this organization`,
          },
        ],
  );
}

/**
 * Runs the gate of a candidate: the operator's cases and settings stand before those of the draft (domain.md B). Datasets
 * are those that serve now, as a run that starts now would read them.
 */
export async function judgeGate(
  deps: Deps,
  candidate: Candidate,
  latest: Release | null,
  computedVersion: string,
  acceptRegressions: readonly AcceptedRegression[],
): Promise<GateReport> {
  const evaluation = await evaluationOf(deps, candidate);
  const effective = readJsonObject(candidate.effective);
  const keys = gateDatasetKeys(candidate.type, { ...effective, ...(evaluation ? { evaluation } : {}) });
  const read = await loadSharedDatasets(deps.db, candidate.organizationId, keys);
  if (read.kind === "too_large") return unevaluatedReport("datasets_too_large");
  if (read.kind === "inconsistent") {
    deps.log.error(
      { datasetKey: read.datasetKey, engineId: candidate.engineId },
      "a dataset failed its integrity check",
    );
    return unevaluatedReport("dataset_inconsistent");
  }
  return runGate({
    engineType: candidate.type.name,
    effective: candidate.effective,
    evaluation: evaluation ? JSON.stringify(evaluation) : null,
    previous: latest && GateReport.safeParse(readJsonObject(latest.gate)).success ? latest.gate : null,
    firstOfMajor: computedVersion.endsWith(".0"),
    acceptRegressions: [...acceptRegressions],
    datasets: [...read.datasets],
  });
}

async function evaluationOf(deps: Deps, { engineId, evaluation }: Candidate): Promise<JsonObject | undefined> {
  const operator = await readGate(deps, engineId);
  if (!operator) return evaluation;
  return { ...evaluation, ...operator };
}

/** The operator's cases and gate settings of an engine (`svc engine set --gate`). */
export async function readGate(deps: Deps, engineId: string): Promise<JsonObject | undefined> {
  const row = await deps.db.prisma.engineGate.findUnique({ where: { engineId }, select: { body: true } });
  return row ? readJsonObject(row.body) : undefined;
}

/** `evaluation` of an effective configuration. */
export function evaluationIn(effective: JsonObject): JsonObject | undefined {
  const { evaluation } = effective;
  return isJsonObject(evaluation) ? evaluation : undefined;
}

/** @throws the code of a gate that is not passed, with its `details`. */
export function assertPassed(report: GateReport): void {
  if (report.gate === "passed") return;
  const { gate, required, actual, failing } = report;
  throw fail(gate satisfies ErrorCode, { details: { gate, required, actual, failing } });
}
