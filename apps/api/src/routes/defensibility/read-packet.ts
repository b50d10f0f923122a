import { DefensibilityPacket, fail, RunParams } from "@service/contract";
import { composePacket, readRunForPacket } from "@service/domain/defensibility";
import { fieldPolicyNamed } from "@service/domain/runs";
import { assertEngineBound } from "../../http/authorize.ts";
import { route } from "../../http/route.ts";

export const readPacket = route({
  id: "defensibility.read",
  method: "GET",
  path: "/api/v1/runs/{run_id}/defensibility-packet",
  summary: "Read the defensibility packet of a finished run",
  description:
    "Everything that explains the run in one document: release, digests of input and output, data used, decisive rules, scores, evidence, model use, what people said about it, corrections. `integrity.packet_sha256` is the SHA-256 of the RFC 8785 form of all members but `generated_at` and `integrity`; it is the same on every read of an unchanged run.",
  access: { key: "any", capabilities: ["runs:defensibility:read"], engine: "run" },
  params: RunParams,
  responses: { 200: DefensibilityPacket },
  errors: [
    "run_not_found",
    "run_not_finished",
    "load_run_failed",
    "engine_config_hash_inconsistent",
    "engine_config_hash_unavailable",
    "engine_release_unservable",
  ],
  async handle({ caller, params, deps, reply }) {
    const { organizationId, environmentId, organization } = caller;
    const run = await readRunForPacket(deps, { runId: params.run_id, organizationId, environmentId });
    if (!run) throw fail("run_not_found");
    assertEngineBound(caller, run.engineId);
    // Seats and their own policies come with Records; until then every reader has the organization's (domain.md 0.13).
    return reply(200, await composePacket(deps, run, fieldPolicyNamed(organization.defaultFieldPolicy)));
  },
});
