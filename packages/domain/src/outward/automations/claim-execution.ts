import { randomUUID } from "node:crypto";
import { type Transaction, statement } from "@service/db";

import type { Deps } from "../../deps.ts";
import { readPlatformEvent } from "../../events/events/index.ts";
import { type Automation, automationColumns, automationOf } from "./automation.ts";
import { type ClaimedExecution, executionBounds } from "./execution.ts";

interface DueRow {
  readonly executionId: string;
  readonly organizationId: string;
  readonly automationId: string;
  readonly eventId: string;
  readonly attempts: number;
  readonly unqueuedRuns: number;
  readonly firedAt: Date | null;
  /** Of a tick, the time of the schedule; null for an event. */
  readonly scheduledAt: Date | null;
}

/**
 * Due executions: pending ones whose time has come, and running ones whose lease has ended. AUTO-49: the oldest one of the
 * organization that has the fewest under way; of equals chance decides, so that none waits for the backlog of another.
 */
const lockDue = statement(
  "automation_executions_lock_due",
  `
  with recursive waiting as (
    (select organization_id from automation_executions where due_at <= now() order by organization_id limit 1)
    union all
    select (select x.organization_id from automation_executions x
             where x.due_at <= now() and x.organization_id > w.organization_id order by x.organization_id limit 1)
      from waiting w where w.organization_id is not null
  ), organization as materialized (
    select w.organization_id from waiting w where w.organization_id is not null
     order by (select count(*) from automation_executions x where x.organization_id = w.organization_id
                 and x.due_at > now() and x.status = 'running'), random()
  )
  select x.id as "executionId", x.organization_id as "organizationId", x.automation_id as "automationId",
    x.event_id as "eventId", x.attempts, x.unqueued_runs as "unqueuedRuns", x.fired_at as "firedAt",
    x.scheduled_at as "scheduledAt"
    from organization o cross join lateral (
      select * from automation_executions d where d.organization_id = o.organization_id and d.due_at <= now()
       order by d.due_at limit 1 for no key update skip locked) x
   limit 1`,
);

/**
 * Run as a statement after the one that locks the automation, to see what the previous claim committed. Ticks count by
 * their scheduled time: counted by the time a worker claimed them, a schedule exactly at its cap or cooldown would skip
 * a tick whenever the previous one was late. Nothing fires before its time, so an index on `fired_at` finds all of
 * them.
 */
const countFired = statement(
  "automation_executions_count_fired",
  `
  with this as materialized (select coalesce($3::timestamptz, clock_timestamp()) as at)
  select (select count(*) from automation_executions x
           where x.automation_id = $1 and x.fired_at > this.at - interval '1 hour'
             and coalesce(x.scheduled_at, x.fired_at) > this.at - interval '1 hour') as "firedLastHour",
    coalesce(
      (select coalesce(x.scheduled_at, x.fired_at) from automation_executions x
        where x.automation_id = $1 and x.fired_at is not null order by x.fired_at desc limit 1)
        + make_interval(secs => $2) > this.at,
      false) as "isCooling"
    from this`,
);

/** A look without a transaction: mostly there is nothing. */
const anyDue = statement(
  "automation_executions_any_due",
  `select exists (select from automation_executions where due_at <= now()) as "isDue"`,
);

/** `skipped`: one was due and ended as skipped or failed instead of being performed; claim again. */
export type Claim =
  | { readonly kind: "claimed"; readonly execution: ClaimedExecution }
  | { readonly kind: "skipped"; readonly code: string }
  | { readonly kind: "none" };

const startExecution = statement(
  "automation_executions_start",
  `update automation_executions set status = 'running', lease_token = $2, attempts = attempts + 1,
     due_at = now() + make_interval(secs => $3), fired_at = coalesce(fired_at, clock_timestamp())
   where id = $1`,
);

/**
 * Takes one due execution under a lease and decides whether it fires: its automation must be enabled, out of its
 * cooldown and below its hourly cap, which the automation's lock makes exact over all processes. Further attempts are
 * not counted again.
 *
 * @param options.leaseSeconds after which another process may take it; `renewLeases` extends it.
 */
export async function claimExecution(
  deps: Pick<Deps, "db" | "log">,
  options: { readonly leaseSeconds: number },
): Promise<Claim> {
  const [look] = (await deps.db.pool.query(anyDue([]))).rows;
  if (!look?.isDue) return { kind: "none" };
  return deps.db.inTransaction(async (tx) => {
    const [due] = (await tx.query(lockDue([]))).rows;
    if (!due) return { kind: "none" };
    const { automation, isRemoved } = await lockAutomation(deps, tx, due);
    const event = await readPlatformEvent(tx, due.organizationId, due.eventId);
    if (!automation) return skip(tx, due, unreadable);
    if (!event) return skip(tx, due, gone);
    const refusal = await refusalOf(tx, due, automation, isRemoved);
    if (refusal) return skip(tx, due, refusal);
    const leaseToken = randomUUID();
    await tx.query(startExecution([due.executionId, leaseToken, options.leaseSeconds]));
    const { executionId: id, attempts, unqueuedRuns } = due;
    return { kind: "claimed", execution: { id, leaseToken, attempt: attempts + 1, unqueuedRuns, automation, event } };
  });
}

