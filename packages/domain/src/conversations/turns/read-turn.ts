import { fail, uuidPattern } from "@service/contract";
import { hotStatement, type Database } from "@service/db";
import { type Batcher, createBatcher } from "@service/runtime";
import type { Deps } from "../../deps.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { type ConversationRequest, readTurnPlace, type TurnPlace } from "./read-turn-place.ts";
import { type NarrowedTurn, turnColumns, type TurnRow } from "./turn-row.ts";

const readOne = hotStatement(
  "turns_read",
  `select ${turnColumns} from turns t join conversations c on c.id = t.conversation_id
   where t.id = $1 and t.conversation_id = $2`,
).narrowed<NarrowedTurn>();

/** A turn of a conversation that the caller has found, as it stands, also of one that was deleted since. */
export async function readTurnRow(
  db: Database,
  turn: { readonly turnId: string; readonly conversationId: string },
): Promise<TurnRow | undefined> {
  const { rows } = await db.hot.query(readOne([turn.turnId, turn.conversationId]));
  return rows[0];
}

const readMany = hotStatement(
  "turns_read_many",
  `select ${turnColumns} from unnest($1::uuid[]) as w (id) join turns t on t.id = w.id
   join conversations c on c.id = t.conversation_id
   where t.id = any($1::uuid[])`,
).narrowed<NarrowedTurn>();

/** As `readTurnRow`, one statement for all who read at the same time. */
export type TurnLoader = Batcher<{ readonly turnId: string; readonly conversationId: string }, TurnRow | undefined>;

export function createTurnLoader(db: Database): TurnLoader {
  return createBatcher({
    name: "turns",
    maxBatch: 200,
    maxInFlight: 2,
    maxWaiting: 10_000,
    async run(wanted) {
      const { rows } = await db.hot.query(readMany([[...new Set(wanted.map(({ turnId }) => turnId))]]));
      const byId = new Map(rows.map((row) => [row.id, row]));
      return wanted.map(({ turnId, conversationId }) => {
        const row = byId.get(turnId);
        return row?.conversationId === conversationId ? row : undefined;
      });
    },
  });
}

/** Whose conversation is meant: a request with an acting person sees only that person's. */
export function conversationRequest(
  { organizationId, environmentId, principal }: Viewer,
  place: { readonly slug: string; readonly conversationId: string },
): ConversationRequest {
  return {
    organizationId,
    environmentId,
    principal,
    slug: place.slug.includes("\u0000") ? "" : place.slug,
    conversationId: idOrNone(place.conversationId),
  };
}

const noId = "00000000-0000-0000-0000-000000000000";

/** An id that PostgreSQL can compare; what is no UUID names nothing. */
export function idOrNone(id: string): string {
  return uuidPattern.test(id) ? id.toLowerCase() : noId;
}

/** A place whose conversation exists for the caller. */
export type FoundPlace = TurnPlace & { readonly conversationId: string };

/** @throws `conversation_instance_not_found`, `conversation_not_found`. */
export function foundPlace(place: TurnPlace | undefined): FoundPlace {
  if (place === undefined) throw fail("conversation_instance_not_found");
  const { conversationId } = place;
  if (conversationId === null) throw fail("conversation_not_found");
  return { ...place, conversationId };
}

/**
 * One turn of a conversation that the caller may see.
 * @throws `conversation_instance_not_found`, `conversation_not_found`, `turn_not_found`.
 */
export async function findTurn(
  deps: Pick<Deps, "db">,
  viewer: Viewer,
  request: { readonly slug: string; readonly conversationId: string; readonly turnId: string },
): Promise<TurnRow> {
  const turnId = idOrNone(request.turnId);
  const place = await readTurnPlace(deps.db, { ...conversationRequest(viewer, request), parentTurnId: turnId });
  const { conversationId, parentId } = foundPlace(place);
  const row = parentId === null ? undefined : await readTurnRow(deps.db, { turnId, conversationId });
  if (row === undefined) throw fail("turn_not_found");
  return row;
}
