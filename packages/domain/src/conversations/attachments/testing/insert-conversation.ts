import { randomUUID } from "node:crypto";
import type { Database } from "@service/db";
import { canonicalHash, canonicalJson, type JsonObject } from "@service/json";
import * as z from "zod";

export interface TestConversation {
  readonly slug: string;
  readonly conversationId: string;
  readonly environmentId: string;
}

/** Inserts a conversation, with an instance of its own, which takes attachments, unless one of this slug is there. */
export async function insertConversation(
  { db }: { readonly db: Database },
  given: {
    readonly organizationId: string;
    readonly environmentSlug?: string;
    readonly slug?: string;
    readonly config?: JsonObject;
    readonly ownerPrincipal?: string;
  },
): Promise<TestConversation> {
  const {
    organizationId,
    environmentSlug = "live",
    slug = `desk-${randomUUID()}`,
    config = { attachments: { enabled: true } },
    ownerPrincipal,
  } = given;
  const conversationId = randomUUID();
  const hash = canonicalHash(config);
  const { rows } = await db.pool.query({
    text: "select id from environments where organization_id = $1 and slug = $2",
    values: [organizationId, environmentSlug],
  });
  const { id: environmentId } = z.object({ id: z.string() }).parse(rows[0]);
  await db.pool.query({
    text: "insert into conversation_configurations (hash, config) values ($1, $2) on conflict do nothing",
    values: [hash, canonicalJson(config)],
  });
  await db.pool.query({
    text: `insert into conversation_instances (id, organization_id, slug, label, description, draft_config_hash,
        draft_updated_by, eval_gate)
      values ($1, $2, $3, 'Desk', '', $4, 'test', '{}') on conflict do nothing`,
    values: [randomUUID(), organizationId, slug, hash],
  });
  await db.pool.query({
    text: `insert into conversations (id, organization_id, environment_id, environment_slug, instance_id, owner_principal,
        run_ids, request_hash)
      select $1, $2, $3, $4, i.id, $6, '{}', '' from conversation_instances i where i.organization_id = $2 and i.slug = $5`,
    values: [conversationId, organizationId, environmentId, environmentSlug, slug, ownerPrincipal ?? null],
  });
  return { slug, conversationId, environmentId };
}
