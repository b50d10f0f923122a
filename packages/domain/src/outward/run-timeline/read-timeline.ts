import type { DeliveryState, RunStatus } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { StageTime } from "../../runs/defensibility/index.ts";
import { listRunAttempts, type ShownAttempt } from "../../runs/runs/index.ts";
import { deliveriesOfRun, type RunDelivery } from "../deliveries/index.ts";
import { causeOf, type LastCorrection, type RunCause } from "./causes.ts";
import { readRunState, type RunState } from "./read-run-state.ts";

/** What happened to a run. `until` is null while it goes on. */
export type TimelineEntry = { readonly at: Date } & (
  | { readonly kind: "submitted"; readonly actingPrincipal: string | null; readonly keyId: string }
  | { readonly kind: "waited"; readonly until: Date | null }
  | {
      readonly kind: "attempt";
      readonly until: Date | null;
      readonly attempt: number;
      /** `running`, `failed`, `interrupted` (its worker stopped), `silent` (it stopped reporting), or the run's final status. */
      readonly outcome: string;
      readonly worker: string | null;
      readonly stage: string | null;
      /** Of an attempt under way. */
      readonly heartbeatAt: Date | null;
      readonly leaseExpiresAt: Date | null;
    }
  | { readonly kind: "cancel_requested"; readonly by: string | null; readonly reason: string | null }
  | { readonly kind: "settled"; readonly status: RunStatus }
  | { readonly kind: "event"; readonly eventId: string; readonly type: string }
  | {
      readonly kind: "delivery";
      readonly until: Date | null;
      readonly deliveryId: string;
      readonly endpointId: string;
      readonly url: string;
      readonly eventId: string;
      readonly state: DeliveryState;
    }
  | {
      readonly kind: "delivery_attempt";
      readonly until: Date | null;
      readonly deliveryId: string;
      readonly attemptNumber: number;
      readonly outcome: string;
      readonly status: number | null;
      readonly errorCode: string | null;
    }
  | { readonly kind: "corrected"; readonly seq: number; readonly by: string; readonly reason: string }
);

/** A run, explained (CON-55, CON-56). */
export interface RunTimeline {
  readonly status: RunStatus;
  readonly engineSlug: string;
  readonly cause: RunCause;
  /** By time. */
  readonly entries: readonly TimelineEntry[];
  /** Of the attempt that made the result; empty without one, and for runs before these were stored. */
  readonly stages: readonly StageTime[];
}

const readEvents = statement(
  "webhook_events_of_run",
  `select id, type::text as type, created_at as "createdAt" from webhook_events
   where run_id = $1 and organization_id = $2 and environment_id = $3 order by created_at, id limit 100`,
);

const readCorrections = statement(
  "run_corrections_read_reasons",
  `select seq, reason, created_by as "createdBy", created_at as "createdAt" from run_corrections
   where run_id = $1 order by seq`,
);

/**
 * What happened to a run, and why it is as it is.
 * @throws `run_not_found`.
 */
export async function readTimeline(
  deps: Pick<Deps, "db">,
  scope: EnvironmentScope,
  runId: string,
): Promise<RunTimeline> {
  const run = await readRunState(deps, scope, runId);
  const [attempts, events, deliveries, corrections] = await Promise.all([
    listRunAttempts(deps, runId),
    deps.db.pool.query(readEvents([runId, scope.organizationId, scope.environmentId])),
    deliveriesOfRun(deps, scope, runId),
    deps.db.pool.query(readCorrections([runId])),
  ]);
  const entries: TimelineEntry[] = [
    { kind: "submitted", at: run.createdAt, actingPrincipal: run.actingPrincipal, keyId: run.keyId },
    ...attemptEntries(run, attempts),
    ...endEntries(run),
    ...events.rows.map(({ id, type, createdAt }) => ({ kind: "event" as const, at: createdAt, eventId: id, type })),
    ...deliveries.flatMap(deliveryEntries),
    ...corrections.rows.map(({ seq, reason, createdBy, createdAt }) => ({
      kind: "corrected" as const,
      at: createdAt,
      seq,
      by: createdBy,
      reason,
    })),
  ];
  const last: LastCorrection | undefined = corrections.rows.at(-1);
  return {
    status: run.status,
    engineSlug: run.engineSlug,
    cause: causeOf(run, last),
    // Stable: what happened in one statement keeps the order of this list.
    entries: entries.toSorted((left, right) => left.at.getTime() - right.at.getTime()),
    stages: run.stages,
  };
}

/** Attempts and the waits between them. */
function attemptEntries(run: RunState, recorded: readonly ShownAttempt[]): TimelineEntry[] {
  const attempts = withLast(run, recorded);
  const entries: TimelineEntry[] = [];
  let waitsSince: Date | null = run.createdAt;
  for (const { attempt, outcome, owner, stage, startedAt, endedAt } of attempts) {
    if (startedAt === null) continue;
    if (waitsSince !== null) entries.push({ kind: "waited", at: waitsSince, until: startedAt });
    const isUnderWay = endedAt === null;
    entries.push({
      kind: "attempt",
      at: startedAt,
      until: endedAt,
      attempt,
      outcome,
      worker: owner,
      stage,
      heartbeatAt: isUnderWay ? run.heartbeatAt : null,
      leaseExpiresAt: isUnderWay ? run.leaseExpiresAt : null,
    });
    waitsSince = endedAt;
  }
  const isSettledByAttempt =
    run.completedAt !== null && attempts.at(-1)?.endedAt?.getTime() === run.completedAt.getTime();
  if (waitsSince !== null && !isSettledByAttempt)
    entries.push({ kind: "waited", at: waitsSince, until: run.completedAt });
  return entries;
}

/** Attempts that ended normally leave no row: the last one is read from the run. */
function withLast(run: RunState, recorded: readonly ShownAttempt[]): readonly ShownAttempt[] {
  const { attempt, isHeld, status, worker, stage, startedAt, completedAt } = run;
  if (attempt === 0 || recorded.some((each) => each.attempt === attempt)) return recorded;
  const outcome = isHeld ? "running" : status;
  return [...recorded, { attempt, outcome, owner: worker, stage, startedAt, endedAt: completedAt }];
}

function endEntries(run: RunState): TimelineEntry[] {
  const { cancelRequestedAt, cancelledBy, cancelReason, completedAt, status } = run;
  return [
    ...(cancelRequestedAt === null
      ? []
      : [{ kind: "cancel_requested" as const, at: cancelRequestedAt, by: cancelledBy, reason: cancelReason }]),
    ...(completedAt === null ? [] : [{ kind: "settled" as const, at: completedAt, status }]),
  ];
}

function deliveryEntries({ delivery, url, attempts }: RunDelivery): TimelineEntry[] {
  const { id, endpointId, eventId, state, createdAt, deliveredAt } = delivery;
  return [
    { kind: "delivery", at: createdAt, until: deliveredAt, deliveryId: id, endpointId, url, eventId, state },
    ...attempts.map(({ attemptNumber, outcome, status, errorCode, startedAt, endedAt }) => ({
      kind: "delivery_attempt" as const,
      at: startedAt,
      until: endedAt,
      deliveryId: id,
      attemptNumber,
      outcome,
      status,
      errorCode,
    })),
  ];
}
