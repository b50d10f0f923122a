import { type Database, statement } from "@service/db";

const findUnknown = statement(
  "seats_find_unknown",
  `select k.seat_key as "seatKey" from unnest($2::text[]) as k(seat_key)
   where exists (select from seats s where s.organization_id = $1)
     and not exists (select from seats s where s.organization_id = $1 and s.seat_key = k.seat_key and s.active)`,
).narrowed<{ readonly seatKey: string }>();

/**
 * Those of the keys to which nothing can be assigned: no active seat has them (SEAT-43). None in an organization without
 * any seat, which names its people as it likes.
 */
export async function unknownSeats(
  { pool }: Pick<Database, "pool">,
  organizationId: string,
  seatKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (seatKeys.length === 0) return new Set();
  const { rows } = await pool.query(findUnknown([organizationId, seatKeys]));
  return new Set(rows.map(({ seatKey }) => seatKey));
}
