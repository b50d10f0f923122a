import { randomUUID } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { attachmentLimits, fail } from "@service/contract";
import { statement } from "@service/db";
import { detectMediaType } from "@service/file-text";
import { FileTooLargeError, type ObjectStore, type ReceivedFile } from "@service/files";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { type FileDeps, keepBlob, scanAgain } from "../../book/documents/index.ts";
import type { StoredAttachment } from "./attachment.ts";
import type { AttachingConversation } from "./find-conversation.ts";
import { isPicture, isTaken, type JudgedFile, kindOf, readsAsText, typesOf } from "./judge-media-type.ts";
import { nameOfFile } from "./name-of-file.ts";
import { readAttachment } from "./read-attachment.ts";
import { unpaused } from "./unpaused.ts";

/** A file as it arrives. */
export interface SentFile {
  readonly filename: string | undefined;
  readonly contentType: string;
  readonly content: Readable;
}

/** A file that has arrived and is of a type that is taken; nothing of it is stored yet. */
export interface ExaminedFile extends JudgedFile {
  readonly received: ReceivedFile;
}

export type AttachmentDeps = Pick<Deps, "db"> & FileDeps;

/**
 * The file store and a free place, before a body is read.
 * @throws `attachment_limit_reached`; `attachments_not_configured`, also where the instance takes no attachments.
 */
export async function assertAttachable(
  deps: AttachmentDeps,
  { organizationId }: Pick<EnvironmentScope, "organizationId">,
  conversation: AttachingConversation,
): Promise<ObjectStore> {
  const { rows } = await deps.db.pool.query(countOf([organizationId, conversation.id]));
  if ((rows[0]?.count ?? 0) >= attachmentLimits.perConversation) throw fail("attachment_limit_reached");
  if (conversation.takes.length === 0)
    throw fail("attachments_not_configured", { message: "The configuration of this instance takes no attachments." });
  if (deps.files === undefined) throw fail("attachments_not_configured");
  return deps.files;
}

const countOf = statement(
  "conversation_attachments_count",
  `select count(*)::int as count from conversation_attachments where organization_id = $1 and conversation_id = $2`,
);

/**
 * Receives a file while it is hashed, and examines it by its content. Nothing is left of one that is refused or cut.
 * @param given.seeing aliases of models that look at pictures.
 * @throws `attachment_too_large`, `attachment_type_unsupported`; `invalid_request` for an empty one; `invalid_multipart`
 *   when the sender pauses for 30 seconds.
 */
export async function examineFile(
  files: ObjectStore,
  { filename, contentType, content }: SentFile,
  { takes, seeing }: { readonly takes: AttachingConversation["takes"]; readonly seeing: readonly string[] },
): Promise<ExaminedFile> {
  const received = await receive(files, content);
  try {
    if (received.bytes === 0)
      throw fail("invalid_request", {
        message: "file is empty.",
        details: [{ field: "file", message: "must have at least one byte" }],
      });
    const fileName = nameOfFile(filename);
    const found = await detectMediaType(received.path, fileName);
    const mediaType = kindOf({ mediaType: found, declaredMediaType: contentType, fileName });
    const file = { mediaType, declaredMediaType: contentType, fileName };
    const taking = takes.filter(({ mediaTypes }) => typesOf(mediaType).some((type) => mediaTypes.includes(type)));
    const isSeen = taking.some(({ modelAliases }) => modelAliases.some((alias) => seeing.includes(alias)));
    if (!isTaken(file) || taking.length === 0 || (isPicture(mediaType) && !isSeen))
      throw fail("attachment_type_unsupported", { message: refusalOf(file, isSeen) });
    await assertWholeText(received.path, mediaType);
    return { ...file, received };
  } catch (error) {
    await received.discard();
    throw error;
  }
}

function refusalOf(file: JudgedFile, isSeen: boolean): string {
  if (isPicture(file.mediaType) && !isSeen) return "No model of this instance looks at pictures.";
  const refusal = "The file is of no type that this conversation takes, or its name or declared type is another one's.";
  return readsAsText(file) ? `${refusal} ${utf8Only}` : refusal;
}

