import { canonicalHash, parseJson } from "@service/json";
import type { Mapping } from "../mapping-schema.ts";
import { nativeMapping } from "./native.ts";
import { nestedClientsMapping } from "./nested-clients-json.ts";
import { widePolicyMapping } from "./wide-policy-csv.ts";

/** The mappings of this build by name, each with what it is for in a clause. */
const shipped = {
  native: { make: nativeMapping, summary: "our own field names, a CSV, NDJSON or JSON file for each family" },
  wide_policy_csv: {
    make: widePolicyMapping,
    summary: "a CSV report with a row for each policy and the client's columns repeated",
  },
  nested_clients_json: {
    make: nestedClientsMapping,
    summary: "a JSON document for each client with everything of it inside, and a list of deletions",
  },
} as const;

export const shippedMappingNames: readonly string[] = Object.keys(shipped);

export interface ShippedMapping {
  readonly name: string;
  /** What it is for, in a clause. */
  readonly summary: string;
  readonly mapping: Mapping;
  /** As `readMapping` gives it. */
  readonly hash: string;
}

/** A mapping of this build; undefined for another name. */
export function shippedMapping(name: string): ShippedMapping | undefined {
  const found = Object.entries(shipped).find(([one]) => one === name)?.[1];
  if (found === undefined) return undefined;
  const mapping = found.make();
  const json = parseJson(JSON.stringify(mapping));
  return { name, summary: found.summary, mapping, hash: canonicalHash(json) };
}
