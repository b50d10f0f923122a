import { statement } from "@service/db";
import type { Actor } from "../../identity/access/index.ts";
import { auditInsert, auditValues, fieldsOf } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { auditedSource, sourceNotFound } from "./source.ts";

/** Only the first call is recorded; its time stays. */
const disable = statement(
  "inbound_sources_disable",
  `
  with before as (
    select id, disabled_at from inbound_sources where organization_id = @organization_id
      and source_key = @source_key for no key update
  ), s as (
    update inbound_sources s set disabled_at = coalesce(s.disabled_at, now()) from before where s.id = before.id
    returning s.*, before.disabled_at as disabled_before
  ), audited as (
    ${auditInsert({
      ...auditedSource("s"),
      before: `'{"disabled_at": null}'::jsonb`,
      after: fieldsOf("s", ["disabled_at"]),
      from: "s where s.disabled_before is null",
    })}
  )
  select source_key as "sourceKey", disabled_at as "disabledAt" from s`,
);

/**
 * Disables a source permanently: within 30 seconds deliveries to it are answered as to an unknown source. Its key stays
 * taken, so that it never means another source. Repeating it changes nothing.
 * @throws `not_found` for the organization, `source_not_found`.
 */
export async function disableSource(
  deps: Pick<Deps, "db">,
  actor: Actor,
  options: { readonly organizationId: string; readonly sourceKey: string },
): Promise<{ readonly sourceKey: string; readonly disabledAt: Date }> {
  const { id } = await showOrganization(deps, options.organizationId);
  const { rows } = await deps.db.pool.query(
    disable({ organizationId: id, sourceKey: options.sourceKey, ...auditValues(actor, "sources.disable") }),
  );
  const [source] = rows;
  if (!source) throw sourceNotFound();
  return source;
}
