import { isUnavailable, type Database } from "@service/db/open";
import type { Deps } from "@service/domain";
import {
  claimExecution,
  type ClaimedExecution,
  fireSchedules,
  matchEvents,
  performExecution,
  releaseExecution,
  renewLease,
} from "@service/domain/automations";
import type { Queue } from "@service/queue";
import { systemClock, type Logger, type SecretBox } from "@service/runtime";

import type { WakeLoop } from "@service/work";
import { type AutomationMetrics, noAutomationMetrics } from "./automation-metrics.ts";

/** Longest wait of an event; a wake-up would save half a second of it. */
const pollEveryMs = 1_000;
/** Most effects take milliseconds; an evaluation takes seconds and must not delay the others. */
const slotsMax = 4;
const leaseSeconds = 60;
/** An effect under way when the process stops gets this long; then it is released. */
const stopGraceMs = 4_000;
/** Limit of a release: the row may be locked by its settlement, or the database away. Then the lease expires. */
const giveBackMs = 1_000;

/**
 * The loop of automations: ticks of schedules, then events, then the executions due because of them. Every worker process
 * runs it; rows in the database decide which process does what (module "automations"), so nothing shared is kept here.
 */
export function startAutomations(options: {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  /** Called by the first effect that needs a secret: a run with a signed stamp. Without it, such effects fail. */
  readonly openSecrets?: () => SecretBox;
  readonly metrics?: AutomationMetrics;
  /** Aborts when the process begins to stop: nothing is claimed from then on. */
  readonly signal?: AbortSignal;
  /** Default 4,000. */
  readonly graceMs?: number;
}): Pick<WakeLoop, "stop"> {
  const { db, queue, log, metrics = noAutomationMetrics, signal, graceMs = stopGraceMs } = options;
  let secrets: SecretBox | undefined;
  const deps: Deps = {
    db,
    queue,
    log,
    clock: systemClock,
    get secrets(): Deps["secrets"] {
      if (!options.openSecrets) throw new Error("this process opens no secrets");
      return (secrets ??= options.openSecrets());
    },
  };
  const underWay = new Map<ClaimedExecution, Promise<void>>();
  let isStopping = false;
  let isFailing = false;
  let wake: () => void = () => undefined;

  async function perform(execution: ClaimedExecution): Promise<void> {
    const { effect, automationKey } = execution.automation;
    const renewal = setInterval(
      () =>
        void renewLease(deps, execution, leaseSeconds).catch((error: unknown) =>
          // One failed renewal is harmless: the next is in time, and a lost lease fences the settlement.
          log.warn({ execution_id: execution.id, err: error }, "the lease of an automation could not be renewed"),
        ),
      (leaseSeconds * 1_000) / 3,
    );
    try {
      const settled = await performExecution(deps, execution);
      metrics.performed(effect.kind, settled.kind === "lost" ? "lost" : settled.status);
      if (settled.kind === "settled" && settled.code !== null) {
        const { status, code } = settled;
        log.warn(
          { automation: automationKey, execution_id: execution.id, effect: effect.kind, status, code },
          "automation",
        );
      }
    } catch (error) {
      // Released at the end of the process, so it fails on closed connections: the process that claims it next reports.
      if (isStopping && isUnavailable(error)) return;
      log.warn(
        { execution_id: execution.id, err: error },
        "an execution was not settled; it is due again when its lease expires",
      );
    } finally {
      clearInterval(renewal);
    }
  }

  /** Claims until nothing is due or every slot is taken. */
  async function claimAll(): Promise<void> {
    while (!isStopping && underWay.size < slotsMax) {
      const claim = await claimExecution(deps, { leaseSeconds });
      if (claim.kind === "none") return;
      if (claim.kind === "passed") {
        metrics.passed(claim.code);
        continue;
      }
      const { execution } = claim;
      const performed = perform(execution).finally(() => {
        underWay.delete(execution);
        // It may have emitted an event that others react to, and its slot is free.
        wake();
      });
      underWay.set(execution, performed);
    }
  }

  async function lookOnce(): Promise<void> {
    while (!isStopping && (await fireSchedules(deps)).isFull);
    while (!isStopping && (await matchEvents(deps)).isFull) await claimAll();
    await claimAll();
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      const woken = Promise.withResolvers<void>();
      wake = woken.resolve;
      try {
        await lookOnce();
        if (isFailing) log.info({}, "automations are performed again");
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, "automations cannot be performed");
        isFailing = true;
      }
      if (isStopping) return;
      // Jitter, so that the polls of several processes spread over the second.
      const timer = setTimeout(wake, pollEveryMs * (0.75 + Math.random() * 0.5));
      await woken.promise;
      clearTimeout(timer);
    }
  }

  function beginToStop(): void {
    isStopping = true;
    wake();
  }

  signal?.addEventListener("abort", beginToStop, { once: true });
  const running = run();
  return {
    async stop() {
      beginToStop();
      await running;
      await within(graceMs, Promise.all(underWay.values()));
      const unfinished = [...underWay.keys()];
      if (unfinished.length === 0) return;
      log.info({ executions: unfinished.length }, "executions released");
      await within(giveBackMs, Promise.allSettled(unfinished.map((execution) => releaseExecution(deps, execution))));
    },
  };
}

/** Waits for `work`, at most `ms` milliseconds. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const passed = Promise.withResolvers<void>();
  const timer = setTimeout(passed.resolve, ms);
  await Promise.race([work, passed.promise]);
  clearTimeout(timer);
}
