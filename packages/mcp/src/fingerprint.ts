import { createHash } from "node:crypto";

/** A hash of what makes two things the same one; 32 bytes, hex. */
export function fingerprintOf(...parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** A UUID (version 8, RFC 9562) made of a fingerprint. */
export function uuidOf(fingerprint: string): string {
  const part = (from: number, to: number): string => fingerprint.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-a${part(17, 20)}-${part(20, 32)}`;
}
