/**
 * Schedules: cron expressions in a time zone, over changes of the clocks (AUTO-20).
 *
 * Guarantees: pure; the same ticks forwards and backwards. What a tick does, and who is woken by it, is left to
 * `automations` and `imports`.
 */
export { compileCron, cronProblem } from "./cron-schedule.ts";
export { isTimeZone } from "./zone-time.ts";
