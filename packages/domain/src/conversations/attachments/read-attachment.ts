import { attachmentLimits, fail, uuidPattern } from "@service/contract";
import { statement } from "@service/db";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import type { BlobScan, FileDeps, TextStatus } from "../../book/documents/index.ts";
import { attachmentColumns, isCleared, stateOf, type StoredAttachment } from "./attachment.ts";

const readOne = statement(
  "conversation_attachments_read",
  `
  select ${attachmentColumns}
  from conversation_attachments a
    join blobs b on b.organization_id = a.organization_id and b.sha256 = a.sha256
  where a.organization_id = $1 and a.environment_id = $2 and a.conversation_id = $3 and a.id = $4`,
).narrowed<{
  readonly scan: BlobScan;
  readonly textStatus: TextStatus;
  readonly bytes: number;
}>();

interface AttachmentPath {
  readonly conversationId: string;
  readonly attachmentId: string;
}

/** One attachment of a conversation. @throws `attachment_not_found` */
export async function readAttachment(
  deps: Pick<Deps, "db">,
  { organizationId, environmentId }: EnvironmentScope,
  { conversationId, attachmentId }: AttachmentPath,
): Promise<StoredAttachment> {
  if (!uuidPattern.test(attachmentId)) throw fail("attachment_not_found");
  const { rows } = await deps.db.pool.query(
    readOne([organizationId, environmentId, conversationId, attachmentId.toLowerCase()]),
  );
  const [row] = rows;
  if (row === undefined) throw fail("attachment_not_found");
  return row;
}

/**
 * A URL of the content, valid for a minute (ATT-23).
 * @throws `attachment_not_found`; `attachment_not_ready` for a file that was rejected, or whose scan is not done;
 *   `attachments_not_configured`.
 */
export async function attachmentContentUrl(
  deps: Pick<Deps, "db"> & FileDeps,
  scope: EnvironmentScope,
  path: AttachmentPath,
): Promise<URL> {
  const { files } = deps;
  const stored = await readAttachment(deps, scope, path);
  const { status, rejectReason } = stateOf(stored);
  if (status === "rejected" || !isCleared(stored))
    throw fail("attachment_not_ready", {
      details: {
        attachment_id: stored.id,
        status: status === "rejected" ? "rejected" : "processing",
        reject_reason: rejectReason,
      },
    });
  if (files === undefined) throw fail("attachments_not_configured");
  const { organizationId, sha256, fileName, mediaType } = stored;
  return files.signGet(
    { organizationId, sha256 },
    { fileName, mediaType, validSeconds: attachmentLimits.contentSeconds },
  );
}
