import {
  type EngineRequest,
  fromCents,
  lineCodes,
  type LoadedDataset,
  toCents,
  type Warning,
} from "@service/engine-kit";
import { type Json, type JsonObject, isJsonObject, number, oneOf, part, text, texts } from "@service/json";

/** Members of an account that are facts of the risk, with their required types. */
const accountFacts = [
  ["naics", "string"],
  ["sic", "string"],
  ["entity_type", "string"],
  ["revenue", "number"],
  ["payroll", "number"],
  ["employees", "number"],
  ["years_in_business", "number"],
] as const;

export type InputWithRecords = {
  readonly input: JsonObject;
  readonly usedDatasets: readonly LoadedDataset[];
  readonly warnings: readonly Warning[];
};

/**
 * Fills gaps of the input from the records it refers to, which the worker loads through the seat as datasets
 * `records:<family>`: facts of the account, its claims, its policies in force as incumbents. Stated values are kept.
 */
export function addRecords(input: JsonObject, datasets: EngineRequest["datasets"], today: string): InputWithRecords {
  const reference = input["records_ref"];
  if (!isJsonObject(reference)) return { input, usedDatasets: [], warnings: [] };
  const clientKey = text(reference, "client_key");
  const usedDatasets: LoadedDataset[] = [];
  const rowsOf = (family: string): readonly JsonObject[] | undefined => {
    const dataset = datasets.get(`records:${family}`);
    if (dataset === undefined) return undefined;
    usedDatasets.push(dataset);
    return dataset.rows.filter((row) => row["client_key"] === clientKey);
  };
  const [account] = rowsOf("accounts") ?? [];
  const claims = rowsOf("claims");
  const policies = rowsOf("policies");
  if (usedDatasets.length === 0) {
    return {
      input,
      usedDatasets,
      warnings: [
        {
          code: "dataset_missing",
          message: "The records of this client could not be loaded; the answer rests on the input alone.",
          stage: "load",
          severity: "warning",
          path: "records_ref",
        },
      ],
    };
  }
  const losses = claims === undefined ? undefined : lossHistoryOf(claims, today);
  const incumbents = policies?.flatMap((policy) => incumbentsOf(policy, today));
  return {
    input: {
      ...input,
      risk: { ...(account === undefined ? {} : riskOf(account)), ...part(input, "risk") },
      ...(input["loss_history"] !== undefined || losses === undefined ? {} : { loss_history: losses }),
      ...(input["incumbents"] !== undefined || incumbents === undefined ? {} : { incumbents }),
    },
    usedDatasets,
    warnings: [],
  };
}

function riskOf(account: JsonObject): JsonObject {
  const facts: { [name: string]: Json } = {};
  for (const [name, type] of accountFacts) {
    const value = account[name];
    if (value !== undefined && typeof value === type) facts[name] = value;
  }
  const states = texts(account, "states").filter((state) => /^[A-Z]{2}$/.test(state));
  return { ...facts, ...(states.length === 0 ? {} : { states: [...new Set(states)].sort() }) };
}

/** Claims on file; premium and covered years are unknown, so ratios stay unknown. */
function lossHistoryOf(claims: readonly JsonObject[], today: string): JsonObject {
  return {
    claims: claims.flatMap((claim) => {
      const occurredOn = text(claim, "occurred_on");
      if (occurredOn === undefined || occurredOn > today) return [];
      const paid = toCents(number(claim, "paid") ?? 0) ?? 0;
      const incurred = toCents(number(claim, "incurred") ?? 0) ?? 0;
      const reserved = toCents(number(claim, "reserved") ?? Number.NaN) ?? Math.max(0, incurred - paid);
      return [
        {
          line: text(claim, "line") ?? "other",
          occurred_on: occurredOn,
          status: claim["status"] === "open" ? "open" : "closed",
          paid: fromCents(paid),
          reserved: fromCents(reserved),
        },
      ];
    }),
  };
}

function incumbentsOf(policy: JsonObject, today: string): readonly JsonObject[] {
  const carrier = text(policy, "carrier_key");
  const expiresOn = text(policy, "expires_on");
  const premium = number(policy, "annualized_premium") ?? number(policy, "premium");
  const lines = [text(policy, "line"), ...texts(policy, "lines")];
  const [line, ...others] = new Set(lines.flatMap((code) => oneOf(lineCodes, code) ?? []));
  // The premium of a package cannot be split by line.
  if (others.length > 0 || line === undefined) return [];
  if (carrier === undefined || expiresOn === undefined || premium === undefined || expiresOn <= today) return [];
  return [{ line, carrier_key: carrier, premium, expires_on: expiresOn }];
}
