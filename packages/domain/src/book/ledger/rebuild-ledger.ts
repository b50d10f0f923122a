import { builtStatement, type Querying, type SessionTransaction } from "@service/db";
import { parseJson } from "@service/json";
import * as z from "zod";
import type { Actor } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import type { PlacedCommand } from "./command-type.ts";
import { commandTypeNamed } from "./command-types.ts";
import { isEntityKind } from "./entity-kinds.ts";
import {
  type FlagRow,
  type NoteRow,
  type ProjectionName,
  projectionNames,
  projections,
  type TaskRow,
  type WorkflowRow,
} from "./ledger-rows.ts";
import { type Changes, LedgerStates } from "./ledger-states.ts";
import { lockLedger, upsertInto } from "./ledger-store.ts";
import { type ChainRow, commandsBehind } from "./read-chain.ts";
import { readLedgerHead } from "./verify-ledger.ts";

/** What a rebuild found in a projection. */
interface RebuiltProjection {
  readonly rows: number;
  /** Rows that were missing, other than they should be, or too many; they are as they should be now. */
  readonly differing: number;
}

export interface RebuiltLedger {
  readonly organizationId: string;
  readonly actionSeq: number;
  readonly commands: number;
  /** Commands without an effect: erased ones, and those about what was erased. */
  readonly skipped: number;
  readonly projections: Readonly<Record<ProjectionName, RebuiltProjection>>;
}

/** A statement of a rebuild reads or compares whole projections. */
const statementTimeoutMs = 3_600_000;

/**
 * Makes the projections of an organization anew from its commands, beside those that serve; then, under the lock of the
 * head, takes the last commands in, compares, and puts right what differs (LEDGER-51). Appends wait for the comparison
 * and nothing else; readers see the old rows or the new ones.
 * @throws `not_found` for an organization that does not exist.
 */
export async function rebuildLedger(
  deps: Pick<Deps, "db">,
  actor: Actor,
  organizationId: string,
): Promise<RebuiltLedger> {
  await showOrganization(deps, organizationId);
  const session = await deps.db.openSession({ statementTimeoutMs });
  try {
    await session.inTransaction(async (tx) => {
      for (const name of projectionNames)
        await tx.query(
          builtStatement<[], never>(
            `create temporary table ${besideOf(name)} (like ${projections[name].table} including indexes)`,
          )([]),
        );
    });
    const before = await readLedgerHead(deps, organizationId);
    let replayed = await session.inTransaction((tx) => replay(tx, organizationId, { after: 0, upTo: before.seq }));
    return await session.inTransaction(async (tx) => {
      const head = await lockLedger(tx, organizationId);
      const rest = await replay(tx, organizationId, { after: before.seq, upTo: head.seq });
      replayed = { commands: replayed.commands + rest.commands, skipped: replayed.skipped + rest.skipped };
      const rebuilt = {
        tasks: await putRight(tx, organizationId, "tasks"),
        workflows: await putRight(tx, organizationId, "workflows"),
        notes: await putRight(tx, organizationId, "notes"),
        flags: await putRight(tx, organizationId, "flags"),
        opportunityRequests: await putRight(tx, organizationId, "opportunityRequests"),
      };
      await recordChange(tx, actor, {
        action: "ledger.rebuild",
        kind: "organization",
        id: organizationId,
        organizationId,
        before: null,
        after: Object.fromEntries(Object.entries(rebuilt).map(([name, { differing }]) => [name, { differing }])),
      });
      return { organizationId, actionSeq: head.seq, ...replayed, projections: rebuilt };
    });
  } finally {
    await session.close();
  }
}

function besideOf(name: ProjectionName): string {
  return `pg_temp.rebuilt_${projections[name].table}`;
}

/** Commands that are applied together, on the rows that they need. */
async function replay(
  tx: SessionTransaction,
  organizationId: string,
  range: { readonly after: number; readonly upTo: number },
): Promise<{ readonly commands: number; readonly skipped: number }> {
  let commands = 0;
  let skipped = 0;
  for await (const rows of commandsBehind(tx, organizationId, range)) {
    const below = await loadBeside(tx, rows);
    const states = new LedgerStates(below);
    for (const row of rows) if (!apply(organizationId, row, states)) skipped += 1;
    commands += rows.length;
    await writeBeside(tx, states.rows());
  }
  return { commands, skipped };
}

