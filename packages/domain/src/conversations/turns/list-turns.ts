import { fail, type TurnStatus } from "@service/contract";
import { statement } from "@service/db";
import { type SecretBox, SecretBoxError } from "@service/runtime";
import * as z from "zod";
import type { Deps } from "../../deps.ts";
import type { Asker } from "../grounding/index.ts";
import { conversationAsked, foundPlace } from "./read-turn.ts";
import { readTurnPlace } from "./read-turn-place.ts";
import { type NarrowedTurn, turnColumns, type TurnRow } from "./turn-row.ts";

/** `status`: as callers see it, where a turn that waits for its next attempt runs. */
const filters = `t.conversation_id = $1 and t.index > $2
  and ($3::text is null or case when t.status = 'queued' and t.attempt > 0 then 'running' else t.status::text end = $3)`;

const listAll = statement(
  "turns_list_all",
  `select ${turnColumns} from turns t join conversations c on c.id = t.conversation_id
   where ${filters} order by t.index limit $4`,
).narrowed<NarrowedTurn>();

/** The path from the beginning to a turn; a turn is newer than its parent, so the walk ends. */
const listPath = statement(
  "turns_list_path",
  `with recursive path as (
     select p.id, p.parent_turn_id from turns p where p.conversation_id = $1 and p.id = $5
     union all
     select p.id, p.parent_turn_id from path h join turns p on p.conversation_id = $1 and p.id = h.parent_turn_id
   )
   select ${turnColumns} from path join turns t on t.id = path.id and t.conversation_id = $1
   join conversations c on c.id = t.conversation_id
   where ${filters} order by t.index limit $4`,
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
  asker: Asker,
  { slug, conversationId: asked, path, status, limit, cursor }: TurnListRequest,
): Promise<{ readonly rows: readonly TurnRow[]; readonly nextCursor: string | null }> {
  const { conversationId, headTurnId } = foundPlace(
    await readTurnPlace(deps.db, conversationAsked(asker, { slug, conversationId: asked })),
  );
  const list = `turns:${JSON.stringify([asker.organizationId, conversationId, path, status ?? null])}`;
  const { after, head } =
    cursor === undefined ? { after: 0, head: headTurnId } : openCursor(deps.secrets, list, cursor);
  const rows = await readPage(deps, { conversationId, head: path === "head" ? head : undefined, after, status, limit });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return {
    rows: page,
    nextCursor: isMore ? deps.secrets.seal(JSON.stringify({ after: last.index, head }), list) : null,
  };
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
  const asked = [conversationId, after, status ?? null, limit + 1] as const;
  const { rows } =
    head === undefined ? await db.pool.query(listAll([...asked])) : await db.pool.query(listPath([...asked, head]));
  return rows;
}

function openCursor(box: SecretBox, list: string, cursor: string): z.infer<typeof Place> {
  try {
    return Place.parse(JSON.parse(box.open(cursor, list)));
  } catch (error) {
    if (error instanceof SecretBoxError || error instanceof z.ZodError || error instanceof SyntaxError)
      throw fail("invalid_cursor", { cause: error });
    throw error;
  }
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
