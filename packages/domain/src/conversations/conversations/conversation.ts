import { fail, type ConversationStatus } from "@service/contract";
import { hotStatement, type Querying, statement } from "@service/db";
import type { Json } from "@service/json";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { requireInstance } from "./instance.ts";

/** A conversation as stored, with the slug of its instance and its unfinished turn. */
export interface ConversationRow {
  readonly id: string;
  readonly organizationId: string;
  readonly environmentId: string;
  readonly environmentSlug: string;
  readonly instanceId: string;
  readonly instanceSlug: string;
  readonly title: string;
  readonly status: ConversationStatus;
  readonly ownerPrincipal: string | null;
  readonly connectionId: string | null;
  readonly clientKey: string | null;
  readonly policyKey: string | null;
  readonly runIds: readonly string[];
  /** JSON text. */
  readonly variables: string;
  readonly metadata: Json;
  readonly turnCount: number;
  readonly headTurnId: string | null;
  readonly activeTurnId: string | null;
  readonly lastTurnAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Columns of `c`, a conversation, and `i`, its instance. */
export const conversationColumns = `
  c.id, c.organization_id as "organizationId", c.environment_id as "environmentId",
  c.environment_slug as "environmentSlug", c.instance_id as "instanceId", i.slug as "instanceSlug", c.title, c.status,
  c.owner_principal as "ownerPrincipal", c.connection_id as "connectionId", c.client_key as "clientKey",
  c.policy_key as "policyKey", coalesce(c.run_ids, '{}') as "runIds", c.variables, c.metadata, c.turn_count as "turnCount",
  c.head_turn_id as "headTurnId",
  (select t.id from turns t where t.conversation_id = c.id and t.status in ('queued', 'running')) as "activeTurnId",
  c.last_turn_at as "lastTurnAt", c.created_at as "createdAt", c.updated_at as "updatedAt"`;

/** Columns whose values the database does not describe: JSON, and an array that is never null. */
export type NarrowedColumns = Pick<ConversationRow, "metadata"> & { readonly runIds: string[] };

/**
 * Whose conversations are looked at (CONV-20): those of the environment, and with an acting person that person's alone.
 */
export interface ConversationScope extends EnvironmentScope {
  /** `X-Service-Acting-Principal`; null when it was not sent. */
  readonly principal: string | null;
}

/** A conversation as a path names it. */
export interface NamedConversation {
  readonly slug: string;
  readonly conversationId: string;
}

/** What is no UUID names nothing; let it never reach a `::uuid` cast. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}

const place = `
  from conversations c join conversation_instances i on i.id = c.instance_id
  where c.id = @conversation_id and c.organization_id = @organization_id and c.environment_id = @environment_id
    and i.slug = @slug and c.deleted_at is null and (@principal::text is null or c.owner_principal = @principal::text)`;

const readOne = hotStatement(
  "conversations_read",
  `select ${conversationColumns} ${place}`,
).narrowed<NarrowedColumns>();
const lockOne = statement("conversations_lock", `select c.id ${place} for update of c`);

/**
 * A conversation that the caller may look at. @param db a transaction, or the pool.
 * @throws `conversation_instance_not_found`, then `conversation_not_found`, which is the same for one that is not there, was
 *   deleted, or belongs to another organization, environment, instance or person (CONV-20).
 */
export async function requireConversation(
  deps: Pick<Deps, "db">,
  scope: ConversationScope,
  { slug, conversationId }: NamedConversation,
  db: Querying = deps.db.hot,
): Promise<ConversationRow> {
  const { rows } = isUuid(conversationId)
    ? await db.query(readOne(valuesOf(scope, { slug, conversationId })))
    : { rows: [] };
  const [found] = rows;
  if (found) return found;
  await requireInstance(deps, scope, slug);
  throw fail("conversation_not_found");
}

/** Locks a conversation in a transaction: no turn begins meanwhile. @throws `conversation_not_found` */
export async function lockConversation(
  tx: Querying,
  scope: ConversationScope,
  named: NamedConversation,
): Promise<void> {
  const { rowCount } = await tx.query(lockOne(valuesOf(scope, named)));
  if (rowCount !== 1) throw fail("conversation_not_found");
}

function valuesOf(
  { organizationId, environmentId, principal }: ConversationScope,
  { slug, conversationId }: NamedConversation,
) {
  return { conversationId, organizationId, environmentId, slug, principal };
}
