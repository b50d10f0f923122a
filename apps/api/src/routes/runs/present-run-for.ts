import type { Run } from "@service/contract";
import type { Deps } from "@service/domain";
import { compiledEngine } from "@service/domain/engines";
import type { OrganizationSettings } from "@service/domain/keys";
import { fieldPolicyNamed, presentRun, type RunReadRow } from "@service/domain/runs";
import type * as z from "zod";

/**
 * A run as this caller may see it: trimmed to the type's operator summary, under the field policy (section 2.5). Seats
 * and their own policies come with Records; until then every reader has the organization's default (domain.md 0.13).
 */
export async function presentRunFor(
  deps: Deps,
  organization: OrganizationSettings,
  row: RunReadRow,
): Promise<z.input<typeof Run>> {
  const policy = fieldPolicyNamed(organization.defaultFieldPolicy);
  if (policy.denied.length === 0 || row.configHash === null) return presentRun(row, { policy, schemas: undefined });
  const { requestSchema: request, responseSchema: response } = await compiledEngine(deps, row.configHash);
  return presentRun(row, { policy, schemas: { request, response } });
}