const lockRow = statement(
  "automations_lock",
  `select ${automationColumns}, a.removed_at is not null as "isRemoved" from automations a
   where a.id = $1 for no key update`,
);

/** The automation of an execution; undefined when its row cannot be read, so that it does not block all others. */
async function lockAutomation(
  deps: Pick<Deps, "log">,
  tx: Transaction,
  due: DueRow,
): Promise<{ readonly automation: Automation | undefined; readonly isRemoved: boolean }> {
  const { rows } = await tx.query(lockRow([due.automationId]));
  const [row] = rows;
  if (!row) throw new Error("an execution without its automation");
  const { isRemoved, ...automation } = row;
  try {
    return { automation: automationOf(automation), isRemoved };
  } catch (error) {
    deps.log.error({ err: error, automationId: due.automationId }, "an automation cannot be read");
    return { automation: undefined, isRemoved };
  }
}

interface Refusal {
  readonly status: "failed" | "skipped";
  readonly code: string;
  readonly message: string;
  /** Applies to all waiting executions of the automation: a flood is skipped in one statement. */
  readonly isForAll?: true;
}

const gone: Refusal = { status: "failed", code: "event_gone", message: "The event is not in the log any more." };
const unreadable: Refusal = { status: "failed", code: "internal_error", message: "The automation cannot be read." };

async function refusalOf(
  tx: Transaction,
  due: DueRow,
  automation: Automation,
  isRemoved: boolean,
): Promise<Refusal | undefined> {
  if (isRemoved || !automation.enabled) {
    const what = isRemoved ? "removed" : "disabled";
    const message = `The automation was ${what} in the meantime.`;
    return { status: "skipped", code: `automation_${what}`, message, isForAll: true };
  }
  if (due.attempts >= executionBounds.attemptsMax) {
    return {
      status: "failed",
      code: "attempts_exhausted",
      message: `It was begun ${due.attempts} times and broken off each time.`,
    };
  }
  if (due.firedAt !== null) return undefined;
  const { rows } = await tx.query(countFired([automation.id, automation.cooldownSeconds, due.scheduledAt]));
  const [fired] = rows;
  if (fired?.isCooling) {
    return {
      status: "skipped",
      code: "cooldown",
      message: `The automation fired less than ${automation.cooldownSeconds} s before.`,
      isForAll: true,
    };
  }
  if ((fired?.firedLastHour ?? 0) >= automation.maxPerHour) {
    return {
      status: "skipped",
      code: "hourly_cap",
      message: `The automation had fired ${automation.maxPerHour} times within the hour.`,
      isForAll: true,
    };
  }
  return undefined;
}

const skippedAtOnceMax = 1_000;

const skipExecution = statement(
  "automation_executions_skip",
  `update automation_executions set status = @status::automation_execution_status, code = @code, message = @message,
    due_at = null,
     lease_token = null, finished_at = now()
   where id = any(array_append(array(
     select x.id from automation_executions x
      where @is_for_all::boolean and x.automation_id = @automation_id and x.status = 'pending' and x.fired_at is null
        and x.due_at <= now()
      limit ${skippedAtOnceMax} for no key update skip locked), @execution_id::uuid))`,
);

async function skip(tx: Transaction, due: DueRow, refusal: Refusal): Promise<Claim> {
  const { status, code, message, isForAll = false } = refusal;
  await tx.query(
    skipExecution({ executionId: due.executionId, status, code, message, isForAll, automationId: due.automationId }),
  );
  return { kind: "skipped", code };
}

type Held = Pick<ClaimedExecution, "id" | "leaseToken">;

const stillHeld = `
  from unnest($1::uuid[], $2::uuid[]) as held(id, token)
 where x.id = held.id and x.lease_token = held.token and x.status = 'running'`;

const delayExecution = statement(
  "automation_executions_delay",
  `update automation_executions x set due_at = now() + make_interval(secs => $3) ${stillHeld} returning x.id`,
);

/** Extends leases that are still ours. @returns ids of these; write nothing more for the others. */
export async function renewLeases(
  deps: Pick<Deps, "db">,
  held: readonly Held[],
  leaseSeconds: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await deps.db.pool.query(
    delayExecution([held.map(({ id }) => id), held.map(({ leaseToken }) => leaseToken), leaseSeconds]),
  );
  return new Set(rows.map(({ id }) => id));
}

const giveBack = statement(
  "automation_executions_give_back",
  `update automation_executions x set status = 'pending', lease_token = null, due_at = now() ${stillHeld}`,
);

/** Releases executions that a stopping process could not finish: another takes them at once, as a further attempt. */
export async function releaseExecutions(deps: Pick<Deps, "db">, held: readonly Held[]): Promise<void> {
  await deps.db.pool.query(giveBack([held.map(({ id }) => id), held.map(({ leaseToken }) => leaseToken)]));
}
