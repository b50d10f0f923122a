import { fail, type InstanceConfig } from "@service/contract";
import type { ConfigIssue } from "@service/json";
import { conversationBlock, type EgressManifest, findManifest } from "@service/models";
import type { OrganizationScope } from "../../identity/access/index.ts";
import { manifestsNamedBy } from "../../engines/engines/index.ts";
import { type AliasDeps, isEmbedded, type OpenAlias, listAliases, listOpenAliases } from "./model-aliases.ts";

/**
 * What of a configuration this deployment does not allow (CONV-16): models, and what may leave for them.
 * @throws `invalid_instance_config`, and where nothing else is wrong `provider_not_configured` for an alias that the
 *   deployment does not have.
 */
export async function assertDeployable(
  deps: AliasDeps,
  { organizationId }: OrganizationScope,
  config: InstanceConfig,
): Promise<void> {
  const hash = config.egress_manifest_version;
  const manifest = findManifest(hash, await manifestsNamedBy(deps, hash));
  const issues: ConfigIssue[] = [];
  if (manifest === undefined)
    issues.push({ path: "/egress_manifest_version", message: "no registered egress manifest has this hash" });
  const { alias, fallback_aliases: fallbacks } = config.model;
  const named = [
    { name: alias, path: "/model/alias" },
    ...fallbacks.map((name, index) => ({ name, path: `/model/fallback_aliases/${index}` })),
  ].filter(({ name }) => !isEmbedded(name));
  const open = named.length === 0 ? [] : await listOpenAliases(deps, organizationId);
  const all = named.length === 0 ? new Set<string>() : await listAliases(deps);
  for (const { name, path } of named) {
    const existing = open.find((one) => one.alias === name);
    if (existing) issues.push(...issuesOfModel(existing, path, config, manifest));
    else if (all.has(name)) issues.push({ path, message: "is not open to the organization for conversations" });
  }
  if (issues.length > 0) throw fail("invalid_instance_config", { details: issues });
  const unknown = named.find(({ name }) => !all.has(name));
  if (unknown)
    throw fail("provider_not_configured", {
      message: `No model of the alias ${unknown.name} is set up: ask the operator to register one.`,
    });
}

function issuesOfModel(
  { alias, provider, maxOutputTokens: bound }: OpenAlias,
  path: string,
  { model: { max_output_tokens: tokens } }: InstanceConfig,
  manifest: EgressManifest | undefined,
): ConfigIssue[] {
  const at = "/model/max_output_tokens";
  return [
    ...(tokens === undefined ? [{ path: at, message: "is required for this model" }] : []),
    ...(tokens !== undefined && bound !== null && tokens > bound
      ? [{ path: at, message: `must be at most ${bound} for ${alias}` }]
      : []),
    ...(manifest === undefined ? [] : issuesOfEgress(manifest, provider, path)),
  ];
}

/** A model gets nothing of a conversation unless the manifest names its provider and lets instructions and question leave. */
function issuesOfEgress(manifest: EgressManifest, provider: string, path: string): ConfigIssue[] {
  const block = conversationBlock(manifest, provider);
  if (block === undefined) return [];
  return block === "destination"
    ? [{ path, message: `its provider ${provider} is no destination of the egress manifest` }]
    : [{ path: "/egress_manifest_version", message: `does not let ${block} leave for the model` }];
}
