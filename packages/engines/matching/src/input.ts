import { closed, listOf, type JsonObject } from "@service/json";
import { inputSchema, offeringSchema, offeringsMax } from "@service/engine-offerings";

/** JSON Schema of `{input, offerings?}` (MATCH-1). `input_contract` declares members of `risk.attributes`. */
export function requestSchema(effective: JsonObject) {
  return closed({ input: inputSchema(effective), offerings: listOf(offeringSchema(), offeringsMax, 1) }, ["input"]);
}
