import { statement } from "@service/db";
import { sha256Hex } from "@service/json";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { firstHash, hashOfCommand } from "./chain.ts";
import { erasedPayload } from "./command-payloads.ts";
import { type ChainRow, commandsBehind } from "./read-chain.ts";

const readHead = statement("ledger_read_head", "select seq, hash from ledger_heads where organization_id = $1");

/** The head of an organization's ledger; seq 0 before its first command. */
export async function readLedgerHead(
  { db }: Pick<Deps, "db">,
  organizationId: string,
): Promise<{ readonly seq: number; readonly hash: string }> {
  const { rows } = await db.pool.query(readHead([organizationId]));
  return rows[0] ?? { seq: 0, hash: firstHash };
}

/** What is wrong at one command, or missing. */
interface ChainProblem {
  readonly seq: number;
  readonly problem: string;
}

export interface VerifiedLedger {
  readonly organizationId: string;
  readonly verified: boolean;
  readonly commands: number;
  readonly erased: number;
  readonly head: { readonly seq: number; readonly hash: string };
  /** The first of them. */
  readonly problems: readonly ChainProblem[];
}

const problemsMax = 50;

/**
 * Walks the whole chain of an organization up to its head as it is now: no gap, every hash follows from the one before,
 * every payload that was not erased has its hash, and the head is the last command (LEDGER-50).
 * @throws `not_found` for an organization that does not exist.
 */
export async function verifyLedger(deps: Pick<Deps, "db">, organizationId: string): Promise<VerifiedLedger> {
  await showOrganization(deps, organizationId);
  const head = await readLedgerHead(deps, organizationId);
  const problems: ChainProblem[] = [];
  let last = { seq: 0, hash: firstHash };
  let commands = 0;
  let erased = 0;
  for await (const rows of commandsBehind(deps.db.pool, organizationId, { after: 0, upTo: head.seq }))
    for (const row of rows) {
      problems.push(...problemsOf(last, row));
      commands += 1;
      if (row.payload === erasedPayload) erased += 1;
      last = { seq: row.seq, hash: row.hash };
    }
  if (last.seq !== head.seq || last.hash !== head.hash)
    problems.push({ seq: head.seq, problem: "the head is not the last command" });
  const verified = problems.length === 0;
  return { organizationId, verified, commands, erased, head, problems: problems.slice(0, problemsMax) };
}

function problemsOf(last: { readonly seq: number; readonly hash: string }, row: ChainRow): readonly ChainProblem[] {
  const { seq, payload, payloadSha256, recordedAt, ...command } = row;
  const problems: ChainProblem[] = [];
  if (seq !== last.seq + 1) problems.push({ seq: last.seq + 1, problem: `missing up to ${seq - 1}` });
  if (payload !== erasedPayload && sha256Hex(payload) !== payloadSha256)
    problems.push({ seq, problem: "the payload does not have its hash" });
  const hash = hashOfCommand(last.hash, { ...command, seq, payloadSha256, recordedAt: recordedAt.toISOString() });
  if (hash !== row.hash) problems.push({ seq, problem: "the hash does not follow from the command before" });
  return problems;
}
