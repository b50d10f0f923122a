import { fail } from "@service/contract";
import { statement } from "@service/db";
import { SecretBoxError } from "@service/runtime";
import * as z from "zod";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import type { BlobScan, TextStatus } from "../../book/documents/index.ts";
import { attachmentColumns, type StoredAttachment } from "./attachment.ts";

const listNewest = statement(
  "conversation_attachments_list",
  `
  select ${attachmentColumns}
  from conversation_attachments a
    join blobs b on b.organization_id = a.organization_id and b.sha256 = a.sha256
  where a.organization_id = $1 and a.environment_id = $2 and a.conversation_id = $3
    and ($4::timestamptz is null or (a.created_at, a.id) < ($4, $5::uuid))
  order by a.created_at desc, a.id desc limit $6`,
).narrowed<{
  readonly scan: BlobScan;
  readonly textStatus: TextStatus;
  readonly bytes: number;
}>();

const Place = z.tuple([z.iso.datetime(), z.guid()]);

/** A page of a conversation's attachments, newest first. @throws `invalid_cursor` */
export async function listAttachments(
  deps: Pick<Deps, "db" | "secrets">,
  { organizationId, environmentId }: EnvironmentScope,
  asked: { readonly conversationId: string; readonly limit: number; readonly cursor: string | undefined },
): Promise<{ readonly attachments: readonly StoredAttachment[]; readonly nextCursor: string | null }> {
  const { conversationId, limit, cursor } = asked;
  const context = `conversation_attachments:${organizationId}:${environmentId}:${conversationId}`;
  const after = cursor === undefined ? undefined : placeIn(deps, context, cursor);
  const { rows } = await deps.db.pool.query(
    listNewest([organizationId, environmentId, conversationId, after?.createdAt ?? null, after?.id ?? null, limit + 1]),
  );
  const attachments = rows.slice(0, limit);
  const last = attachments.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return {
    attachments,
    nextCursor: isMore ? deps.secrets.seal(JSON.stringify([last.createdAt.toISOString(), last.id]), context) : null,
  };
}

function placeIn(
  { secrets }: Pick<Deps, "secrets">,
  context: string,
  cursor: string,
): { readonly createdAt: Date; readonly id: string } {
  try {
    const [createdAt, id] = Place.parse(JSON.parse(secrets.open(cursor, context)));
    return { createdAt: new Date(createdAt), id };
  } catch (error) {
    if (error instanceof SecretBoxError || error instanceof z.ZodError || error instanceof SyntaxError)
      throw fail("invalid_cursor", { cause: error });
    throw error;
  }
}
