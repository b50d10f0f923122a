import { fail, type EngineStatus } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import type { Actor, OrganizationScope } from "../../identity/access/index.ts";
import { auditInsert, auditValues, fieldsOf } from "../../identity/audit/index.ts";
import { auditedEngine, summaryColumns, type EngineSummary } from "./engine.ts";

/** Undefined or null leaves a field unchanged (ENG-9). */
export interface EngineChanges {
  readonly label?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly status?: EngineStatus | null | undefined;
  readonly groupKey?: string | null | undefined;
}

const audited = ["label", "description", "status", "group_key"];

const changeEngine = statement(
  "engines_change",
  `
  with before as (
    select id, label, description, status, group_key from engines
    where organization_id = @organization_id and slug = @slug for no key update
  ), e as (
    update engines e set label = coalesce(@label, e.label), description = coalesce(@description, e.description),
      status = coalesce(@status::engine_status, e.status), group_key = coalesce(@group_key, e.group_key),
        updated_at = now()
    from before where e.id = before.id
    returning e.*, ${fieldsOf("before", audited)} as before
  ), audited as (
    ${auditInsert({ ...auditedEngine("e"), before: "e.before", after: fieldsOf("e", audited) })}
  )
  select ${summaryColumns} from e`,
);

/** Changes an engine's metadata, archives or unarchives it. @throws `engine_not_found` */
export async function updateEngine(
  deps: Pick<Deps, "db">,
  caller: Actor & OrganizationScope,
  slug: string,
  changes: EngineChanges,
): Promise<EngineSummary> {
  const { rows } = await deps.db.pool.query(
    changeEngine({
      organizationId: caller.organizationId,
      slug,
      label: changes.label ?? null,
      description: changes.description ?? null,
      status: changes.status ?? null,
      groupKey: changes.groupKey ?? null,
      ...auditValues(caller, "engines.update"),
    }),
  );
  const [updated] = rows;
  if (!updated) throw fail("engine_not_found");
  return updated;
}
