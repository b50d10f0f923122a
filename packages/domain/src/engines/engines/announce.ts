import { canonicalJson, sha256Hex, parseJsonObject } from "@service/json";
import type { NewPlatformEvent } from "../../events/events/index.ts";
import type { Engine } from "./engine.ts";
import type { GateReport } from "./gate-report.ts";
import { versionOf, type Release } from "./release.ts";

/**
 * A gate was evaluated: `data.gate` is `passed` or the code of the refusal. Repeated attempts with the same result for
 * the same configuration make one event.
 */
export function evaluationFinished(engine: Engine, report: GateReport): NewPlatformEvent {
  const { gate, required, actual, failing } = report;
  const failingCases = failing.map((one) => one.case_key);
  const result = parseJsonObject(JSON.stringify({ gate, required, actual, failing_cases: failingCases }));
  return {
    ...aboutEngine(engine),
    type: "evaluation.finished",
    dedupeKey: `${engine.id}:${engine.draftConfigHash}:${sha256Hex(canonicalJson(result))}`,
    data: { ...namesOf(engine), config_version_hash: engine.draftConfigHash, ...result },
  };
}

/** A release now serves runs. */
export function enginePublished(engine: Engine, release: Release): NewPlatformEvent {
  const version = versionOf(release);
  return {
    ...aboutEngine(engine),
    type: "engine.published",
    dedupeKey: `${engine.id}:${version}`,
    data: { ...namesOf(engine), version, config_version_hash: release.configHash },
  };
}

function aboutEngine(engine: Engine): Pick<NewPlatformEvent, "organizationId" | "subject"> {
  return { organizationId: engine.organizationId, subject: { kind: "engine", key: engine.slug } };
}

function namesOf(engine: Engine) {
  return { engine_slug: engine.slug, engine_type: engine.engineType };
}
