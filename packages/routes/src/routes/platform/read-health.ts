import { Health } from "@service/contract";
import { route } from "../../http/route.ts";

export const readHealth = route({
  id: "platform.health",
  method: "GET",
  path: "/health",
  summary: "Health of the service",
  description:
    "Read `status`: the answer is always `200`, with `degraded` when the database or the queue does not answer within 3 seconds, or files cannot be stored. No key, no rate limit.",
  responses: { 200: Health },
  errors: [],
  async handle({ deps, settings, time, reply }) {
    // Answer within the request's time budget even when that is shorter than the check.
    const isHealthy = await deps.isHealthy(Math.min(settings.healthCheckMs, time.leftMs() * 0.8));
    const status = isHealthy ? "ok" : "degraded";
    const { buildCommit: commit, version } = settings;
    return reply(200, { status, version, ...(commit !== undefined && { commit }) });
  },
});
