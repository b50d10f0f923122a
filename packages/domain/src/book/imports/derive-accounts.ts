import { builtStatement, type Querying } from "@service/db";
import { columnsOf, rowTableOf } from "@service/record-families";
import type { ApplyStatements } from "./apply-statements.ts";

/**
 * Clients whose sums differ from what their policies give, with their row as it should be. `is_new`: this import has
 * written the version already, so it is mended in place.
 */
export const createDerived = builtStatement<readonly [], never>(`
  create temporary table if not exists import_derived (
    row_key text collate "C" not null,
    is_new boolean not null,
    fields text not null,
    next_expiration date not null,
    total_premium double precision not null
  ) on commit delete rows`);

const policiesThere = builtStatement<
  readonly [connectionId: string, seq: number],
  { readonly before: boolean; readonly now: boolean }
>(`
  select exists (select from book.policies p where p.connection_id = $1 and p.from_seq < $2
      and (p.to_seq is null or p.to_seq >= $2)) as before,
    exists (select from book.policies p where p.connection_id = $1 and p.to_seq is null) as now`);

/** Every client: the book has got its first policies, so those without one are known to have none. */
const allClients = builtStatement<
  readonly [connectionId: string, after: string, keysMax: number],
  { readonly clientKey: string }
>(`
  select a.row_key as "clientKey" from book.accounts a
  where a.connection_id = $1 and a.to_seq is null and a.row_key > $2 and a.derived is not null
  order by a.row_key limit $3`);

/** Clients that changed with this snapshot, and those whose next expiration has passed since it was derived. */
const touchedClients = builtStatement<
  {
    readonly connectionId: string;
    readonly seq: number;
    readonly day: string;
    readonly after: string;
    readonly keysMax: number;
  },
  { readonly clientKey: string }
>(`
  select client_key as "clientKey" from (
    (select h.client_key from book.heads h
      where h.connection_id = @connection_id and h.from_seq = @seq and h.client_key > @after
      order by h.client_key limit @keys_max)
    union
    (select a.row_key from book.accounts a
      where a.connection_id = @connection_id and a.next_expiration < @day::date and a.to_seq is null
        and 'next_expiration' = any(a.derived) and a.row_key > @after order by a.row_key limit @keys_max)
  ) c order by client_key limit @keys_max`);

/**
 * A policy in force is one that is said to be active, or has no status and is within its term (REC-45). A premium that
 * nobody knows is not zero, but a client without policies in force has a premium of zero.
 */
const findDerived = builtStatement<
  readonly [connectionId: string, seq: number, clients: readonly string[], day: string],
  never
>(`
  insert into import_derived (row_key, is_new, fields, next_expiration, total_premium)
  select a.row_key, a.from_seq = $2, n.fields::text,
    case when 'next_expiration' = any(a.derived) then coalesce(h.next_expiration, 'infinity') else a.next_expiration end,
    case when 'total_premium' = any(a.derived) then coalesce(h.total_premium, 'Infinity') else a.total_premium end
  from unnest($3::text[]) k
    cross join lateral (select a.row_key, a.from_seq, a.fields, a.derived, a.next_expiration, a.total_premium
      from book.accounts a where a.connection_id = $1 and a.row_key = k collate "C" and a.to_seq is null
        and a.derived is not null offset 0) a
    cross join lateral (select count(*) as policy_count,
        case when count(*) = 0 then 0
          else round((sum(p.premium) filter (where p.premium < 'Infinity'))::numeric, 2)::double precision end
          as total_premium,
        min(p.expires_on) filter (where p.expires_on >= $4::date and p.expires_on < 'infinity') as next_expiration
      from book.policies p
      where p.connection_id = $1 and p.client_key = a.row_key and p.to_seq is null and (p.status = 'active'
        or (p.status is null and p.effective_on <= $4::date and p.expires_on >= $4::date))) h
    cross join lateral (select (a.fields::jsonb - a.derived) || coalesce((select jsonb_object_agg(d.key, d.value)
        from jsonb_each(jsonb_strip_nulls(jsonb_build_object('total_premium', h.total_premium,
          'policy_count', h.policy_count, 'next_expiration', h.next_expiration))) d
        where d.key = any(a.derived)), '{}') as fields) n
  where n.fields <> a.fields::jsonb`);

