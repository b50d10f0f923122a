import { performDueDerivation, registerDerivations } from "@service/domain/derivations";
import { startWakeLoop, type WakeLoop } from "@service/work";
import type { SubmitDeps } from "@service/domain/runs";

/** Longest wait after an import; derivations never delay its switch. */
const everyMs = { least: 2_000, most: 4_000 } as const;

/**
 * The loop of derivations (DERIV-2): registers those that organizations have not, then computes what is due, one at a
 * time. Every worker process runs it; rows in the database decide which process computes what.
 */
export function startDerivations(deps: SubmitDeps): WakeLoop {
  const { log } = deps;
  const stopping = new AbortController();
  const loop = startWakeLoop({
    name: "derivations",
    log,
    pollMs: everyMs,
    backoffMs: { first: everyMs.least, last: everyMs.most * 4 },
    pausesFirst: true,
    async look() {
      await registerDerivations(deps, { now: deps.clock.now() });
      while (!stopping.signal.aborted) {
        const done = await performDueDerivation(deps, stopping.signal);
        if (done.kind === "nothing") return;
        log.info(
          { derivation: done.key, organization_id: done.organizationId, outcome: done.kind },
          "derivation performed",
        );
      }
    },
  });
  return {
    ...loop,
    stop() {
      stopping.abort();
      return loop.stop();
    },
  };
}
