import { hash } from "node:crypto";
import { familyOf } from "./families.ts";
import type { FamilyName } from "./family-names.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const keyChars = 20;

/**
 * The key of a row: a pure function of the connection, the family and the source's own id, so that it stays the same
 * over imports, mappings and restores, and tells nothing about the id (REC-12). Twenty characters of base32 hold 100
 * bits. Offices, teams, lines and staff keep the source's id, because rows name them by it.
 */
export function recordKey(connectionId: string, family: FamilyName, sourceId: string): string {
  const { keyPrefix } = familyOf(family);
  if (keyPrefix === undefined) return sourceId;
  const digest = hash("sha256", `${connectionId}|${family}|${sourceId}`, "buffer");
  return keyPrefix + base32(digest, keyChars);
}

/** The first characters of the base32 form (RFC 4648 6), in lower case. */
function base32(bytes: Uint8Array, chars: number): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((held >> bits) & 31);
      if (text.length === chars) return text;
    }
    held &= (1 << bits) - 1;
  }
  return text;
}
