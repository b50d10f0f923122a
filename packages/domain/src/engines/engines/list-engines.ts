import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { boundEngines, type Caller, type OrganizationScope } from "../../identity/access/index.ts";
import { fixtureEngine, fixtureEngineSlug } from "./fixture-engine.ts";
import { summaryColumns, type EngineSummary } from "./engine.ts";

const listSummaries = statement(
  "engines_list",
  `select ${summaryColumns} from engines
   where organization_id = $1 and ($2::uuid[] is null or id = any($2::uuid[]))
   order by created_at, slug`,
);

/**
 * The engines a caller may see, oldest first: all of them with an organization key, the bound ones with a scoped key.
 */
export async function listEngines(deps: Pick<Deps, "db">, caller: Caller): Promise<EngineSummary[]> {
  const { rows } = await deps.db.pool.query(listSummaries([caller.organizationId, boundEngines(caller)]));
  return rows;
}

const readSummary = statement(
  "engines_read",
  `select ${summaryColumns} from engines where organization_id = $1 and slug = $2`,
);

/** One engine of the caller's organization. Check the binding first. @throws `engine_not_found` */
export async function getEngine(
  deps: Pick<Deps, "db">,
  caller: OrganizationScope,
  slug: string,
): Promise<EngineSummary> {
  if (slug === fixtureEngineSlug) return fixtureEngine(caller.organizationId);
  const { rows } = await deps.db.pool.query(readSummary([caller.organizationId, slug]));
  const [engine] = rows;
  if (!engine) throw fail("engine_not_found");
  return engine;
}
