import {
  claimExecution,
  type ClaimedExecution,
  type ExecutionDeps,
  fireSchedules,
  matchEvents,
  performExecution,
  releaseExecutions,
  renewLeases,
  type Settled,
} from "@service/domain/automations";
import type { Deps } from "@service/domain";
import type { Logger } from "@service/runtime";
import { type Claim, type LeasedWork, type Outcome, startLeasedWork } from "@service/work";
import { type AutomationMetrics, noAutomationMetrics } from "./automation-metrics.ts";

/** Longest wait of an event; a wake-up would save half a second of it. Random, so that processes do not synchronize. */
const pollMs = { least: 750, most: 1_250 } as const;
const backoffMs = { first: 250, last: 1_000 } as const;
/** Most effects take milliseconds; an evaluation takes seconds and must not delay the others. */
const slots = 4;
const leaseSeconds = 60;
const beatsPerLease = 3;

/**
 * The loop of automations: ticks of schedules, then events, then the executions due because of them. Every worker process
 * runs it; rows in the database decide which process does what (module "automations"), so nothing shared is kept here.
 */
export function startAutomations(
  deps: ExecutionDeps & Pick<Deps, "log">,
  metrics: AutomationMetrics = noAutomationMetrics,
): LeasedWork {
  const { log } = deps;
  const work = startLeasedWork<ClaimedExecution, Settled>({
    name: "automations",
    log,
    slots,
    pollMs,
    backoffMs,
    async makeDue(signal) {
      while (!signal.aborted && (await fireSchedules(deps)).isFull);
      return !signal.aborted && (await matchEvents(deps)).isFull;
    },
    claim: () => claimOne(deps, metrics),
    perform: (execution) => performExecution(deps, execution),
    async settle(execution, outcome) {
      const isHeld = report(log, metrics, execution, outcome);
      // Others may react to an event that it emitted.
      work.wake();
      return isHeld;
    },
    // An effect does not heed its signal; the lease fences what it still writes.
    abortedGraceMs: 0,
    heartbeat: {
      everyMs: (leaseSeconds * 1_000) / beatsPerLease,
      leaseMs: leaseSeconds * 1_000,
      async extend(executions) {
        const held = await renewLeases(deps, executions, leaseSeconds);
        return new Map(executions.filter(({ id }) => held.has(id)).map((execution) => [execution, "held"]));
      },
    },
    release: (executions) => releaseExecutions(deps, executions),
  });
  return work;
}

/** One at a time: each claim is a transaction, and an execution should not wait for the claims of others. */
async function claimOne(deps: Pick<Deps, "db" | "log">, metrics: AutomationMetrics): Promise<Claim<ClaimedExecution>> {
  const claim = await claimExecution(deps, { leaseSeconds });
  switch (claim.kind) {
    case "claimed":
      return { items: [claim.execution], isMore: true, nextDueInMs: 0 };
    case "skipped":
      metrics.skipped(claim.code);
      return { items: [], isMore: true, nextDueInMs: 0 };
    case "none":
      return { items: [], isMore: false };
  }
}

/** Reports an execution whose end `performExecution` has written. @returns whether it still held the lease. */
function report(
  log: Logger,
  metrics: AutomationMetrics,
  execution: ClaimedExecution,
  outcome: Outcome<Settled>,
): boolean {
  const { effect, automationKey } = execution.automation;
  if (outcome.kind !== "done") {
    log.warn(
      { execution_id: execution.id, err: outcome.kind === "failed" ? outcome.error : undefined },
      "an execution was not settled; it is due again when its lease expires",
    );
    return true;
  }
  const settled = outcome.result;
  metrics.performed(effect.kind, settled.kind === "lost" ? "lost" : settled.status);
  if (settled.kind === "lost") return false;
  const { status, code } = settled;
  if (code !== null)
    log.warn(
      { automation: automationKey, execution_id: execution.id, effect: effect.kind, status, code },
      "automation",
    );
  return true;
}
