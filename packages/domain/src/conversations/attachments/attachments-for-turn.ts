import { fail } from "@service/contract";
import { type Querying, statement } from "@service/db";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import type { BlobScan, TextStatus } from "../../book/documents/index.ts";
import { type AttachmentState, isCleared, stateOf } from "./attachment.ts";

/** A file that a turn names. */
export interface AttachedFile {
  readonly attachmentId: string;
  readonly sha256: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly pageCount: number | null;
  /** It is ready and has text. */
  readonly isReadable: boolean;
  readonly state: AttachmentState;
}

const findSome = statement(
  "conversation_attachments_find",
  `
  select a.id as "attachmentId", a.sha256, a.file_name as "fileName", coalesce(a.media_type, b.media_type) as "mediaType", b.bytes,
    b.page_count as "pageCount", b.text_status as "textStatus", b.text_reason as "textReason", b.scan
  from conversation_attachments a
    join blobs b on b.organization_id = a.organization_id and b.sha256 = a.sha256
  where a.organization_id = $1 and a.environment_id = $2 and a.conversation_id = $3 and a.id = any($4::uuid[])`,
).narrowed<{ readonly scan: BlobScan; readonly textStatus: TextStatus; readonly bytes: number }>();

interface NamedAttachments {
  readonly conversationId: string;
  readonly attachmentIds: readonly string[];
}

/** Those of the named attachments that the conversation has, in the order of their names. */
export async function findAttachedFiles(
  deps: Pick<Deps, "db">,
  { organizationId, environmentId }: EnvironmentScope,
  { conversationId, attachmentIds }: NamedAttachments,
): Promise<readonly AttachedFile[]> {
  if (attachmentIds.length === 0) return [];
  const { rows } = await deps.db.pool.query(
    findSome([organizationId, environmentId, conversationId, [...attachmentIds]]),
  );
  const byId = new Map(
    rows.map(({ textStatus, textReason, scan, ...row }) => {
      const state = stateOf({ textStatus, textReason, scan });
      const isReadable = state.status === "ready" && textStatus === "ready" && isCleared({ scan });
      return [row.attachmentId, { ...row, state, isReadable }];
    }),
  );
  return [...new Set(attachmentIds.map((id) => id.toLowerCase()))].flatMap((id) => byId.get(id) ?? []);
}

/**
 * The attachments that a turn names, each of them ready (ATT-21). Call `markAttached` in the transaction that stores the
 * turn.
 * @throws `attachment_not_found` for one that the conversation does not have; `attachment_not_ready`.
 */
export async function attachmentsForTurn(
  deps: Pick<Deps, "db">,
  scope: EnvironmentScope,
  named: NamedAttachments,
): Promise<readonly AttachedFile[]> {
  const files = await findAttachedFiles(deps, scope, named);
  if (files.length < new Set(named.attachmentIds.map((id) => id.toLowerCase())).size)
    throw fail("attachment_not_found");
  for (const { attachmentId, state } of files)
    if (state.status !== "ready")
      throw fail("attachment_not_ready", {
        details: { attachment_id: attachmentId, status: state.status, reject_reason: state.rejectReason },
      });
  return files;
}

const mark = statement(
  "conversation_attachments_mark",
  `update conversation_attachments set is_attached = true
   where organization_id = $1 and conversation_id = $2 and id = any($3::uuid[])`,
);

/**
 * Keeps the attachments of a turn beyond their day (ATT-22), in the transaction that stores the turn.
 * @throws `attachment_not_found` for one that was removed meanwhile.
 */
export async function markAttached(
  tx: Querying,
  organizationId: string,
  { conversationId, attachmentIds }: NamedAttachments,
): Promise<void> {
  if (attachmentIds.length === 0) return;
  const ids = [...new Set(attachmentIds.map((id) => id.toLowerCase()))];
  const { rowCount } = await tx.query(mark([organizationId, conversationId, ids]));
  if (rowCount !== ids.length) throw fail("attachment_not_found");
}
