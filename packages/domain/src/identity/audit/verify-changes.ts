import { type Pool, statement, type Transaction } from "@service/db";
import type { Deps } from "../../deps.ts";
import { chainOfNone, chainOfRow, digestOfRow, noBytes } from "./seal-changes.ts";

/** What a walk along the seals found. */
export interface VerifiedChanges {
  readonly verified: boolean;
  /** Sealed changes that were walked. */
  readonly changes: number;
  /** Changes that are not sealed yet: those of the last 90 seconds. */
  readonly unsealed: number;
  /** Hash of the newest seal; what is noted elsewhere proves later that no seal was made anew. Null without a seal. */
  readonly head: string | null;
  /** The first change that does not fit, in a sentence; null where all fit. */
  readonly misfit: string | null;
}

const sealsPerPage = 200;
const digestBytes = 8;

const walk = statement(
  "audit_seals_walk",
  `select s.id, s.first_id as "firstId", s.last_id as "lastId", s.rows, s.digests, s.hash, s.previous, n.ids,
     n.digests as "digestsNow", sha256(coalesce(s.previous, ${noBytes}) || coalesce(n.whole, ${noBytes})) as "hashNow"
   from audit_seals s left join lateral (
     select string_agg(d.id::text, ',' order by d.id) as ids, string_agg(substr(d.digest, 1, ${digestBytes}), ${noBytes} order by d.id) as digests,
       string_agg(d.digest, ${noBytes} order by d.id) as whole
     from (select l.id, ${digestOfRow} as digest from audit_log l
       where ${chainOfRow} = s.chain_id and l.id between s.first_id and s.last_id) d) n on true
   where s.chain_id = $1 and s.id > $2 order by s.id limit ${sealsPerPage}`,
);

const count = statement(
  "audit_log_count_sealed",
  `select count(*) filter (where l.id <= m.sealed_to)::int as sealed, count(*) filter (where l.id > m.sealed_to)::int as unsealed
   from audit_seal_mark m left join audit_log l on ${chainOfRow} = $1 group by m.sealed_to`,
);

const listChains = statement("audit_seals_chains", `select distinct chain_id as "chainId" from audit_seals order by 1`);

type Verifying = { readonly db: { readonly pool: Pool | Transaction } };
type Walked = Readonly<Record<"digests" | "hash" | "hashNow", Buffer>> & {
  readonly rows: number;
  readonly firstId: number;
  readonly lastId: number;
  readonly previous: Buffer | null;
  readonly id: number;
  readonly ids: string | null;
  readonly digestsNow: Buffer | null;
};

/**
 * Walks the seals of an organization's changes, or of those outside any (null), and names the first that does not fit
 * (CON-98). A row that was changed, removed or added, and a seal that is missing, do not fit.
 */
export async function verifyChanges({ db }: Verifying, organizationId: string | null): Promise<VerifiedChanges> {
  const chainId = organizationId ?? chainOfNone;
  let changes = 0;
  let head: Buffer | null = null;
  let misfit: string | null = null;
  for await (const seal of sealsOf(db.pool, chainId)) {
    misfit = misfitOf(seal, head);
    if (misfit !== null) break;
    changes += seal.rows;
    head = seal.hash;
  }
  const { rows } = await db.pool.query(count([chainId]));
  const { sealed = 0, unsealed = 0 } = rows[0] ?? {};
  if (misfit === null && sealed !== changes)
    misfit = `${sealed} changes are older than the newest seal, and the seals hold ${changes}: a change was added, or a seal removed.`;
  return { verified: misfit === null, changes, unsealed, head: head?.toString("hex") ?? null, misfit };
}

async function* sealsOf(on: Pool | Transaction, chainId: string): AsyncIterable<Walked> {
  let after = 0;
  for (;;) {
    const { rows }: { readonly rows: readonly Walked[] } = await on.query(walk([chainId, after]));
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < sealsPerPage) return;
    after = last.id;
  }
}

/** Chains in which something is sealed: organizations, and null for changes outside any. */
export async function listSealedChains({ db }: Pick<Deps, "db">): Promise<readonly (string | null)[]> {
  const { rows } = await db.pool.query(listChains([]));
  return rows.map(({ chainId }) => (chainId === chainOfNone ? null : chainId));
}

function misfitOf(seal: Walked, head: Buffer | null): string | null {
  const range = `the changes ${seal.firstId} to ${seal.lastId}`;
  if (!(seal.previous ?? Buffer.of()).equals(head ?? Buffer.of()))
    return `The seal of ${range} does not follow from the one before: a seal was removed or made anew.`;
  if (seal.hash.equals(seal.hashNow)) return null;
  const [was, is, ids] = [digestsIn(seal.digests), digestsIn(seal.digestsNow), (seal.ids ?? "").split(",")];
  const at = was.findIndex((digest, index) => digest !== is[index]);
  if (at === -1 && was.length === is.length) return `The seal of ${range} is not what was sealed.`;
  const place = ids[at === -1 ? was.length : at];
  if (is.length === was.length && place !== undefined) return `The change ${place} is not what was recorded.`;
  const where = place === undefined ? `at the end of ${range}` : `at or before the change ${place}`;
  return is.length < was.length ? `A change was removed ${where}.` : `A change was added ${where}.`;
}

function digestsIn(bytes: Buffer | null): readonly string[] {
  const length = bytes === null ? 0 : bytes.length / digestBytes;
  return Array.from({ length }, (_, at) => bytes?.toString("hex", at * digestBytes, (at + 1) * digestBytes) ?? "");
}
