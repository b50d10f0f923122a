import { randomUUID } from "node:crypto";
import { engineTypeNames, fail, limits } from "@service/contract";
import { isUniqueViolation, statement } from "@service/db";
import { findEngineType } from "@service/engine-types";
import type { Deps } from "../../deps.ts";
import type { Actor, OrganizationScope } from "../../identity/access/index.ts";
import { auditInsert, auditValues, fieldsOf } from "../../identity/audit/index.ts";
import { createInTurn } from "../../identity/organizations/index.ts";
import { storeConfiguration, workOutDraft } from "./configuration.ts";
import { auditedEngine, summaryColumns, type EngineSummary } from "./engine.ts";

const insertEngine = statement(
  "engines_insert",
  `
  with e as (
    insert into engines (id, organization_id, slug, label, description, engine_type, draft, draft_config_hash,
      draft_updated_by, expose_warnings, notify_on_supersede, requests_per_minute)
    values (@id, @organization_id, @slug, @label, @description, @engine_type, @draft, @draft_config_hash,
      @draft_updated_by, @expose_warnings, @notify_on_supersede, @requests_per_minute)
    returning *
  ), audited as (
    ${auditInsert({
      ...auditedEngine("e"),
      after: fieldsOf("e", ["engine_type", "label", "description", "draft_config_hash"]),
    })}
  )
  select ${summaryColumns} from e`,
);

const readSlugs = statement("engines_read_slugs", "select slug from engines where organization_id = $1");

/**
 * Creates an engine with the full preset of its type as draft and no release (ENG-3).
 * @throws `invalid_engine_type`, `engine_slug_conflict`, `engine_limit_reached`.
 */
export async function createEngine(
  deps: Pick<Deps, "db">,
  caller: Actor & OrganizationScope,
  request: { slug: string; label: string; description: string; engineType: string },
): Promise<EngineSummary> {
  const name = engineTypeNames.find((each) => each === request.engineType);
  if (name === undefined) throw fail("invalid_engine_type");
  const type = findEngineType(name);
  const draft = workOutDraft(type, type.preset());
  try {
    return await createInTurn(deps.db, caller.organizationId, async (tx) => {
      const { rows: existing } = await tx.query(readSlugs([caller.organizationId]));
      if (existing.some(({ slug }) => slug === request.slug)) throw fail("engine_slug_conflict");
      if (existing.length >= limits.enginesPerOrganization) throw fail("engine_limit_reached");
      await storeConfiguration(tx, type.name, draft);
      const { rows } = await tx.query(
        insertEngine({
          id: randomUUID(),
          organizationId: caller.organizationId,
          slug: request.slug,
          label: request.label,
          description: request.description,
          engineType: type.name,
          draft: draft.draft,
          draftConfigHash: draft.configHash,
          draftUpdatedBy: caller.id,
          exposeWarnings: draft.settings.exposeWarnings,
          notifyOnSupersede: draft.settings.notifyOnSupersede,
          requestsPerMinute: draft.settings.requestsPerMinute,
          ...auditValues(caller, "engines.create"),
        }),
      );
      const [created] = rows;
      if (!created) throw new Error("an insert returned no row");
      return created;
    });
  } catch (error) {
    // The unique index also covers writers that do not take the lock.
    if (isUniqueViolation(error)) throw fail("engine_slug_conflict", { cause: error });
    throw error;
  }
}
