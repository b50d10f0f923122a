import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { appendPlatformEvents } from "../../events/events/index.ts";

const connectionsPerBatch = 100;

const markStale = statement(
  "record_connections_mark_stale",
  `
  update record_connections c set stale_as_of = c.as_of
    from (select d.id from record_connections d
           where d.state = 'active' and d.as_of + make_interval(hours => d.aging_hours) < now()
             and d.stale_as_of is distinct from d.as_of
           order by d.id limit ${connectionsPerBatch} for no key update skip locked) stale
   where c.id = stale.id
  returning c.id, c.organization_id as "organizationId", c.name, c.as_of as "asOf", c.aging_hours as "agingHours"`,
  // Only what has a date can be older than it may be.
).narrowed<{ readonly asOf: Date }>();

/**
 * Reports connections whose rows have become stale (REC-42) as `connection.stale`: once, and again only when newer rows have
 * become stale (IMP-265).
 * @returns how many; a full batch means that there may be more.
 */
export async function reportStaleConnections({
  db,
}: Pick<Deps, "db">): Promise<{ readonly connections: number; readonly isFull: boolean }> {
  return db.inTransaction(async (tx) => {
    const { rows } = await tx.query(markStale([]));
    await appendPlatformEvents(
      tx,
      rows.map(({ id, organizationId, name, asOf, agingHours }) => ({
        organizationId,
        type: "connection.stale",
        dedupeKey: `${id}:${asOf.toISOString()}`,
        subject: { kind: "connection", key: id },
        data: { connection_id: id, name, as_of: asOf.toISOString(), aging_hours: agingHours },
      })),
    );
    return { connections: rows.length, isFull: rows.length === connectionsPerBatch };
  });
}
