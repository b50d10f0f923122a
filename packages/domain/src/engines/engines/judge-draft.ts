import { fail, type ErrorCode } from "@service/contract";
import {
  canonicalJson,
  computeVersion,
  diffSchemas,
  isJsonObject,
  sha256Hex,
  type ConfigIssue,
  type JsonObject,
  type SchemaChange,
  parseJsonObject,
} from "@service/json";
import { performJob, type FinishedJobLoader } from "@service/work";
import { statement } from "@service/db";
import { currentDatasets, type DatasetDeps } from "../datasets/index.ts";
import { gateDatasetKeys, labelledSetsOf, type EngineType } from "@service/engine-kit";
import type { Deps } from "../../deps.ts";
import type { ConfigurationDeps } from "./compiled-engine.ts";
import { type GateJob, gateJob } from "./gate-job.ts";
import { GateReport, type AcceptedRegression, unevaluatedReason } from "./gate-report.ts";
import { releaseColumns, versionOf, type Release } from "./release.ts";

export interface FinishedJobDeps {
  /** Reads the results of the gates that this process waits for. */
  readonly finishedJobs: FinishedJobLoader;
}

/** What judging a draft as a publish does needs. */
export type DraftDeps = Pick<Deps, "db" | "queue" | "log"> & ConfigurationDeps & DatasetDeps & FinishedJobDeps;

/** A configuration that might become a release. */
export interface Candidate {
  readonly organizationId: string;
  readonly engineId: string;
  readonly slug: string;
  readonly type: EngineType;
  /** Effective configuration without the operational keys, canonical JSON. */
  readonly effective: string;
  /** `evaluation` of the draft. */
  readonly evaluation: JsonObject | undefined;
}

/** Both schemas of a candidate and their changes since the latest release (TYPE-103). */
export interface SchemaComparison {
  readonly requestSchema: string;
  readonly responseSchema: string;
  readonly requestSchemaSha256: string;
  readonly responseSchemaSha256: string;
  readonly changes: readonly SchemaChange[];
  readonly computedVersion: string;
}

const readNewestRelease = statement(
  "engine_releases_read_served",
  `select ${releaseColumns} from engine_releases where engine_id = $1 order by major desc, minor desc limit 1`,
);

/** The newest release of an engine; null when nothing is released. */
export async function latestRelease(deps: Pick<Deps, "db">, engineId: string): Promise<Release | null> {
  const { rows } = await deps.db.pool.query(readNewestRelease([engineId]));
  return rows[0] ?? null;
}

/** Generates both schemas and compares them with those of the latest release. */
export function compareSchemas(candidate: Candidate, latest: Release | null): SchemaComparison {
  const effective = parseJsonObject(candidate.effective);
  const request = candidate.type.requestSchema(effective);
  const response = candidate.type.responseSchema(effective);
  const changes = latest
    ? [
        ...diffSchemas("request", parseJsonObject(latest.requestSchema), request),
        ...diffSchemas("response", parseJsonObject(latest.responseSchema), response),
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
 * Checks the version a publish requests (TYPE-115, TYPE-116): a major change is published only when its major is
 * requested explicitly; any other number must be the computed one.
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
 * Labelled sets of the gate that are not imported, as problems of the configuration. They do not prevent saving: a set
 * may be imported after the configuration that names it, but before the release.
 */
export async function missingLabelledSets(
  deps: Pick<Deps, "db"> & DatasetDeps,
  candidate: Candidate,
): Promise<ConfigIssue[]> {
  const operator = await readGate(deps, candidate.engineId);
  const evaluation = { ...candidate.evaluation, ...operator };
  const sets = labelledSetsOf({ evaluation });
  if (sets.length === 0) return [];
  const current = await currentDatasets(deps, candidate.organizationId, sets);
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
 * Has a worker run the gate of a candidate: the operator's cases and settings override those of the draft
 * (GATE-7, GATE-8).
 *
 * @throws the signal's reason when it aborts before the result arrives: the job goes on, and the same draft joins it or
 *   gets its result (GATE-42); `OverloadedError` when too many gates of the organization wait; an Error when the engine
 *   type itself is defective.
 */
export async function evaluateGateInWorker(
  deps: Pick<Deps, "db" | "queue" | "log"> & DatasetDeps & FinishedJobDeps,
  candidate: Candidate,
  given: {
    readonly latest: Release | null;
    readonly computedVersion: string;
    readonly acceptRegressions: readonly AcceptedRegression[];
    readonly signal: AbortSignal;
  },
): Promise<GateReport> {
  const { latest, computedVersion, acceptRegressions, signal } = given;
  const evaluation = await evaluationOf(deps, candidate);
  const payload: GateJob = {
    engineId: candidate.engineId,
    engineType: candidate.type.name,
    effective: candidate.effective,
    evaluation: evaluation ? JSON.stringify(evaluation) : null,
    previous: latest && GateReport.safeParse(parseJsonObject(latest.gate)).success ? latest.gate : null,
    firstOfMajor: computedVersion.endsWith(".0"),
    acceptRegressions: [...acceptRegressions],
  };
  const judged = { ...parseJsonObject(candidate.effective), ...(evaluation && { evaluation }) };
  const datasets = await currentDatasets(deps, candidate.organizationId, gateDatasetKeys(candidate.type, judged));
  const key = sha256Hex(JSON.stringify([payload, datasets.map(({ versionId }) => versionId).toSorted()]));
  const read = reportReader();
  const { report } = await performJob(
    // Not awaited: a lost wake-up only delays the job until a worker's next poll.
    { sql: deps.db.pool, log: deps.log, finishedJobs: deps.finishedJobs, wake: () => void deps.queue.wake("jobs") },
    gateJob,
    {
      organizationId: candidate.organizationId,
      payload,
      shared: {
        key,
        isLasting: (found) => unevaluatedReason(read(found.report)) === undefined,
      },
      signal,
      about: { engine: candidate.slug, version: computedVersion },
    },
  );
  return read(report);
}

/** Reads a report; the one that it has read last, once. */
function reportReader(): (text: string) => GateReport {
  let last: { readonly text: string; readonly report: GateReport } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, report: GateReport.parse(JSON.parse(text)) };
    return last.report;
  };
}

async function evaluationOf(
  deps: Pick<Deps, "db">,
  { engineId, evaluation }: Candidate,
): Promise<JsonObject | undefined> {
  const operator = await readGate(deps, engineId);
  if (!operator) return evaluation;
  return { ...evaluation, ...operator };
}

/** The operator's cases and gate settings of an engine (`svc engine set --gate`). */
async function readGate(deps: Pick<Deps, "db">, engineId: string): Promise<JsonObject | undefined> {
  const row = await deps.db.prisma.engineGate.findUnique({ where: { engineId }, select: { body: true } });
  return row ? parseJsonObject(row.body) : undefined;
}

/** `evaluation` of an effective configuration. */
export function evaluationIn(effective: JsonObject): JsonObject | undefined {
  const { evaluation } = effective;
  return isJsonObject(evaluation) ? evaluation : undefined;
}

/** @throws the code of a gate that did not pass, with its `details`. */
export function assertPassed(report: GateReport): void {
  if (report.gate === "passed") return;
  const { gate, required, actual, failing } = report;
  const reason = unevaluatedReason(report);
  throw fail(gate satisfies ErrorCode, {
    details: { gate, ...(reason !== undefined && { reason }), required, actual, failing },
  });
}
