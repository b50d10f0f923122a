import { type Database, statement } from "@service/db";

const keptDays = 400;

const removeOld = statement(
  "model_usage_remove_old",
  `delete from model_usage where ctid = any(array(
     select ctid from model_usage where day < (now() at time zone 'utc')::date - ${keptDays} order by day limit $1))`,
);

/** Removes usage of days more than 400 days ago (MODEL-65). @returns how many rows were removed. */
export async function removeOldModelUsage(
  db: Pick<Database, "pool">,
  { rowsMax }: { readonly rowsMax: number },
): Promise<number> {
  const { rowCount } = await db.pool.query(removeOld([rowsMax]));
  return rowCount ?? 0;
}
