import {
  priorities,
  type Offering,
  type Priority,
  readWantedCoverages,
  type WantedCoverage,
} from "@service/engine-offerings";
import {
  type EngineRequest,
  type LoadedDataset,
  lossFacts,
  type Rating,
  ratings,
  type Warning,
} from "@service/engine-kit";
import type { EvaluationBudget, Facts } from "@service/conditions";
import {
  canonicalJson,
  dateOf,
  daysBetween,
  type Json,
  type JsonObject,
  isJsonArray,
  isJsonObject,
  byText,
  flag,
  number,
  objects,
  oneOf,
  part,
  text,
  texts,
} from "@service/json";
import { addRecords } from "./records.ts";

/** What the run knows about the client before any offering is evaluated. */
export type Client = {
  readonly asOf: string;
  readonly today: string;
  readonly currency: string;
  readonly key: string;
  readonly clientKey: string | undefined;
  readonly label: string;
  /** The namespaces that do not depend on need or offering. */
  readonly input: JsonObject;
  readonly risk: JsonObject;
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
  readonly line: string;
  readonly effectiveOn: string;
  readonly wanted: readonly WantedCoverage[];
  readonly target: PriceTarget | undefined;
  /** Carriers that recently declined this line, with the day of their last decline. */
  readonly declines: ReadonlyMap<string, { readonly on: string; readonly reason: string | undefined }>;
  /** The namespace `need`. */
  readonly facts: JsonObject;
};

const maxResultsUsual = 20;
const maxPerCarrierUsual = 3;
const declineDays = 180;

/**
 * Reads input and records; sorts every list of the input by its content, because the order of arrival has no meaning
 * (TYPE-3). No list of a matching input is a sequence.
 */
export function readClient(request: EngineRequest): Client {
  const given = inOrder(request.input);
  const asOf = text(given, "as_of") ?? request.createdAt;
  const today = dateOf(asOf) ?? dateOf(request.createdAt) ?? "1970-01-01";
  const { input, usedDatasets, warnings } = addRecords(given, request.datasets, today);
  const risk = part(input, "risk");
  const client = part(input, "client");
  const primaryState = text(risk, "primary_state");
  const states = new Set([...(primaryState === undefined ? [] : [primaryState]), ...texts(risk, "states")]);
  return {
    asOf,
    today,
    currency: text(input, "currency") ?? "USD",
    key: text(client, "key") ?? "",
    clientKey: text(client, "client_key"),
    label: text(client, "label") ?? "",
    input,
    risk,
    loss: lossFacts(isJsonObject(input["loss_history"]) ? input["loss_history"] : undefined, asOf),
    naics: text(risk, "naics"),
    states: [...states].sort(),
    primaryState,
    preferences: readPreferences(part(input, "preferences")),
    needs: objects(input, "needs")
      .map((need) => readNeed(need, input, today))
      .sort((a, b) => byText(a.key, b.key)),
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

function readPreferences(preferences: JsonObject): Preferences {
  return {
    maxResults: number(preferences, "max_results") ?? maxResultsUsual,
    maxPerCarrier: number(preferences, "max_per_carrier") ?? maxPerCarrierUsual,
    admittedOnly: flag(preferences, "admitted_only") ?? false,
    minRating: oneOf(ratings, preferences["min_rating"]),
    excluded: new Set(texts(preferences, "carriers_excluded")),
    preferred: new Set(texts(preferences, "carriers_preferred")),
    priority: oneOf(priorities, preferences["priority"]) ?? "balance",
  };
}

function readNeed(need: JsonObject, input: JsonObject, today: string): Need {
  const line = text(need, "line") ?? "";
  const effectiveOn = text(need, "effective_on") ?? today;
  return {
    key: text(need, "need_key") ?? "",
    line,
    effectiveOn,
    wanted: [...readWantedCoverages(need)].sort((a, b) => byText(a.code, b.code)),
    target: readTarget(need, objects(input, "incumbents"), line, effectiveOn),
    declines: readDeclines(objects(input, "declined_by"), line, today),
    facts: need,
  };
}

/** The stated target; else the premium of the incumbent that expires nearest to the wanted date. */
function readTarget(
  need: JsonObject,
  incumbents: readonly JsonObject[],
  line: string,
  effectiveOn: string,
): PriceTarget | undefined {
  const stated = number(need, "target_premium");
  if (stated !== undefined && stated > 0) return { amount: stated, source: "target" };
  const distance = (incumbent: JsonObject): number =>
    Math.abs(daysBetween(text(incumbent, "expires_on") ?? "", effectiveOn) ?? Number.MAX_SAFE_INTEGER);
  const [nearest] = incumbents
    .filter((incumbent) => incumbent["line"] === line && (number(incumbent, "premium") ?? 0) > 0)
    .sort((a, b) => distance(a) - distance(b) || (number(a, "premium") ?? 0) - (number(b, "premium") ?? 0));
  const premium = nearest === undefined ? undefined : number(nearest, "premium");
  return premium === undefined ? undefined : { amount: premium, source: "incumbent" };
}

function readDeclines(declines: readonly JsonObject[], line: string, today: string): Need["declines"] {
  const recent = new Map<string, { readonly on: string; readonly reason: string | undefined }>();
  for (const decline of declines) {
    const carrier = text(decline, "carrier_key") ?? "";
    const on = text(decline, "on") ?? "";
    const age = daysBetween(on, today);
    if (decline["line"] !== line || age === undefined || age < 0 || age > declineDays) continue;
    const known = recent.get(carrier);
    if (known === undefined || known.on < on) recent.set(carrier, { on, reason: text(decline, "reason") });
  }
  return recent;
}

function inOrder(input: JsonObject): JsonObject {
  const ordered = ordering(input);
  return isJsonObject(ordered) ? ordered : {};
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
