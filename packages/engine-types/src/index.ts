/**
 * The engine types, as one list: the API validates with them, the worker runs them. Each is a package of its own in
 * `packages/engines`; what they are made of is `packages/engine-kit`. Nothing here does I/O, reads a clock or draws a
 * random number: the same request gives the same bytes on every machine (TYPE-2).
 */
export { engineTypes, findEngineType } from "./registry.ts";
