import type { OrganizationScope } from "./principal.ts";

/**
 * Whose objects an id may name: one organization's, or, for `svc` and people of the installation, every one's. An argument
 * of each verb that takes an id alone; the id of another organization is as unknown as one that nobody has.
 */
export type ScopeOrEvery = OrganizationScope | "every";

/** Value of the parameter `organization_id` of `inScope`. */
export function organizationIdOf(scope: ScopeOrEvery): string | null {
  return scope === "every" ? null : scope.organizationId;
}

/** SQL: whether the organization in `column` is in the scope that the parameter `organization_id` says. */
export function inScope(column: string): string {
  return `(@organization_id::uuid is null or ${column} = @organization_id::uuid)`;
}
