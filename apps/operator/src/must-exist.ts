import type { Deps } from "@service/domain";

/** Refuses an organization that does not exist: its empty list would read like good news. Undefined = all of them. */
export async function mustExist(deps: Pick<Deps, "db">, organizationId: string | undefined): Promise<void> {
  if (organizationId === undefined) return;
  const { showOrganization } = await import("@service/domain/organizations");
  await showOrganization(deps, organizationId);
}
