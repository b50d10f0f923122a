import { Health } from "@service/contract";
import type { Deps } from "@service/domain";
import { route } from "../../http/route.ts";

/** One check at a time: a burst of probes must not become a burst of queries. */
const running = new WeakMap<Deps, Promise<boolean>>();

export const readHealth = route({
  id: "platform.health",
  method: "GET",
  path: "/health",
  summary: "Health of the service",
  description:
    "Read `status`: the answer is always `200`, with `degraded` when the database or the queue does not answer within 3 seconds. No key, no rate limit.",
  responses: { 200: Health },
  errors: [],
  async handle({ deps, settings, time, reply }) {
    let check = running.get(deps);
    if (!check) {
      // Answer within the request's time budget even when that is shorter than the check.
      const checkMs = Math.min(settings.healthCheckMs, time.leftMs() * 0.8);
      check = dependenciesAnswer(deps, checkMs).finally(() => running.delete(deps));
      running.set(deps, check);
    }
    const status = (await check) ? "ok" : "degraded";
    return reply(200, settings.buildCommit === undefined ? { status } : { status, commit: settings.buildCommit });
  },
});

async function dependenciesAnswer(deps: Deps, timeoutMs: number): Promise<boolean> {
  const [database, queue] = await Promise.all([deps.db.ready(timeoutMs), deps.queue.health(timeoutMs)]);
  return database && queue;
}
