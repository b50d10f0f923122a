import type { JsonObject } from "@service/json";
import { tokensOf } from "./names/index.ts";

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

/** A policy with its carrier in `carrier_name`, whichever of its fields gives it. */
export function withCarrierName(
  policy: JsonObject,
  nameBehind: (carrierKey: string) => string | undefined,
): JsonObject {
  const carrier = carrierOfPolicy(policy, nameBehind);
  return carrier === undefined || carrier.field === "carrier_name" ? policy : { ...policy, carrier_name: carrier.name };
}

/** What is known of the name behind a key from policies that state both. */
export function namesStated(policies: readonly JsonObject[]): (carrierKey: string) => string | undefined {
  const names = new Map<string, string>();
  for (const { carrier_key: key, carrier_name: name } of policies)
    if (typeof key === "string" && typeof name === "string" && name.trim() !== "" && !names.has(key))
      names.set(key, name);
  return (key) => names.get(key);
}

/** Words of a carrier's name that exports write, shorten or leave out. */
const unsaidWords = new Set(
  "the and insurance ins company companies co corporation corp incorporated inc limited ltd llc group grp".split(" "),
);

/** A carrier's name as it is compared: "Harbor Mutual Ins. Co." and "The Harbor Mutual Insurance Company" are one. */
export function plainCarrierName(name: string): string {
  const words = tokensOf(name);
  const kept = words.filter((word) => !unsaidWords.has(word));
  return (kept.length === 0 ? words : kept).join(" ");
}
