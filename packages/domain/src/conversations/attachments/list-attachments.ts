import { statement } from "@service/db";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import type { BlobScan, TextStatus } from "../../book/documents/index.ts";
import { openPlace, type Page, timedPageOf, TimedPlace } from "../../paging.ts";
import { attachmentColumns, type StoredAttachment } from "./attachment.ts";

const listNewest = statement(
  "conversation_attachments_list",
  `
  select ${attachmentColumns}
  from conversation_attachments a
    join blobs b on b.organization_id = a.organization_id and b.sha256 = a.sha256
  where a.organization_id = @organization_id and a.environment_id = @environment_id
    and a.conversation_id = @conversation_id
    and (@after_created_at::timestamptz is null or (a.created_at, a.id) < (@after_created_at, @after_id::uuid))
  order by a.created_at desc, a.id desc limit @limit`,
).narrowed<{
  readonly scan: BlobScan;
  readonly textStatus: TextStatus;
  readonly bytes: number;
}>();

/** A page of a conversation's attachments, newest first. @throws `invalid_cursor` */
export async function listAttachments(
  deps: Pick<Deps, "db" | "secrets">,
  { organizationId, environmentId }: EnvironmentScope,
  request: { readonly conversationId: string; readonly limit: number; readonly cursor: string | undefined },
): Promise<Page<StoredAttachment>> {
  const { conversationId, limit, cursor } = request;
  const list = { list: "attachments", organizationId, environmentId, conversationId };
  const [createdAt, id] = cursor === undefined ? [] : openPlace(deps.secrets, list, cursor, TimedPlace);
  const { rows } = await deps.db.pool.query(
    listNewest({
      organizationId,
      environmentId,
      conversationId,
      afterCreatedAt: createdAt ?? null,
      afterId: id ?? null,
      limit: limit + 1,
    }),
  );
  return timedPageOf(deps.secrets, list, rows, limit);
}
