import type { SecretBox } from "@service/runtime";
import { type ObjectKey, objectPath, type SignedDownload } from "./file-store.ts";

/** What a token permits: one object, under one name, until a time. */
interface PermittedDownload {
  readonly key: ObjectKey;
  readonly fileName: string;
  readonly mediaType: string;
  readonly expiresAt: Date;
}

/** Tokens of downloads: authenticated with the service's secrets key, and readable by nobody else (STORE-11). */
export interface DownloadTokens {
  seal(key: ObjectKey, how: SignedDownload): string;
  /** Undefined for a token that was altered, made with another key, or has expired. */
  open(token: string): PermittedDownload | undefined;
}

const context = "file-download";

export function createDownloadTokens(secrets: SecretBox, now: () => Date): DownloadTokens {
  return {
    seal(key, { fileName, mediaType, validSeconds }) {
      const expiresAt = now().getTime() + validSeconds * 1_000;
      return secrets.seal(JSON.stringify([objectPath(key), fileName, mediaType, expiresAt]), context);
    },
    open(token) {
      let parts: unknown;
      try {
        parts = JSON.parse(secrets.open(token, context));
      } catch {
        return undefined;
      }
      if (!Array.isArray(parts)) return undefined;
      const [path, fileName, mediaType, expiresAt] = parts.map((part: unknown) => part);
      if (typeof path !== "string" || typeof fileName !== "string" || typeof mediaType !== "string") return undefined;
      if (typeof expiresAt !== "number" || expiresAt <= now().getTime()) return undefined;
      const [organizationId = "", sha256 = ""] = path.split("/");
      return { key: { organizationId, sha256 }, fileName, mediaType, expiresAt: new Date(expiresAt) };
    },
  };
}
