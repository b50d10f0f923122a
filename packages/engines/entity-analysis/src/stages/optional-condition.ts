import { compileCondition, type Condition } from "@service/conditions";
import type { JsonObject } from "@service/json";

/** The condition of a rule that may have none. */
export function optionalCondition(value: JsonObject | undefined): Condition | undefined {
  return value === undefined ? undefined : compileCondition(value);
}
