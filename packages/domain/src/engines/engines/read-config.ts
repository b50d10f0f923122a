import type { Deps } from "../../deps.ts";
import type { OrganizationScope } from "../../identity/access/index.ts";
import { requireEngine, type Engine } from "./engine.ts";
import { fixtureEngine, fixtureEngineSlug } from "./fixture-engine.ts";

/** The engine with its draft, archived engines included. Check the binding first. @throws `engine_not_found` */
export function readConfig(deps: Pick<Deps, "db">, caller: OrganizationScope, slug: string): Promise<Engine> {
  if (slug === fixtureEngineSlug) return Promise.resolve(fixtureEngine(caller.organizationId));
  return requireEngine(deps, caller.organizationId, slug);
}
