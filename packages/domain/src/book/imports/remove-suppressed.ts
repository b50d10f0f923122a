import { builtStatement, type Querying, statement } from "@service/db";
import type { FamilyName } from "@service/record-families";

const hasSuppressed = statement(
  "record_suppressions_exist",
  `select exists (select from record_suppressions where connection_id = $1) as "isAny"`,
);

const keepPolicies = "insert into record_suppressions (connection_id, row_key)";

/**
 * Takes rows of erased clients out of what was staged, whatever was wrong with them (ERA-6): the client, its policies, and what
 * names one of them. Policies that are new are kept in mind, for deliveries that bring only their coverages.
 * @returns how many rows of each family.
 */
export async function removeSuppressed(
  tx: Querying,
  table: string,
  connectionId: string,
): Promise<readonly { readonly family: FamilyName; readonly rows: number }[]> {
  if ((await tx.query(hasSuppressed([connectionId]))).rows[0]?.isAny !== true) return [];
  await tx.query(
    builtStatement<readonly [string], never>(`${keepPolicies}
      select $1::uuid, s.row_key from ${table} s join record_suppressions e on e.connection_id = $1::uuid and e.row_key = s.client_key
      where s.family = 'policies' and s.row_key is not null
      on conflict do nothing`)([connectionId]),
  );
  const { rows } = await tx.query(
    builtStatement<readonly [string], { readonly family: FamilyName; readonly rows: number }>(`
      with erased as (
        select row_key from record_suppressions where connection_id = $1
      ), gone as (
        delete from ${table} s
        where s.row_key in (select row_key from erased) or s.client_key in (select row_key from erased)
          or s.policy_key in (select row_key from erased)
          or (s.client_key is null and s.kind = 'row' and s.fields like '%"policy_keys":%' and exists (
            select from json_array_elements_text(s.fields::json -> 'policy_keys') named
            where named in (select row_key from erased)))
        returning s.family, s.kind
      )
      select family, count(*) filter (where kind <> 'delete') as rows from gone group by family`)([connectionId]),
  );
  return rows;
}
