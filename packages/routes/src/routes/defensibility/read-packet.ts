import { DefensibilityPacket, RunParams } from "@service/contract";
import { allow } from "@service/domain/access";
import { assertRunVisible } from "@service/domain/run-records";
import { composePacket, readRunForPacket } from "@service/domain/defensibility";
import { route } from "../../http/route.ts";

export const readPacket = route({
  id: "defensibility.read",
  method: "GET",
  path: "/api/v1/runs/{run_id}/defensibility-packet",
  summary: "Read the defensibility packet of a finished run",
  description:
    "One document that explains the run: release, digests of input and output, data used, decisive rules, scores, evidence, model use, outcomes and annotations, corrections. To verify it, compare `integrity.packet_sha256` with the SHA-256 of the RFC 8785 form of all members but `generated_at` and `integrity`; it is the same on every read of an unchanged run.",
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
  async handle({ caller, viewer, params, deps, reply }) {
    const run = allow(caller, "defensibility.read", await readRunForPacket(deps, caller, params.run_id));
    await assertRunVisible(deps, run.id, viewer);
    return reply(200, await composePacket(deps, run, viewer));
  },
});