const found = `import_derived d cross join lateral (select t.ctid as place from book.accounts t
    where t.connection_id = $1 and t.row_key = d.row_key and t.to_seq is null offset 0) t`;

const mendNew = builtStatement<readonly [connectionId: string], never>(`
  update book.accounts a set fields = f.fields, next_expiration = f.next_expiration, total_premium = f.total_premium
  from (select t.place, d.* from ${found} where d.is_new) f where a.ctid = f.place`);

/** The versions that go are looked up in the tables of a slice, as those of delivered rows are. */
const noteChanges = builtStatement<readonly [], { readonly one: number }>(`
  insert into import_changes (row_key, kind, had_version, client_key, old_client_key)
  select d.row_key, 'derived', true, d.row_key, d.row_key from import_derived d where not d.is_new returning 1 as one`);

const insertDerived = builtStatement<readonly [connectionId: string, seq: number], never>(insertSql());

/** What is not derived stays as the version before had it, its hash above all: an equal delivery finds nothing changed. */
function insertSql(): string {
  const made = ["fields", "next_expiration", "total_premium"];
  const same = [
    "client_key",
    ...columnsOf("accounts").map(({ name }) => name),
    "row_hash",
    "source_id",
    "source_updated_at",
    "import_id",
    "source_file",
    "source_line",
    "derived",
  ].filter((name) => !made.includes(name));
  return `
    insert into ${rowTableOf("accounts")} (connection_id, from_seq, row_key, ${made.join(", ")}, ${same.join(", ")})
    select $1, $2, d.row_key, ${made.map((name) => `d.${name}`).join(", ")}, ${same.map((name) => `t.${name}`).join(", ")}
    from import_derived d cross join lateral (select t.* from book.accounts t
      where t.connection_id = $1 and t.row_key = d.row_key and t.to_seq = $2 offset 0) t
    where not d.is_new`;
}

/**
 * Gives clients what their policies say where the source says nothing: `total_premium`, `policy_count` and
 * `next_expiration` (IMP-290). A book without policies knows nothing of them. Safe to repeat.
 * @param day the day of the delivery, `YYYY-MM-DD`.
 * @returns the key that the next slice begins behind; undefined after the last.
 */
export async function deriveAccounts(
  tx: Querying,
  {
    connectionId,
    seq,
    day,
    after,
    keysMax,
    statements,
  }: {
    readonly connectionId: string;
    readonly seq: number;
    readonly day: string;
    readonly after: string;
    readonly keysMax: number;
    readonly statements: Pick<ApplyStatements, "endVersions" | "endHeads" | "insertHeads">;
  },
): Promise<string | undefined> {
  const { before = false, now = false } = (await tx.query(policiesThere([connectionId, seq]))).rows[0] ?? {};
  if (!before && !now) return undefined;
  const { rows } = await tx.query(
    before ? touchedClients({ connectionId, seq, day, after, keysMax }) : allClients([connectionId, after, keysMax]),
  );
  const clients = rows.map(({ clientKey }) => clientKey);
  if (clients.length === 0) return undefined;
  await tx.query(findDerived([connectionId, seq, clients, day]));
  await tx.query(mendNew([connectionId]));
  const { rowCount } = await tx.query(noteChanges([]));
  if ((rowCount ?? 0) > 0) {
    const version = [connectionId, seq] as const;
    await tx.query(statements.endVersions(version));
    await tx.query(insertDerived(version));
    if (statements.endHeads !== undefined) await tx.query(statements.endHeads(version));
    if (statements.insertHeads !== undefined) await tx.query(statements.insertHeads(version));
  }
  return clients.length < keysMax ? undefined : clients.at(-1);
}
