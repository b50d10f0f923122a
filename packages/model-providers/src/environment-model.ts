import type { ModelProviderName } from "@service/models";
import type { VendorAddress } from "./vendor.ts";

/** The model that the `MODEL_*` variables name: the alias `default` (MODEL-63). */
export interface EnvironmentModel extends VendorAddress {
  readonly provider: ModelProviderName;
}

/**
 * The model of the configuration; undefined while MODEL_PROVIDER is unset. The address may leave its `/v1` out for
 * `anthropic`, as it always could for enrichment.
 * @throws Error naming what is missing.
 */
export function environmentModelOf(config: {
  readonly modelProvider: ModelProviderName | undefined;
  readonly modelBaseUrl: string | undefined;
  readonly modelApiKey: string | undefined;
  readonly modelName: string | undefined;
}): EnvironmentModel | undefined {
  const { modelProvider: provider, modelBaseUrl, modelApiKey: apiKey = null, modelName: model } = config;
  if (provider === undefined) return undefined;
  if (model === undefined) throw new Error("MODEL_NAME is required with MODEL_PROVIDER");
  if (provider === "anthropic") {
    if (apiKey === null) throw new Error("MODEL_API_KEY is required with this MODEL_PROVIDER");
    const base = (modelBaseUrl ?? "https://api.anthropic.com").replace(/\/+$/, "");
    return { provider, model, apiKey, baseUrl: base.endsWith("/v1") ? base : `${base}/v1` };
  }
  if (modelBaseUrl === undefined) throw new Error("MODEL_BASE_URL is required with this MODEL_PROVIDER");
  return { provider, model, apiKey, baseUrl: modelBaseUrl.replace(/\/+$/, "") };
}
