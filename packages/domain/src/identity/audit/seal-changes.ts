import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";

/** Of changes outside any organization. */
export const chainOfNone = "00000000-0000-0000-0000-000000000000";

/** SHA-256 of a row `l` of the log: of every column that there is today. */
export const digestOfRow = `sha256(convert_to(jsonb_build_array(l.id, extract(epoch from l.recorded_at), l.principal_kind,
  l.principal_id, l.action, l.resource_kind, l.resource_id, l.organization_id, l.environment, l.before, l.after, l.reason,
  l.request_id, l.address)::text, 'UTF8'))`;
export const chainOfRow = `coalesce(l.organization_id, '${chainOfNone}'::uuid)`;
export const noBytes = "''::bytea";

/** Rows of one mark: a log that was never sealed is sealed in parts. */
const rowsPerMark = 10_000;
const holdSeconds = 30;

/**
 * Ids are given before commits: a row below the mark may still be invisible. None is once every transaction that had
 * begun when the mark was set has ended.
 */
const seal = statement(
  "audit_log_seal",
  `with mark as (
     select id, sealed_to, last_id from audit_seal_mark
     where noted_at <= now() - interval '${holdSeconds} seconds'
       and pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= next_xid
     for update skip locked
   ), digests as (
     select ${chainOfRow} as chain_id, l.id, ${digestOfRow} as digest
     from mark m join audit_log l on l.id > m.sealed_to and l.id <= m.last_id
   ), sealed as (
     insert into audit_seals (chain_id, first_id, last_id, rows, digests, hash, previous)
     select d.chain_id, min(d.id), max(d.id), count(*), string_agg(substr(d.digest, 1, 8), ${noBytes} order by d.id),
       sha256(coalesce(p.hash, ${noBytes}) || string_agg(d.digest, ${noBytes} order by d.id)), p.hash
     from digests d left join lateral (
       select s.hash from audit_seals s where s.chain_id = d.chain_id order by s.id desc limit 1) p on true
     group by d.chain_id, p.hash
     returning rows
   ), moved as (
     update audit_seal_mark set sealed_to = mark.last_id, last_id = null, next_xid = null, noted_at = null
     from mark where audit_seal_mark.id = mark.id
   )
   select coalesce(sum(rows), 0)::int as rows from sealed`,
);

const note = statement(
  "audit_log_mark",
  `with next as (
     select max(id) as last_id from (
       select l.id from audit_seal_mark m join audit_log l on l.id > m.sealed_to order by l.id limit ${rowsPerMark}) part)
   update audit_seal_mark m set last_id = next.last_id, noted_at = now(),
     next_xid = pg_snapshot_xmax(pg_current_snapshot())::text::bigint
   from next where m.noted_at is null and next.last_id is not null`,
);

/**
 * Seals what was recorded a while ago, a chain for each organization (CON-98). Safe in any number of processes.
 * @returns how many changes were sealed.
 */
export async function sealChanges({ db }: Pick<Deps, "db">): Promise<number> {
  const { rows } = await db.pool.query(seal([]));
  await db.pool.query(note([]));
  return rows[0]?.rows ?? 0;
}
