import type { Conversation, ConversationAnnotation, Turn } from "@service/contract";
import { statement } from "@service/db";
import { isJsonObject, type Json, type JsonObject, parseJson } from "@service/json";
import type * as z from "zod";
import { listAttachments, presentAttachment } from "../attachments/index.ts";
import {
  type ConversationRow,
  listAnnotations,
  presentAnnotations,
  presentConversation,
  presentInstance,
  presentVersion,
  readVersion,
  requireInstance,
} from "../conversations/index.ts";
import type { Deps } from "../../deps.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { listTurns, presentTurn } from "../turns/index.ts";

export type ExportDeps = Pick<Deps, "db" | "clock" | "secrets">;

/** A turn as the viewer sees it, with what of each attempt left for a provider. */
export type ExportedTurn = Omit<Turn, "attempts"> & {
  readonly attempts: readonly (Turn["attempts"][number] & { readonly egress: Json })[];
};

/** What an export is made of; every list is read while it is walked. */
export interface Parts {
  readonly instance: JsonObject;
  readonly conversation: z.output<typeof Conversation>;
  /** Messages that stood before the first turn. */
  readonly seed: readonly { readonly role: string; readonly text: string }[];
  /** Ids of the turns from the beginning to the newest, as the export began. */
  readonly path: ReadonlySet<string>;
  turns(): AsyncIterable<ExportedTurn>;
  annotations(): AsyncIterable<z.output<typeof ConversationAnnotation>>;
  attachments(): AsyncIterable<object>;
  /** The releases that the given turns were answered with. */
  versions(used: ReadonlySet<number>): AsyncIterable<object>;
}

const pageMax = 200;

const readSeed = statement("conversations_read_seed", "select seed from conversations where id = $1");
const readPath = statement(
  "turns_read_path_ids",
  `with recursive path as (
     select t.id, t.parent_turn_id from turns t where t.conversation_id = $1 and t.id = $2
     union all
     select t.id, t.parent_turn_id from path p join turns t on t.conversation_id = $1 and t.id = p.parent_turn_id
   ) select id from path`,
);
const readEgress = statement(
  "turn_attempts_read_egress",
  'select turn_id as "turnId", attempt, egress from turn_attempts where turn_id = any($1::uuid[]) and egress is not null',
);

/** Opens the parts of a conversation as its viewer sees them: with the turns that it has now (CONV-62). */
export async function openParts(
  deps: ExportDeps,
  { viewer, conversation }: { readonly viewer: Viewer; readonly conversation: ConversationRow },
): Promise<Parts> {
  const named = { slug: conversation.instanceSlug, conversationId: conversation.id };
  const instance = await requireInstance(deps, viewer, conversation.instanceSlug);
  const { rows: seeds } = await deps.db.pool.query(readSeed([conversation.id]));
  const { rows: path } =
    conversation.headTurnId === null
      ? { rows: [] }
      : await deps.db.pool.query(readPath([conversation.id, conversation.headTurnId]));
  return {
    instance: objectOf(presentInstance(instance)),
    conversation: presentConversation(conversation),
    seed: messagesIn(seeds[0]?.seed ?? "[]"),
    path: new Set(path.flatMap(({ id }) => id ?? [])),
    turns: () => turnsOf(deps, viewer, conversation),
    async *annotations() {
      let cursor: string | undefined;
      do {
        const filters = { turnId: undefined, kind: undefined, rating: undefined };
        const page = await listAnnotations(deps, viewer, named, { ...filters, limit: pageMax, cursor });
        yield* await presentAnnotations(deps, viewer, conversation.id, page.rows);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
    },
    async *attachments() {
      let cursor: string | undefined;
      do {
        const request = { conversationId: conversation.id, limit: pageMax, cursor };
        const page = await listAttachments(deps, viewer, request);
        yield* page.rows.map(presentAttachment);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
    },
    async *versions(used) {
      for (const version of [...used].toSorted((a, b) => a - b))
        yield presentVersion(deps, await readVersion(deps, viewer, conversation.instanceSlug, String(version)));
    },
  };
}

/** Turns that began after the export are not part of it. */
async function* turnsOf(
  deps: ExportDeps,
  viewer: Viewer,
  { instanceSlug, id, turnCount }: ConversationRow,
): AsyncIterable<ExportedTurn> {
  let cursor: string | undefined;
  do {
    const page = await listTurns(deps, viewer, {
      slug: instanceSlug,
      conversationId: id,
      path: "all",
      status: undefined,
      limit: pageMax,
      cursor,
    });
    const rows = page.rows.filter(({ index }) => index <= turnCount);
    const egress = await egressOf(
      deps,
      rows.map((row) => row.id),
    );
    for (const row of rows) {
      const turn = presentTurn(row, viewer, deps.clock.now());
      const attempts = turn.attempts.map((attempt) => ({
        ...attempt,
        egress: turn.output.withheld ? null : (egress.get(`${row.id} ${attempt.attempt}`) ?? null),
      }));
      yield { ...turn, attempts };
    }
    cursor = rows.length < page.rows.length ? undefined : (page.nextCursor ?? undefined);
  } while (cursor !== undefined);
}

async function egressOf(deps: ExportDeps, turnIds: readonly string[]): Promise<ReadonlyMap<string, Json>> {
  const { rows } = await deps.db.pool.query(readEgress([turnIds]));
  return new Map(
    rows.flatMap(({ turnId, attempt, egress }) =>
      egress === null ? [] : [[`${turnId} ${attempt}`, parseJson(egress)]],
    ),
  );
}

function messagesIn(seed: string): readonly { readonly role: string; readonly text: string }[] {
  const given = parseJson(seed);
  return Array.isArray(given)
    ? given.flatMap((one: Json) =>
        isJsonObject(one) && typeof one["role"] === "string" && typeof one["text"] === "string"
          ? [{ role: one["role"], text: one["text"] }]
          : [],
      )
    : [];
}

function objectOf(value: object): JsonObject {
  const json = parseJson(JSON.stringify(value));
  if (!isJsonObject(json)) throw new Error("a resource is an object");
  return json;
}
