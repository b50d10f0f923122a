import { fail } from "@service/contract";
import * as z from "zod";
import {
  openCursor,
  readBook,
  type ReadDeps,
  readRow,
  sealCursor,
  type ServedBook,
  SqlText,
  todayOf,
} from "../records/index.ts";
import type { BookView } from "../seats/index.ts";
import { firstHash } from "./chain.ts";
import type { CommandRow, LedgerHead } from "./ledger-store.ts";
import type { NoteRow, TaskRow, WorkflowRow } from "./ledger-rows.ts";
import { isNotPrivate, isSeenInLedger } from "./ledger-visibility.ts";
import { withoutHiddenCopies } from "./texts-about-clients.ts";

/** A row of `/actions`: the command, and the hash of the one before it. */
export type ActionRow = CommandRow & { readonly previous_hash: string };

/** The rows of each list. */
export interface ListedRows {
  readonly tasks: TaskRow;
  readonly workflows: WorkflowRow;
  readonly notes: NoteRow;
  readonly actions: ActionRow;
}
export type LedgerListName = keyof ListedRows;

interface LedgerList {
  readonly table: string;
  /** Unique and ascending with time. */
  readonly place: "created_seq" | "seq";
  readonly newestFirst: boolean;
  /** Who made a row, and who is to do it. */
  readonly by: string;
  readonly assignee?: string;
  /** Holds rows that are for their author alone. */
  readonly hasPrivate?: true;
}

const lists: Readonly<Record<LedgerListName, LedgerList>> = {
  tasks: {
    table: "ledger_tasks",
    place: "created_seq",
    newestFirst: true,
    by: "created_by",
    assignee: "assignee_seat",
  },
  workflows: { table: "ledger_workflows", place: "created_seq", newestFirst: true, by: "created_by" },
  notes: {
    table: "ledger_notes",
    place: "created_seq",
    newestFirst: true,
    by: "author",
    hasPrivate: true,
  },
  actions: { table: "ledger_commands", place: "seq", newestFirst: false, by: "actor_principal" },
};

