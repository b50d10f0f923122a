/**
 * Defensibility packets: everything that explains one finished run, in one document with a hash (DEF-2).
 *
 * Guarantees: two reads of an unchanged run have the same `packet_sha256`; input and output appear as digests; values
 * that the viewer's field policy denies, or might deny, are withheld everywhere. Not here: computing and storing what
 * it shows (`runs`, the worker), and who may read it.
 */
export { composePacket, type Packet } from "./compose-packet.ts";
export { readRunForPacket, type PacketRun } from "./read-run-for-packet.ts";
export {
  readStageTimes,
  readTrace,
  type StageTime,
  storedTraceBytesMax,
  type StoredModelCall,
  type StoredRule,
  type StoredTrace,
} from "./stored-trace.ts";
