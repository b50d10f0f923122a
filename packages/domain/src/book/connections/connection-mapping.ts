import { fail } from "@service/contract";
import { type Json, parseJson } from "@service/json";
import { type Mapping, readMapping, shippedMapping, shippedMappingNames } from "@service/record-mapping";
import { invalidFile } from "../../identity/operators/index.ts";

/** A mapping that can be compiled, with the hash that provenance names it by. */
export interface ConnectionMapping {
  readonly mapping: Mapping;
  readonly hash: string;
}

/**
 * Reads what a connection holds as its mapping: JSON text, or the name of a mapping of this build.
 * @throws `invalid_request` with every problem by its place.
 */
export function readConnectionMapping(given: string): ConnectionMapping {
  const shipped = shippedMapping(given);
  if (shipped !== undefined) return shipped;
  let json: Json;
  try {
    json = parseJson(given);
  } catch {
    throw fail("invalid_request", {
      message: `The mapping is neither JSON nor one of ${shippedMappingNames.join(", ")}.`,
    });
  }
  const read = readMapping(json);
  if (read.kind === "mapping") return read;
  throw invalidFile("The mapping cannot be used:", read.issues);
}
