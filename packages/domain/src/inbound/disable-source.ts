import type { Deps } from "../deps.ts";
import { showOrganization } from "../organizations/index.ts";
import { sourceNotFound } from "./source.ts";

/**
 * Turns a source off for good: deliveries to it are answered as if it had never been, within 30 seconds at the latest.
 * Its key stays taken, so that it never means another source. Doing it again changes nothing.
 * @throws `not_found` for the organization, `source_not_found`.
 */
export async function disableSource(
  deps: Deps,
  options: { readonly organizationId: string; readonly sourceKey: string },
): Promise<{ readonly sourceKey: string; readonly disabledAt: Date }> {
  const { id } = await showOrganization(deps, options.organizationId);
  const { rows } = await deps.db.pool.query<{ sourceKey: string; disabledAt: Date }>(
    `update inbound_sources set disabled_at = coalesce(disabled_at, now())
      where organization_id = $1 and source_key = $2
     returning source_key as "sourceKey", disabled_at as "disabledAt"`,
    [id, options.sourceKey],
  );
  const [source] = rows;
  if (!source) throw sourceNotFound();
  return source;
}
