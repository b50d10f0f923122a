import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { Actor } from "../../identity/access/index.ts";
import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";

/** Disabling a disabled one changes nothing and writes no audit row. */
const disable = statement(
  "model_aliases_disable",
  `with m as (
     update model_aliases set disabled_at = now(), updated_at = now() where alias = @alias and disabled_at is null
     returning alias
   ), audited as (
     ${auditInsert({
       kind: "model_alias",
       id: "m.alias",
       organizationId: "null::uuid",
       before: `jsonb_build_object('status', 'active')`,
       after: `jsonb_build_object('status', 'disabled')`,
       from: "m",
     })}
   )
   select exists (select from model_aliases where alias = @alias) as "isFound"`,
);

/** Switches an alias off: from the next use on nobody gets it. Registering it again brings it back. @throws `not_found` */
export async function disableModel(deps: Pick<Deps, "db">, actor: Actor, alias: string): Promise<void> {
  const { rows } = await deps.db.pool.query(disable({ alias, ...auditValues(actor, "models.disable") }));
  if (rows[0]?.isFound !== true) throw fail("not_found", { message: `No model has the alias ${alias}.` });
}
