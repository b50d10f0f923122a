import { fail, limits } from "@service/contract";
import { statement } from "@service/db";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";
import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { readStored } from "./configuration.ts";
import { assertInstanceActive, requireInstance } from "./instance.ts";
import { assertGatePassed, checkGate, type GateVerdict, releaseGateOf } from "./release-gate.ts";
import { requireVersion, type Version, versionColumns } from "./version.ts";

/** What is released. */
export interface InstancePublication {
  /** Refused unless the configuration that is released has this hash. */
  readonly expectedConfigHash: string | undefined;
  readonly changelog: string;
  /** Releases the configuration of this release again instead of the draft. */
  readonly restoreVersion: number | undefined;
  /** Says what would happen, and releases nothing. */
  readonly isDryRun: boolean;
}

export type PublicationOutcome =
  | { readonly kind: "released"; readonly version: Version }
  | { readonly kind: "judged"; readonly version: number; readonly configHash: string; readonly verdict: GateVerdict };

const insertVersion = statement(
  "conversation_instance_versions_insert",
  `with v as (
    insert into conversation_instance_versions (instance_id, organization_id, version, config_hash, changelog, gate,
      restored_from, released_by)
    values (@instance_id, @organization_id, @version, @hash, @changelog, @gate, @restored_from, @released_by)
    returning *
  ), i as (
    update conversation_instances i set latest_version = v.version, updated_at = now() from v
    where i.id = v.instance_id
    returning i.slug, i.organization_id, v.version, v.config_hash, v.restored_from
  ), audited as (
    ${auditInsert({
      kind: "conversation_instance",
      id: "i.slug",
      organizationId: "i.organization_id",
      after: `jsonb_build_object('version', i.version, 'config_hash', i.config_hash, 'restored_from', i.restored_from)`,
      from: "i",
    })}
  )
  select ${versionColumns} from v`,
);

/**
 * Releases the draft, or the configuration of an earlier release again, as the next number (CONV-31 to CONV-34). All of it
 * happens under the lock of the instance, in one transaction: a draft that is saved meanwhile waits, and of two requests the
 * second sees the release of the first.
 * @throws `conversation_instance_not_found`, `conversation_instance_archived`, `conversation_instance_version_not_found`,
 *   `instance_draft_changed`, `instance_version_unchanged`, `conversation_instance_limit_reached`, and unless it is a dry run
 *   `eval_gate_not_met`, `eval_gate_failed`, `eval_gate_regressed`.
 */
export async function publishVersion(
  deps: Pick<Deps, "db" | "clock">,
  caller: Actor & EnvironmentScope,
  slug: string,
  request: InstancePublication,
): Promise<PublicationOutcome> {
  return deps.db.inTransaction(async (tx): Promise<PublicationOutcome> => {
    const instance = await requireInstance(deps, caller, slug, tx);
    assertInstanceActive(instance);
    const restored =
      request.restoreVersion === undefined ? undefined : await requireVersion(tx, instance.id, request.restoreVersion);
    const hash = restored?.configHash ?? instance.draftConfigHash;
    // Fails unless what is stored under the hash has it: nothing else is released under it.
    await readStored(tx, hash);
    if (request.expectedConfigHash !== undefined && request.expectedConfigHash !== hash)
      throw fail("instance_draft_changed");
    const latest =
      instance.latestVersion === null ? undefined : await requireVersion(tx, instance.id, instance.latestVersion);
    if (latest?.configHash === hash) throw fail("instance_version_unchanged");
    const version = (instance.latestVersion ?? 0) + 1;
    if (version > limits.versionsPerInstance) throw fail("conversation_instance_limit_reached");
    const verdict = await checkGate(tx, {
      instance,
      configHash: hash,
      restoredFrom: restored?.version ?? null,
      now: deps.clock.now(),
    });
    if (request.isDryRun) return { kind: "judged", version, configHash: hash, verdict };
    assertGatePassed(verdict);
    const { rows } = await tx.query(
      insertVersion({
        instanceId: instance.id,
        organizationId: instance.organizationId,
        version,
        hash,
        changelog: request.changelog,
        gate: JSON.stringify(releaseGateOf(verdict)),
        restoredFrom: restored?.version ?? null,
        releasedBy: caller.id,
        ...auditValues(caller, "conversationInstances.versions.publish"),
      }),
    );
    const [released] = rows;
    if (!released) throw new Error("an insert returned no row");
    return { kind: "released", version: released };
  });
}
