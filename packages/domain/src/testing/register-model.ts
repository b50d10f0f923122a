import type { JsonObject } from "@service/json";
import { testOperator } from "@service/testing";
import { registerModel } from "../conversations/models/index.ts";
import { registerEgressManifest } from "../engines/engines/index.ts";
import type { WholeDeps } from "../open-deps.ts";

/** Registers a model of a vendor for conversations; nobody may use it until `models` of an organization names it. */
export async function registerTestModel(
  deps: Pick<WholeDeps, "db" | "secrets">,
  given: {
    readonly alias: string;
    readonly provider: string;
    readonly baseUrl: string;
    /** Members of the registration that are different. */
    readonly more?: JsonObject;
  },
): Promise<void> {
  const { alias, provider, baseUrl, more = {} } = given;
  const registration = {
    alias,
    provider,
    base_url: baseUrl,
    model: `${alias}-1`,
    api_key: "sk-test-1",
    context_tokens: 16_000,
    max_output_tokens: 1_000,
    caps: {},
    surfaces: ["conversation"],
    ...more,
  };
  await registerModel(deps, testOperator, JSON.stringify(registration));
}

/**
 * Registers a manifest by which these parts of conversations leave unchanged, or as their rule says.
 * @returns its version, as a configuration names it.
 */
export async function registerTestManifest(
  deps: Pick<WholeDeps, "db">,
  given: {
    readonly name: string;
    readonly destinations: readonly string[];
    readonly parts: readonly string[];
    /** Of parts that leave in another way. */
    readonly rules?: { readonly [part: string]: object };
  },
): Promise<string> {
  const { name, destinations, parts, rules = {} } = given;
  const text = JSON.stringify({
    schema_version: 1,
    destinations,
    rules: [...new Set([...parts, ...Object.keys(rules)])].map((part) => ({
      surface: "conversation",
      part,
      transform: "pass",
      ...rules[part],
    })),
  });
  return (await registerEgressManifest(deps, testOperator, { name, text })).sha256;
}
