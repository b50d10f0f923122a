import { fail } from "@service/contract";
import { statement, type Transaction } from "@service/db";
import type { OrganizationScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";

/** What an organization can designate one engine for (REC-135, DERIV-12), and the type that it then has. */
export const enginePurposes = { risk: "entity_analysis", program: "matching", opportunity: "opportunity" } as const;
export type EnginePurpose = keyof typeof enginePurposes;

const findDesignated = statement(
  "designated_engines_find",
  `select e.slug from designated_engines d join engines e on e.id = d.engine_id
   where d.organization_id = $1 and d.purpose = $2::engine_purpose and e.organization_id = $1`,
);

/** The slug of the engine that an organization designated for a purpose; undefined when there is none. */
export async function designatedEngine(
  deps: Pick<Deps, "db">,
  { organizationId }: OrganizationScope,
  purpose: EnginePurpose,
): Promise<string | undefined> {
  const { rows } = await deps.db.pool.query(findDesignated([organizationId, purpose]));
  return rows[0]?.slug;
}

const designate = statement(
  "designated_engines_set",
  `insert into designated_engines (organization_id, purpose, engine_id) values ($1, $2::engine_purpose, $3)
   on conflict (organization_id, purpose) do update set engine_id = excluded.engine_id, designated_at = now()`,
);

const undesignate = statement(
  "designated_engines_remove",
  "delete from designated_engines where organization_id = $1 and engine_id = $2",
);

/**
 * Designates an engine in place of the one before; `none` ends every designation of this engine.
 * @throws `invalid_request` for an engine of another type than the purpose needs.
 */
export async function setDesignation(
  tx: Transaction,
  engine: { readonly id: string; readonly organizationId: string; readonly slug: string; readonly engineType: string },
  purpose: EnginePurpose | "none",
): Promise<void> {
  if (purpose === "none") {
    await tx.query(undesignate([engine.organizationId, engine.id]));
    return;
  }
  const needed = enginePurposes[purpose];
  if (engine.engineType !== needed)
    throw fail("invalid_request", {
      message: `${purpose} runs need an engine of type ${needed}; ${engine.slug} is of type ${engine.engineType}.`,
    });
  await tx.query(designate([engine.organizationId, purpose, engine.id]));
}
