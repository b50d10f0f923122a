import { createHash, randomBytes } from "node:crypto";

/** A secret of 256 random bits, as base64url: of a link, a session or a browser. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token: 256 random bits need no slow hash. */
export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
