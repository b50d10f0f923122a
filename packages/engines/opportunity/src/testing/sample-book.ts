import { type DeterministicResult, type EngineRequest, lineCodes, type LoadedDataset } from "@service/engine-kit";
import { addDays, type JsonObject } from "@service/json";

export type SampleDataset = LoadedDataset;

/** Made-up books for tests: the same seed gives the same book. */

const sampleToday = "2026-01-15";

/** A request about these accounts; `more` adds members of the input. */
export function sampleRequest(
  accounts: readonly JsonObject[],
  more: JsonObject = {},
  datasets: readonly LoadedDataset[] = [],
): EngineRequest {
  return {
    input: { as_of: `${sampleToday}T00:00:00Z`, accounts, ...more },
    offerings: undefined,
    runId: "5d0f9b1c-6d3c-4a53-9f0d-3f6f3f9a7a11",
    createdAt: `${sampleToday}T12:00:00Z`,
    datasets: new Map(datasets.map((dataset) => [dataset.datasetKey, dataset])),
    onStage: () => undefined,
  };
}

export function sampleDataset(datasetKey: string, rows: readonly JsonObject[], asOf = sampleToday): LoadedDataset {
  return { datasetKey, version: "7", sha256: "0".repeat(64), asOf: `${asOf}T00:00:00Z`, rows };
}

export function samplePolicy(policy_key: string, line: string, more: JsonObject = {}): JsonObject {
  return {
    policy_key,
    line,
    status: "active",
    kind: "renewal",
    effective_on: "2025-03-30",
    expires_on: "2026-03-30",
    premium: 2600,
    ...more,
  };
}

export function sampleAccount(client_key: string, policies: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return {
    client_key,
    name: `Client ${client_key}`,
    segment: "commercial",
    producer_seat: "seat-1",
    policies,
    ...more,
  };
}

/** `accounts` commercial accounts of a few trades and sizes, each holding about `linesEach` of the 33 lines. */
export function sampleBook(accounts: number, linesEach: number, seed = 7): JsonObject[] {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
  const trades = ["541611", "722511", "238160", "424410", "531120", "623110"];
  return Array.from({ length: accounts }, (_, at) => {
    const key = `c${String(at).padStart(5, "0")}`;
    const held = [...lineCodes].filter(() => next(lineCodes.length) < linesEach);
    return sampleAccount(
      key,
      held.map((line, index) => {
        const expires = addDays(sampleToday, next(365)) ?? sampleToday;
        return samplePolicy(`${key}-${index}`, line, {
          expires_on: expires,
          effective_on: addDays(expires, -365) ?? sampleToday,
          premium: 500 + next(20_000),
          carrier_key: `carrier-${next(20)}`,
        });
      }),
      {
        naics: trades[next(trades.length)] ?? "541611",
        employees: 1 + next(300),
        revenue: 100_000 + next(20_000_000),
        payroll: 50_000 + next(5_000_000),
        states: ["OH"],
        since: addDays(sampleToday, -next(4000)) ?? sampleToday,
        office_key: `office-${next(4)}`,
        claims:
          next(4) === 0
            ? [
                {
                  claim_key: `${key}-cl`,
                  line: "general_liability",
                  occurred_on: "2025-08-01",
                  status: next(2) === 0 ? "open" : "closed",
                  paid: next(50_000),
                  reserved: 0,
                },
              ]
            : [],
        activities: [{ activity_key: `${key}-a`, occurred_at: addDays(sampleToday, -next(400)) ?? sampleToday }],
        invoices:
          next(5) === 0 ? [{ invoice_key: `${key}-i`, due_on: "2025-11-01", balance: next(900), amount: 900 }] : [],
      },
    );
  });
}

/** The output of a run; throws when the run failed. */
export function outputOf(result: DeterministicResult): JsonObject {
  if (result.status === "failed") throw new Error(`${result.stage} ${result.code}: ${result.error}`);
  return result.output;
}
