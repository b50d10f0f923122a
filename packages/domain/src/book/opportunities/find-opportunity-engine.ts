import { fail } from "@service/contract";
import { hotStatement } from "@service/db";
import * as z from "zod";
import { assertBound, type Caller } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { type EngineDeps, type EngineForCall, findEngine } from "../../engines/engines/index.ts";

const engineIdForm = z.guid();

const findSlug = hotStatement(
  "opportunities_find_engine",
  `select slug from engines where organization_id = $1 and id = $2 and engine_type = 'opportunity'`,
);

/**
 * The engine of opportunities in a path, by its id (OPPS-2). First whether it exists, then whether the key is bound to it.
 * @throws `engine_not_found`, also for an id that is not a UUID or names an engine of another type;
 *   `engine_binding_forbidden`.
 */
export async function findOpportunityEngine(
  deps: Pick<Deps, "db" | "clock"> & EngineDeps,
  caller: Caller,
  engineId: string,
): Promise<EngineForCall> {
  // Never let another form reach a cast to uuid.
  if (!engineIdForm.safeParse(engineId).success) throw missing();
  const { rows } = await deps.db.hot.query(findSlug([caller.organizationId, engineId]));
  const [found] = rows;
  const engine = found && (await findEngine(deps, caller, found.slug));
  if (!engine || engine.isBuiltIn) throw missing();
  assertBound(caller, engine);
  return engine;
}

function missing() {
  return fail("engine_not_found", { message: "No opportunity engine with this id exists." });
}
