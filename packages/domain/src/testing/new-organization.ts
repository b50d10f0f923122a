import { testOperator } from "@service/testing";
import type { Principal } from "../identity/access/index.ts";
import { createEnvironment } from "../identity/environments/index.ts";
import { authenticate, createOrganizationKey } from "../identity/keys/index.ts";
import { createOrganization, type OrganizationChanges, setOrganization } from "../identity/organizations/index.ts";
import type { WholeDeps } from "../open-deps.ts";

/** An organization with `live` and these sandboxes. @returns its id. */
export async function newOrganization(
  deps: Pick<WholeDeps, "db" | "secrets">,
  given: OrganizationChanges & { readonly name?: string; readonly sandboxes?: readonly string[] } = {},
): Promise<string> {
  const { name = "Harborline", sandboxes = [], ...changes } = given;
  const { id: organizationId } = await createOrganization(deps, testOperator, { name });
  if (Object.keys(changes).length > 0) await setOrganization(deps, testOperator, organizationId, changes);
  for (const slug of sandboxes) await createEnvironment(deps, { ...testOperator, organizationId }, { slug });
  return organizationId;
}

/** The holder of a new organization key of `live` or of a sandbox; without `organizationId`, of a new organization. */
export async function newCaller(
  deps: WholeDeps,
  given: { readonly organizationId?: string; readonly environmentSlug?: string } = {},
): Promise<Principal<"organization_key">> {
  const { environmentSlug = "live" } = given;
  const organizationId = given.organizationId ?? (await newOrganization(deps));
  const { apiKey } = await createOrganizationKey(deps, testOperator, { organizationId, environmentSlug });
  return holderOf(deps, apiKey);
}

/** Who calls with an organization key. */
export async function holderOf(deps: WholeDeps, apiKey: string): Promise<Principal<"organization_key">> {
  const caller = await authenticate(deps, apiKey);
  if (caller.kind !== "organization_key") throw new Error("the key of an organization became a scoped one");
  return caller;
}
