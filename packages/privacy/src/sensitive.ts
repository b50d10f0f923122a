import type { Sensitivity } from "./sensitivity.ts";
import type { Complete, JsonSchema, Shape, Written } from "@service/json";

/** The same schema, its values hidden from readers whose policy denies the class (PRIV-1). */
export function sensitive<S extends JsonSchema>(schema: S, sensitivity: Sensitivity): Shape<Written<S>, Complete<S>> {
  return { ...schema, "x-sensitivity": sensitivity };
}
