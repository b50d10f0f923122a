import { type Database, statement } from "@service/db";

const keptDays = 7;

/** The newest hour of a key stays, for its last use; a key that has been silent for longer than a year counts as never used. */
const removeHours = statement(
  "key_uses_remove_old",
  `delete from key_uses where (organization_id, key_id, hour) in (
     select o.organization_id, o.key_id, o.hour from key_uses o
     where o.hour < now() - interval '${keptDays} days' and (o.hour < now() - interval '400 days' or exists (
       select from key_uses n where n.organization_id = o.organization_id and n.key_id = o.key_id and n.hour > o.hour))
     limit $1)`,
);

/** @returns how many rows. */
export async function removeOldKeyUses(db: Database, { rowsMax }: { readonly rowsMax: number }): Promise<number> {
  const { rowCount } = await db.pool.query(removeHours([rowsMax]));
  return rowCount ?? 0;
}

const removeRefusals = statement(
  "refused_calls_remove_old",
  `delete from refused_calls where id in (
     select id from refused_calls where refused_at < now() - interval '${keptDays} days' order by refused_at limit $1)`,
);

/** @returns how many rows. */
export async function removeOldRefusals(db: Database, { rowsMax }: { readonly rowsMax: number }): Promise<number> {
  const { rowCount } = await db.pool.query(removeRefusals([rowsMax]));
  return rowCount ?? 0;
}