/** What a list of the ledger is asked for. */
export interface LedgerQuery {
  /** The route's id. */
  readonly route: string;
  readonly environmentId: string;
  readonly connectionId: string | undefined;
  /** At most one of the two. */
  readonly clientKey?: string | undefined;
  readonly policyKey?: string | undefined;
  readonly status?: string | undefined;
  readonly assigneeSeat?: string | undefined;
  /** `YYYY-MM-DD`: due before this day. */
  readonly dueBefore?: string | undefined;
  /** Commands behind this seq. */
  readonly afterSeq?: number | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface LedgerPage<Row> {
  readonly book: ServedBook;
  /** Of the same statement as the rows: whoever appended and then reads sees it (LEDGER-60). */
  readonly head: LedgerHead;
  readonly rows: readonly { readonly row: Row; readonly isSeen: boolean }[];
  readonly nextCursor: string | null;
}

/** Entries of an index that one statement looks at: a page that is not full by then is short, with a cursor. */
const entriesMax = 10_000;

const Place = z.strictObject({ seq: z.int() });

/**
 * One page of a list of the ledger, as keyset over what changes meanwhile (LEDGER-60).
 * @throws `not_found` for a connection, client or policy that the viewer has not; `book_connection_ambiguous`,
 *   `invalid_cursor`, `book_unavailable`.
 */
export async function listLedger<Name extends LedgerListName>(
  deps: ReadDeps,
  name: Name,
  { viewer, signal }: { readonly viewer: BookView; readonly signal: AbortSignal },
  query: LedgerQuery,
): Promise<LedgerPage<ListedRows[Name]>> {
  const { route, environmentId, clientKey, policyKey, status, assigneeSeat, dueBefore, afterSeq, cursor } = query;
  // The person is part of what is asked: private notes and what somebody wrote are shown by who it is.
  const list = {
    route,
    environmentId,
    clientKey,
    policyKey,
    status,
    assigneeSeat,
    dueBefore,
    afterSeq,
    principal: viewer.principal,
  };
  const sealed = { viewer, list };
  const chain = cursor === undefined ? undefined : openCursor(deps.secrets, sealed, cursor, Place);
  if (chain !== undefined && query.connectionId !== undefined && query.connectionId !== chain.connectionId)
    throw fail("invalid_cursor");
  const connectionId = chain?.connectionId ?? query.connectionId;
  const { book, result } = await readBook(deps, { viewer, connectionId, signal }, async (read, served) => {
    if (clientKey !== undefined) await readRow(deps, read, "accounts", clientKey);
    if (policyKey !== undefined) await readRow(deps, read, "policies", policyKey);
    return readEntries<ListedRows[Name]>(deps, lists[name], {
      ...query,
      viewer,
      book: served,
      signal,
      after: chain?.place.seq,
    });
  });
  const { head, entries, next } = result;
  const rows = await withoutHiddenCopies<ListedRows[Name]>(
    deps,
    { policy: viewer.policy, connectionId: book.connectionId },
    entries.map(({ row }) => row),
  );
  const today = todayOf(deps);
  return {
    book,
    head,
    rows: entries.map(({ row, isSeen }, index) => ({ row: rows[index] ?? row, isSeen })),
    nextCursor:
      next === undefined
        ? null
        : sealCursor(deps.secrets, sealed, {
            connectionId: book.connectionId,
            seq: book.seq,
            today,
            place: { seq: next },
          }),
  };
}

interface EntriesRequest extends LedgerQuery {
  readonly viewer: BookView;
  readonly book: ServedBook;
  readonly signal: AbortSignal;
  readonly after: number | undefined;
}

interface Entry<Row> extends LedgerHead {
  readonly place: number;
  readonly isSeen: boolean;
  readonly row: Row;
}

/** Of a list without rows: the head alone, which may not exist yet. */
interface NoEntry {
  readonly place: null;
  readonly seq: number | null;
  readonly hash: string | null;
}

interface Entries<Row> {
  readonly head: LedgerHead;
  readonly entries: readonly Entry<Row>[];
  readonly next: number | undefined;
}

/** The page, and when it is short the place up to which was looked. */
async function readEntries<Row>(deps: ReadDeps, list: LedgerList, request: EntriesRequest): Promise<Entries<Row>> {
  const values = new SqlText();
  const found = await deps.book.query<Entry<Row> | NoEntry>(
    { text: pageStatement(values, list, request), values },
    request.signal,
  );
  const head = { seq: found[0]?.seq ?? 0, hash: found[0]?.hash ?? firstHash };
  const entries = found.flatMap((one) => (one.place === null ? [] : [one]));
  if (entries.length > request.limit) {
    const page = entries.slice(0, request.limit);
    return { head, entries: page, next: page.at(-1)?.place };
  }
  const looked = new SqlText();
  // Up to the head of the page: what was appended since must not move the place.
  const text = `${scanOf(looked, list, request, head.seq)} offset ${entriesMax - 1} limit 1`;
  const [last] = await deps.book.query<{ readonly place: number }>(
    { text: `select t.place from (${text}) t`, values: looked },
    request.signal,
  );
  return { head, entries, next: last?.place };
}

function pageStatement(sql: SqlText, list: LedgerList, request: EntriesRequest): string {
  const { viewer, book, limit, dueBefore } = request;
  const connectionId = sql.value(book.connectionId, "uuid");
  const seen = isSeenInLedger(sql, { viewer, connectionId: book.connectionId, seq: book.seq }, list);
  const conditions = [
    `(t.connection_id is null or t.connection_id = ${connectionId})`,
    ...(dueBefore === undefined ? [] : [`t.due_on < ${sql.value(dueBefore, "date")}`]),
    ...(list.hasPrivate ? [isNotPrivate(sql, viewer)] : []),
    ...(viewer.enforced ? [seen] : []),
  ];
  const row =
    list.table === "ledger_commands"
      ? `to_jsonb(t) - 'place' || jsonb_build_object('previous_hash', coalesce((select p.hash from ledger_commands p
          where p.organization_id = t.organization_id and p.seq = t.seq - 1), ${sql.value(firstHash, "text")}))`
      : "to_jsonb(t) - 'place'";
  return `
    select h.seq, h.hash, e.place, e.row, e."isSeen" from (select 1) as one
    left join ledger_heads h on h.organization_id = ${sql.value(viewer.organizationId, "uuid")}
    left join lateral (
      select t.place, ${row} as row, ${viewer.enforced ? "true" : seen} as "isSeen"
      from (${scanOf(sql, list, request)} limit ${entriesMax}) t
      where ${conditions.join(" and ")}
      order by t.place ${directionOf(list)} limit ${limit + 1}) e on true
    order by e.place ${directionOf(list)}`;
}

/** The entries of the environment, client, policy, status or seat, in order, behind a place. */
function scanOf(sql: SqlText, list: LedgerList, request: EntriesRequest, upTo?: number): string {
  const { viewer, environmentId, clientKey, policyKey, status, assigneeSeat, afterSeq, after } = request;
  const column = `t.${list.place}`;
  const equal = { client_key: clientKey, policy_key: policyKey, status, assignee_seat: assigneeSeat };
  const conditions = [
    `t.organization_id = ${sql.value(viewer.organizationId, "uuid")}`,
    `t.environment_id = ${sql.value(environmentId, "uuid")}`,
    ...Object.entries(equal).flatMap(([name, value]) =>
      value === undefined ? [] : [`t.${name} = ${sql.value(value, "text")}`],
    ),
    ...(afterSeq === undefined ? [] : [`${column} > ${sql.value(afterSeq, "bigint")}`]),
    ...(after === undefined ? [] : [`${column} ${list.newestFirst ? "<" : ">"} ${sql.value(after, "bigint")}`]),
    ...(upTo === undefined ? [] : [`${column} <= ${sql.value(upTo, "bigint")}`]),
  ];
  return `select t.*, ${column} as place from ${list.table} t where ${conditions.join(" and ")}
    order by ${column} ${directionOf(list)}`;
}

function directionOf({ newestFirst }: LedgerList): "asc" | "desc" {
  return newestFirst ? "desc" : "asc";
}
