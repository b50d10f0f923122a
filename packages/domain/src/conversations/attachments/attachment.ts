import {
  type Attachment as AttachmentSchema,
  type AttachmentRejection,
  type AttachmentStatus,
  attachmentLimits,
} from "@service/contract";
import type * as z from "zod";
import type { BlobScan, TextStatus } from "../../book/documents/index.ts";

/** A file of a conversation with what is known of its bytes. */
export interface StoredAttachment {
  readonly id: string;
  readonly organizationId: string;
  readonly sha256: string;
  readonly fileName: string;
  readonly declaredMediaType: string;
  readonly metadata: string | null;
  readonly isAttached: boolean;
  readonly createdAt: Date;
  readonly bytes: number;
  readonly mediaType: string;
  readonly textStatus: TextStatus;
  readonly textReason: string | null;
  readonly pageCount: number | null;
  readonly isCut: boolean;
  readonly scan: BlobScan;
  /** Of all pages together; 0 before they are read. */
  readonly textChars: number;
}

/** Columns of an attachment `a` and its blob `b`. */
export const attachmentColumns = `a.id, a.organization_id as "organizationId", a.sha256, a.file_name as "fileName",
  a.declared_media_type as "declaredMediaType", a.metadata, a.is_attached as "isAttached", a.created_at as "createdAt",
  b.bytes, coalesce(a.media_type, b.media_type) as "mediaType", b.text_status as "textStatus", b.text_reason as "textReason",
  b.page_count as "pageCount", b.is_cut as "isCut", b.scan, b.text_chars as "textChars"`;

export interface AttachmentState {
  readonly status: AttachmentStatus;
  readonly rejectReason: AttachmentRejection | null;
}

type Standing = Pick<StoredAttachment, "textStatus" | "textReason" | "scan">;

const reasons: Readonly<Record<string, AttachmentRejection>> = {
  malware: "malware",
  scan_unavailable: "scan_unavailable",
  encrypted: "encrypted",
  too_many_pages: "too_many_pages",
};

/**
 * What a file is for turns (ATT-20): its bytes decide, so equal bytes are judged once. A file without text, such as a
 * picture, is ready all the same; one that cannot be read, or was not scanned in time, is rejected and never ready.
 */
export function stateOf({ textStatus, textReason, scan }: Standing): AttachmentState {
  if (scan === "malware") return { status: "rejected", rejectReason: "malware" };
  if (textStatus === "failed") return { status: "rejected", rejectReason: reasons[textReason ?? ""] ?? "unreadable" };
  if (textStatus === "pending") return { status: "processing", rejectReason: null };
  return isCleared({ scan }) ? { status: "ready", rejectReason: null } : { status: "processing", rejectReason: null };
}

/** Whether the content may be handed out: a scan that is set up has found it clean (ATT-23). */
export function isCleared({ scan }: Pick<StoredAttachment, "scan">): boolean {
  return scan === "clean" || scan === "not_configured";
}

export function presentAttachment(stored: StoredAttachment): z.input<typeof AttachmentSchema> {
  const { status, rejectReason } = stateOf(stored);
  return {
    attachment_id: stored.id,
    filename: stored.fileName,
    media_type: stored.mediaType,
    declared_media_type: stored.declaredMediaType,
    size_bytes: stored.bytes,
    sha256: stored.sha256,
    status,
    reject_reason: rejectReason,
    // A scanner that gave no verdict leaves the scan undone.
    scan: stored.scan === "unavailable" ? "pending" : stored.scan,
    text_chars: stored.textStatus === "pending" ? null : stored.textChars,
    ...(stored.isCut && { text_truncated: true as const }),
    pages: stored.pageCount,
    metadata: stored.metadata,
    created_at: stored.createdAt.toISOString(),
    expires_at: stored.isAttached
      ? null
      : new Date(stored.createdAt.getTime() + attachmentLimits.unattachedHours * 3_600_000).toISOString(),
  };
}
