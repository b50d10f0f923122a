import type { Run } from "@service/contract";
import type { Deps } from "@service/domain";
import { compiledEngine } from "@service/domain/engines";
import type { OrganizationSettings } from "@service/domain/access";
import { fieldPolicyNamed, presentRun, type RunReadRow } from "@service/domain/runs";
import type * as z from "zod";

/**
 * A run as this caller may see it: trimmed to the type's operator summary, under the field policy (RUN-82). Seats
 * and their own policies come with Records; until then the organization's default applies to every reader (PRIV-7).
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
