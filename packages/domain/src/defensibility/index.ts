/**
 * Defensibility packets: everything that explains one finished run, in one document with a hash (domain.md G.1).
 *
 * Guarantees: two reads of an unchanged run have the same `packet_sha256`; input and output appear as digests; what the
 * reader's field policy denies is withheld everywhere, and where nobody can tell whether a value is denied it is not
 * shown. It leaves to others: computing and storing what it shows (`runs`, the worker), and who may read it.
 */
export { composePacket, type Packet } from "./compose-packet.ts";
export { readRunForPacket, type PacketRun } from "./read-run-for-packet.ts";
export {
  readTrace,
  storedTraceBytesMax,
  type StoredModelCall,
  type StoredRule,
  type StoredTrace,
} from "./stored-trace.ts";
