import { idBytes } from "@service/runtime";

/**
 * A new run id: UUID version 7 (RFC 9562). Consecutive ids are adjacent in the primary key, so a burst of submissions
 * writes to a few index pages instead of all of them.
 */
export function newRunId(nowMs: number): string {
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  idBytes(10).copy(bytes, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
