import { createHash } from "node:crypto";

/** Namespace of every id this service derives from other ids. Fixed for ever: ids of events and work items depend on it. */
export const serviceNamespace = "6f1c2a54-9f0e-5d0b-8b0e-3f6d7c1a2e90";

/**
 * Name-based UUID (RFC 9562, version 5): the same namespace and name give the same id on every machine.
 * Used where the contract wants an id that survives retries (section 6.1 rule 3) or runs (work items).
 */
export function uuidV5(namespace: string, name: string): string {
  const digest = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name, "utf8")
    .digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString("hex", 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
