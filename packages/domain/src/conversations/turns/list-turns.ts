import type { TurnStatus } from "@service/contract";
import { statement } from "@service/db";
import * as z from "zod";
import type { Deps } from "../../deps.ts";
import { openPlace, type Page, pageOf, sealPlace } from "../../paging.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { conversationRequest, foundPlace } from "./read-turn.ts";
import { readTurnPlace } from "./read-turn-place.ts";
import { type NarrowedTurn, turnColumns, type TurnRow } from "./turn-row.ts";

/** `status`: as callers see it, where a turn that waits for its next attempt runs. */
const filters = `t.conversation_id = @conversation_id and t.index > @after
  and (@status::text is null
    or case when t.status = 'queued' and t.attempt > 0 then 'running' else t.status::text end = @status)`;

const listAll = statement(
  "turns_list_all",
  `select ${turnColumns} from turns t join conversations c on c.id = t.conversation_id
   where ${filters} order by t.index limit @limit`,
).narrowed<NarrowedTurn>();

/** The path from the beginning to a turn; a turn is newer than its parent, so the walk ends. */
const listPath = statement(
  "turns_list_path",
  `with recursive path as (
     select p.id, p.parent_turn_id from turns p where p.conversation_id = @conversation_id and p.id = @head
     union all
     select p.id, p.parent_turn_id from path h join turns p on p.conversation_id = @conversation_id
       and p.id = h.parent_turn_id
   )
   select ${turnColumns} from path join turns t on t.id = path.id and t.conversation_id = @conversation_id
   join conversations c on c.id = t.conversation_id
   where ${filters} order by t.index limit @limit`,
).narrowed<NarrowedTurn>();

export interface TurnListRequest {
  readonly slug: string;
  readonly conversationId: string;
  readonly path: "head" | "all";
  readonly status: TurnStatus | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

const Place = z.strictObject({ after: z.int(), head: z.uuid().nullable() });

/**
 * Turns in the order of their index (TURN-51). `head` is the path to the turn that was the newest when the first page was
 * read, so that the pages of a chain are one path.
 * @throws `conversation_instance_not_found`, `conversation_not_found`, `invalid_cursor`.
 */
export async function listTurns(
  deps: Pick<Deps, "db" | "secrets">,
  viewer: Viewer,
  { slug, conversationId: requestedId, path, status, limit, cursor }: TurnListRequest,
): Promise<Page<TurnRow>> {
  const { conversationId, headTurnId } = foundPlace(
    await readTurnPlace(deps.db, conversationRequest(viewer, { slug, conversationId: requestedId })),
  );
  const { organizationId } = viewer;
  const list = { list: "turns", organizationId, conversationId, path, status };
  const { after, head } =
    cursor === undefined ? { after: 0, head: headTurnId } : openPlace(deps.secrets, list, cursor, Place);
  const rows = await readPage(deps, { conversationId, head: path === "head" ? head : undefined, after, status, limit });
  return pageOf(rows, limit, (last) => sealPlace(deps.secrets, list, { after: last.index, head }));
}

async function readPage(
  { db }: Pick<Deps, "db">,
  page: {
    readonly conversationId: string;
    /** Undefined: every branch. */
    readonly head: string | null | undefined;
    readonly after: number;
    readonly status: TurnStatus | undefined;
    readonly limit: number;
  },
): Promise<readonly TurnRow[]> {
  const { conversationId, head, after, status, limit } = page;
  if (head === null) return [];
  const values = { conversationId, after, status: status ?? null, limit: limit + 1 };
  const { rows } =
    head === undefined ? await db.pool.query(listAll(values)) : await db.pool.query(listPath({ ...values, head }));
  return rows;
}

/**
 * The turns from the beginning of a conversation to the parent of a question, oldest first (TURN-5).
 * @param turnId null: a new beginning.
 */
export async function readPathTo(
  { db }: Pick<Deps, "db">,
  { conversationId, turnId }: { readonly conversationId: string; readonly turnId: string | null },
): Promise<readonly TurnRow[]> {
  return readPage({ db }, { conversationId, head: turnId, after: 0, status: undefined, limit: pathTurnsMax });
}

/** Turns of one path that are read at most; a configuration takes far fewer into the history. */
const pathTurnsMax = 10_000;
