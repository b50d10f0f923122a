import { hotStatement, statement, type Transaction } from "@service/db";
import { firstHash } from "./chain.ts";
import type { NoteRow, FlagRow, TaskRow, WorkflowRow, ProjectionName } from "./ledger-rows.ts";
import { projections } from "./ledger-rows.ts";
import { type Changes, LedgerStates } from "./ledger-states.ts";

/** The statements of an append; all are sent under the lock of the organization's head. */

export interface LedgerHead {
  readonly seq: number;
  readonly hash: string;
}

const lockHead = hotStatement(
  "ledger_lock_head",
  `select h.seq, h.hash, o.agent_commands as "agentCommands",
     date_trunc('milliseconds', clock_timestamp()) as "lockedAt"
   from ledger_heads h join organizations o on o.id = h.organization_id
   where h.organization_id = $1 for no key update of h`,
).narrowed<{ readonly lockedAt: Date }>();

const beginLedger = statement(
  "ledger_begin",
  "insert into ledger_heads (organization_id, seq, hash) values ($1, 0, $2) on conflict do nothing",
);

/** Locks the head until the transaction ends: whoever holds it is alone in the organization's ledger. */
export async function lockLedger(
  tx: Transaction,
  organizationId: string,
): Promise<LedgerHead & { readonly agentCommands: string | null; readonly lockedAt: Date }> {
  const { rows } = await tx.query(lockHead([organizationId]));
  const [head] = rows;
  if (head !== undefined) return head;
  await tx.query(beginLedger([organizationId, firstHash]));
  const { rows: begun } = await tx.query(lockHead([organizationId]));
  const [first] = begun;
  if (first === undefined) throw new Error("an organization has no ledger");
  return first;
}

/**
 * Inputs: keys of an organization. Rows: what was recorded under them.
 *
 * Here and below each key is looked up by itself (`offset 0` keeps the planner from joining), and the statement is planned
 * each time: a plan that was made while the ledger was small would read all of it later.
 */
const readByKeys = statement(
  "ledger_read_by_keys",
  `select c.idempotency_key as "idempotencyKey", c.request_sha256 as "requestSha256", c.command_id as "commandId",
     c.seq, c.type, c.entity
   from unnest($2::uuid[]) as asked(key) cross join lateral (
     select c.* from ledger_commands c where c.organization_id = $1 and c.idempotency_key = asked.key offset 0) c`,
).narrowed<RecordedCommand>();

/** A recorded command, as a repeat is answered with. */
export interface RecordedCommand {
  readonly idempotencyKey: string;
  readonly requestSha256: string;
  readonly commandId: string;
  readonly seq: number;
  readonly type: string;
  /** JSON text. */
  readonly entity: string;
}

