import * as z from "zod";
import { text, Timestamp } from "./resources/shapes.ts";

const MiB = 1024 * 1024;

/** Bounds of the files of conversations (ATT-3). */
export const attachmentLimits = {
  fileBytes: 20 * MiB,
  /** Of the whole form. */
  bodyBytes: 20 * MiB + 64 * 1024,
  perConversation: 100,
  metadataBytes: 4_096,
  fileNameChars: 255,
  /** How long an upload may take, and how long it may pause. */
  uploadMs: 300_000,
  pauseMs: 30_000,
  /** How long a file that no turn names is kept. */
  unattachedHours: 24,
  /** What a model that looks at pictures is shown in one request: as much as the vendors take. */
  picturesPerPrompt: 8,
  pictureBytes: 5 * MiB,
  picturesBytesPerPrompt: 12 * MiB,
  /** How long content can be fetched under one URL. */
  contentSeconds: 60,
} as const;

export const attachmentStatuses = ["processing", "ready", "rejected"] as const;
export type AttachmentStatus = (typeof attachmentStatuses)[number];
export const attachmentRejections = [
  "malware",
  "encrypted",
  "unreadable",
  "too_many_pages",
  "scan_unavailable",
] as const;
export type AttachmentRejection = (typeof attachmentRejections)[number];
export const attachmentScans = ["clean", "not_configured", "pending", "malware"] as const;

const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/** Any text: what is not an id is answered as not found. */
export const AttachmentsParams = z.object({
  slug: z.string().min(1).meta({ example: "service-desk" }),
  conversation_id: z.string().min(1).meta({ example: "5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11" }),
});
export const AttachmentParams = AttachmentsParams.extend({
  attachment_id: z.string().min(1).meta({ example: "0f0a7a52-5b1f-4f7c-9f35-2f0d7c1c6a11" }),
});

/** The text parts of an upload. */
export const AttachmentFields = z.strictObject({
  metadata: text(0, attachmentLimits.metadataBytes)
    .optional()
    .meta({ description: "The caller's own; stored and shown as it is.", examples: ["scan of 2026-11-20"] }),
});

/** A file of a conversation (ATT-1). */
export const Attachment = z
  .object({
    attachment_id: z.uuid(),
    filename: z.string().meta({ description: "The last part of the sender's name.", examples: ["loss-runs.pdf"] }),
    media_type: z.string().meta({ description: "By content.", examples: ["application/pdf"] }),
    declared_media_type: z.string().meta({ description: "What the sender said.", examples: ["application/pdf"] }),
    size_bytes: z.int().meta({ examples: [48_211] }),
    sha256: z.string().meta({ examples: [hash] }),
    status: z.enum(attachmentStatuses).meta({
      description: "`processing` until it is scanned and read; turns take what is `ready`.",
    }),
    reject_reason: z
      .enum(attachmentRejections)
      .nullable()
      .meta({ examples: [null] }),
    scan: z.enum(attachmentScans).meta({ description: "`pending`: no verdict yet." }),
    text_chars: z
      .int()
      .nullable()
      .meta({ description: "Null until it was read; 0 where there is no text, as in a picture.", examples: [5_120] }),
    text_truncated: z
      .literal(true)
      .optional()
      .meta({ description: "The text is longer than 2,000,000 characters; the rest was cut." }),
    pages: z
      .int()
      .nullable()
      .meta({ examples: [4] }),
    metadata: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    created_at: Timestamp,
    expires_at: Timestamp.nullable().meta({
      description: "When it is removed unless a turn names it; null once one has.",
    }),
  })
  .meta({ id: "ConversationAttachment" });

export const AttachmentList = z
  .object({
    attachments: z.array(Attachment),
    next_cursor: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: "ConversationAttachmentList" });
