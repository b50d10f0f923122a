import { findEngineType } from "@service/engine-types";
import { type ConfigIssue, type SchemaChange, asJsonObject, parseJsonObject } from "@service/json";
import type { TimeBudget } from "@service/runtime";
import type { OrganizationScope } from "../../identity/access/index.ts";
import { storedConfiguration } from "./compiled-engine.ts";
import { callBudget } from "./call-budget.ts";
import { checkDraft } from "./check-draft.ts";
import { workOutDraft } from "./configuration.ts";
import { assertActive, requireEngine } from "./engine.ts";
import type { GateReport } from "./gate-report.ts";
import {
  compareSchemas,
  evaluationIn,
  evaluateGateInWorker,
  latestRelease,
  missingLabelledSets,
  type DraftDeps,
} from "./judge-draft.ts";
import { versionOf } from "./release.ts";

/** The expected outcome of publishing this configuration. */
export interface Validation {
  readonly issues: readonly ConfigIssue[];
  /** Null for an invalid configuration. */
  readonly outcome: {
    /** The version a publish would return: the existing one when the latest release has this configuration. */
    readonly computedVersion: string;
    readonly changes: readonly SchemaChange[];
    readonly gate: GateReport;
  } | null;
}

/**
 * Runs the checks of publishing without storing anything (GATE-25).
 * @param config the configuration to check; undefined = the saved draft (ENG-19).
 * @throws `engine_not_found`, `engine_archived`, `request_timeout` when the budget ends before a worker evaluated the
 *   gate; for the saved draft also the codes of its stored hash.
 */
export async function validateConfig(
  deps: DraftDeps,
  caller: OrganizationScope,
  slug: string,
  config: { readonly [name: string]: unknown } | undefined,
  budget: TimeBudget = callBudget(),
): Promise<Validation> {
  const engine = await requireEngine(deps, caller.organizationId, slug);
  assertActive(engine);
  const type = findEngineType(engine.engineType);
  const judged = config ? asJsonObject(config) : parseJsonObject(engine.draft);
  const issues = await checkDraft(deps, engine.id, type, judged);
  if (issues.length > 0) return { issues, outcome: null };

  const workedOut = workOutDraft(type, judged);
  const stored = config ? undefined : await storedConfiguration(deps, engine.draftConfigHash);
  const configHash = stored?.hash ?? workedOut.configHash;
  const candidate = {
    organizationId: caller.organizationId,
    engineId: engine.id,
    slug: engine.slug,
    type,
    effective: stored?.effective ?? workedOut.stored,
    evaluation: evaluationIn(workedOut.effective),
  };
  const missing = await missingLabelledSets(deps, candidate);
  if (missing.length > 0) return { issues: missing, outcome: null };
  const latest = await latestRelease(deps, engine.id);
  const schemas = compareSchemas(candidate, latest);
  const computedVersion = latest?.configHash === configHash ? versionOf(latest) : schemas.computedVersion;
  const { signal } = budget;
  const gate = await evaluateGateInWorker(deps, candidate, {
    latest,
    computedVersion: schemas.computedVersion,
    acceptRegressions: [],
    signal,
  });
  return { issues, outcome: { computedVersion, changes: schemas.changes, gate } };
}
