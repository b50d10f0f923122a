import { type Querying, statement } from "@service/db";

/**
 * The people of the agency become seats; a seat from an operator's file stays as it is, and so do scope and field policy of
 * one that is known. A person who is no longer delivered reads nothing any more (SEAT-1).
 */
const upsertSeats = statement(
  "seats_project",
  `insert into seats as known (organization_id, seat_key, origin, connection_id, emails, name, role, office_key, team_keys)
   select $1, s.row_key, 'staff', $2, case when trim(f.email) <> '' then array[lower(trim(f.email))] else '{}' end, f.name,
     f.role, f.office_key, coalesce(f.team_keys, '{}')
   from book.staff s
     cross join lateral json_to_record(s.fields::json) as f(name text, email text, role text, office_key text, team_keys text[])
   where s.connection_id = $2 and s.to_seq is null order by s.row_key
   on conflict (organization_id, seat_key) do update set connection_id = excluded.connection_id, emails = excluded.emails,
     name = excluded.name, role = excluded.role, office_key = excluded.office_key, team_keys = excluded.team_keys,
     active = true, updated_at = now()
   where known.origin = 'staff'
     and (known.connection_id, known.emails, known.name, known.role, known.office_key, known.team_keys, known.active)
       is distinct from (excluded.connection_id, excluded.emails, excluded.name, excluded.role, excluded.office_key,
         excluded.team_keys, true)`,
);

const endSeats = statement(
  "seats_end_undelivered",
  `update seats set active = false, updated_at = now()
   where organization_id = $1 and connection_id = $2 and origin = 'staff' and active
     and not exists (select from book.staff s where s.connection_id = $2 and s.row_key = seats.seat_key and s.to_seq is null)`,
);

/** Makes the seats of a connection agree with the staff that it now serves. */
export async function projectSeats(
  tx: Querying,
  { organizationId, connectionId }: { readonly organizationId: string; readonly connectionId: string },
): Promise<void> {
  await tx.query(upsertSeats([organizationId, connectionId]));
  await tx.query(endSeats([organizationId, connectionId]));
}
