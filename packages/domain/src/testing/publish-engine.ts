import type { EngineTypeName } from "@service/contract";
import type { Database } from "@service/db";
import type { JsonObject } from "@service/json";
import { randomUUID } from "node:crypto";
import { createEngine, type EngineForCall, findEngine, publish } from "../engines/engines/index.ts";
import type { WholeDeps } from "../open-deps.ts";
import { newCaller } from "./new-organization.ts";
import { withGates } from "./with-gates.ts";

/** An engine with the preset of its type and release 1.0, a copy of one that went through its gate, which takes a second. */
export async function publishEngine(
  deps: WholeDeps,
  { organizationId }: { readonly organizationId: string },
  { slug, engineType = "comparison" }: { readonly slug: string; readonly engineType?: EngineTypeName },
): Promise<EngineForCall> {
  await deps.db.pool.query(
    `with copy as (
       insert into engines (id, organization_id, slug, label, description, engine_type, draft, draft_config_hash,
         draft_updated_by)
       select gen_random_uuid(), $1, $2, label, description, engine_type, draft, draft_config_hash, draft_updated_by
         from engines where id = $3
       returning id
     )
     insert into engine_releases (id, engine_id, organization_id, major, minor, config_hash, config, request_schema,
       response_schema, request_schema_sha256, response_schema_sha256, gate, released_by)
     select gen_random_uuid(), copy.id, $1, major, minor, config_hash, config, request_schema, response_schema,
       request_schema_sha256, response_schema_sha256, gate, released_by
       from copy, engine_releases r where r.engine_id = $3`,
    [organizationId, slug, await publishedModel(deps, engineType)],
  );
  return engineNow(deps, { organizationId }, slug);
}

const models = new WeakMap<WholeDeps["db"], Map<EngineTypeName, Promise<string>>>();

function publishedModel(deps: WholeDeps, engineType: EngineTypeName): Promise<string> {
  const published = models.get(deps.db) ?? new Map<EngineTypeName, Promise<string>>();
  models.set(deps.db, published);
  const model = published.get(engineType) ?? publishModel(deps, engineType);
  published.set(engineType, model);
  return model;
}

async function publishModel(deps: WholeDeps, engineType: EngineTypeName): Promise<string> {
  const caller = await newCaller(deps);
  const engine = await createEngine(deps, caller, { slug: "model", label: "Model", description: "", engineType });
  await withGates(deps, () => publish(deps, caller, "model", {}));
  return engine.id;
}

/** An engine as a request reads it now. */
export async function engineNow(
  deps: WholeDeps,
  { organizationId }: { readonly organizationId: string },
  slug: string,
): Promise<EngineForCall> {
  const found = await findEngine(deps, { organizationId }, slug);
  if (!found) throw new Error(`the engine ${slug} is gone`);
  return found;
}

/** Writes the rows of an engine `quotes` and of its release 1.0, without a gate. @returns the engine's id. */
export async function insertRelease(
  { pool }: Pick<Database, "pool">,
  given: {
    readonly organizationId: string;
    readonly responseSchema: JsonObject;
    readonly notifiesOnSupersede?: boolean;
  },
): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `with engine as (
       insert into engines (id, organization_id, slug, label, description, engine_type, draft, draft_config_hash,
         draft_updated_by, notify_on_supersede)
       values ($1, $2, 'quotes', 'Quotes', '', 'comparison', '{}', 'h', 'k', $4)
       returning id, organization_id
     )
     insert into engine_releases (id, engine_id, organization_id, major, minor, config_hash, config, request_schema,
       response_schema, request_schema_sha256, response_schema_sha256, gate, released_by)
     select gen_random_uuid(), id, organization_id, 1, 0, 'h', '{}', '{}', $3, '', '', '{}', 'k' from engine`,
    [id, given.organizationId, JSON.stringify(given.responseSchema), given.notifiesOnSupersede ?? false],
  );
  return id;
}
