import type { PlainErrorCode } from "@service/contract";
import type { Readable } from "node:stream";
import type * as z from "zod";

/** The files of one part name. */
export type FileSpec = {
  /** Bytes of one file, counted while it is read. */
  readonly bytesMax: number;
  /** The code of a larger file. */
  readonly tooLarge: PlainErrorCode;
  /** How many files may have this name; default 1. */
  readonly countMax?: number;
  /** The part may be absent. */
  readonly optional?: true;
};

/** The parts of a `multipart/form-data` body (RFC 7578) by their names. */
export type Form = {
  /** The text parts, each sent once: its schema parses strings. */
  readonly fields: z.ZodObject;
  readonly files: Readonly<Record<string, FileSpec>>;
};

type FormLimits = {
  /** Bytes of one field. */
  readonly fieldBytesMax: number;
  /** Bytes of the whole body, with its boundaries and headers. */
  readonly bodyBytesMax: number;
  /** The code of a field or body over its bound. */
  readonly tooLarge: PlainErrorCode;
  /** The code of a body that is not this form: another media type, a part too many or too few, broken framing. Default `invalid_request`. */
  readonly malformed?: PlainErrorCode;
  /** The code of a body of another media type, or of none; default that of `malformed`. */
  readonly unsupported?: PlainErrorCode;
  /** How long an upload may take; the route's time budget starts when the body has arrived. */
  readonly uploadMs: number;
};

export type MultipartSpec<F extends Form> = Omit<FormLimits, "malformed"> & {
  readonly form: F;
  readonly malformed: PlainErrorCode;
};

/** A `multipart/form-data` body whose files are handed to the handler as streams; nothing is held whole but its fields. */
export function multipart<F extends z.ZodObject, const Files extends Readonly<Record<string, FileSpec>>>({
  fields,
  files,
  malformed = "invalid_request",
  ...limits
}: { readonly fields: F; readonly files: Files } & FormLimits): MultipartSpec<{
  readonly fields: F;
  readonly files: Files;
}> {
  return { form: { fields, files }, malformed, ...limits };
}

/** A file that is arriving. What its sender says of it is not checked. */
export interface IncomingFile {
  /** Without any folder; undefined when none is given. */
  readonly filename: string | undefined;
  readonly contentType: string;
  /** Fails when the file is over its bound or the upload ends early. Reading it slowly slows the sender down. */
  readonly content: Readable;
}

type FileReaders<F extends Form> = { readonly [Name in keyof F["files"]]: (file: IncomingFile) => Promise<unknown> };

/** What a handler with a multipart body receives. */
export interface Upload<F extends Form> {
  /**
   * Reads the body, once. Every file goes to the reader of its name as it arrives; one that returns early skips the rest
   * of its file. A part may come before or after any other, so fields are checked at the end: a reader's work is undone
   * by the handler when this throws.
   * @throws the codes of the declaration; what a reader throws; the signal's reason.
   */
  receive<Readers extends FileReaders<F>>(
    readers: Readers & { readonly [Name in Exclude<keyof Readers, keyof F["files"]>]: never },
  ): Promise<{
    readonly fields: z.output<F["fields"]>;
    /** What the readers returned, in the order of arrival. */
    readonly files: { readonly [Name in keyof F["files"]]: Awaited<ReturnType<Readers[Name]>>[] };
  }>;
}

export function isMultipart(body: object | undefined): body is MultipartSpec<Form> {
  return body !== undefined && "form" in body;
}
