/**
 * Engines: a configuration of a registered type that is edited as a draft and executed as immutable releases
 * (ENG-1, ENG-16, ENG-25; TYPE-88, TYPE-103, GATE-24).
 *
 * Guarantees: a save replaces draft, hash and request-time settings in one commit; the configuration under a hash never
 * changes and is verified at every load; a release is published once for any number of requests, only from the draft
 * that its gate evaluated, and never after its request timed out. Workers evaluate gates. Requests read an engine
 * fresh, batched. Not here: pins and runs (module "runs"), who may call (module "access"), and what a configuration
 * means (@service/engine-types).
 */
export {
  compiledEngine,
  openConfigurationLoader,
  readEffectiveConfiguration,
  type ConfigurationDeps,
  type ConfigurationLoader,
  type RunnableConfiguration,
} from "./compiled-engine.ts";
export { createEngine } from "./create-engine.ts";
export { designatedEngine, type EnginePurpose, enginePurposes } from "./designated-engines.ts";
export {
  type EgressManifestLine,
  listEgressManifests,
  manifestsNamedBy,
  registerEgressManifest,
} from "./egress-manifests.ts";
export { compareReleases, type ReleaseComparison } from "./compare-releases.ts";
export type { EngineForCall, LatestRelease } from "./engine-for-call.ts";
export type { Engine, EngineSummary } from "./engine.ts";
export { evaluateDraft } from "./evaluate-draft.ts";
export {
  cachedEngine,
  findEngine,
  findRelease,
  openEngineLoader,
  type EngineDeps,
  type EngineLoader,
} from "./find-engine.ts";
export { fixtureEngineId, fixtureEngineSlug } from "./fixture-engine.ts";
export { listEnginesForOperator, type OperatorEngine } from "./list-for-operator.ts";
export { getEngine, listEngines } from "./list-engines.ts";
export { listReleases, readRelease } from "./list-releases.ts";
export {
  presentConfig,
  presentEngine,
  presentPublished,
  presentRelease,
  presentReleaseLine,
  presentValidation,
} from "./present-engine.ts";
export { type DraftDeps, type FinishedJobDeps } from "./judge-draft.ts";
export { type Publication, publish, type PublishRequest } from "./publish.ts";
export { readConfig } from "./read-config.ts";
export type { Release, ReleaseLine } from "./release.ts";
export { removeUnusedConfigurations } from "./remove-unused-configurations.ts";
export { saveConfig } from "./save-config.ts";
export { type EngineSettings, setEngineSettings } from "./set-engine-settings.ts";
export { setStampSecret, type SetStampSecret } from "./set-stamp-secret.ts";
export { readStampSecrets } from "./stamp-secrets.ts";
export { startGates } from "./start-gates.ts";
export { type EngineChanges, updateEngine } from "./update-engine.ts";
export { validateConfig, type Validation } from "./validate-config.ts";
export { readRunSchemas } from "./read-run-schemas.ts";
export { removeUnused, removeUnusedSql } from "./unused-configurations.ts";
