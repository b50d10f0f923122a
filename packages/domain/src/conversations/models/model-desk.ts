import { type Breaker, createBreakers, type EnvironmentModel, type ProviderOptions } from "@service/model-providers";
import { modelSurfaces } from "@service/models";
import type { Clock } from "@service/runtime";
import { defaultAlias } from "./embedded-model.ts";
import type { ModelCallObserver } from "./model-calls.ts";
import type { ModelLine } from "./model-line.ts";

/** The model that the variables of this process name, as a line of the list and with its key. */
interface OwnModel {
  readonly line: ModelLine;
  readonly apiKey: string | null;
}

/** What the uses of models share in a process: the circuits of the aliases, and the model of its variables. */
export interface ModelDesk {
  breakerOf(alias: string): Breaker;
  readonly ownModel: OwnModel | undefined;
  /** Counts the calls of this process. */
  readonly calls: ModelCallObserver | undefined;
  /** Options of every provider that is opened, besides its breaker; tests make the model's silence short. */
  readonly providerOptions: Omit<ProviderOptions, "breaker">;
}

/** What is assumed of the model of the variables, which do not describe it. */
const assumedContextTokens = 32_000;
const assumedOutputTokens = 4_096;

/** Opens the desk of a process. @param options.own the model of the `MODEL_*` variables. */
export function openModelDesk(options: {
  readonly clock: Clock;
  readonly own?: EnvironmentModel | undefined;
  readonly providerOptions?: Omit<ProviderOptions, "breaker">;
  readonly calls?: ModelCallObserver | undefined;
}): ModelDesk {
  const { clock, own, calls, providerOptions = {} } = options;
  return { breakerOf: createBreakers(clock), ownModel: own && ownModelOf(own), calls, providerOptions };
}

function ownModelOf({ provider, baseUrl, model, apiKey }: EnvironmentModel): OwnModel {
  return {
    apiKey,
    line: {
      alias: defaultAlias,
      provider,
      baseUrl,
      model,
      hasKey: apiKey !== null,
      contextTokens: assumedContextTokens,
      maxOutputTokens: assumedOutputTokens,
      caps: { continuation: false, tools: true, json: true, judge: true, embeddings: false, vision: false },
      surfaces: modelSurfaces,
      perMinute: null,
      price: null,
      isDisabled: false,
    },
  };
}
