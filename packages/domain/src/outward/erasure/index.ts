/**
 * Erasure: the removal of one client from everything that is kept (docs/spec/erasure.md).
 *
 * Guarantees: after it no table holds a value of the client, an import of the same files does not bring it back, and what
 * others own stays; it may be interrupted at any moment and repeated at any time. What a trace of a client is decides
 * `client-traces.ts`; each step knows the tables of one module.
 */
export { eraseClient, type Erasure, type ErasureRequest } from "./erase-client.ts";
