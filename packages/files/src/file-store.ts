import type { Readable } from "node:stream";

/** A store of files by their content: equal bytes of an organization are one object (STORE-1). */
export interface ObjectStore {
  readonly kind: "fs" | "s3";
  /**
   * Receives a file and hashes it on the way, without storing it yet: it can be examined at `path` until it is stored or
   * discarded.
   * @throws FileTooLargeError as soon as it has more than `bytesMax`; what the content throws.
   */
  receive(content: AsyncIterable<Uint8Array>, bounds: { readonly bytesMax: number }): Promise<ReceivedFile>;
  /** Receives a file and stores it. @throws as `receive` */
  put(
    organizationId: string,
    content: AsyncIterable<Uint8Array>,
    bounds: { readonly bytesMax: number },
  ): Promise<StoredFile>;
  /** Undefined when there is no such object. */
  head(key: ObjectKey): Promise<{ readonly bytes: number } | undefined>;
  /** The content, or a part of it, as a stream; undefined when there is no such object. */
  get(key: ObjectKey, range?: ByteRange): Promise<{ readonly bytes: number; readonly content: Readable } | undefined>;
  /** Removes an object; one that is not there is removed already. */
  delete(key: ObjectKey): Promise<void>;
  /** A URL under which anybody can download the object for so long, and nothing else (STORE-10). */
  signGet(key: ObjectKey, how: SignedDownload): Promise<URL>;
}

export interface ObjectKey {
  readonly organizationId: string;
  /** SHA-256 of the content, hex. */
  readonly sha256: string;
}

export interface StoredFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** A file that has arrived and belongs to nobody yet. */
export interface ReceivedFile extends StoredFile {
  /** Where its bytes are on this machine. */
  readonly path: string;
  /** Stores it for an organization; once. */
  store(organizationId: string): Promise<void>;
  /** Forgets it, unless it is stored. */
  discard(): Promise<void>;
}

/** The first and the last byte, counted from 0, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface SignedDownload {
  /** The name that a browser saves it under. */
  readonly fileName: string;
  readonly mediaType: string;
  readonly validSeconds: number;
}

/** A file has more bytes than its reader takes. */
export class FileTooLargeError extends Error {
  override readonly name = "FileTooLargeError";
  readonly bytesMax: number;

  constructor(bytesMax: number) {
    super(`the file has more than ${bytesMax} bytes`);
    this.bytesMax = bytesMax;
  }
}

/** `<organization>/<sha256>`: nothing of a sender's name is in it. */
export function objectPath({ organizationId, sha256 }: ObjectKey): string {
  if (!/^[0-9a-f-]{36}$/.test(organizationId) || !/^[0-9a-f]{64}$/.test(sha256))
    throw new Error("not the key of an object");
  return `${organizationId}/${sha256}`;
}

/** `attachment` with the name in both forms (RFC 6266): browsers then never show the content. */
export function attachmentHeader(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_").slice(0, 150) || "file";
  const encoded = encodeURIComponent([...fileName.toWellFormed()].slice(0, 150).join("")).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
