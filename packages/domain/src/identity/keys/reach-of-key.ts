import { type Capability, fail } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import {
  accessTo,
  type ActionName,
  actionNames,
  decide,
  type OrganizationScope,
  type OrganizationSettings,
  type Principal,
  type Viewing,
} from "../access/index.ts";
import { capabilityNamed } from "./read-keys.ts";

/** A key as far as it decides what is reached; it may not be made yet. */
export type KeyGrant =
  | { readonly kind: "organization_key"; readonly isLive: boolean }
  | {
      readonly kind: "scoped_key";
      readonly isLive: boolean;
      readonly capabilities: readonly Capability[];
      readonly engineIds: readonly string[];
    };

type What<Member extends "reads" | "writes"> = NonNullable<Viewing[Member]>;

/** What a key opens, by the table that authorizes it (CON-73). */
export interface KeyReach {
  /** Actions are routes by their operationId. `on`: only of engines that the key is bound to. */
  readonly actions: readonly { readonly action: ActionName; readonly on: "engine" | "run" | null }[];
  /** Ids of engines; null: every engine. */
  readonly engineIds: readonly string[] | null;
  /** Classes of data that it reads and writes. */
  readonly reads: readonly What<"reads">[];
  readonly writes: readonly What<"writes">[];
}

/** What a key like this reaches. */
export function reachOf(grant: KeyGrant): KeyReach {
  const principal = principalOf(grant);
  const actions = actionNames.flatMap((action) => {
    const access = accessTo(action);
    if (access.key !== "any" && access.key !== "organization") return [];
    if (decide(principal, action).kind === "refused") return [];
    return [{ action, access, on: access.key === "any" ? (access.on ?? null) : null }];
  });
  const isBound = grant.kind === "scoped_key";
  return {
    actions: actions.map(({ action, on }) => ({ action, on })),
    engineIds: isBound ? grant.engineIds : null,
    reads: [...new Set(actions.flatMap(({ access }) => access.reads ?? []))].toSorted(),
    writes: [...new Set(actions.flatMap(({ access }) => access.writes ?? []))].toSorted(),
  };
}

const readGrant = statement(
  "keys_read_grant",
  `select 'organization_key' as kind, v.slug = 'live' as "isLive", '{}'::text[] as capabilities, '{}'::text[] as "engineIds"
   from organization_keys k join environments v on v.id = k.environment_id
   where k.id::text = $1 and k.organization_id = $2
   union all
   select 'scoped_key', v.slug = 'live', k.capabilities,
     array(select b.engine_id::text from scoped_key_engines b where b.key_id = k.id)
   from scoped_keys k join environments v on v.id = k.environment_id
   where k.id = $1 and k.organization_id = $2`,
);

/** @throws `not_found`, also for a key of another organization. */
export async function reachOfKey(
  deps: Pick<Deps, "db">,
  { organizationId }: OrganizationScope,
  keyId: string,
): Promise<KeyReach> {
  const { rows } = await deps.db.pool.query(readGrant([keyId, organizationId]));
  const [row] = rows;
  if (!row) throw fail("not_found");
  const { isLive } = row;
  if (row.kind === "organization_key") return reachOf({ kind: "organization_key", isLive });
  const capabilities = (row.capabilities ?? []).flatMap((name) => capabilityNamed(name) ?? []);
  return reachOf({ kind: "scoped_key", isLive, capabilities, engineIds: row.engineIds ?? [] });
}

/** No decision reads them. */
const noSettings: OrganizationSettings = {
  requestsPerMinute: 0,
  monthlyRunCap: null,
  recordsPosture: "off",
  analysesEnabled: false,
  defaultFieldPolicy: "",
  assertionSecret: null,
};

function principalOf(grant: KeyGrant): Principal<"organization_key" | "scoped_key"> {
  const place = { id: "", organizationId: "", environmentId: "", environmentSlug: "", organization: noSettings };
  const { isLive } = grant;
  if (grant.kind === "organization_key") return { ...place, isLive, kind: grant.kind };
  const { capabilities, engineIds, kind } = grant;
  return { ...place, isLive, kind, capabilities: new Set(capabilities), engineIds: new Set(engineIds) };
}
