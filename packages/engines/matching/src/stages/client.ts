import {
  inputSchema,
  type Offering,
  type PlacementInput,
  preferences as preferencesShape,
  type Priority,
  readWantedCoverages,
  type WantedCoverage,
  type WrittenNeed,
} from "@service/engine-offerings";
import { type EngineRequest, type LoadedDataset, lossFacts, type Rating, type Warning } from "@service/engine-kit";
import type { EvaluationBudget, Facts } from "@service/conditions";
import {
  asWritten,
  canonicalJson,
  dateOf,
  daysBetween,
  fillDefaults,
  type Json,
  type JsonObject,
  isJsonArray,
  isJsonObject,
  byText,
} from "@service/json";
import { addRecords, type CompletedInput } from "./records.ts";

/** What the run knows about the client before any offering is evaluated. */
export type Client = {
  readonly asOf: string;
  readonly today: string;
  readonly currency: string;
  readonly key: string;
  readonly clientKey: string | undefined;
  readonly label: string;
  /** The namespaces that do not depend on need or offering. */
  readonly input: CompletedInput;
  readonly risk: PlacementInput["risk"];
  readonly loss: JsonObject;
  readonly naics: string | undefined;
  readonly states: readonly string[];
  readonly primaryState: string | undefined;
  readonly preferences: Preferences;
  readonly needs: readonly Need[];
  readonly usedDatasets: readonly LoadedDataset[];
  readonly warnings: readonly Warning[];
};

export type Preferences = {
  readonly maxResults: number;
  readonly maxPerCarrier: number;
  readonly admittedOnly: boolean;
  readonly minRating: Rating | undefined;
  readonly excluded: ReadonlySet<string>;
  readonly preferred: ReadonlySet<string>;
  readonly priority: Priority;
};

type PriceTarget = { readonly amount: number; readonly source: "target" | "incumbent" };

export type Need = {
  readonly key: string;
  readonly line: WrittenNeed["line"];
  readonly effectiveOn: string;
  readonly wanted: readonly WantedCoverage[];
  readonly target: PriceTarget | undefined;
  /** Carriers that recently declined this line, with the day of their last decline. */
  readonly declines: ReadonlyMap<string, { readonly on: string; readonly reason: string | undefined }>;
  /** The namespace `need`. */
  readonly facts: JsonObject;
};

const declineDays = 180;

/** Names the type of an input, which is the same under every input contract. */
const inputShape = inputSchema({});

/**
 * Reads input and records; sorts every list of the input by its content, because the order of arrival has no meaning
 * (TYPE-3). No list of a matching input is a sequence.
 */
export function readClient(request: EngineRequest): Client {
  const given = asWritten(inputShape, ordering(request.input));
  const asOf = given.as_of ?? request.createdAt;
  const today = dateOf(asOf) ?? dateOf(request.createdAt) ?? "1970-01-01";
  const { input, usedDatasets, warnings } = addRecords(given, request.datasets, today);
  const { client, risk } = input;
  const { primary_state: primaryState } = risk;
  const states = new Set([...(primaryState === undefined ? [] : [primaryState]), ...(risk.states ?? [])]);
  return {
    asOf,
    today,
    currency: input.currency ?? "USD",
    key: client.key,
    clientKey: client.client_key,
    label: client.label,
    input,
    risk,
    loss: lossFacts(input.loss_history, asOf),
    naics: risk.naics,
    states: [...states].sort(),
    primaryState,
    preferences: readPreferences(input.preferences ?? {}),
    needs: input.needs.map((need) => readNeed(need, input, today)).sort((a, b) => byText(a.key, b.key)),
    usedDatasets,
    warnings,
  };
}

/** The facts of one offering's conditions, bounds and pricing, for one need. */
export function factsOf(
  client: Client,
  need: Need,
  offering: Pick<Offering, "facts"> | undefined,
  budget: EvaluationBudget,
  onMismatch?: (path: string) => void,
): Facts {
  const { input, risk, loss, asOf } = client;
  return {
    root: { input, risk, loss, need: need.facts, offering: offering?.facts ?? {} },
    asOf,
    budget,
    ...(onMismatch === undefined ? {} : { onMismatch }),
  };
}

function readPreferences(written: NonNullable<PlacementInput["preferences"]>): Preferences {
  const preferences = fillDefaults(preferencesShape, written);
  return {
    maxResults: preferences.max_results,
    maxPerCarrier: preferences.max_per_carrier,
    admittedOnly: preferences.admitted_only,
    minRating: preferences.min_rating,
    excluded: new Set(preferences.carriers_excluded),
    preferred: new Set(preferences.carriers_preferred),
    priority: preferences.priority,
  };
}

function readNeed(need: WrittenNeed, { incumbents = [], declined_by = [] }: CompletedInput, today: string): Need {
  return {
    key: need.need_key,
    line: need.line,
    effectiveOn: need.effective_on,
    wanted: [...readWantedCoverages(need)].sort((a, b) => byText(a.code, b.code)),
    target: readTarget(need, incumbents),
    declines: readDeclines(declined_by, need.line, today),
    facts: need,
  };
}

/** The stated target; else the premium of the incumbent that expires nearest to the wanted date. */
function readTarget(
  { line, effective_on: effectiveOn, target_premium: stated }: WrittenNeed,
  incumbents: NonNullable<CompletedInput["incumbents"]>,
): PriceTarget | undefined {
  if (stated !== undefined && stated > 0) return { amount: stated, source: "target" };
  const distance = (incumbent: (typeof incumbents)[number]): number =>
    Math.abs(daysBetween(incumbent.expires_on, effectiveOn) ?? Number.MAX_SAFE_INTEGER);
  const [nearest] = incumbents
    .filter((incumbent) => incumbent.line === line && incumbent.premium > 0)
    .sort((a, b) => distance(a) - distance(b) || a.premium - b.premium);
  return nearest === undefined ? undefined : { amount: nearest.premium, source: "incumbent" };
}

function readDeclines(
  declines: NonNullable<CompletedInput["declined_by"]>,
  line: string,
  today: string,
): Need["declines"] {
  const recent = new Map<string, { readonly on: string; readonly reason: string | undefined }>();
  for (const decline of declines) {
    const { carrier_key: carrier, on, reason } = decline;
    const age = daysBetween(on, today);
    if (decline.line !== line || age === undefined || age < 0 || age > declineDays) continue;
    const existing = recent.get(carrier);
    if (existing === undefined || existing.on < on) recent.set(carrier, { on, reason });
  }
  return recent;
}

function ordering(value: Json): Json {
  if (isJsonArray(value)) {
    if (value.length < 2) return value.map(ordering);
    return value
      .map((element) => {
        const ordered = ordering(element);
        return { ordered, content: canonicalJson(ordered) };
      })
      .sort((a, b) => byText(a.content, b.content))
      .map(({ ordered }) => ordered);
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, ordering(member)]));
}
