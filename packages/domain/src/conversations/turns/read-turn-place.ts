import { hotStatement, type Database, type RowOf } from "@service/db";

/**
 * Everything that a new turn depends on, in one read: the instance with its newest release, the conversation, its active turn,
 * the parent, and the turn that has the same Idempotency-Key. No row: the organization has no such instance. Columns of what
 * does not exist are null.
 */
const readPlace = hotStatement(
  "turns_read_place",
  `select i.id as "instanceId", i.status::text as "instanceStatus", i.latest_version as "latestVersion",
     i.draft_config_hash as "draftHash", v.config_hash as "releasedHash",
     c.id as "conversationId", c.status::text as "conversationStatus", c.head_turn_id as "headTurnId",
     c.connection_id as "connectionId", c.client_key as "clientKey", c.policy_key as "policyKey", c.run_ids as "runIds",
     c.variables, c.seed,
     a.id as "activeTurnId", p.id as "parentId", p.status::text as "parentStatus",
     k.id as "keyTurnId", k.request_hash as "keyRequestHash"
   from conversation_instances i
   left join conversation_instance_versions v on v.instance_id = i.id and v.version = i.latest_version
   left join conversations c on c.id = @conversation_id and c.instance_id = i.id
     and c.organization_id = i.organization_id
     and c.environment_id = @environment_id and c.deleted_at is null and (@principal::text is null
       or c.owner_principal = @principal)
   left join turns a on a.conversation_id = c.id and a.status in ('queued', 'running')
   left join turns p on p.conversation_id = c.id and p.id = coalesce(@parent_turn_id, c.head_turn_id)
   left join turns k on k.idem_hash = @idem_hash and k.conversation_id = c.id
   where i.organization_id = @organization_id and i.slug = @slug`,
);

export type TurnPlace = RowOf<"turns_read_place">;

/** Which conversation is meant, and by whom. */
export interface ConversationRequest {
  readonly organizationId: string;
  readonly environmentId: string;
  /** Acting person: only that person's conversations are found. */
  readonly principal: string | null;
  readonly slug: string;
  readonly conversationId: string;
}

/** @param request.parentTurnId undefined: the newest turn. */
export async function readTurnPlace(
  db: Database,
  request: ConversationRequest & { readonly parentTurnId?: string | undefined; readonly idemHash?: Buffer | null },
): Promise<TurnPlace | undefined> {
  const { organizationId, environmentId, principal, slug, conversationId, parentTurnId, idemHash } = request;
  const { rows } = await db.hot.query(
    readPlace({
      organizationId,
      slug,
      conversationId,
      environmentId,
      principal,
      parentTurnId: parentTurnId ?? null,
      idemHash: idemHash ?? null,
    }),
  );
  return rows[0];
}
