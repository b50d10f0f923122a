import { aliases, type Capability, capabilities, uuidPattern } from "@service/contract";
import { hotStatement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { type BookView, resolveStoredView, type SeatDeps, type Viewer, viewerOf } from "../../book/seats/index.ts";
import { narrowerOf } from "./narrower-of.ts";

/** Read for every turn. Nothing when the environment is gone. A key of an automation has no row. */
const readRights = hotStatement(
  "organizations_read_rights",
  `
  select o.records_posture as "recordsPosture", o.default_field_policy as "defaultFieldPolicy",
    exists (select from organization_keys k where k.organization_id = o.id and k.environment_id = e.id
      and k.id = $4::uuid and k.revoked_at is null) as "isOrganizationKey",
    s.capabilities, array(select b.engine_id::text from scoped_key_engines b where b.key_id = s.id) as "engineIds"
  from organizations o join environments e on e.organization_id = o.id
    left join scoped_keys s on s.id = $3::text and s.organization_id = o.id and s.environment_id = e.id and s.revoked_at is null
  where o.id = $1 and e.id = $2`,
).narrowed<{ readonly isOrganizationKey: boolean; readonly capabilities: readonly string[] | null }>();

/**
 * Stored rights as they are now (GROUND-4), never wider than they were stored: the key may be revoked, the seat switched
 * off or narrowed, the posture or the policy changed. A revoked key opens nothing; what it asked goes on without sources
 * that need a right.
 */
export async function presentRights(deps: Pick<Deps, "db"> & SeatDeps, viewer: Viewer): Promise<Viewer> {
  const { organizationId, environmentId, environmentSlug, isLive, keyId, book } = viewer;
  const { rows } = await deps.db.hot.query(
    readRights([organizationId, environmentId, keyId, uuidPattern.test(keyId) ? keyId : null]),
  );
  const [row] = rows;
  if (row === undefined) return withoutRights(viewer);
  const { recordsPosture, defaultFieldPolicy } = row;
  const organization = { recordsPosture, defaultFieldPolicy };
  const seen = await resolveStoredView(
    deps,
    { organizationId, organization },
    {
      actor: book?.actor ?? (viewer.runs.overBook.kind === "seat" ? viewer.runs.overBook.seatKey : null),
      target: book === null ? null : targetOf(book),
      principal: viewer.principal,
      isAsserted: book?.isAsserted ?? false,
    },
  );
  const isOrganization = row.isOrganizationKey || keyId.startsWith("automation:");
  const scoped = row.capabilities;
  if (!isOrganization && scoped === null) return withoutRights(viewer);
  const key = { id: keyId, organizationId, environmentId, environmentSlug, isLive } as const;
  const settings = { requestsPerMinute: 0, monthlyRunCap: null, analysesEnabled: false, assertionSecret: null };
  const caller = { ...key, organization: { ...organization, ...settings } };
  const present = isOrganization
    ? viewerOf({ kind: "organization_key", ...caller }, seen)
    : viewerOf(
        {
          kind: "scoped_key",
          ...caller,
          capabilities: capabilitiesNamed(scoped ?? []),
          engineIds: new Set(row.engineIds),
        },
        seen,
      );
  return narrowerOf(viewer, present);
}

function withoutRights(viewer: Viewer): Viewer {
  const nobody = { kind: "seat", seatKey: null, grants: [] } as const;
  return {
    ...viewer,
    capabilities: [],
    engines: [],
    seatKey: null,
    book: null,
    runs: { policy: viewer.runs.policy, overBook: nobody, person: viewer.runs.person },
  };
}

/** The seat of a lens; null where the person looks through none. */
function targetOf({ lens, seatKey }: BookView): { readonly seatKey: string; readonly lens: string } | null {
  return lens === null || seatKey === null ? null : { seatKey, lens };
}

/** A key may hold a capability under a former name (KEY-22). */
function capabilitiesNamed(names: readonly string[]): ReadonlySet<Capability> {
  const current: Readonly<Record<string, string>> = aliases.capabilities;
  const held = new Set(names.map((name) => current[name] ?? name));
  return new Set(capabilities.filter((each) => held.has(each)));
}