const utf8Only = "Text must be UTF-8 without NUL characters: save it as UTF-8.";

async function receive(files: ObjectStore, content: Readable): Promise<ReceivedFile> {
  try {
    return await files.receive(unpaused(content, attachmentLimits.pauseMs), { bytesMax: attachmentLimits.fileBytes });
  } catch (error) {
    if (error instanceof FileTooLargeError) throw fail("attachment_too_large", { cause: error });
    throw error;
  }
}

const chunkBytes = 256 * 1024;

/** Text must be UTF-8 to its end: the beginning alone decided what it is. */
async function assertWholeText(path: string, mediaType: string): Promise<void> {
  if (!mediaType.startsWith("text/")) return;
  const file = await open(path, "r");
  try {
    if (!(await isText(file)))
      throw fail("attachment_type_unsupported", {
        message: `The file begins as text and is not UTF-8 to its end. ${utf8Only}`,
      });
  } finally {
    await file.close();
  }
}

async function isText(file: FileHandle): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const chunk = Buffer.alloc(chunkBytes);
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, null);
    try {
      const text = decoder.decode(chunk.subarray(0, bytesRead), { stream: bytesRead > 0 });
      if (text.includes("\0")) return false;
    } catch {
      return false;
    }
    if (bytesRead === 0) return true;
  }
}

const lockConversation = statement(
  "conversations_lock_for_attachment",
  `select c.id from conversations c where c.organization_id = $1 and c.environment_id = $2 and c.id = $3
     and c.deleted_at is null for no key update`,
);

const insertOne = statement(
  "conversation_attachments_insert",
  `insert into conversation_attachments
     (id, organization_id, environment_id, conversation_id, sha256, file_name, media_type, declared_media_type, metadata)
   values (@id, @organization_id, @environment_id, @conversation_id, @sha256, @file_name, @media_type,
     @declared_media_type, @metadata)`,
);

/**
 * Stores an examined file and makes its row; workers scan and read it. The last free place goes to one of those who want
 * it: the conversation's row is locked while they are counted.
 * @param given.hasScanner the content is not handed out before a scan.
 * @throws `conversation_not_found` when it was deleted meanwhile, `attachment_limit_reached`.
 */
export async function attachFile(
  deps: Pick<Deps, "db"> & { readonly files: ObjectStore },
  scope: EnvironmentScope,
  given: {
    readonly conversation: Pick<AttachingConversation, "id">;
    readonly file: ExaminedFile;
    readonly metadata: string | undefined;
    readonly hasScanner: boolean;
  },
): Promise<StoredAttachment> {
  const { organizationId, environmentId } = scope;
  const { conversation, file, metadata, hasScanner } = given;
  const { received, mediaType, fileName, declaredMediaType } = file;
  const { isNew } = await keepBlob(deps, organizationId, received, { mediaType, fileName, hasScanner });
  // The same bytes came before and no scanner answered: this is the occasion to ask again.
  if (!isNew) await scanAgain(deps, organizationId, received.sha256);
  const id = randomUUID();
  await deps.db.inTransaction(async (tx) => {
    const { rows: locked } = await tx.query(lockConversation([organizationId, environmentId, conversation.id]));
    if (locked.length === 0) throw fail("conversation_not_found");
    const { rows } = await tx.query(countOf([organizationId, conversation.id]));
    if ((rows[0]?.count ?? 0) >= attachmentLimits.perConversation) throw fail("attachment_limit_reached");
    await tx.query(
      insertOne({
        id,
        organizationId,
        environmentId,
        conversationId: conversation.id,
        sha256: received.sha256,
        fileName,
        mediaType,
        declaredMediaType,
        metadata: metadata ?? null,
      }),
    );
  });
  return readAttachment(deps, scope, { conversationId: conversation.id, attachmentId: id });
}
