import type { InstanceConfig } from "@service/contract";
import type { OrganizationScope } from "../../identity/access/index.ts";
import { readConfiguration } from "./configuration.ts";
import { type Instance, requireInstance } from "./instance.ts";
import { type AliasDeps, type OpenAlias, listOpenAliases } from "./model-aliases.ts";
import { checkGate, type GateVerdict } from "./release-gate.ts";

/** A draft with what it may name and what the gate says of it. */
export interface Draft {
  readonly instance: Instance;
  readonly config: InstanceConfig;
  readonly models: readonly OpenAlias[];
  readonly gate: GateVerdict;
}

/** The draft of an instance, archived ones included (CONV-12). @throws `conversation_instance_not_found` */
export async function readDraft(deps: AliasDeps, caller: OrganizationScope, slug: string): Promise<Draft> {
  return draftOf(deps, await requireInstance(deps, caller, slug));
}

/** The draft of an instance that was read. */
export async function draftOf(deps: AliasDeps, instance: Instance): Promise<Draft> {
  const [config, models, gate] = await Promise.all([
    readConfiguration(deps, instance.draftConfigHash),
    listOpenAliases(deps, instance.organizationId),
    checkGate(deps.db.pool, {
      instance,
      configHash: instance.draftConfigHash,
      restoredFrom: null,
      now: deps.clock.now(),
    }),
  ]);
  return { instance, config, models, gate };
}
