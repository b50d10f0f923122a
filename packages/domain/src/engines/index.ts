/**
 * Engines: a configuration of a registered type that is edited as a draft and executed as immutable releases
 * (sections 2.1 to 2.4, 3.1, 3.2; domain.md 0.6, 0.14, B).
 *
 * Guarantees: a save replaces draft, hash and request-time settings in one commit; what a hash names never changes and
 * is checked whenever it is loaded; a release is published once however often it is asked for, and only from the draft
 * that was judged. Requests read an engine fresh, many with one statement. It leaves to others: pins and runs (room
 * "runs"), who may call (apps/api/src/http/authorize.ts), and what a configuration means (@service/engine-types).
 */
export { compiledEngine, readEffectiveConfiguration, type RunnableConfiguration } from "./compiled-engine.ts";
export { createEngine } from "./create-engine.ts";
export { type EgressManifestLine, listEgressManifests, registerEgressManifest } from "./egress-manifests.ts";
export type { EngineForCall, LatestRelease } from "./engine-for-call.ts";
export type { Engine, EngineSummary } from "./engine.ts";
export { evaluateDraft } from "./evaluate-draft.ts";
export { findEngine, findRelease, recallEngine } from "./find-engine.ts";
export { fixtureEngineId, fixtureEngineSlug } from "./fixture-engine.ts";
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
export { type Publication, publish, type PublishRequest } from "./publish.ts";
export { readConfig } from "./read-config.ts";
export type { Release, ReleaseLine } from "./release.ts";
export { removeUnusedConfigurations } from "./remove-unused-configurations.ts";
export { saveConfig } from "./save-config.ts";
export { type EngineSettings, setEngineSettings } from "./set-engine-settings.ts";
export { type EngineChanges, updateEngine } from "./update-engine.ts";
export { validateConfig, type Validation } from "./validate-config.ts";
