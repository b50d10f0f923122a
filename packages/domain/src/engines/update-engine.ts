import { fail, type EngineStatus } from "@service/contract";
import type { Deps } from "../deps.ts";
import type { OrganizationCaller } from "../keys/index.ts";
import { summaryColumns, type EngineSummary } from "./engine.ts";

/** What is undefined or null stays (section 2.3). */
export interface EngineChanges {
  readonly label?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly status?: EngineStatus | null | undefined;
  readonly groupKey?: string | null | undefined;
}

/** Changes an engine's metadata, archives it or takes it back. @throws `engine_not_found` */
export async function updateEngine(
  deps: Deps,
  caller: OrganizationCaller,
  slug: string,
  changes: EngineChanges,
): Promise<EngineSummary> {
  const { rows } = await deps.db.pool.query<EngineSummary>(
    `update engines set label = coalesce($3, label), description = coalesce($4, description),
       status = coalesce($5::engine_status, status), group_key = coalesce($6, group_key), updated_at = now()
     where organization_id = $1 and slug = $2
     returning ${summaryColumns}`,
    [
      caller.organizationId,
      slug,
      changes.label ?? null,
      changes.description ?? null,
      changes.status ?? null,
      changes.groupKey ?? null,
    ],
  );
  const [updated] = rows;
  if (!updated) throw fail("engine_not_found");
  return updated;
}
