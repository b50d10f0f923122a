import { fail } from "@service/contract";
import { statement } from "@service/db";
import { parseJson } from "@service/json";
import * as z from "zod";
import type { EnvironmentScope } from "../access/index.ts";
import type { Deps } from "../deps.ts";

/** A conversation as a path names it. */
export interface ConversationPath {
  readonly slug: string;
  readonly conversationId: string;
  /** The acting person, who sees the own conversations only; undefined: those of the environment. */
  readonly principal: string | undefined;
}

/** What attachments need of a conversation. */
export interface AttachingConversation {
  readonly id: string;
  /** What its instance takes: by the newest release, before the first by the draft. */
  readonly takes: { readonly modelAlias: string; readonly mediaTypes: readonly string[] | undefined };
}

const findOne = statement(
  "conversations_find_for_attachments",
  `
  select c.id, f.config from conversation_instances i
    left join conversation_instance_versions v on v.instance_id = i.id and v.version = i.latest_version
    join conversation_configurations f on f.hash = coalesce(v.config_hash, i.draft_config_hash)
    left join conversations c on c.instance_id = i.id and c.organization_id = i.organization_id
      and c.environment_id = $2 and c.id = $4 and c.deleted_at is null
      and ($5::text is null or c.owner_principal = $5)
  where i.organization_id = $1 and i.slug = $3`,
).narrowed<{ readonly id: string | null }>();

const Config = z.object({
  model: z.object({ alias: z.string() }).optional(),
  attachments: z.object({ media_types: z.array(z.string()).optional() }).optional(),
});

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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
  const id = uuidForm.test(conversationId) ? conversationId.toLowerCase() : null;
  const { rows } = await deps.db.pool.query(findOne([organizationId, environmentId, slug, id, principal ?? null]));
  const [row] = rows;
  if (row === undefined) throw fail("conversation_instance_not_found");
  if (row.id === null) throw fail("conversation_not_found");
  const config = Config.safeParse(parseJson(row.config));
  return {
    id: row.id,
    takes: {
      modelAlias: config.data?.model?.alias ?? "embedded",
      mediaTypes: config.data?.attachments?.media_types,
    },
  };
}