/** @returns whether the command has an effect: an erased one has none, nor has one about what was erased. */
function apply(organizationId: string, row: ChainRow, states: LedgerStates): boolean {
  const type = commandTypeNamed(row.type);
  const { entityKind: kind, entityKey: key } = row;
  if (type === undefined || !isEntityKind(kind)) return false;
  const { commandId, seq, environmentId, connectionId, clientKey, policyKey, isOpen, actorPrincipal } = row;
  const placed: PlacedCommand = {
    organizationId,
    environmentId,
    connectionId,
    commandId,
    seq,
    entity: { kind, key },
    clientKey,
    policyKey,
    isOpen,
    actorPrincipal,
    recordedAt: row.recordedAt.toISOString(),
  };
  try {
    const performed = type.perform(placed, parseJson(row.payload), states);
    if (performed.kind === "refused") return false;
    states.put(performed.effect.changes ?? {});
    return true;
  } catch (error) {
    if (error instanceof z.ZodError) return false;
    throw error;
  }
}

async function loadBeside(tx: Querying, rows: readonly ChainRow[]): Promise<LedgerStates> {
  const states = new LedgerStates();
  const keysOf = (kind: string): string[] => [
    ...new Set(rows.flatMap((row) => (row.entityKind === kind ? [row.entityKey] : []))),
  ];
  const cleared = rows.flatMap((row) => (row.type === "clear_flag" ? [row.entityKey] : []));
  states.put({
    tasks: await rowsBeside<TaskRow>(tx, "tasks", "task_key", keysOf("task")),
    workflows: await rowsBeside<WorkflowRow>(tx, "workflows", "workflow_key", keysOf("workflow")),
    notes: await rowsBeside<NoteRow>(tx, "notes", "note_key", keysOf("note")),
    flags: await rowsBeside<FlagRow>(tx, "flags", "entity_key", cleared),
  });
  return states;
}

async function rowsBeside<Row>(
  tx: Querying,
  name: ProjectionName,
  column: string,
  keys: readonly string[],
): Promise<readonly Row[]> {
  if (keys.length === 0) return [];
  const read = builtStatement<[readonly string[]], { readonly row: Row }>(
    `select to_json(t) as row from ${besideOf(name)} t where t.${column} = any($1::text[])`,
  );
  const { rows } = await tx.query(read([keys]));
  return rows.map(({ row }) => row);
}

async function writeBeside(tx: Querying, changes: Required<Changes>): Promise<void> {
  for (const name of projectionNames) {
    if (changes[name].length === 0) continue;
    const write = builtStatement<[string], never>(upsertInto(besideOf(name), name, "$1::json"));
    await tx.query(write([JSON.stringify(changes[name])]));
  }
}

/** Compares a projection with its rebuilt rows and replaces those that differ. */
async function putRight(tx: Querying, organizationId: string, name: ProjectionName): Promise<RebuiltProjection> {
  const { table, key } = projections[name];
  const beside = besideOf(name);
  const same = ["organization_id", ...key].map((column) => `r.${column} = t.${column}`).join(" and ");
  const compare = builtStatement<[string], { readonly rows: number; readonly differing: number }>(`
    select count(r.organization_id) as rows, count(*) filter (where to_jsonb(r) is distinct from to_jsonb(t)) as differing
    from (select * from ${table} where organization_id = $1::uuid) t full join ${beside} r on ${same}`);
  const { rows: compared } = await tx.query(compare([organizationId]));
  const found = compared[0] ?? { rows: 0, differing: 0 };
  if (found.differing === 0) return found;
  const remove = builtStatement<[string], never>(`
    delete from ${table} t where t.organization_id = $1::uuid
      and not exists (select from ${beside} r where ${same} and to_jsonb(r) = to_jsonb(t))`);
  await tx.query(remove([organizationId]));
  const insert = builtStatement<[], never>(`
    insert into ${table} select r.* from ${beside} r where not exists (select from ${table} t where ${same})`);
  await tx.query(insert([]));
  return found;
}
