import { InstanceParams, InstanceVersion, limits, PublishInstanceRequest, ReleaseDryRun } from "@service/contract";
import { presentVersion, publishVersion as publish, releaseGateOf } from "@service/domain/conversations";
import { route } from "../../../http/route.ts";

export const publishVersion = route({
  id: "conversationInstances.versions.publish",
  method: "POST",
  path: "/api/v1/conversation-instances/{slug}/versions",
  summary: "Release a conversation instance",
  description:
    "Releases the draft as the next number, once its evaluation passes the gate of the instance. `restore_version` releases the configuration of an earlier release again; `dry_run` says what the gate says and releases nothing.",
  params: InstanceParams,
  body: {
    schema: PublishInstanceRequest,
    limitBytes: limits.jsonBodyBytes,
    tooLarge: "request_bound_exceeded",
    optional: true,
  },
  responses: { 200: ReleaseDryRun, 201: InstanceVersion },
  errors: [
    "conversation_instance_not_found",
    "conversation_instance_archived",
    "conversation_instance_version_not_found",
    "instance_draft_changed",
    "instance_version_unchanged",
    "conversation_instance_limit_reached",
    "eval_gate_not_met",
    "eval_gate_failed",
    "eval_gate_regressed",
  ],
  async handle({ caller, deps, params, body, reply }) {
    const outcome = await publish(deps, caller, params.slug, {
      expectedConfigHash: body.expected_config_hash,
      changelog: body.changelog ?? "",
      restoreVersion: body.restore_version,
      isDryRun: body.dry_run === true,
    });
    if (outcome.kind === "released") return reply(201, await presentVersion(deps, outcome.version));
    const { version, configHash, verdict } = outcome;
    return reply(200, {
      version,
      config_hash: configHash,
      gate: {
        ...releaseGateOf(verdict),
        state: verdict.state,
        missing: [...verdict.missing],
        failing: verdict.failing.map(({ scenarioKey }) => scenarioKey),
      },
    });
  },
});
