/**
 * Common table expressions for every statement that records events, so that a change of state, its events and their
 * marks are one statement. Always record through these: an event without marks is never handled.
 */

/** Set so that processes of the release before event_marks, which look for null in these columns, skip these events. */
const leftAlone = { run: "expanded_at", platform: "handled_at" } as const;

/**
 * The expressions `announced` (events of runs that are new, by `id`) and `marked` (one row for each consumer that is
 * interested, by `event_id`). Pass `hasMarks` to the code that wakes the consumers.
 *
 * @param rows a select of `columns`, in this order, for each event.
 */
export function announceRunEvents(rows: string, columns = "id, type, organization_id, environment_id, run_id"): string {
  return `announced as (
     insert into webhook_events (${columns}, ${leftAlone.run})
     select given.*, now() from (${rows}) given on conflict do nothing
     returning id, type, organization_id, environment_id
   ), marked as (
     insert into event_marks (event_id, consumer, organization_id)
     select e.id, consumer, e.organization_id
     from announced e cross join lateral run_event_consumers(e.organization_id, e.environment_id, e.type::text) consumer
     on conflict do nothing
     returning event_id
   )`;
}

/**
 * The expressions `appended` (platform events that are new, by `id`) and `marked`, as for events of runs. A fact
 * already in the log is left unchanged and gets no new marks.
 *
 * @param rows a select of `columns`, in this order, for each event; in ascending order of ids, so that two transactions
 *   that record the same facts cannot deadlock.
 */
export function appendPlatformRows(rows: string, columns: string): string {
  return `appended as (
     insert into platform_events (${columns}, ${leftAlone.platform})
     select given.*, now() from (${rows}) given on conflict do nothing
     returning id, type, organization_id
   ), marked as (
     insert into event_marks (event_id, consumer, organization_id)
     select e.id, consumer, e.organization_id
     from appended e cross join lateral platform_event_consumers(e.organization_id, e.type) consumer
     on conflict do nothing
   )`;
}
