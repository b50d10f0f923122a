import type { Transaction } from "@service/db";
import { platformEventColumns, platformEventOf, type PlatformEvent, type PlatformEventRow } from "./platform-event.ts";

const takeUnhandled = `
  select ${platformEventColumns} from platform_events e
   where e.handled_at is null
   order by e.seq limit $1 for no key update skip locked`;

/**
 * Takes the oldest events nobody has handled and holds them until the transaction ends; two consumers never hold the
 * same one. What must happen because of them is written in this transaction, together with `markEventsHandled`: then it
 * happens exactly once. A mark on each row and no cursor over `seq`: numbers are given before the commit, so a cursor
 * passes the event that commits late.
 * @param options.eventsMax the data of each is read, up to a mebibyte.
 */
export async function takeUnhandledEvents(
  tx: Transaction,
  options: { readonly eventsMax: number },
): Promise<PlatformEvent[]> {
  const { rows } = await tx.query<PlatformEventRow>(takeUnhandled, [options.eventsMax]);
  return rows.map(platformEventOf);
}

/** Marks events as handled, by the transaction that took them. */
export async function markEventsHandled(tx: Transaction, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await tx.query("update platform_events set handled_at = now() where id = any($1::uuid[]) and handled_at is null", [
    eventIds,
  ]);
}
