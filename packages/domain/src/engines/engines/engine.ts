import { fail, type EngineStatus, type EngineTypeName, type PinPolicy } from "@service/contract";
import { statement, type Transaction } from "@service/db";
import type { Deps } from "../../deps.ts";

/** An engine with its draft, as stored. */
export interface Engine {
  readonly id: string;
  readonly organizationId: string;
  readonly slug: string;
  readonly label: string;
  readonly description: string;
  readonly engineType: EngineTypeName;
  readonly status: EngineStatus;
  readonly groupKey: string;
  readonly pinPolicy: PinPolicy;
  /** JSON, exactly as saved. */
  readonly draft: string;
  readonly draftRevision: number;
  readonly draftConfigHash: string;
  readonly draftUpdatedAt: Date;
  readonly draftUpdatedBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An engine without the columns that only reading or publishing its configuration needs. */
export type EngineSummary = Pick<
  Engine,
  "id" | "slug" | "label" | "description" | "engineType" | "status" | "groupKey" | "createdAt" | "updatedAt"
>;

export const summaryColumns = `
  id, slug, label, description, engine_type as "engineType", status, group_key as "groupKey",
  created_at as "createdAt", updated_at as "updatedAt"`;

export const engineColumns = `${summaryColumns},
  organization_id as "organizationId", pin_policy as "pinPolicy", draft, draft_revision as "draftRevision",
  draft_config_hash as "draftConfigHash", draft_updated_at as "draftUpdatedAt", draft_updated_by as "draftUpdatedBy"`;

/** Audit columns of the engine in `row`; an engine belongs to the organization, not to an environment. */
export function auditedEngine(row: string) {
  return { kind: "engine", id: `${row}.slug`, organizationId: `${row}.organization_id`, from: row } as const;
}

const readText = `select ${engineColumns} from engines where organization_id = $1 and slug = $2`;
const readEngine = statement("engines_read_whole", readText);
const lockEngine = statement("engines_lock", `${readText} for update`);

/** The engine of this slug in the organization, locked when `tx` is given. @throws `engine_not_found` */
export async function requireEngine(
  deps: Pick<Deps, "db">,
  organizationId: string,
  slug: string,
  tx?: Transaction,
): Promise<Engine> {
  const { rows } = await (tx
    ? tx.query(lockEngine([organizationId, slug]))
    : deps.db.pool.query(readEngine([organizationId, slug])));
  const [engine] = rows;
  if (!engine) throw fail("engine_not_found");
  return engine;
}

/** ENG-10: an archived engine refuses runs, saves, publishing and version reads. @throws `engine_archived` */
export function assertActive(engine: { readonly status: EngineStatus }): void {
  if (engine.status === "archived") throw fail("engine_archived");
}
