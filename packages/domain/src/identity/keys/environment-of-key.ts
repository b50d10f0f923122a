import { fail, uuidPattern } from "@service/contract";
import type { Deps } from "../../deps.ts";

/** Whether a string is a UUID. If not, answer "not found"; never let it reach a `::uuid` cast. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** The environment to bind a key to. @throws `not_found` (organization), `environment_not_found`. */
export async function environmentOfKey(
  deps: Pick<Deps, "db">,
  organizationId: string,
  environmentSlug: string,
): Promise<{ id: string; slug: string }> {
  await assertOrganization(deps, organizationId);
  const environment = await deps.db.prisma.environment.findUnique({
    where: { organizationId_slug: { organizationId, slug: environmentSlug } },
    select: { id: true, slug: true },
  });
  if (!environment) throw fail("environment_not_found");
  return environment;
}

/** @throws `not_found` when there is no such organization. */
export async function assertOrganization(deps: Pick<Deps, "db">, organizationId: string): Promise<void> {
  const organization = isUuid(organizationId)
    ? await deps.db.prisma.organization.findUnique({ where: { id: organizationId }, select: { id: true } })
    : null;
  if (!organization) throw fail("not_found", { message: "No organization with this id exists." });
}
