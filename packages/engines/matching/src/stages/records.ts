import {
  type EngineRequest,
  entityTypeOf,
  fromCents,
  lineCodes,
  type LoadedDataset,
  toCents,
  type Warning,
} from "@service/engine-kit";
import type { PlacementInput } from "@service/engine-offerings";
import { type JsonObject, number, oneOf, text, texts } from "@service/json";

/** Families of a client that fill what an input leaves open. */
export const clientFamilies = ["accounts", "claims", "policies"] as const;

/** An input as the stages see it. Losses on file have no number of years, which those of a caller must have. */
export type CompletedInput = Omit<PlacementInput, "loss_history" | "incumbents"> & {
  readonly loss_history?: JsonObject;
  readonly incumbents?: readonly Incumbent[];
};

/** Of the book: what it costs now, whether or not its carrier has a key (REC-139). */
type Incumbent = Omit<NonNullable<PlacementInput["incumbents"]>[number], "carrier_key"> & {
  readonly carrier_key?: string;
};

export type InputWithRecords = {
  readonly input: CompletedInput;
  readonly usedDatasets: readonly LoadedDataset[];
  readonly warnings: readonly Warning[];
};

/**
 * Fills gaps of the input from the records it refers to, which the worker loads through the seat as datasets
 * `records:<family>`: facts of the account, its claims, its policies in force as incumbents. Stated values are kept.
 */
export function addRecords(
  input: PlacementInput,
  datasets: EngineRequest["datasets"],
  today: string,
): InputWithRecords {
  if (input.records_ref === undefined) return { input, usedDatasets: [], warnings: [] };
  const { client_key: clientKey } = input.records_ref;
  const usedDatasets: LoadedDataset[] = [];
  const rowsOf = (family: (typeof clientFamilies)[number]): readonly JsonObject[] | undefined => {
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
      risk: { ...(account === undefined ? {} : riskOf(account)), ...input.risk },
      ...(input.loss_history !== undefined || losses === undefined ? {} : { loss_history: losses }),
      ...(input.incumbents !== undefined || incumbents === undefined ? {} : { incumbents }),
    },
    usedDatasets,
    warnings: [],
  };
}

/** Members of an account that are facts of the risk, where they have the type of those. */
function riskOf(account: JsonObject): PlacementInput["risk"] {
  const { naics, sic, entity_type, revenue, payroll, employees, years_in_business } = account;
  const states = texts(account, "states").filter((state) => /^[A-Z]{2}$/.test(state));
  return {
    ...(typeof naics === "string" ? { naics } : {}),
    ...(typeof sic === "string" ? { sic } : {}),
    ...(typeof entity_type === "string" ? { entity_type: entityTypeOf(entity_type) } : {}),
    ...(typeof revenue === "number" ? { revenue } : {}),
    ...(typeof payroll === "number" ? { payroll } : {}),
    ...(typeof employees === "number" ? { employees } : {}),
    ...(typeof years_in_business === "number" ? { years_in_business } : {}),
    ...(states.length === 0 ? {} : { states: [...new Set(states)].sort() }),
  };
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

function incumbentsOf(policy: JsonObject, today: string): readonly Incumbent[] {
  const carrier = text(policy, "carrier_key");
  const expiresOn = text(policy, "expires_on");
  const premium = number(policy, "annualized_premium") ?? number(policy, "premium");
  const lines = [text(policy, "line"), ...texts(policy, "lines")];
  const [line, ...others] = new Set(lines.flatMap((code) => oneOf(lineCodes, code) ?? []));
  // The premium of a package cannot be split by line.
  if (others.length > 0 || line === undefined) return [];
  if (expiresOn === undefined || premium === undefined || expiresOn <= today) return [];
  return [{ line, ...(carrier === undefined ? {} : { carrier_key: carrier }), premium, expires_on: expiresOn }];
}
