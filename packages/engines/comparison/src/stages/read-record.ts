import {
  carrierOfPolicy,
  coverageLineSchema,
  type EngineRequest,
  type LoadedDataset,
  ratings,
} from "@service/engine-kit";
import { asWritten, compileSchema, isJsonObject, type JsonObject, number, oneOf, text } from "@service/json";
import type { WrittenCoverage, WrittenItem } from "../input.ts";

/** Families of which an item in the system of record is made. */
export const itemFamilies = ["policies", "coverages", "carriers"] as const;

/** Policies of the system of record that the worker has loaded, as items. */
export type RecordItems = {
  /** The item as an inline item would say it; undefined when its policy was not loaded or has no term. */
  itemOf(item: WrittenItem): WrittenItem | undefined;
  /** What was read, for the provenance. */
  readonly datasets: readonly LoadedDataset[];
};

/** Most coverages of an item, inline or not (CMP-2). */
const coveragesMax = 300;
const coverageLine = coverageLineSchema();
const checkCoverage = compileSchema(coverageLine);
const coverageMembers = Object.keys(isJsonObject(coverageLine["properties"]) ? coverageLine["properties"] : {});

/** Indexes the loaded policies, their coverages and the carriers they name (CMP-106). */
export function openRecordItems(datasets: EngineRequest["datasets"]): RecordItems {
  const used = itemFamilies.flatMap((family) => datasets.get(`records:${family}`) ?? []);
  const rowsOf = (family: (typeof itemFamilies)[number]): readonly JsonObject[] =>
    datasets.get(`records:${family}`)?.rows ?? [];
  const policies = new Map(rowsOf("policies").map((row) => [text(row, "policy_key"), row]));
  const carriers = new Map(rowsOf("carriers").map((row) => [text(row, "carrier_key"), row]));
  const coverages = Map.groupBy(rowsOf("coverages"), (row) => text(row, "policy_key"));
  return {
    datasets: used,
    itemOf: ({ key, records_ref: reference }) => {
      const policy = policies.get(reference?.policy_key);
      if (policy === undefined) return undefined;
      const carrier = carriers.get(text(policy, "carrier_key"));
      return readPolicy(key, { policy, carrier, coverages: coverages.get(reference?.policy_key) ?? [] });
    },
  };
}

type PolicyOnFile = {
  readonly policy: JsonObject;
  readonly carrier: JsonObject | undefined;
  readonly coverages: readonly JsonObject[];
};

function readPolicy(key: string, { policy, carrier, coverages }: PolicyOnFile): WrittenItem | undefined {
  const effectiveOn = text(policy, "effective_on");
  const expiresOn = text(policy, "expires_on");
  if (effectiveOn === undefined || expiresOn === undefined || expiresOn <= effectiveOn) return undefined;
  const name = carrierOfPolicy(policy, () => text(carrier ?? {}, "name"))?.name;
  const policyNumber = text(policy, "policy_number");
  const rating = oneOf(ratings, text(policy, "rating") ?? text(carrier ?? {}, "rating"));
  const carrierKey = text(policy, "carrier_key");
  const premium = number(policy, "premium");
  const commission = number(policy, "commission_rate");
  return {
    key,
    kind: policy["status"] === "quoted" ? "quote" : "policy",
    label: [name ?? "", policyNumber === undefined ? "" : `policy ${policyNumber}`].join(" ").trim(),
    carrier: {
      ...(carrierKey === undefined ? {} : { key: carrierKey }),
      name: name ?? "",
      ...(rating === undefined ? {} : { rating }),
    },
    effective_on: effectiveOn,
    expires_on: expiresOn,
    // 0 states no premium (CMP-102); a return premium is no price.
    premium: { base: premium === undefined || premium < 0 ? 0 : premium },
    ...(commission === undefined ? {} : { commission_rate: commission }),
    coverages: coverages.flatMap((row) => readCoverage(row, text(policy, "line"))).slice(0, coveragesMax),
  };
}

/** A row as a line of an item: of the policy's line unless it says another, and included unless it says otherwise. */
function readCoverage(row: JsonObject, line: string | undefined): readonly WrittenCoverage[] {
  const stated = Object.fromEntries(
    coverageMembers.flatMap((name) => {
      const value = row[name];
      return value === undefined || value === null ? [] : [[name, value] as const];
    }),
  );
  const written = { included: true, ...(line === undefined ? {} : { line }), ...stated };
  return checkCoverage(written).length > 0 ? [] : [asWritten(coverageLine, written)];
}
