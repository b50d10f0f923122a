/**
 * What the service answered, as its description says that it is. The one place where the client trusts that: answers may
 * have members that the types do not know, and checking them here would refuse what a later release adds (PLAT-71).
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type of its operation
export function asDescribed<T>(value: unknown): T {
  // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion -- the API description is the authority; the service's tests compare every answer with it
  return value as T;
}
