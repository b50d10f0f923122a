import { randomUUID } from "node:crypto";
import type { Database } from "@service/db";
import { canonicalHash, canonicalJson, type JsonObject } from "@service/json";
import * as z from "zod";

export interface TestConversation {
  readonly slug: string;
  readonly instanceId: string;
  readonly conversationId: string;
  readonly environmentId: string;
}

const Inserted = z.object({ instanceId: z.string(), environmentId: z.string() });

/**
 * Writes the row of a conversation, and of an instance, which takes attachments, unless one of this slug is there.
 * @throws where the organization has no such environment.
 */
export async function insertConversation(
  { db }: { readonly db: Pick<Database, "pool"> },
  given: {
    readonly organizationId: string;
    readonly environmentSlug?: string;
    readonly slug?: string;
    readonly config?: JsonObject;
    readonly ownerPrincipal?: string | undefined;
    readonly title?: string | undefined;
    readonly client?: { readonly connectionId: string; readonly clientKey: string } | undefined;
    readonly daysOld?: number;
  },
): Promise<TestConversation> {
  const { organizationId, environmentSlug = "live", slug = `desk-${randomUUID()}`, client } = given;
  const { config = { attachments: { enabled: true } } } = given;
  const conversationId = randomUUID();
  const { rows } = await db.pool.query({
    text: `with known as (
        select id from conversation_instances where organization_id = $1 and slug = $2
      ), configuration as (
        insert into conversation_configurations (hash, config) select $3, $4 where not exists (select from known)
        on conflict do nothing
      ), made as (
        insert into conversation_instances (id, organization_id, slug, label, description, draft_config_hash,
          draft_updated_by, eval_gate)
        select $5, $1, $2, 'Desk', '', $3, 'test', '{}' where not exists (select from known)
        returning id
      )
      insert into conversations (id, organization_id, environment_id, environment_slug, instance_id, owner_principal,
        title, connection_id, client_key, run_ids, request_hash, created_at)
      select $6, $1, e.id, e.slug, i.id, $8, $9, $10, $11, '{}', '', now() - make_interval(days => $12)
      from (select id from known union all select id from made) i
      join environments e on e.organization_id = $1 and e.slug = $7
      returning instance_id as "instanceId", environment_id as "environmentId"`,
    values: [
      organizationId,
      slug,
      canonicalHash(config),
      canonicalJson(config),
      randomUUID(),
      conversationId,
      environmentSlug,
      given.ownerPrincipal ?? null,
      given.title ?? "",
      client?.connectionId ?? null,
      client?.clientKey ?? null,
      given.daysOld ?? 0,
    ],
  });
  return { slug, conversationId, ...Inserted.parse(rows[0]) };
}
