import type { Sensitivity } from "./sensitivity.ts";
import type { JsonSchema } from "@service/json";

/** The same schema, its values hidden from readers whose policy denies the class (PRIV-1). */
export function sensitive(schema: JsonSchema, sensitivity: Sensitivity): JsonSchema {
  return { ...schema, "x-sensitivity": sensitivity };
}
