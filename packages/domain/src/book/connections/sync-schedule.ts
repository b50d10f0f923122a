import { fail } from "@service/contract";
import { compileCron, cronProblem, isTimeZone } from "../../events/schedules/index.ts";
import type { ConnectionKind } from "./connection.ts";

/** When a connection is fetched by itself (IMP-264). */
export interface SyncSchedule {
  /** A cron expression of five fields; null: on demand. */
  readonly schedule: string | null;
  readonly timezone: string;
}

/** @throws `invalid_request` */
export function checkedSchedule(kind: ConnectionKind, { schedule, timezone }: SyncSchedule): SyncSchedule {
  if (!isTimeZone(timezone)) {
    throw fail("invalid_request", {
      message: `${timezone} is not a time zone: name one such as America/New_York or UTC.`,
    });
  }
  if (schedule === null) return { schedule, timezone };
  if (kind === "import") {
    throw fail("invalid_request", {
      message: "A connection of kind import fetches nothing by itself: give its files to svc records import.",
    });
  }
  const problem = cronProblem(schedule);
  if (problem === undefined) return { schedule, timezone };
  throw fail("invalid_request", { message: `The schedule ${problem}.` });
}

/** The first tick after a time; null: there is none. */
export function nextSync({ schedule, timezone }: SyncSchedule, after: Date): Date | null {
  return schedule === null ? null : (compileCron(schedule, timezone).next(after) ?? null);
}
