import { findEngineType } from "@service/engine-types";
import { fail } from "@service/contract";
import { statement } from "@service/db";
import { asJsonObject } from "@service/json";
import type { Deps } from "../../deps.ts";
import type { Actor, OrganizationScope } from "../../identity/access/index.ts";
import { auditInsert, auditValues, fieldsOf } from "../../identity/audit/index.ts";
import { checkDraft } from "./check-draft.ts";
import { storeConfiguration, workOutDraft } from "./configuration.ts";
import { assertActive, auditedEngine, engineColumns, requireEngine, type Engine } from "./engine.ts";
import { invalidateEngine, type EngineDeps } from "./find-engine.ts";

/** A hash identifies its configuration permanently (ENG-32), so the audit log stores only the hash. */
const audited = [
  "draft_config_hash",
  "draft_revision",
  "expose_warnings",
  "notify_on_supersede",
  "requests_per_minute",
];

const replaceDraft = statement(
  "engines_replace_draft",
  `
  with before as (
    select id, ${audited.join(", ")} from engines where id = @id and status = 'active'
      and (@expected_revision::int is null or draft_revision = @expected_revision) for no key update
  ), e as (
    update engines e set draft = @draft, draft_config_hash = @draft_config_hash, draft_revision = e.draft_revision + 1,
      draft_updated_at = now(), draft_updated_by = @draft_updated_by, expose_warnings = @expose_warnings,
        notify_on_supersede = @notify_on_supersede,
      requests_per_minute = @requests_per_minute
    from before where e.id = before.id
    returning e.*, ${fieldsOf("before", audited)} as before
  ), audited as (
    ${auditInsert({ ...auditedEngine("e"), before: "e.before", after: fieldsOf("e", audited) })}
  )
  select ${engineColumns} from e`,
);

/**
 * Replaces the whole draft (ENG-16). Its configuration, the revision and the three settings that are read at request
 * time change in one commit, so that no request sees half of a save.
 *
 * @param ifMatch the revision that the caller read, in quotes; a draft that has changed since is kept (ENG-21).
 * @throws `engine_not_found`, `engine_archived`, `revision_conflict`, `validation_error` with at most 50 issues.
 */
export async function saveConfig(
  deps: Pick<Deps, "db"> & EngineDeps,
  caller: Actor & OrganizationScope,
  slug: string,
  config: { readonly [name: string]: unknown },
  ifMatch?: string,
): Promise<Engine> {
  const engine = await requireEngine(deps, caller.organizationId, slug);
  assertActive(engine);
  const expected = ifMatch === undefined ? null : engine.draftRevision;
  if (ifMatch !== undefined && ifMatch !== `"${engine.draftRevision}"`) throw conflict(engine);
  const type = findEngineType(engine.engineType);
  const saved = asJsonObject(config);
  const issues = await checkDraft(deps, engine.id, type, saved);
  if (issues.length > 0) throw fail("validation_error", { details: issues });

  const draft = workOutDraft(type, saved);
  const after = await deps.db.inTransaction(async (tx) => {
    await storeConfiguration(tx, type.name, draft);
    const { rows } = await tx.query(
      replaceDraft({
        id: engine.id,
        draft: draft.draft,
        draftConfigHash: draft.configHash,
        draftUpdatedBy: caller.id,
        exposeWarnings: draft.settings.exposeWarnings,
        notifyOnSupersede: draft.settings.notifyOnSupersede,
        requestsPerMinute: draft.settings.requestsPerMinute,
        expectedRevision: expected,
        ...auditValues(caller, "engines.config.save"),
      }),
    );
    const [after] = rows;
    if (after) return after;
    // Archived, or saved by somebody else, between the read and the write.
    const now = await requireEngine(deps, caller.organizationId, slug, tx);
    assertActive(now);
    throw conflict(now);
  });
  // So that the next submission to this process uses the saved budget.
  invalidateEngine(deps, caller, slug);
  return after;
}

function conflict({ draftRevision: revision }: Engine): Error {
  return fail("revision_conflict", { details: { revision } });
}
