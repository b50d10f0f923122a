import { fail, type InstanceConfig } from "@service/contract";
import type { ConfigIssue } from "@service/json";
import { findManifest } from "@service/models";
import type { OrganizationScope } from "../access/index.ts";
import type { Deps } from "../deps.ts";
import { manifestsNamedBy } from "../engines/index.ts";
import { findAlias, type KnownAlias } from "./model-aliases.ts";

/**
 * What of a configuration this deployment does not allow (CONV-16): models, and what may leave for them.
 * @throws `invalid_instance_config`, and where nothing else is wrong `provider_not_configured` for an alias that the
 *   deployment does not have.
 */
export async function assertDeployable(
  deps: Pick<Deps, "db">,
  { organizationId }: OrganizationScope,
  config: InstanceConfig,
): Promise<void> {
  const hash = config.egress_manifest_version;
  const manifest = findManifest(hash, await manifestsNamedBy(deps, hash));
  const issues: ConfigIssue[] = [];
  if (manifest === undefined)
    issues.push({ path: "/egress_manifest_version", message: "no registered egress manifest has this hash" });
  const { alias, fallback_aliases: fallbacks } = config.model;
  const unknown: string[] = [];
  const named = [
    { name: alias, path: "/model/alias" },
    ...fallbacks.map((name, index) => ({ name, path: `/model/fallback_aliases/${index}` })),
  ];
  for (const { name, path } of named) {
    const known = await findAlias(deps, organizationId, name);
    if (known === undefined) unknown.push(name);
    else issues.push(...issuesOfAlias(known, path, config));
  }
  if (issues.length > 0) throw fail("invalid_instance_config", { details: issues });
  const [first] = unknown;
  if (first !== undefined)
    throw fail("provider_not_configured", {
      message: `No model of the alias ${first} is set up: ask the operator to register one.`,
    });
}

function issuesOfAlias(known: KnownAlias, path: string, { model }: InstanceConfig): ConfigIssue[] {
  if (!known.isOpen) return [{ path, message: "is not open to the organization for conversations" }];
  if (!known.isRemote) return [];
  const { max_output_tokens: tokens } = model;
  const bound = known.maxOutputTokens;
  if (tokens === undefined) return [{ path: "/model/max_output_tokens", message: "is required for this model" }];
  return bound !== null && tokens > bound
    ? [{ path: "/model/max_output_tokens", message: `must be at most ${bound} for ${known.alias}` }]
    : [];
}
