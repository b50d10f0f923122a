import { EngineSlugParams, limits, PublishedRelease, PublishRequest } from "@service/contract";
import { presentPublished, publish } from "@service/domain/engines";
import { route } from "../../http/route.ts";

export const publishVersion = route({
  id: "engines.versions.publish",
  method: "POST",
  path: "/api/v1/engines/{engine_slug}/versions",
  summary: "Publish the draft as a release",
  description:
    "Checks the draft, compares its schemas with the latest release, runs the evaluation gate and stores an immutable release. An unchanged configuration returns the existing release with `created: false`, unless `version` names another one.",
  // Nobody would read the answer; the gate goes on for the next request (GATE-42).
  endsWithCaller: true,
  params: EngineSlugParams,
  body: { schema: PublishRequest, limitBytes: limits.jsonBodyBytes, optional: true },
  responses: { 200: PublishedRelease },
  errors: [
    "engine_not_found",
    "engine_archived",
    "invalid_engine_config",
    "engine_config_hash_inconsistent",
    "engine_config_hash_unavailable",
    "engine_version_schema_change_requires_major",
    "engine_version_publish_mismatch",
    "engine_limit_reached",
    "cold_start_gate_not_met",
    "cold_start_gate_failed",
    "cold_start_gate_regressed",
    "engine_config_changed",
  ],
  async handle({ caller, deps, params, body, reply, ...call }) {
    const { version, changelog, accept_regressions: accepted } = body;
    const acceptRegressions = accepted?.map(({ case_key: caseKey, reason }) => ({ caseKey, reason }));
    const { release, created } = await publish(
      deps,
      caller,
      params.engine_slug,
      { version, changelog, acceptRegressions },
      call.time,
    );
    return reply(200, presentPublished(release, created));
  },
});
