import { fail, ServiceError, type Run } from "@service/contract";
import { compiledEngine, type ConfigurationDeps } from "@service/domain/engines";
import type { OrganizationSettings } from "@service/domain/access";
import { fieldPolicyNamed, presentRun, type RunReadRow } from "@service/domain/runs";
import type * as z from "zod";

type PresentedWith = Parameters<typeof presentRun>[1];

/**
 * A run as this caller may see it: trimmed to the type's operator summary, under the field policy (RUN-82). Seats
 * and their own policies come with Records; until then the organization's default applies to every reader (PRIV-7).
 * @throws `load_run_failed`.
 */
export async function presentRunFor(
  deps: ConfigurationDeps,
  organization: OrganizationSettings,
  row: RunReadRow,
): Promise<z.input<typeof Run>> {
  const policy = fieldPolicyNamed(organization.defaultFieldPolicy);
  if (policy.denied.length === 0 || row.configHash === null) return presentRun(row, { policy, schemas: undefined });
  return presentRun(row, { policy, schemas: await schemasOf(deps, row.configHash) });
}

/** Undefined for a configuration that is not stored: which values are sensitive is then not known (PRIV-18). */
async function schemasOf(deps: ConfigurationDeps, configHash: string): Promise<PresentedWith["schemas"]> {
  try {
    const { requestSchema: request, responseSchema: response } = await compiledEngine(deps, configHash);
    return { request, response };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "engine_config_hash_unavailable") return undefined;
    throw fail("load_run_failed", { cause: error });
  }
}
