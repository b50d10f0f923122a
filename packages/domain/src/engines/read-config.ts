import type { Deps } from "../deps.ts";
import type { Caller } from "../keys/index.ts";
import { requireEngine, type Engine } from "./engine.ts";
import { fixtureEngine, fixtureEngineSlug } from "./fixture-engine.ts";

/** The engine with its draft, also of an archived engine. Binding is checked before. @throws `engine_not_found` */
export function readConfig(deps: Deps, caller: Caller, slug: string): Promise<Engine> {
  if (slug === fixtureEngineSlug) return Promise.resolve(fixtureEngine(caller.organizationId));
  return requireEngine(deps, caller.organizationId, slug);
}
