import type { Deps } from "../../deps.ts";
import { organizationNotFound, organizationOf, type Organization } from "./organization.ts";
import { uuidPattern } from "@service/contract";

const listedMax = 1_000;

/** The oldest thousand organizations, by age. */
export async function listOrganizations(deps: Pick<Deps, "db">): Promise<Organization[]> {
  const rows = await deps.db.prisma.organization.findMany({
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: listedMax,
  });
  return rows.map(organizationOf);
}

/** One organization and the slugs of its environments. @throws `not_found` */
export async function showOrganization(
  deps: Pick<Deps, "db">,
  organizationId: string,
): Promise<Organization & { readonly environments: readonly string[] }> {
  if (!uuidPattern.test(organizationId)) throw organizationNotFound();
  const row = await deps.db.prisma.organization.findUnique({
    where: { id: organizationId },
    include: { environments: { select: { slug: true }, orderBy: { createdAt: "asc" } } },
  });
  if (!row) throw organizationNotFound();
  const { environments, ...settings } = row;
  return { ...organizationOf(settings), environments: environments.map((environment) => environment.slug) };
}
