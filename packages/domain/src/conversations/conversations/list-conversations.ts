import type { ConversationStatus } from "@service/contract";
import { builtStatement } from "@service/db";
import type * as z from "zod";
import type { Deps } from "../../deps.ts";
import { answerShownTo, readEvidence } from "../grounding/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { SqlText } from "../../book/records/index.ts";
import { conversationColumns, type ConversationRow } from "./conversation.ts";
import { requireInstance } from "./instance.ts";
import { openPlace, type Page, sealPlace, TimedPlace } from "../../paging.ts";
import { searchQuery } from "./search-query.ts";

/** Which conversations a list is about; absent members choose all. */
export interface ConversationFilters {
  readonly status?: ConversationStatus | undefined;
  /** Exclusive. The list then stands in the order of the changes, oldest first. */
  readonly updatedAfter?: Date | undefined;
  readonly ownerPrincipal?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly q?: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
}

interface ConversationsRequest {
  readonly slug: string;
  readonly filters: ConversationFilters;
  readonly limit: number;
  readonly cursor: string | undefined;
}

interface Found extends ConversationRow {
  /** A title or an input matches, which everybody may read who sees the conversation; true without `q`. */
  readonly isOpenMatch: boolean;
  /** Evidence of the answers that match, JSON text; null where nothing was read for one. */
  readonly evidence: readonly (string | null)[] | null;
}

/**
 * Matches of one kind that a search looks at: a word that stands in more titles or texts finds only as many of them.
 */
const matchesMax = 2_000;
/** Pages of candidates that a search reads until its own page is full. */
const roundsMax = 10;

/**
 * A page of the conversations of an instance, newest first, or by change with `updatedAfter` (CONV-40 to CONV-43). A search
 * does not find a conversation by an answer that is withheld from the viewer.
 * @throws `conversation_instance_not_found`, `invalid_cursor`, `invalid_request` for a `q` without a word.
 */
export async function listConversations(
  deps: Pick<Deps, "db" | "secrets">,
  viewer: Viewer,
  { slug, filters, limit, cursor }: ConversationsRequest,
): Promise<Page<ConversationRow>> {
  const instance = await requireInstance(deps, viewer, slug);
  const { organizationId, environmentId, principal } = viewer;
  const query = filters.q === undefined ? undefined : searchQuery(filters.q);
  const list = { list: "conversations", organizationId, environmentId, instance: instance.id, principal, filters };
  let after = cursor === undefined ? undefined : openPlace(deps.secrets, list, cursor, TimedPlace);
  const rows: ConversationRow[] = [];
  const placeOf = (row: ConversationRow): z.output<typeof TimedPlace> => [
    filters.updatedAfter === undefined ? row.createdAt : row.updatedAt,
    row.id,
  ];
  for (let round = 0; ; round += 1) {
    const found = await readCandidates(deps, { viewer, instanceId: instance.id, filters, query, after, limit });
    for (const [index, candidate] of found.slice(0, limit).entries()) {
      after = placeOf(candidate);
      if (isFound(viewer, candidate)) rows.push(candidate);
      const hasMore = index + 1 < found.length;
      if (rows.length === limit) return { rows, nextCursor: hasMore ? sealPlace(deps.secrets, list, after) : null };
    }
    if (found.length <= limit) return { rows, nextCursor: null };
    // A search whose matches are withheld goes on with the next page instead of reading them all for this one.
    if (round + 1 === roundsMax && after) return { rows, nextCursor: sealPlace(deps.secrets, list, after) };
  }
}

function isFound(viewer: Viewer, { isOpenMatch, evidence }: Found): boolean {
  return (
    isOpenMatch || (evidence ?? []).some((each) => answerShownTo(viewer, each === null ? null : readEvidence(each)))
  );
}

interface Candidates {
  readonly viewer: Viewer;
  readonly instanceId: string;
  readonly filters: ConversationFilters;
  /** A query of words, as PostgreSQL reads it. */
  readonly query: string | undefined;
  readonly after: z.output<typeof TimedPlace> | undefined;
  readonly limit: number;
}

/** The next conversations, one more than the page has. */
async function readCandidates(deps: Pick<Deps, "db">, candidates: Candidates): Promise<readonly Found[]> {
  const { viewer, instanceId, filters, query, after, limit } = candidates;
  const { status, updatedAfter, ownerPrincipal, clientKey, metadata } = filters;
  const sql = new SqlText();
  const organization = sql.value(viewer.organizationId, "uuid");
  const environment = sql.value(viewer.environmentId, "uuid");
  const instance = sql.value(instanceId, "uuid");
  const owners = [viewer.principal ?? undefined, ownerPrincipal].filter((each) => each !== undefined);
  const byChange = updatedAfter !== undefined;
  const column = byChange ? "c.updated_at" : "c.created_at";
  const conditions = [
    `c.organization_id = ${organization}`,
    `c.environment_id = ${environment}`,
    `c.instance_id = ${instance}`,
    "c.deleted_at is null",
    ...owners.map((owner) => `c.owner_principal = ${sql.value(owner, "text")}`),
    ...(status === undefined ? [] : [`c.status = ${sql.value(status, "conversation_status")}`]),
    ...(updatedAfter === undefined ? [] : [`c.updated_at > ${sql.value(updatedAfter, "timestamptz")}`]),
    ...(clientKey === undefined ? [] : [`c.client_key = ${sql.value(clientKey, "text")}`]),
    ...(Object.keys(metadata).length === 0 ? [] : [`c.metadata @> ${sql.value(JSON.stringify(metadata), "jsonb")}`]),
    ...(after === undefined
      ? []
      : [
          `(${column}, c.id) ${byChange ? ">" : "<"} (${sql.value(after[0], "timestamptz")}, ${sql.value(after[1], "uuid")})`,
        ]),
  ];
  const order = byChange ? `${column}, c.id` : `${column} desc, c.id desc`;
  const words = query === undefined ? undefined : `to_tsquery('simple', ${sql.value(query, "text")})`;
  const ofTurns = `t.instance_id = ${instance} and t.environment_id = ${environment} and t.completed_at is not null`;
  const text =
    words === undefined
      ? `select ${conversationColumns}, true as "isOpenMatch", null::text[] as evidence
         from conversations c join conversation_instances i on i.id = c.instance_id
         where ${conditions.join(" and ")} order by ${order} limit ${limit + 1}`
      : `with matches as materialized (
           (select c.id, true as is_open, null::text as evidence from conversations c
            where c.instance_id = ${instance} and c.environment_id = ${environment} and c.deleted_at is null
              and conversation_words(c.title) @@ ${words} limit ${matchesMax})
           union all
           (select t.conversation_id, true, null::text from turns t
            where ${ofTurns} and conversation_words(t.input_text) @@ ${words} limit ${matchesMax})
           union all
           (select t.conversation_id, false, t.evidence from turns t
            where ${ofTurns} and t.output_text is not null and conversation_words(t.output_text) @@ ${words}
            limit ${matchesMax})
         ), found as materialized (
           select id, bool_or(is_open) as is_open, array_agg(distinct evidence) filter (where not is_open) as evidence
           from matches group by id
         )
         select ${conversationColumns}, f.is_open as "isOpenMatch", f.evidence
         from found f join conversations c on c.id = f.id join conversation_instances i on i.id = c.instance_id
         where ${conditions.join(" and ")} order by ${order} limit ${limit + 1}`;
  const { rows } = await deps.db.pool.query(builtStatement<unknown[], Found>(text)(sql.values));
  return rows;
}
