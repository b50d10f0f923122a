import { randomUUID } from "node:crypto";
import { fail } from "@service/contract";
import type { Deps } from "../deps.ts";
import { organizationOf, type Organization } from "./organization.ts";

const nameCharsMax = 200;

/** Creates an organization together with its `live` environment (section 2.11). @throws `invalid_request` for its name. */
export async function createOrganization(deps: Deps, { name }: { name: string }): Promise<Organization> {
  const chars = [...name.trim()].length;
  if (chars < 1 || chars > nameCharsMax) {
    throw fail("invalid_request", { message: `The name of an organization has 1 to ${nameCharsMax} characters.` });
  }
  const row = await deps.db.prisma.organization.create({
    data: {
      id: randomUUID(),
      name: name.trim(),
      environments: { create: { id: randomUUID(), slug: "live", name: "Live" } },
    },
  });
  return organizationOf(row);
}
