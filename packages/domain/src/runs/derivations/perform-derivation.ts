import { ServiceError } from "@service/contract";
import { type Database, isUnavailable, statement } from "@service/db";
import { randomUUID } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { appendPlatformEvents } from "../../events/events/index.ts";
import {
  claimDerivation,
  type ClaimedDerivation,
  LeaseLost,
  renewLease,
  settleDerivation,
} from "./claim-derivation.ts";
import { openWriting, replaceRows, switchTo, type Writing } from "./derived-rows.ts";
import type { SubmitDeps } from "../runs/index.ts";
import { type Changes, nextClients, readClients } from "./read-clients.ts";

/** What computing takes; to submit runs more is needed than to compute. */
type PerformDeps = Pick<Deps, "db" | "clock" | "log"> & SubmitDeps;

/** What one look at what is due did. */
export type Performed =
  | { readonly kind: "nothing" }
  | {
      readonly kind: "succeeded" | "failed" | "lost" | "released";
      readonly key: string;
      readonly organizationId: string;
    };

const servedConnections = statement(
  "record_connections_served",
  `select c.id, c.served_seq as "servedSeq" from record_connections c
   where c.organization_id = $1 and c.state = 'active' and c.served_seq > 0 order by c.id`,
);

/**
 * Takes one derivation that is due and computes it for each connection of its organization (DERIV-2 to DERIV-6).
 * @param signal ends it between two transactions; another worker then begins again.
 */
export async function performDueDerivation(deps: PerformDeps, signal: AbortSignal): Promise<Performed> {
  const claimed = await claimDerivation(deps);
  if (claimed === undefined) return { kind: "nothing" };
  const { organizationId, declared } = claimed;
  const named = { key: declared.key, organizationId };
  try {
    const { rows } = await deps.db.pool.query(servedConnections([organizationId]));
    for (const { id, servedSeq } of rows) await execute(deps, claimed, { connectionId: id, servedSeq, signal });
    await settleDerivation(deps, claimed, { kind: "succeeded", now: deps.clock.now() });
    return { kind: "succeeded", ...named };
  } catch (error) {
    if (error instanceof LeaseLost) return { kind: "lost", ...named };
    const kind = signal.aborted ? "released" : "failed";
    await settleDerivation(deps, claimed, { kind });
    if (kind === "failed")
      deps.log.warn({ err: error, derivation: declared.key, organizationId }, "a derivation failed");
    return { kind, ...named };
  }
}

const endInterrupted = statement(
  "derivation_executions_end_interrupted",
  `update derivation_executions set status = 'failed', code = 'worker_interrupted',
     message = 'The worker that computed it stopped.', finished_at = now()
   where organization_id = $1 and key = $2 and connection_id = $3 and status = 'running'`,
);
const insertExecution = statement(
  "derivation_executions_insert",
  `insert into derivation_executions (id, organization_id, key, connection_id, change_seq_from, change_seq_to)
   values (@id, @organization_id, @key, @connection_id, @from, @served_seq)`,
);
const settleExecution = statement(
  "derivation_executions_settle",
  `update derivation_executions set status = @status::derivation_execution_status, clients = @clients, rows = @rows,
    code = @code,
     message = @message, finished_at = now() where id = @id`,
);

interface Target {
  readonly connectionId: string;
  readonly servedSeq: number;
  readonly signal: AbortSignal;
}

/** One execution: opened, computed in transactions of 2,000 clients, switched whole with its event. */
async function execute(deps: PerformDeps, claimed: ClaimedDerivation, target: Target): Promise<void> {
  const { db } = deps;
  const { organizationId, declared } = claimed;
  const { connectionId, servedSeq } = target;
  const id = randomUUID();
  const writing = await db.inTransaction(async (tx) => {
    await renewLease(tx, claimed);
    const opened = await openWriting(tx, { connectionId, key: declared.key });
    const from = claimed.isWhole ? 0 : opened.seq;
    await tx.query(endInterrupted([organizationId, declared.key, connectionId]));
    await tx.query(insertExecution({ id, organizationId, key: declared.key, connectionId, from, servedSeq }));
    return { ...opened, from };
  });
  const changes: Changes = { connectionId, from: writing.from, to: servedSeq };
  try {
    const done = await compute(deps, claimed, { writing, changes, signal: target.signal });
    await db.inTransaction(async (tx) => {
      await renewLease(tx, claimed);
      await switchTo(tx, writing, servedSeq);
      await tx.query(
        settleExecution({ id, status: "succeeded", clients: done.clients, rows: done.rows, code: null, message: null }),
      );
      await announce(tx, "derivation.finished", { claimed, id, changes, done });
    });
  } catch (error) {
    if (!(error instanceof LeaseLost))
      await recordFailure(deps, claimed, { id, changes, isStopping: target.signal.aborted, error });
    throw error;
  }
}

