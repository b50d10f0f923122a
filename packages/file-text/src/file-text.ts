import * as z from "zod";

/** The kinds of files whose text is read, by their media types (STORE-30). */
export const textMediaTypes = [
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "text/csv",
  "text/plain",
  "text/markdown",
  "text/html",
  "message/rfc822",
] as const;
export type TextMediaType = (typeof textMediaTypes)[number];

/** Why a file has no text. */
export const textFailures = [
  /** Pages without text, such as scans. */
  "scanned",
  "encrypted",
  /** Damaged, or not what its beginning says. */
  "unreadable",
  /** A kind of file whose text is not read. */
  "unsupported",
  "too_many_pages",
  /** Decompresses to absurdly many bytes. */
  "expands_too_much",
  "out_of_time",
  "out_of_memory",
] as const;
export type TextFailure = (typeof textFailures)[number];

export const textLimits = {
  pages: 500,
  /** Of a whole file; the rest is cut (STORE-33). */
  chars: 2_000_000,
  /** What has no pages of its own is divided into pages of so many characters, at the end of a line where there is one. */
  pageChars: 20_000,
  /** A page of a PDF that has more is divided no further, but cut. */
  pageCharsMax: 100_000,
  seconds: 15,
  memoryMiB: 256,
  /** What the members of an office document may hold together. */
  expandedBytes: 128 * 1024 * 1024,
} as const;

/** What was read of a file. `none` and `failed` have a reason; `ready` has at least one page with text, unless the file can hold nothing else and holds none. */
export const FileText = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("ready"),
    pageCount: z.int(),
    /** Page n is at n - 1; a page may be empty. */
    pages: z.array(z.string()),
    isCut: z.boolean(),
  }),
  z.object({ status: z.enum(["none", "failed"]), pageCount: z.int().nullable(), reason: z.enum(textFailures) }),
]);
export type FileText = z.output<typeof FileText>;

export function noText(status: "none" | "failed", reason: TextFailure, pageCount: number | null = null): FileText {
  return { status, reason, pageCount };
}

/** What a thread is asked. */
export const TextTask = z.object({ bytes: z.instanceof(Uint8Array<ArrayBuffer>), mediaType: z.enum(textMediaTypes) });
export type TextTask = z.output<typeof TextTask>;