export async function readRecorded(
  tx: Transaction,
  organizationId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, RecordedCommand>> {
  const { rows } = await tx.query(readByKeys([organizationId, keys]));
  return new Map(rows.map((row) => [row.idempotencyKey, row]));
}

const readTasks = statement(
  "ledger_read_tasks",
  `select t.row from unnest($2::text[]) as asked(key) cross join lateral (
     select to_json(t) as row from ledger_tasks t where t.organization_id = $1 and t.task_key = asked.key offset 0) t`,
  // Rows of the projection as `ledger-rows.ts` describes them: nothing else writes the table.
).narrowed<{ readonly row: TaskRow }>();

const readWorkflows = statement(
  "ledger_read_workflows",
  `select w.row from unnest($2::text[]) as asked(key) cross join lateral (
     select to_json(w) as row from ledger_workflows w
     where w.organization_id = $1 and w.workflow_key = asked.key offset 0) w`,
).narrowed<{ readonly row: WorkflowRow }>();

const readNotes = statement(
  "ledger_read_notes",
  `select n.row from unnest($2::text[]) as asked(key) cross join lateral (
     select to_json(n) as row from ledger_notes n where n.organization_id = $1 and n.note_key = asked.key offset 0) n`,
).narrowed<{ readonly row: NoteRow }>();

const readFlags = statement(
  "ledger_read_flags",
  `select f.row
   from unnest($2::uuid[], $3::text[], $4::text[]) as asked(environment_id, kind, key) cross join lateral (
     select to_json(f) as row from ledger_flags f
     where f.organization_id = $1 and f.environment_id = asked.environment_id and f.entity_kind = asked.kind
       and f.entity_key = asked.key offset 0) f`,
).narrowed<{ readonly row: FlagRow }>();

const readLastSeqs = statement(
  "ledger_read_last_seqs",
  `select asked.environment_id as "environmentId", asked.kind, asked.key, last.seq
   from unnest($2::uuid[], $3::text[], $4::text[]) as asked(environment_id, kind, key)
   cross join lateral (
     select c.seq from ledger_commands c
     where c.organization_id = $1 and c.environment_id = asked.environment_id and c.entity_key = asked.key
       and c.entity_kind = asked.kind
     order by c.seq desc limit 1) last`,
).narrowed<{ readonly environmentId: string; readonly kind: string; readonly key: string }>();

/** A record in an environment. */
export interface RecordPlace {
  readonly environmentId: string;
  readonly kind: string;
  readonly key: string;
}

/** What commands are judged against. */
export interface NeededStates {
  readonly tasks: readonly string[];
  readonly workflows: readonly string[];
  readonly notes: readonly string[];
  /** Records whose flags are needed. */
  readonly flagged: readonly RecordPlace[];
  /** Records whose last command is needed. */
  readonly awaited: readonly RecordPlace[];
}

export async function loadStates(tx: Transaction, organizationId: string, needed: NeededStates): Promise<LedgerStates> {
  const states = new LedgerStates();
  if (needed.tasks.length > 0) states.put({ tasks: rowsOf(await tx.query(readTasks([organizationId, needed.tasks]))) });
  if (needed.workflows.length > 0)
    states.put({ workflows: rowsOf(await tx.query(readWorkflows([organizationId, needed.workflows]))) });
  if (needed.notes.length > 0) states.put({ notes: rowsOf(await tx.query(readNotes([organizationId, needed.notes]))) });
  if (needed.flagged.length > 0)
    states.put({ flags: rowsOf(await tx.query(readFlags([organizationId, ...columnsOf(needed.flagged)]))) });
  if (needed.awaited.length > 0) {
    const { rows } = await tx.query(readLastSeqs([organizationId, ...columnsOf(needed.awaited)]));
    for (const { environmentId, kind, key, seq } of rows) states.noteLastSeq(environmentId, kind, key, seq);
  }
  return states;
}

function rowsOf<Row>({ rows }: { readonly rows: readonly { readonly row: Row }[] }): readonly Row[] {
  return rows.map(({ row }) => row);
}

function columnsOf(places: readonly RecordPlace[]): [string[], string[], string[]] {
  return [
    places.map(({ environmentId }) => environmentId),
    places.map(({ kind }) => kind),
    places.map(({ key }) => key),
  ];
}

/** A row of `ledger_commands`, named as its columns are. */
export interface CommandRow {
  readonly organization_id: string;
  readonly seq: number;
  readonly command_id: string;
  readonly idempotency_key: string;
  readonly environment_id: string;
  readonly connection_id: string | null;
  readonly type: string;
  readonly entity_kind: string;
  readonly entity_key: string;
  readonly entity: string;
  readonly client_key: string | null;
  readonly policy_key: string | null;
  readonly run_id: string | null;
  readonly is_open: boolean;
  readonly private_to: string | null;
  readonly payload: string;
  readonly payload_sha256: string;
  readonly request_sha256: string;
  readonly actor_principal: string;
  readonly actor_type: string;
  readonly actor_seat: string | null;
  readonly key_id: string;
  readonly trace_id: string | null;
  readonly occurred_at: string | null;
  readonly recorded_at: string;
  readonly hash: string;
}

/** Columns that a command may change in a row that exists. */
const changing = {
  tasks: [
    "title",
    "body",
    "status",
    "priority",
    "due_on",
    "assignee_seat",
    "category",
    "outcome",
    "completed_at",
    "last_seq",
  ],
  workflows: ["status", "steps", "outcome", "reason", "completed_at", "last_seq"],
  notes: ["body", "edited", "edited_by", "retracted", "updated_at", "last_seq"],
  flags: ["client_key", "policy_key", "connection_id", "is_set", "note", "changed_by", "changed_at", "last_seq"],
  opportunityRequests: ["client_key", "status", "reason", "requested_by", "requested_at", "last_seq"],
} as const satisfies Record<ProjectionName, readonly string[]>;

function upsert(projection: ProjectionName, rows: string): string {
  return upsertInto(projections[projection].table, projection, rows);
}

/** Writes rows of a projection, given as JSON of an array, into a table of its form. */
export function upsertInto(table: string, projection: ProjectionName, rows: string): string {
  const { key } = projections[projection];
  const set = changing[projection].map((column) => `${column} = excluded.${column}`).join(", ");
  return `insert into ${table} select * from json_populate_recordset(null::${table}, ${rows})
    on conflict (organization_id, ${key.join(", ")}) do update set ${set}`;
}

/** Inputs: organization, the new head, commands, and the rows of each projection, each as JSON of an array of rows. */
const writeCommands = hotStatement(
  "ledger_write",
  `
  with commands as (
    insert into ledger_commands select * from json_populate_recordset(null::ledger_commands, @commands::json)
  ), tasks as (${upsert("tasks", "@tasks::json")}),
  workflows as (${upsert("workflows", "@workflows::json")}),
  notes as (${upsert("notes", "@notes::json")}),
  flags as (${upsert("flags", "@flags::json")}),
  opportunity_requests as (${upsert("opportunityRequests", "@opportunity_requests::json")})
  update ledger_heads set seq = @seq, hash = @hash where organization_id = @organization_id`,
);

/** Writes commands, what they change, and the head, in one statement. */
export async function writeLedger(
  tx: Transaction,
  organizationId: string,
  head: LedgerHead,
  { commands, changes }: { readonly commands: readonly CommandRow[]; readonly changes: Required<Changes> },
): Promise<void> {
  await tx.query(
    writeCommands({
      organizationId,
      seq: head.seq,
      hash: head.hash,
      commands: JSON.stringify(commands),
      tasks: JSON.stringify(changes.tasks),
      workflows: JSON.stringify(changes.workflows),
      notes: JSON.stringify(changes.notes),
      flags: JSON.stringify(changes.flags),
      opportunityRequests: JSON.stringify(changes.opportunityRequests),
    }),
  );
}
