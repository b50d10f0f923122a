import { fail, InstanceConfig, uuidPattern } from "@service/contract";
import { statement } from "@service/db";
import { parseJson } from "@service/json";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";

/** A conversation as a path names it. */
export interface ConversationPath {
  readonly slug: string;
  readonly conversationId: string;
  /** The acting person, who sees the own conversations only; null: those of the environment. */
  readonly principal: string | null;
}

/** What one configuration takes. */
interface TakenFiles {
  readonly modelAliases: readonly string[];
  readonly mediaTypes: readonly string[];
}

/** What attachments need of a conversation. */
export interface AttachingConversation {
  readonly id: string;
  /**
   * What the configurations take that its next turn may have: the newest release, and outside of `live` the draft as well. Those
   * that take no files are not among them.
   */
  readonly takes: readonly TakenFiles[];
}

const findOne = statement(
  "conversations_find_for_attachments",
  `
  select c.id, e.slug = 'live' as "isLive", r.config as released, d.config as draft
  from conversation_instances i
    join environments e on e.organization_id = i.organization_id and e.id = @environment_id
    left join conversation_instance_versions v on v.instance_id = i.id and v.version = i.latest_version
    left join conversation_configurations r on r.hash = v.config_hash
    join conversation_configurations d on d.hash = i.draft_config_hash
    left join conversations c on c.instance_id = i.id and c.organization_id = i.organization_id
      and c.environment_id = @environment_id and c.id = @conversation_id and c.deleted_at is null
      and (@principal::text is null or c.owner_principal = @principal)
  where i.organization_id = @organization_id and i.slug = @slug`,
).narrowed<{ readonly id: string | null; readonly isLive: boolean; readonly released: string | null }>();

/**
 * The conversation of a path, as the caller may see it.
 * @throws `conversation_instance_not_found`, `conversation_not_found`: the same for one that is another person's, of
 *   another environment, or deleted.
 */
export async function findConversation(
  deps: Pick<Deps, "db">,
  { organizationId, environmentId }: EnvironmentScope,
  { slug, conversationId, principal }: ConversationPath,
): Promise<AttachingConversation> {
  const id = uuidPattern.test(conversationId) ? conversationId.toLowerCase() : null;
  const { rows } = await deps.db.pool.query(
    findOne({ organizationId, environmentId, slug, conversationId: id, principal }),
  );
  const [row] = rows;
  if (row === undefined) throw fail("conversation_instance_not_found");
  if (row.id === null) throw fail("conversation_not_found");
  const { isLive, released, draft } = row;
  const configs = [released, isLive && released !== null ? null : draft].filter((each) => each !== null);
  return { id: row.id, takes: [...new Set(configs)].flatMap(takenBy) };
}

/** A configuration that was stored by an earlier release of the service has the defaults of members that came later. */
function takenBy(config: string): TakenFiles[] {
  const { model, attachments } = InstanceConfig.parse(parseJson(config));
  if (!attachments.enabled) return [];
  return [{ modelAliases: [model.alias, ...model.fallback_aliases], mediaTypes: attachments.media_types }];
}
