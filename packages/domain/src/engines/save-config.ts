import { findEngineType } from "@service/engine-types";
import { fail } from "@service/contract";
import type { Deps } from "../deps.ts";
import { asJsonObject } from "../json-text.ts";
import type { OrganizationCaller } from "../keys/index.ts";
import { storeConfiguration, workOutDraft } from "./configuration.ts";
import { manifestsNamedBy } from "./egress-manifests.ts";
import { assertActive, engineColumns, requireEngine, type Engine } from "./engine.ts";
import { forgetEngine } from "./find-engine.ts";

/**
 * Replaces the draft whole (section 3.2). Its configuration, the revision and the three settings that are read at
 * request time change in one commit, so that no request sees half of a save.
 * @throws `engine_not_found`, `engine_archived`, `validation_error` with at most 50 issues.
 */
export async function saveConfig(
  deps: Deps,
  caller: OrganizationCaller,
  slug: string,
  config: { readonly [name: string]: unknown },
): Promise<Engine> {
  const engine = await requireEngine(deps, caller.organizationId, slug);
  assertActive(engine);
  const type = findEngineType(engine.engineType);
  const saved = asJsonObject(config);
  const issues = type.validateConfig(saved, await manifestsNamedBy(deps, saved["egress_manifest_version"]));
  if (issues.length > 0) throw fail("validation_error", { details: [...issues] });

  const draft = workOutDraft(type, saved);
  const after = await deps.db.inTransaction(async (tx) => {
    await storeConfiguration(tx, type.name, draft);
    const { rows } = await tx.query<Engine>(
      `update engines set draft = $2, draft_config_hash = $3, draft_revision = draft_revision + 1,
         draft_updated_at = now(), draft_updated_by = $4, expose_warnings = $5, notify_on_supersede = $6,
         requests_per_minute = $7
       where id = $1 and status = 'active'
       returning ${engineColumns}`,
      [
        engine.id,
        draft.draft,
        draft.configHash,
        caller.keyId,
        draft.settings.exposeWarnings,
        draft.settings.notifyOnSupersede,
        draft.settings.requestsPerMinute,
      ],
    );
    const [after] = rows;
    // Archived between the read and the write: the refusal is the same as before it.
    if (!after) throw fail("engine_archived");
    return after;
  });
  // The next submission to this process spends from the budget that was just saved.
  forgetEngine(deps, caller.organizationId, slug);
  return after;
}
