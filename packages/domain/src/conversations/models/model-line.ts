import { isJsonObject, parseJson } from "@service/json";
import {
  type ModelCapabilities,
  type modelCapabilities,
  type ModelProviderName,
  modelProviderNames,
  type ModelSurface,
  modelSurfaces,
} from "@service/models";
import type { embeddedLine } from "./embedded-model.ts";

/** A registered model as its row has it. */
export interface ModelRow {
  readonly alias: string;
  readonly provider: string;
  readonly baseUrl: string;
  readonly model: string;
  /** Sealed; null: the server asks for none. */
  readonly apiKey: string | null;
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly caps: readonly string[];
  readonly surfaces: readonly string[];
  readonly perMinute: number | null;
  readonly price: string | null;
  readonly disabledAt: Date | null;
}

/** Columns of the stored registration in `row`. */
export const modelColumns = (row: string): string => `${row}.alias, ${row}.provider, ${row}.base_url as "baseUrl",
  ${row}.model, ${row}.api_key as "apiKey", ${row}.context_tokens as "contextTokens",
  ${row}.max_output_tokens as "maxOutputTokens", ${row}.caps, ${row}.surfaces, ${row}.per_minute as "perMinute",
  ${row}.price, ${row}.disabled_at as "disabledAt"`;

/** Of a million tokens. */
interface ModelPrice {
  readonly currency: string;
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

/** A model of the deployment, without its key. */
export interface ModelLine {
  readonly alias: string;
  readonly provider: ModelProviderName;
  readonly baseUrl: string;
  readonly model: string;
  readonly hasKey: boolean;
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly caps: ModelCapabilities;
  readonly surfaces: readonly ModelSurface[];
  /** Requests a minute over all processes; null: no limit. */
  readonly perMinute: number | null;
  readonly price: ModelPrice | null;
  readonly isDisabled: boolean;
}

/** A row without its key. */
export function lineOf(row: ModelRow): ModelLine {
  const provider = modelProviderNames.find((name) => name === row.provider);
  if (provider === undefined) throw new Error("the table refuses other providers");
  const has = (cap: string): boolean => row.caps.includes(cap);
  return {
    alias: row.alias,
    provider,
    baseUrl: row.baseUrl,
    model: row.model,
    hasKey: row.apiKey !== null,
    contextTokens: row.contextTokens,
    maxOutputTokens: row.maxOutputTokens,
    caps: {
      continuation: has("continuation"),
      tools: has("tools"),
      json: has("json"),
      judge: has("judge"),
      embeddings: has("embeddings"),
      vision: has("vision"),
    },
    surfaces: modelSurfaces.filter((surface) => row.surfaces.includes(surface)),
    perMinute: row.perMinute,
    price: row.price === null ? null : priceOf(row.price),
    isDisabled: row.disabledAt !== null,
  };
}

/** As `svc model list` and the audit log show it: the key is not there, only whether there is one. */
export function shownModel(line: ModelLine | typeof embeddedLine) {
  return {
    alias: line.alias,
    provider: line.provider,
    base_url: line.baseUrl,
    model: line.model,
    api_key: line.hasKey ? "set" : "none",
    context_tokens: line.contextTokens,
    max_output_tokens: line.maxOutputTokens,
    caps: shownCaps(line.caps),
    surfaces: [...line.surfaces],
    per_minute: line.perMinute,
    price:
      line.price === null
        ? null
        : `${line.price.inputPerMillion}/${line.price.outputPerMillion} ${line.price.currency}`,
    status: line.isDisabled ? "disabled" : "active",
  };
}

/** Every capability with whether the model has it, as in a registration. */
export function shownCaps(caps: ModelCapabilities): Record<(typeof modelCapabilities)[number], boolean> {
  return {
    continuation: caps.continuation,
    tools: caps.tools,
    json: caps.json,
    judge: caps.judge,
    embeddings: caps.embeddings,
    vision: caps.vision,
  };
}

function priceOf(text: string): ModelPrice | null {
  const price = parseJson(text);
  if (!isJsonObject(price)) return null;
  const { currency, input_per_million: input, output_per_million: output } = price;
  if (typeof currency !== "string" || typeof input !== "number" || typeof output !== "number") return null;
  return { currency, inputPerMillion: input, outputPerMillion: output };
}
