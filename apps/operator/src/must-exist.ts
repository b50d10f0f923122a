import type { Deps } from "@service/domain";
import type { ScopeOrEvery } from "@service/domain/access";

/** Refuses an organization that does not exist: its empty list would read like good news. Undefined = all of them. */
export async function mustExist(deps: Pick<Deps, "db">, organizationId: string | undefined): Promise<void> {
  if (organizationId === undefined) return;
  const { showOrganization } = await import("@service/domain/organizations");
  await showOrganization(deps, organizationId);
}

/** Scope of a list: one organization, or all. */
export async function scopeOf(deps: Pick<Deps, "db">, organizationId: string | undefined): Promise<ScopeOrEvery> {
  await mustExist(deps, organizationId);
  return organizationId === undefined ? "every" : { organizationId };
}