interface Done {
  readonly clients: number;
  /** Rows that were written or ended. */
  readonly rows: number;
}

async function compute(
  deps: PerformDeps,
  claimed: ClaimedDerivation,
  { writing, changes, signal }: { readonly writing: Writing; readonly changes: Changes; readonly signal: AbortSignal },
): Promise<Done> {
  const { work } = claimed.declared;
  if (work === undefined) throw new Error(`${claimed.declared.key} is performed elsewhere`);
  const today = deps.clock.now().toISOString().slice(0, 10);
  if (work.kind === "own") {
    const { organizationId } = claimed;
    const { connectionId, to: snapshotSeq } = changes;
    const performed = await work.perform(deps, { organizationId, connectionId, snapshotSeq, today, signal });
    await deps.db.inTransaction(async (tx) => {
      await renewLease(tx, claimed);
      await replaceRows(tx, writing, { clients: [""], rows: performed.rows });
    });
    return { clients: performed.clients, rows: performed.rows.length };
  }
  const whole = work.kind === "book" ? work.begin() : undefined;
  const done = { clients: 0, rows: 0 };
  for (let after = ""; ;) {
    signal.throwIfAborted();
    const clients = await nextClients(deps, changes, after);
    const last = clients.at(-1);
    if (last === undefined) break;
    after = last;
    done.clients += clients.length;
    const read = await readClients(deps, changes, { clients, families: work.families, today });
    await deps.db.inTransaction(async (tx) => {
      await renewLease(tx, claimed);
      if (work.kind === "client")
        done.rows += await replaceRows(tx, writing, {
          clients,
          rows: read.flatMap((client) => [...work.derive(client)]),
        });
    });
    if (whole !== undefined) for (const client of read) whole.add(client);
  }
  if (whole !== undefined)
    done.rows = await deps.db.inTransaction(async (tx) => {
      await renewLease(tx, claimed);
      return replaceRows(tx, writing, { clients: [""], rows: whole.rows() });
    });
  return done;
}

type Tx = Parameters<Parameters<Database["inTransaction"]>[0]>[0];

async function announce(
  tx: Tx,
  type: "derivation.finished" | "derivation.failed",
  given: {
    readonly claimed: ClaimedDerivation;
    readonly id: string;
    readonly changes: Changes;
    readonly done?: Done;
    readonly code?: string;
  },
): Promise<void> {
  const { claimed, id, changes, done, code } = given;
  await appendPlatformEvents(tx, [
    {
      organizationId: claimed.organizationId,
      type,
      dedupeKey: id,
      subject: { kind: "derivation", key: claimed.declared.key },
      data: {
        derivation_key: claimed.declared.key,
        execution_id: id,
        connection_id: changes.connectionId,
        change_seq_from: changes.from,
        change_seq_to: changes.to,
        ...(done && { clients: done.clients, rows: done.rows }),
        ...(code !== undefined && { code }),
      },
    },
  ]);
}

/** Of a refused submission its code, whose sentence names no value. */
function shownFailure(isStopping: boolean, error: unknown): { readonly code: string; readonly message: string } {
  if (isStopping) return { code: "worker_interrupted", message: "The worker stopped; another one begins again." };
  if (error instanceof ServiceError) return { code: error.code, message: `The run was refused: ${error.code}.` };
  return {
    code: isUnavailable(error) ? "storage_unavailable" : "derivation_failed",
    message: "It failed, and is tried again.",
  };
}

/** A failure names no value of the book: messages of the database may quote one. */
async function recordFailure(
  { db }: Pick<PerformDeps, "db">,
  claimed: ClaimedDerivation,
  {
    id,
    changes,
    isStopping,
    error,
  }: { readonly id: string; readonly changes: Changes; readonly isStopping: boolean; readonly error: unknown },
): Promise<void> {
  const { code, message } = shownFailure(isStopping, error);
  await db.inTransaction(async (tx) => {
    await tx.query(settleExecution({ id, status: "failed", clients: 0, rows: 0, code, message }));
    if (!isStopping) await announce(tx, "derivation.failed", { claimed, id, changes, code });
  });
}

const removeSome = statement(
  "derivation_executions_remove_old",
  `delete from derivation_executions where id in (
     select id from derivation_executions where started_at < now() - interval '90 days' order by started_at limit $1)`,
);

/** Removes executions after 90 days (DERIV-7). @returns how many were removed. */
export async function removeOldDerivationExecutions(
  db: Database,
  { rowsMax }: { readonly rowsMax: number },
): Promise<number> {
  const { rowCount } = await db.pool.query(removeSome([rowsMax]));
  return rowCount ?? 0;
}
