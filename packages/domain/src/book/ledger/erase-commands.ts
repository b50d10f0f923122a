import { randomUUID } from "node:crypto";
import { serviceNamespace, uuidV5 } from "@service/contract";
import { builtStatement, type Session, type SessionTransaction, statement } from "@service/db";
import { canonicalJson, sha256Hex } from "@service/json";
import type { Actor } from "../../identity/access/index.ts";
import { hashOfCommand } from "./chain.ts";
import { commandTypeNamed } from "./command-types.ts";
import { keyOfCreated } from "./entity-key.ts";
import { projectionNames, projections } from "./ledger-rows.ts";
import { lockLedger, writeLedger } from "./ledger-store.ts";

/** What of a ledger is about the client that is erased. */
export interface ErasedFromLedger {
  readonly organizationId: string;
  readonly connectionId: string;
  readonly clientKey: string;
  /** Whether a JSON text names the client. */
  isNamedIn(json: string): boolean;
  readonly isDryRun: boolean;
}

const erasedPayload = '{"erased":true}';
const rowsPerPage = 1_000;

const readCommands = statement(
  "ledger_erase_read",
  `select seq, command_id as "commandId", type, entity_kind as "entityKind", entity_key as "entityKey",
     client_key as "clientKey", payload
   from ledger_commands where organization_id = $1 and seq > $2 order by seq limit $3`,
);
/** The one change that the ledger allows: its trigger compares everything else. */
const blankCommands = statement(
  "ledger_erase_payloads",
  `update ledger_commands set payload = '{"erased":true}' where organization_id = $1 and seq = any($2::bigint[])`,
);

/**
 * Blanks the payloads of commands about a client, and of those that name it, and removes what they amount to (ERA-10).
 * Seq, type, entity, hashes and `payload_sha256` stay, so the chain verifies. Repeat it at any time.
 * @returns rows by what became of them, and whether projections of others must be rebuilt.
 */
export async function eraseCommands(
  session: Session,
  client: ErasedFromLedger,
): Promise<{ readonly counts: Readonly<Record<string, number>>; readonly hasForeign: boolean }> {
  const { organizationId, clientKey, isDryRun } = client;
  // What was created by an erased command is gone with it, and so are the commands about it.
  const goneKeys = new Set<string>();
  let blanked = 0;
  let hasForeign = false;
  for (let after = 0; ;) {
    const { rows } = await session.query(readCommands([organizationId, after, rowsPerPage]));
    const seqs: number[] = [];
    for (const row of rows) {
      const isOwn = row.clientKey === clientKey || (row.entityKind === "account" && row.entityKey === clientKey);
      const isErased = isOwn || goneKeys.has(row.entityKey) || client.isNamedIn(row.payload);
      if (!isErased || row.type === "record_erased") continue;
      const creates = commandTypeNamed(row.type)?.creates;
      if (creates !== undefined) goneKeys.add(keyOfCreated(creates, row.commandId));
      if (row.payload === erasedPayload) continue;
      hasForeign ||= !isOwn;
      seqs.push(row.seq);
    }
    blanked += seqs.length;
    if (seqs.length > 0 && !isDryRun) await session.query(blankCommands([organizationId, seqs]));
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) break;
    after = last.seq;
  }
  return { counts: { commands_blanked: blanked, ...(await removeProjected(session, client)) }, hasForeign };
}

async function removeProjected(
  session: Session,
  { organizationId, clientKey, isDryRun }: ErasedFromLedger,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const name of projectionNames) {
    const rows = `from ${projections[name].table} where organization_id = $1 and client_key = $2`;
    const text = isDryRun ? `select 1 as one ${rows}` : `delete ${rows}`;
    const { rowCount } = await session.query(
      builtStatement<readonly [string, string], object>(text)([organizationId, clientKey]),
    );
    counts[`${projections[name].table}_removed`] = rowCount ?? 0;
  }
  return counts;
}

const findLive = statement(
  "ledger_erase_find_live",
  "select id from environments where organization_id = $1 and slug = 'live'",
);
const isRecorded = statement(
  "ledger_erase_is_recorded",
  `select 1 as one from ledger_commands c where c.organization_id = $1 and c.idempotency_key = $2`,
);

/**
 * Appends `record_erased` about the client, as the operator, in the live environment, in the transaction that ends the
 * erasure; once for each erasure, however often it is repeated.
 * @param erasureId makes the idempotency key.
 */
export async function appendErasure(
  tx: SessionTransaction,
  actor: Actor,
  {
    organizationId,
    connectionId,
    clientKey,
    erasureId,
  }: Pick<ErasedFromLedger, "organizationId" | "connectionId" | "clientKey"> & { readonly erasureId: string },
): Promise<void> {
  const [live] = (await tx.query(findLive([organizationId]))).rows;
  if (live === undefined) throw new Error("an organization has no live environment");
  const { lockedAt, seq: lastSeq, hash: previous } = await lockLedger(tx, organizationId);
  const idempotencyKey = uuidV5(serviceNamespace, `record_erased|${erasureId}`);
  if ((await tx.query(isRecorded([organizationId, idempotencyKey]))).rows.length > 0) return;
  const hashed = {
    seq: lastSeq + 1,
    commandId: randomUUID(),
    type: "record_erased",
    entity: canonicalJson({ kind: "account", key: clientKey }),
    actorType: "operator",
    actorPrincipal: actor.id,
    recordedAt: lockedAt.toISOString(),
    payloadSha256: sha256Hex("{}"),
  };
  const hash = hashOfCommand(previous, hashed);
  const command = {
    organization_id: organizationId,
    seq: hashed.seq,
    command_id: hashed.commandId,
    idempotency_key: idempotencyKey,
    environment_id: live.id,
    connection_id: connectionId,
    type: hashed.type,
    entity_kind: "account",
    entity_key: clientKey,
    entity: hashed.entity,
    client_key: clientKey,
    policy_key: null,
    run_id: null,
    // About nobody who could be seen any more: everybody who reads the ledger learns that it happened.
    is_open: true,
    private_to: null,
    payload: "{}",
    payload_sha256: hashed.payloadSha256,
    request_sha256: sha256Hex(JSON.stringify([hashed.type, hashed.entity])),
    actor_principal: hashed.actorPrincipal,
    actor_type: hashed.actorType,
    actor_seat: null,
    key_id: "operator",
    trace_id: null,
    occurred_at: null,
    recorded_at: hashed.recordedAt,
    hash,
  };
  const changes = { tasks: [], workflows: [], notes: [], flags: [], opportunityRequests: [] };
  await writeLedger(tx, organizationId, { seq: hashed.seq, hash }, { commands: [command], changes });
}
