import type { JsonObject } from "@service/json";

/** The name of a policy's carrier, with the field of the policy that gives it. */
export interface PolicyCarrier {
  readonly field: "carrier_name" | "carrier_key" | "writing_company";
  readonly name: string;
}

/**
 * The carrier of a policy: `carrier_name`, else the name behind `carrier_key`, else `writing_company`.
 * @param nameBehind the name of the carrier with that key; undefined where nobody knows it.
 */
export function carrierOfPolicy(
  policy: JsonObject,
  nameBehind: (carrierKey: string) => string | undefined,
): PolicyCarrier | undefined {
  for (const field of ["carrier_name", "carrier_key", "writing_company"] as const) {
    const value = policy[field];
    if (typeof value !== "string" || value.trim() === "") continue;
    const name = field === "carrier_key" ? nameBehind(value) : value;
    if (name !== undefined && name.trim() !== "") return { field, name };
  }
  return undefined;
}
